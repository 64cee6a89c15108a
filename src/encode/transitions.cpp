#include "encode/transitions.h"

#include <utility>

namespace assay {

namespace {

constexpr size_t kMaxPaths = 24; // from a cut point

LocationId locationOf(const Flow& flow, uint32_t cut) { return cut == Flow::kNone ? flow.entry() : flow.heads()[cut]; }

/// False: there are many.
bool addPaths(const Flow& flow, uint32_t cut, TransitionSystem& system) {
  auto paths = blockPaths(flow, cut, kMaxPaths);
  if (!paths) return false;
  for (BlockPath& path : *paths) {
    const uint32_t target = flow.headNumber(path.target);
    const LocationKind kind = flow.program()[path.target].kind;
    const bool isLimit = kind == LocationKind::Limit;
    if (target != Flow::kNone)
      system.transitions.push_back({cut, target, std::move(path)});
    else if (kind == LocationKind::Unsupported || isLimit)
      system.departures.push_back({cut, path.target, isLimit, path.guard});
  }
  return true;
}

bool addBlock(const Flow& flow, uint32_t cut, TransitionSystem& system, const Allowance& allowance) {
  const BlockStart start = cut == Flow::kNone ? BlockStart::InitialState : BlockStart::AnyState;
  auto block = blockFrom(flow, locationOf(flow, cut), start, allowance);
  if (!block) return false;
  for (BlockPath& exit : block->exits)
    system.transitions.push_back({cut, flow.headNumber(exit.target), std::move(exit)});
  for (const Ending& ending : block->endings) {
    if (ending.isError) continue;
    const LocationKind kind = flow.program()[ending.location].kind;
    if (kind != LocationKind::Unsupported && kind != LocationKind::Limit) return false; // an obstacle on an edge
    system.departures.push_back({cut, ending.location, kind == LocationKind::Limit, ending.guard});
  }
  return true;
}

} // namespace

std::optional<TransitionSystem> transitionsOf(const Flow& flow, const Allowance& allowance) {
  TransitionSystem system;
  for (uint32_t i = 0; i <= flow.heads().size(); ++i) {
    const uint32_t cut = i == flow.heads().size() ? Flow::kNone : i;
    if (allowance.expired()) return std::nullopt;
    if (!addPaths(flow, cut, system) && !addBlock(flow, cut, system, allowance)) return std::nullopt;
  }
  return system;
}

Term invariantAt(const Flow& flow, std::span<const Assertion> invariants, uint32_t head) {
  std::vector<Term> conditions;
  for (const Assertion& invariant : invariants)
    if (invariant.head == head) conditions.push_back(invariant.condition);
  return flow.terms().mkAnd(conditions);
}

namespace {

/// Of candidates, those that transitions keep, each transition given all that are left where it begins.
class TransitionHoudini {
public:
  TransitionHoudini(const Flow& flow, const TransitionSystem& system, std::vector<Assertion> candidates, Solver& solver,
                    const Allowance& allowance)
      : flow_(flow), system_(system), candidates_(std::move(candidates)), solver_(solver), allowance_(allowance),
        isKept_(candidates_.size(), true), violations_(system.transitions.size()) {}

  std::optional<std::vector<Assertion>> run() {
    for (bool isStable = false; !isStable;) {
      isStable = true;
      for (size_t i = 0; i < system_.transitions.size(); ++i) {
        const std::optional<bool> keepsAll = keep(i);
        if (!keepsAll) return std::nullopt;
        isStable = isStable && *keepsAll;
      }
    }
    std::vector<Assertion> result;
    for (size_t i = 0; i < candidates_.size(); ++i)
      if (isKept_[i]) result.push_back(std::move(candidates_[i]));
    return result;
  }

private:
  /// A model that breaks one candidate breaks others, too, mostly. Nothing: the allowance was too small.
  std::optional<bool> keep(size_t number) {
    const Transition& transition = system_.transitions[number];
    if (!prepare(number)) return std::nullopt;
    for (bool keepsAll = true;; keepsAll = false) {
      std::vector<Term> query{transition.path.guard}, violated;
      for (size_t i = 0; i < candidates_.size(); ++i)
        if (isKept_[i] && candidates_[i].head == transition.source) query.push_back(candidates_[i].condition);
      for (const auto& [candidate, violation] : violations_[number])
        if (isKept_[candidate]) violated.push_back(violation);
      const Term any = flow_.terms().mkOr(violated);
      if (any.isFalse()) return keepsAll;
      query.push_back(any);
      if (allowance_.expired()) return std::nullopt;
      allowance_.limit(solver_);
      const Answer answer = solver_.check(query);
      if (answer.isUnknown()) return std::nullopt;
      if (answer.isUnsat()) return keepsAll;
      for (const auto& [candidate, violation] : violations_[number])
        if (isKept_[candidate] && solver_.value(violation).asBool()) isKept_[candidate] = false;
    }
  }

  /// What the transition does to each candidate at its end.
  bool prepare(size_t number) {
    if (!violations_[number].empty()) return true;
    const Transition& transition = system_.transitions[number];
    for (size_t i = 0; i < candidates_.size(); ++i) {
      if (!isKept_[i] || candidates_[i].head != transition.target) continue;
      if (allowance_.expired()) return false;
      const Term holds = transition.path.at(flow_.program(), candidates_[i].condition);
      violations_[number].emplace_back(i, flow_.terms().mkNot(holds));
    }
    return true;
  }

  const Flow& flow_;
  const TransitionSystem& system_;
  std::vector<Assertion> candidates_;
  Solver& solver_;
  const Allowance& allowance_;
  std::vector<bool> isKept_;                                     // by candidate
  std::vector<std::vector<std::pair<size_t, Term>>> violations_; // by transition
};

} // namespace

std::optional<std::vector<Assertion>> keptByTransitions(const Flow& flow, const TransitionSystem& system,
                                                        std::vector<Assertion> candidates, Solver& solver,
                                                        const Allowance& allowance) {
  return TransitionHoudini(flow, system, std::move(candidates), solver, allowance).run();
}

} // namespace assay
