// Which of two events comes first, as a formula.
//
// Some pairs are ordered always: the events of a thread, a creation and what the thread does. The others get a variable if
// somebody asks for it: true means that the one with the smaller number comes first. That an order has no circles is said by
// eliminating events one by one: those that an event was paired with become pairs, too, and of three that are pairs of each
// other no circle is allowed. What is paired in the end is a chordal graph, and each circle in it has one of three events
// (Bryant and Velev, "Boolean satisfiability with transitivity constraints", CAV 2000). As pairs always have an order, there is no
// need of a variable for each direction.
#pragma once

#include "term/term_manager.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace assay {

class EventOrder {
public:
  using Pair = std::pair<uint32_t, uint32_t>;
  /// `always`: what comes before what; without circles.
  EventOrder(TermManager& terms, uint32_t numEvents, std::vector<Pair> always);

  bool isAlwaysBefore(uint32_t one, uint32_t other) const { return has(after_[one], other); }
  /// A variable, its negation, or a constant.
  Term before(uint32_t one, uint32_t other);
  /// The same for a pair that has a variable, or is ordered always; null: it is neither.
  Term known(uint32_t one, uint32_t other) const;
  /// That there are no circles. False: these are too many clauses.
  bool excludeCircles(uint64_t maxClauses, std::vector<Term>& clauses);

private:
  using Bits = std::vector<uint64_t>;
  static bool has(const Bits& bits, uint32_t i) { return (bits[i / 64] >> (i % 64) & 1) != 0; }
  static void add(Bits& bits, uint32_t i) { bits[i / 64] |= uint64_t{1} << (i % 64); }
  bool isBetween(uint32_t one, uint32_t other, const Bits& among) const;

  TermManager& terms_;
  const std::vector<Pair> always_;
  std::vector<Bits> after_, before_; // by event: those that always come after it, before it
  std::map<Pair, Term> variables_;
};

} // namespace assay
