// Violations behind many iterations.
//
// Bounded model checking of an automaton in which loops can be jumped over (jumps.h): a violation behind four thousand
// million iterations is a few steps away there. What is found is unfolded to an execution of the program and replayed by
// the interpreter, which counts all of them. The engine never says *true*.
#pragma once

#include "engine/common/cut_verdict.h"
#include "engine/engine.h"
#include "engine/kiki/jumps.h"

#include <optional>
#include <string>

namespace assay {

class Far final : public Engine {
public:
  std::string_view name() const override { return "far"; }

private:
  Result verify(const Program& program, Env& env) override;
  /// What the interpreter confirms of an execution with jumps.
  std::optional<Result> violation(const Jumps& jumps, const Counterexample& jumping, const Program& program,
                                  const Flow& flow, CutVerdict& verdict, Env& env);

  std::string reason_; // why nothing was found
};

} // namespace assay
