// Lassos by bounded model checking (2LS, section 6.3; also PROTON): an unwinding from the program's start, and in each
// layer k the question whether an execution arrives at a head with the values of live variables, and with the memory,
// that it had in some layer j < k. The inputs of a model are the stem and the cycle. The interpreter decides whether
// they really are a lasso: the formula need not know all of memory.
//
// A model of how executions get to a head at all is used as well: from there, simple inputs may be enough
// (concrete_runs.h).
#pragma once

#include "encode/unwinding.h"
#include "engine/termination/concrete_runs.h"
#include "solver/solver.h"
#include "solver/work.h"

#include <memory>
#include <optional>
#include <vector>

namespace assay {

class LassoUnwinding {
public:
  LassoUnwinding(Lassos& lassos, ConcreteRuns& runs, const TerminationLimits& limits, Env& env);

  /// One layer more. Nothing more to do: all executions end before it, or the formulas get too hard.
  std::optional<Lasso> layer();
  bool isDone() const { return isDone_; }
  uint32_t numLayers() const { return unwinding_.numLayers(); }
  Work::Duration work() const { return work_.done(); }

private:
  std::optional<Lasso> ask(uint32_t layer, uint32_t head);
  std::optional<Lasso> askForStem(uint32_t layer, uint32_t head);
  Term isSame(uint32_t before, uint32_t after, uint32_t head);
  std::optional<Term> isSameMemory(const MemoryObjects& before, const MemoryObjects& after);
  std::vector<BitVector> inputs(size_t begin, size_t end);
  CycleSearch::Bytes bytes();

  Lassos& lassos_;
  ConcreteRuns& runs_;
  const TerminationLimits& limits_;
  Env& env_;
  const Flow flow_;
  TermManager& terms_;
  Work work_;
  std::unique_ptr<Solver> solver_;
  Unwinding unwinding_;
  std::vector<size_t> inputsBefore_; // by layer: how many inputs stand in the layers before it
  std::vector<uint32_t> unknowns_;   // by head: how often the solver did not answer
  bool isDone_ = false;
};

} // namespace assay
