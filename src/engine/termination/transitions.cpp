#include "engine/termination/transitions.h"

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

// A model that breaks one candidate breaks others, too, mostly.
std::optional<std::vector<Assertion>> keptByTransitions(const Flow& flow, const TransitionSystem& system,
                                                        std::vector<Assertion> candidates, Solver& solver,
                                                        const Allowance& allowance) {
  TermManager& terms = flow.terms();
  std::vector<bool> isKept(candidates.size(), true);
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (const Transition& transition : system.transitions) {
      for (;;) {
        std::vector<Term> query{transition.path.guard};
        std::vector<std::pair<size_t, Term>> broken;
        std::vector<Term> violations;
        for (size_t i = 0; i < candidates.size(); ++i) {
          if (!isKept[i]) continue;
          if (candidates[i].head == transition.source) query.push_back(candidates[i].condition);
          if (candidates[i].head != transition.target) continue;
          broken.emplace_back(i, terms.mkNot(transition.path.at(flow.program(), candidates[i].condition)));
          violations.push_back(broken.back().second);
        }
        const Term any = terms.mkOr(violations);
        if (any.isFalse()) break;
        query.push_back(any);
        if (allowance.expired()) return std::nullopt;
        allowance.limit(solver);
        const Answer answer = solver.check(query);
        if (answer.isUnknown()) return std::nullopt;
        if (answer.isUnsat()) break;
        isStable = false;
        for (const auto& [candidate, violation] : broken)
          if (solver.value(violation).asBool()) isKept[candidate] = false;
      }
    }
  }
  std::vector<Assertion> result;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (isKept[i]) result.push_back(std::move(candidates[i]));
  return result;
}

} // namespace assay
