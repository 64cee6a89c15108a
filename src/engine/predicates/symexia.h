// Engine `symexia`: symbolic execution with implicit predicate abstraction and CEGAR (Jonáš, Strejček, Griggio, 2024,
// Algorithm 3). It takes turns at two thresholds, with one precision: abstraction from the first visit of a head on
// proves, abstraction after many visits finds violations. What the search has shown is shown again by IC3 on the same
// predicates: its abstract states are the certificate.
#pragma once

#include "engine/predicates/predicate_engine.h"

namespace assay {

class Symexia final : public PredicateEngine {
public:
  std::string_view name() const override { return "symexia"; }

private:
  Result search(PredicateRun& run, Env& env) override;
};

} // namespace assay
