// Transitions that were met: values before and after, to refute measures without a query. They come from models of
// queries that failed, not from executions (program/sampling): the states need not be reachable.
#pragma once

#include "engine/termination/measures.h"
#include "term/evaluate.h"

#include <deque>

namespace assay {

class Samples {
public:
  Samples(const Flow& flow, std::span<const Transition* const> component)
      : flow_(flow), variables_(measuredVariables(flow, component)), arrays_(arraysRead(flow, component)) {}

  std::span<const MeasuredVariable> variables() const { return variables_; }
  /// The transition that the solver's model takes.
  void add(const Transition& transition, Solver& solver);
  size_t size() const { return samples_.size(); }

  /// In how many samples the measure decreases; nothing: it increases in one.
  std::optional<size_t> decreases(Term measure);
  /// Values of variables before and after.
  const BitVector& before(size_t sample, size_t variable) const { return samples_[sample].before[variable]; }
  const BitVector& after(size_t sample, size_t variable) const { return samples_[sample].after[variable]; }

private:
  struct Sample {
    Assignment valuesBefore, valuesAfter;
    std::vector<BitVector> before, after;
  };
  const Flow& flow_;
  const std::vector<MeasuredVariable> variables_;
  const std::vector<VariableId> arrays_;
  std::deque<Sample> samples_;
};

} // namespace assay
