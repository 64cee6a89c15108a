// States that executions are in at the heads of loops: an invariant holds in each of them. They come from a few
// executions on simple inputs, block by block, from models that begin at the program's start, and from inputs of
// executions that another engine has followed. No interpreter runs them, and so program/sampling is of no use here: an
// execution goes on from a model's state at a head, and the blocks that it is made of are terms already.
#pragma once

#include "encode/cut_relation.h"
#include "engine/backward/limits.h"
#include "solver/solver.h"
#include "term/evaluate.h"
#include "util/env.h"

#include <cstdint>
#include <deque>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// Values of what is live at a head.
struct Sample {
  uint32_t head;
  Assignment values;
};

/// The state behind an exit, of a state with values for inputs.
Assignment stateBehind(const Flow& flow, const BlockPath& exit, const Assignment& before);
/// The same for a model.
Assignment stateBehind(const Flow& flow, const BlockPath& exit, Solver& solver);

class SampleRuns {
public:
  SampleRuns(const CutRelation& system, const BackwardLimits& limits);

  /// Executions from models of the start's block.
  void collect(Solver& start, const Allowance& allowance);
  /// A state that an execution is in, and what may follow it.
  void add(uint32_t head, Assignment values, const Allowance& allowance);
  /// The states of the execution that takes these inputs first, and anything behind them.
  void execute(std::span<const BitVector> inputs, const Allowance& allowance);
  /// In the order of executions, the last ones last.
  const std::deque<Sample>& all() const { return samples_; }

private:
  bool keep(uint32_t head, const Assignment& values);
  bool read(const Block& block, Assignment& values, std::span<const BitVector>& inputs);
  void follow(uint32_t head, Assignment values, std::span<const BitVector> inputs, const Allowance& allowance);
  Value randomValue(Sort sort);

  const CutRelation& system_;
  const Flow& flow_;
  const BackwardLimits& limits_;
  std::deque<Sample> samples_;
  std::set<std::string> seen_;
  size_t most_; // samples
  std::mt19937_64 random_{1};
};

} // namespace assay
