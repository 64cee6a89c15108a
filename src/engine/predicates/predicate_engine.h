// engine/predicates/: two engines with predicate abstraction: symbolic execution with CEGAR (symexia.h) and IC3
// (ic3ia.h).
//
// What engines with predicates have in common: they search on the blocks of the flat automaton, and begin with the
// conditions of an earlier proof if there is one.
#pragma once

#include "engine/predicates/predicate_run.h"
#include "engine/recall.h"

namespace assay {

class PredicateEngine : public Engine, public Recalls<ConditionsOutline> {
public:
  /// If the conditions do not hold any more, the engine begins with them as predicates.
  std::optional<Result> recall(const ConditionsOutline& outline, Standing standing, const Program& program,
                               Env& env) final;

private:
  Result verify(const Program& program, Env& env) final;
  virtual Result search(PredicateRun& run, Env& env) = 0;
};

} // namespace assay
