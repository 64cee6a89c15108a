#include "engine/orders/event_order.h"

#include "program/graph.h"

#include <algorithm>
#include <array>
#include <bit>

namespace assay {

EventOrder::EventOrder(TermManager& terms, uint32_t numEvents, std::vector<Pair> always)
    : terms_(terms), always_(std::move(always)), after_(numEvents, Bits((numEvents + 63) / 64)), before_(after_) {
  Graph graph(numEvents);
  for (const auto& [one, other] : always_) graph.addEdge(one, other);
  // A component comes after all that it leads to.
  for (const std::vector<uint32_t>& component : stronglyConnectedComponents(graph)) {
    const uint32_t event = component[0];
    for (uint32_t next : graph.successors(event)) {
      add(after_[event], next);
      for (size_t i = 0; i < after_[event].size(); ++i) after_[event][i] |= after_[next][i];
    }
  }
  for (uint32_t one = 0; one < numEvents; ++one)
    for (uint32_t other = 0; other < numEvents; ++other)
      if (has(after_[one], other)) add(before_[other], one);
}

Term EventOrder::before(uint32_t one, uint32_t other) {
  if (isAlwaysBefore(one, other)) return terms_.mkTrue();
  if (one == other || isAlwaysBefore(other, one)) return terms_.mkFalse();
  Term& variable = variables_[std::minmax(one, other)];
  if (!variable) variable = terms_.mkFreshVariable("before", terms_.boolSort());
  return one < other ? variable : terms_.mkNot(variable);
}

Term EventOrder::known(uint32_t one, uint32_t other) const {
  if (isAlwaysBefore(one, other)) return terms_.mkTrue();
  if (one == other || isAlwaysBefore(other, one)) return terms_.mkFalse();
  const auto variable = variables_.find(std::minmax(one, other));
  if (variable == variables_.end()) return {};
  return one < other ? variable->second : terms_.mkNot(variable->second);
}

/// Whether one of these always comes behind `one` and before `other`.
bool EventOrder::isBetween(uint32_t one, uint32_t other, const Bits& among) const {
  for (size_t i = 0; i < among.size(); ++i)
    if ((after_[one][i] & before_[other][i] & among[i]) != 0) return true;
  return false;
}

bool EventOrder::excludeCircles(uint64_t maxClauses, std::vector<Term>& clauses) {
  const auto numEvents = static_cast<uint32_t>(after_.size());
  std::vector<Bits> paired(numEvents, Bits((numEvents + 63) / 64));
  const auto pair = [&](uint32_t one, uint32_t other) {
    add(paired[one], other);
    add(paired[other], one);
  };
  for (const auto& [events, variable] : variables_) pair(events.first, events.second);
  for (const auto& [one, other] : always_) pair(one, other);
  const auto degree = [&](uint32_t event) {
    size_t sum = 0;
    for (uint64_t word : paired[event]) sum += static_cast<size_t>(std::popcount(word));
    return sum;
  };
  std::vector<size_t> degrees;
  for (uint32_t e = 0; e < numEvents; ++e) degrees.push_back(degree(e));
  std::vector<bool> isGone(numEvents);
  for (uint32_t round = 0; round < numEvents; ++round) {
    uint32_t event = numEvents;
    for (uint32_t e = 0; e < numEvents; ++e)
      if (!isGone[e] && (event == numEvents || degrees[e] < degrees[event])) event = e;
    std::vector<uint32_t> others;
    for (uint32_t e = 0; e < numEvents; ++e)
      if (has(paired[event], e)) others.push_back(e);
    for (size_t i = 0; i < others.size(); ++i)
      for (size_t j = i + 1; j < others.size(); ++j) {
        const uint32_t a = others[i], b = others[j];
        pair(a, b);
        // Of those that come in order always, neighbours are enough.
        if (isAlwaysBefore(a, b) ? isBetween(a, b, paired[event])
                                 : isAlwaysBefore(b, a) && isBetween(b, a, paired[event]))
          continue;
        const Term ab = before(a, b), be = before(b, event), ea = before(event, a);
        const std::array<Term, 3> forth{terms_.mkNot(ab), terms_.mkNot(be), terms_.mkNot(ea)}, back{ab, be, ea};
        for (const auto& clause : {terms_.mkOr(forth), terms_.mkOr(back)})
          if (!clause.isTrue()) clauses.push_back(clause);
        if (clauses.size() > maxClauses) return false;
      }
    isGone[event] = true;
    for (uint32_t e : others) paired[e][event / 64] &= ~(uint64_t{1} << (event % 64));
    for (uint32_t e : others) degrees[e] = degree(e);
  }
  return true;
}

} // namespace assay
