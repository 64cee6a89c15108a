// Engine `ic3ia`: IC3 with implicit predicate abstraction (ic3.h) on the blocks of the flat automaton, refined by
// abstract counterexamples (refinement.h) until one of them is an execution, or there is none.
#pragma once

#include "engine/predicates/predicate_engine.h"

namespace assay {

class Ic3ia final : public PredicateEngine {
public:
  std::string_view name() const override { return "ic3ia"; }

private:
  Result search(PredicateRun& run, Env& env) override;
};

} // namespace assay
