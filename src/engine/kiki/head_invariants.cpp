#include "engine/kiki/head_invariants.h"

#include "encode/candidate_invariants.h"
#include "encode/sources/source.h"
#include "engine/kiki/inductive_step.h"
#include "solver/query_log.h"

#include <set>
#include <utility>

namespace assay {

bool HeadInvariants::prepare(const Allowance& allowance) {
  if (!system_) system_ = transitionsOf(flow_, allowance);
  return system_.has_value();
}

bool HeadInvariants::guess(const Allowance& allowance) {
  return system_ && keep(candidateInvariants(flow_, *system_), allowance);
}

bool HeadInvariants::find(std::span<const std::string_view> sources, const Allowance& allowance) {
  if (!system_ || flow_.isIrreducible()) return false;
  Checks checks(original_, flow_);
  Unwinding base(flow_, Unwinding::Start::Initial, allowance);
  for (uint32_t layer = 0; layer < 2; ++layer)
    if (!base.addLayer(allowance)) return false;
  InductiveStep step(flow_, base, checks, [&] { return makeLoggedSolver("native", flow_.terms(), env_); }, env_);
  if (!step.extend(0, allowance)) return false;
  int left = static_cast<int>(sources.size()) + 1; // the last part is for what follows
  for (std::string_view name : sources) step.search(sourceNamed(name), 0, {}, allowance.part(left--));
  return keep(atAllHeads(flow_, step.invariants()), allowance);
}

/// Those that hold, with what is known. Whether there are new ones.
bool HeadInvariants::keep(std::vector<Assertion> candidates, const Allowance& allowance) {
  std::vector<Assertion> all = invariants_;
  std::set<std::pair<uint32_t, uint32_t>> seen; // heads and conditions
  for (const Assertion& known : all) seen.insert({known.head, known.condition.id()});
  for (Assertion& candidate : candidates)
    if (seen.insert({candidate.head, candidate.condition.id()}).second) all.push_back(std::move(candidate));
  auto kept = keptByTransitions(flow_, *system_, std::move(all), solver_, allowance);
  if (!kept || kept->size() <= invariants_.size()) return false;
  invariants_ = std::move(*kept);
  return true;
}

} // namespace assay
