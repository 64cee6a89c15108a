// States at the heads of loops, of executions on small numbers. Blocks are executed as the terms that they are: in a
// state, arrays have values. (No interpreter runs them: it has no names for arrays of the automaton.)
#pragma once

#include "encode/allowance.h"
#include "engine/arrays/array_system.h"
#include "engine/arrays/limits.h"
#include "term/evaluate.h"

#include <random>
#include <vector>

namespace assay {

class ArraySamples {
public:
  ArraySamples(const ArraySystem& system, const ArrayLimits& limits) : system_(system), limits_(limits) {}

  void run(const Allowance& allowance);
  /// Values of what is live at the head.
  const std::vector<Assignment>& at(uint32_t head) const { return states_[head]; }

private:
  void runOnce(const Allowance& allowance);
  void setInputs(const std::vector<Term>& inputs, Assignment& values);
  Value inputOf(Sort sort);

  const ArraySystem& system_;
  const ArrayLimits& limits_;
  std::mt19937_64 random_{1};
  uint64_t size_ = 0; // of what is small in this execution
  std::vector<std::vector<Term>> inputs_; // by cut point
  std::vector<std::vector<Assignment>> states_; // by head
};

} // namespace assay
