// kIkI: bounded model checking, k-induction and template invariants, incrementally on two unwindings (2LS, Figure 11; DepthK,
// Algorithm 1). Parts can be switched off: without induction it is incremental bounded model checking,
// with the domain Top it is k-induction, with no rounds beyond the first it is abstract interpretation by templates.
#pragma once

#include "engine/engine.h"
#include "engine/kiki/templates.h"
#include "solver/work.h"

#include <string>

namespace assay {

struct KikiOptions {
  using enum TemplateDomain;
  std::string_view name = "kiki";
  bool induction = true;
  /// Domains in which invariants are looked for: those of a row in one round, one after the other; each takes those before
  /// it for granted, so together they are a product. None: plain k-induction.
  std::vector<std::vector<TemplateDomain>> domains = {
      {Intervals, Equalities, Disequalities}, {Zones, Equalities, Conditions}, {Octagons, Equalities}, {Disequalities}};
  uint32_t maxRounds = UINT32_MAX;
  bool asksEveryRound = false; // base case and step, even where waiting for some rounds would save time
  std::string solver = "native";
  Work::Duration limit = Work::Duration::max(); // of what the run may do
};

/// The engine by the names of its parts: "bmc", "k-induction", a domain's name (abstract interpretation: one round),
/// "havoc" (the same without a domain) and "kiki", all of it.
std::vector<std::string_view> kikiVariants();
KikiOptions kikiVariant(std::string_view name);

class Kiki final : public Engine {
public:
  explicit Kiki(KikiOptions options = {}) : options_(std::move(options)) {}
  std::string_view name() const override { return options_.name; }
  Result run(const Program& program, Env& env) override;

private:
  KikiOptions options_;
};

} // namespace assay
