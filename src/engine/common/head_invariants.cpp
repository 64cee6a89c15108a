#include "engine/common/head_invariants.h"

#include "engine/common/inductive_step.h"
#include "invariants/block_houdini.h"
#include "invariants/candidate_invariants.h"
#include "invariants/source.h"
#include "solver/query_log.h"

#include <algorithm>
#include <set>
#include <utility>

namespace assay {

/// What is inductive behind back edges, and what that is shown with.
struct HeadInvariants::Sources {
  Sources(const Program& original, const Flow& flow, Env& env, const Allowance& allowance)
      : checks(original, flow), base(flow, Unwinding::Start::Initial, allowance),
        step(flow, base, checks, [&flow, &env] { return makeLoggedSolver("native", flow.terms(), env); }, env) {}

  Checks checks;
  Unwinding base;
  InductiveStep step;
};

HeadInvariants::HeadInvariants(const Program& original, const Flow& flow, Solver& solver, Env& env)
    : original_(original), flow_(flow), solver_(solver), env_(env) {}

HeadInvariants::~HeadInvariants() = default;

bool HeadInvariants::prepare(const Allowance& allowance) {
  constexpr CutPlan kPlan{
      .granularity = Granularity::Path, .mostPaths = 24, .joinsMany = true, .refusesObstacles = true};
  if (!relation_) relation_ = CutRelation::of(flow_, kPlan, allowance);
  return relation_.has_value();
}

bool HeadInvariants::guess(const Allowance& allowance) {
  return relation_ && keep(candidateInvariants(*relation_, limitsOf<InvariantLimits>(env_.options)), allowance);
}

InductiveStep* HeadInvariants::step(const Allowance& allowance) {
  if (sources_) return &sources_->step;
  auto made = std::make_unique<Sources>(original_, flow_, env_, allowance);
  for (uint32_t layer = 0; layer < 2; ++layer)
    if (!made->base.addLayer(allowance)) return nullptr;
  if (!made->step.extend(0, allowance)) return nullptr;
  sources_ = std::move(made);
  return &sources_->step;
}

bool HeadInvariants::find(std::span<const std::string_view> sources, const Allowance& allowance) {
  if (!relation_ || flow_.isIrreducible()) return false;
  InductiveStep* const where = step(allowance);
  if (!where) return false;
  int left = static_cast<int>(sources.size()) + 2; // the last part is for what follows
  std::vector<Assertion> known;
  for (const Assertion& one : invariants_)
    if (!where->isKnown(one)) known.push_back({.head = one.head, .condition = one.condition, .text = one.text});
  if (!known.empty()) where->search(sourceNamed("outside"), 0, known, allowance.part(left));
  --left;
  for (std::string_view name : sources) where->search(sourceNamed(name), 0, {}, allowance.part(left--));
  return keep(atAllHeads(flow_, where->invariants()), allowance);
}

std::vector<Assertion> HeadInvariants::behindBackEdges() const {
  if (!sources_) return {};
  std::vector<Assertion> result = sources_->step.invariants();
  std::erase_if(result, [&](const Assertion& one) {
    return std::ranges::any_of(
        invariants_, [&](const Assertion& kept) { return kept.head == one.head && kept.condition == one.condition; });
  });
  return result;
}

/// Those that hold, with what is known. Whether there are new ones.
bool HeadInvariants::keep(std::vector<Assertion> candidates, const Allowance& allowance) {
  std::vector<Assertion> all = invariants_;
  std::set<std::pair<uint32_t, uint32_t>> seen; // heads and conditions
  for (const Assertion& known : all) seen.insert({known.head, known.condition.id()});
  for (Assertion& candidate : candidates)
    if (seen.insert({candidate.head, candidate.condition.id()}).second) all.push_back(std::move(candidate));
  auto kept = keptByTransitions(*relation_, std::move(all), OnUnknown::Stop, solver_, allowance);
  if (!kept || kept->size() <= invariants_.size()) return false;
  invariants_ = std::move(*kept);
  return true;
}

} // namespace assay
