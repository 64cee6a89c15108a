// kIkI: bounded model checking, k-induction and template invariants on one unwinding, in one incremental solver (2LS,
// Figure 11; DepthK, Algorithm 1). Parts can be switched off: without induction it is incremental bounded model checking,
// with the domain Top it is k-induction, with no rounds beyond the first it is abstract interpretation by templates.
#pragma once

#include "engine/engine.h"
#include "engine/kiki/templates.h"

#include <string>

namespace assay {

struct KikiOptions {
  bool induction = true;
  TemplateDomain domain = TemplateDomain::Octagons; // the strongest that is tried; weaker ones come first
  uint32_t maxRounds = UINT32_MAX;
  std::string solver = "native";
};

class Kiki final : public Engine {
public:
  explicit Kiki(KikiOptions options = {}) : options_(std::move(options)) {}
  std::string_view name() const override { return "kiki"; }
  Result run(const Program& program, Env& env) override;

private:
  KikiOptions options_;
};

} // namespace assay
