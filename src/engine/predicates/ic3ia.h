// Engine `ic3ia`: IC3 with implicit predicate abstraction (ic3.h) on the blocks of the flat automaton, refined by abstract
// counterexamples (refinement.h) until one of them is an execution, or there is none.
#pragma once

#include "engine/engine.h"

namespace assay {

class Ic3ia final : public Engine {
public:
  std::string_view name() const override { return "ic3ia"; }
  Result run(const Program& program, Env& env) override;
};

} // namespace assay
