// Looks for an execution that never ends, cheap ways first and in turns: runs on simple inputs (concrete_runs.h), and
// an unwinding (lasso_unwinding.h) for states that repeat, then recurrent sets (recurrent_sets.h). The program's checks
// of undefined behaviour are ends, so an execution that never ends does nothing undefined.
#pragma once

#include "engine/engine.h"

#include <optional>

namespace assay {

class NonTermination final : public Engine {
public:
  std::string_view name() const override { return "nontermination"; }

private:
  Result verify(const Program& program, Env& env) override;
};

/// Until time is up or nothing is left to be tried. A loop that is violated, with evidence that is confirmed.
std::optional<LoopResult> searchEndless(const Program& program, Env& env);

} // namespace assay
