// engine/arrays/: proofs about arrays of any length, by what their cells are.
//
//   for all 0 <= k < i: b[k] == 2*k*k + 2*k + 1        sum == 3*i + n        s[k] == sum(a, k) + a[k]
//
// Executions on small numbers suggest such laws (cell_laws.h); those are kept that every path of the automaton keeps
// (law_check.h). The engine gives up where a loop's paths are many, or where what is asked is no equation and does not
// follow from equations. *False* it says of programs with large arrays only, when a run on inputs as simple as they can be
// fails (common/random_runs.h).
#pragma once

#include "engine/engine.h"

namespace assay {

class Arrays final : public Engine {
public:
  std::string_view name() const override { return "arrays"; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
