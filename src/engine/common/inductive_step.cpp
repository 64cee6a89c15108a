#include "engine/common/inductive_step.h"

#include "invariants/houdini.h"
#include "proof/lemmas.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <ranges>
#include <set>

namespace assay {

InductiveStep::InductiveStep(const Flow& flow, const Unwinding& base, Checks& checks, NewSolver newSolver, Env& env)
    : flow_(flow), base_(base), checks_(checks), newSolver_(std::move(newSolver)), env_(env), terms_(flow.terms()),
      solver_(newSolver_()), isKnown_(flow.heads().size()) {}

// A step that takes too long is made anew when there is more time.
bool InductiveStep::extend(uint32_t k, const Allowance& allowance) {
  if (!unwinding_) unwinding_.emplace(flow_, Unwinding::Start::Free, allowance);
  while (!unwinding_->isBroken() && unwinding_->isComplete() && unwinding_->numLayers() <= k) {
    if (!unwinding_->addLayer(allowance)) break;
    const uint32_t added = unwinding_->numLayers() - 1;
    assume(*solver_, invariants_, added, added);
  }
  if (!unwinding_->isBroken()) return isComplete_ = unwinding_->isComplete();
  unwinding_.reset();
  solver_ = newSolver_();
  instances_ = ArrayInstances();
  return false;
}

bool InductiveStep::decide(uint32_t k, const std::function<Allowance()>& allow) {
  ++env_.statistics.counter("kiki inductive steps");
  assumeInstances();
  std::vector<std::pair<uint32_t, Term>> candidates;
  for (const Ending& ending : unwinding_->endings()) {
    if (ending.layer != k || ending.guard.isFalse()) continue;
    const uint32_t check = checks_.checkOf(ending);
    candidates.emplace_back(check, ending.guard);
  }
  // Checks that have no ending in this layer at all are proved as well.
  std::vector<bool> isReached(checks_.size());
  for (;;) {
    std::vector<Term> guards;
    for (const auto& [check, guard] : candidates)
      if (!isReached[check] && checks_[check].status == CheckStatus::Open) guards.push_back(guard);
    const Term any = terms_.mkOr(guards);
    if (any.isFalse()) break;
    allow().limit(*solver_);
    const Answer answer = solver_->check(std::span(&any, 1));
    if (answer.isUnknown()) return false;
    if (answer.isUnsat()) break;
    for (const auto& [check, guard] : candidates)
      if (solver_->value(guard).asBool()) isReached[check] = true;
  }
  for (uint32_t check = 0; check < checks_.size(); ++check)
    if (!isReached[check] && checks_[check].status == CheckStatus::Open && checks_[check].how.empty() &&
        !checks_[check].needsTermination) {
      checks_[check].status = CheckStatus::Proved;
      checks_[check].how = proofText(k);
      checks_[check].induction = {k, invariants_.size()};
    }
  last_ = {k, invariants_.size()};
  return true;
}

std::optional<bool> InductiveStep::search(const Source& source, uint32_t k, std::span<const Assertion> outside,
                                          const Allowance& allowance) {
  assumeInstances();
  const auto newSolver = [&] {
    std::unique_ptr<Solver> solver = newSolver_();
    allowance.limit(*solver);
    assume(*solver, invariants_, 0, k);
    for (Term instance : instances_.terms()) solver->assertTerm(instance);
    return solver;
  };
  allowance.limit(*solver_);
  const auto found = source.search({flow_, base_, *unwinding_, k, inductionPlaces(flow_, base_, *unwinding_, k),
                                    *solver_, newSolver, outside, allowance, env_});
  if (!found) return std::nullopt;
  return add(*found, k, source.name);
}

// Invariants that blocks keep rest on each other, and implied invariants rest on what was found with them: if one of
// them is new, all stay together.
bool InductiveStep::add(const std::vector<Assertion>& found, uint32_t k, std::string_view source) {
  const size_t numBefore = invariants_.size();
  const auto isOpaque = [&](const Assertion& invariant) {
    return flow_.opaqueNumbers()->isOpaque(invariant.condition);
  };
  if (flow_.records() && !std::ranges::all_of(found, isOpaque)) return false; // they rest on each other
  const bool isAnyNew = std::ranges::any_of(found, [&](const Assertion& invariant) { return !isKnown(invariant); });
  const bool isAnyImplied = std::ranges::find(found, Assertion::Why::Implied, &Assertion::why) != found.end();
  for (const Assertion& invariant : found) {
    if (invariant.condition.isTrue()) continue;
    const bool isNew = isKnown_[invariant.head].insert(invariant.condition);
    if (!isNew && !(isAnyNew && (isAnyImplied || invariant.why == Assertion::Why::Blocks))) continue;
    if (isNew && !invariant.text.empty()) env_.logger.progress("invariant " + invariant.text);
    const bool isOfStage = invariants_.size() > numBefore && stages_.back().why == invariant.why;
    invariants_.push_back(invariant);
    sources_.push_back(source);
    if (isOfStage)
      stages_.back().numInvariants = invariants_.size();
    else
      stages_.push_back({k, invariants_.size(), invariant.why});
  }
  assume(*solver_, std::span(invariants_).subspan(numBefore), 0, unwinding_->numLayers() - 1);
  return invariants_.size() > numBefore;
}

/// Assumes what invariants say of elements and blocks that the step reads.
void InductiveStep::assumeInstances() {
  for (size_t i = instances_.update(flow_, *unwinding_, invariants_); i < instances_.terms().size(); ++i)
    solver_->assertTerm(instances_.terms()[i]);
}

// Assumes invariants: they hold in every execution, so states that violate them need not be looked at any more.
void InductiveStep::assume(Solver& solver, std::span<const Assertion> invariants, uint32_t firstLayer,
                           uint32_t lastLayer) const {
  for (const Assertion& invariant : invariants) {
    const auto assume = [&](Term guard, const SymbolicState& state) {
      solver.assertTerm(terms_.mkOr(terms_.mkNot(guard), holds(flow_, invariant, state)));
    };
    if (firstLayer == 0)
      if (const auto* back = unwinding_->loopBack(invariant.head)) assume(back->guard, back->state);
    for (uint32_t layer = std::max(firstLayer, 1u); layer <= lastLayer; ++layer)
      if (const auto* state = unwinding_->arrival(layer, invariant.head))
        assume(unwinding_->arrivalGuard(layer, invariant.head), *state);
  }
}

// Invariants that speak of the translation's own variables, whose names have colons, are only counted. (Automata in
// text form have no others.)
std::string InductiveStep::proofText(uint32_t k) const {
  constexpr size_t kShown = 6;
  std::string text = std::string(inductionName(flow_.origin())) + " at k = " + std::to_string(k);
  const auto& variables = flow_.program().variables();
  const bool hasNames = std::any_of(variables.begin(), variables.end(),
                                    [](const Variable& variable) { return !variable.sourceName.empty(); });
  size_t shown = 0, others = 0;
  std::set<std::string_view> texts; // several loops may have the same one
  for (const Assertion& invariant : invariants_) {
    if (invariant.text.empty()) continue;
    if (hasNames && invariant.text.find("::") != std::string::npos) {
      ++others;
    } else if (texts.insert(invariant.text).second && ++shown <= kShown) {
      text += (shown == 1 ? " with " : ", ") + invariant.text;
    }
  }
  if (shown > kShown) text += ", ...";
  if (others > 0)
    text += (shown == 0 ? " with " : " and ") + std::to_string(others) +
            (others == 1 ? " invariant about temporaries" : " invariants about temporaries");
  return text;
}

void InductiveStep::proveUnmet() {
  const uint32_t numKnown = checks_.size();
  for (const Unwinding* unwinding : {&base_, &std::as_const(*unwinding_)})
    for (const Ending& ending : unwinding->endings()) checks_.checkOf(ending);
  for (uint32_t check = numKnown; check < checks_.size(); ++check) {
    checks_[check].status = CheckStatus::Proved;
    checks_[check].how = proofText(last_->k);
    checks_[check].induction = last_;
  }
}

void InductiveStep::suppose(std::vector<Assertion> invariants, uint32_t k) {
  assert(!flow_.records()); // proofs about records have no outline
  const auto induced = std::ranges::stable_partition(
      invariants, [](const Assertion& invariant) { return invariant.why == Assertion::Why::Blocks; });
  const size_t numKept = invariants.size() - induced.size();
  invariants_ = std::move(invariants);
  sources_.assign(invariants_.size(), "outside");
  stages_.clear();
  if (numKept > 0) stages_.push_back({k, numKept, Assertion::Why::Blocks});
  if (invariants_.size() > numKept) stages_.push_back({k, invariants_.size()});
  instances_.update(flow_, *unwinding_, invariants_);
  last_ = {k, invariants_.size()};
  for (uint32_t check = 0; check < checks_.size(); ++check) {
    if (checks_[check].status != CheckStatus::Open) continue;
    checks_[check].status = CheckStatus::Proved;
    checks_[check].how = proofText(k);
    checks_[check].induction = last_;
  }
  proveUnmet();
}

Certificate InductiveStep::certificate(const std::vector<bool>& isWanted, ProofSolvers solvers,
                                       const Deadline& deadline) {
  InductiveProof proof{base_, *unwinding_, invariants_, stages_, {}, 0, instances_};
  for (uint32_t check = 0; check < isWanted.size(); ++check)
    if (isWanted[check]) proof.depth = std::max(proof.depth, checks_[check].induction->k);
  std::map<uint32_t, InductiveProof::Check> byCheck;
  for (const Unwinding* unwinding : {&base_, &std::as_const(*unwinding_)})
    for (const Ending& ending : unwinding->endings()) {
      const uint32_t check = checks_.checkOf(ending);
      if (check >= isWanted.size() || !isWanted[check]) continue;
      const Checks::Check::Induction& induction = *checks_[check].induction;
      if (unwinding == &base_ ? ending.layer > induction.k : ending.layer != induction.k) continue;
      InductiveProof::Check& entry = byCheck[check];
      entry.k = induction.k;
      entry.numInvariants = induction.numInvariants;
      entry.endings.push_back(&ending);
    }
  for (auto& [check, entry] : byCheck) proof.checks.push_back(std::move(entry));
  return confirmProof(flow_, proof, solvers, deadline, env_);
}

// Invariants that blocks keep rest on each other. All others are outlined as inductive together, at the largest k.
InductionOutline InductiveStep::outline(const std::vector<bool>& isNeeded) const {
  InductionOutline outline;
  size_t begin = 0;
  for (const auto& [k, stageEnd, why] : stages_) {
    const size_t end = std::min(stageEnd, isNeeded.size());
    const auto isNeededAt = [&](size_t i) { return isNeeded[i]; };
    const bool isAny = std::ranges::any_of(std::views::iota(begin, end), isNeededAt);
    for (size_t i = begin; i < end && isAny; ++i) {
      if (!isNeeded[i] && why != Assertion::Why::Blocks) continue;
      const std::string source(sources_[i]);
      if (std::optional<std::string> text = lemmaText(flow_, invariants_[i], base_.arrays()))
        outline.lemmas.push_back({invariants_[i].head, std::move(*text)});
      else if (std::ranges::find(outline.sources, source) == outline.sources.end())
        outline.sources.push_back(source);
    }
    if (isAny && why == Assertion::Why::Inductive) outline.k = std::max(outline.k, k);
    begin = end;
  }
  return outline;
}

std::vector<Assertion> InductiveStep::loopInvariants(const Allowance& allowance) {
  std::vector<Assertion> result;
  std::vector<Assertion> candidates;
  for (const Assertion& invariant : invariants_)
    if (isUserLevel(flow_.program(), invariant)) candidates.push_back(invariant);
  if (candidates.empty() || !unwinding_ || env_.deadline.expired()) return result;
  allowance.limit(*solver_);
  const auto holding =
      inductiveCandidates(flow_, *solver_, entryPlaces(flow_, *unwinding_), std::move(candidates), allowance);
  if (!holding) return result;
  for (const Assertion& invariant : *holding) {
    const Assertion entry = Assertion::inC(headPosition(flow_, invariant.head), invariant.text);
    if (entry.position.known() && std::find(result.begin(), result.end(), entry) == result.end())
      result.push_back(entry);
  }
  return result;
}

} // namespace assay
