// The predicates of an abstraction: at each head of a loop a finite set of conditions over what is live there. Two
// states at a head are the same to the abstraction if they satisfy the same predicates. It is no vocabulary of the
// program (analysis/vocabulary.h): refinement adds conditions that the program does not have.
#pragma once

#include "encode/flow.h"
#include "engine/predicates/limits.h"
#include "term/term_map.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace assay {

class Precision {
public:
  Precision(const Flow& flow, const PredicateLimits& limits)
      : flow_(flow), limits_(limits), predicates_(flow.heads().size()), known_(flow.heads().size()) {}

  /// Adds those atoms of the condition that speak only of variables that are live at the head. Where x == y + 1, x == y
  /// + 4 and x == y + 7 come one after the other, x == y + 2 and the like are added as well. Returns how many were new.
  size_t add(uint32_t head, Term condition);
  std::span<const Term> at(uint32_t head) const { return predicates_[head]; }
  size_t size() const;

private:
  bool isOfState(uint32_t head, Term atom) const;
  bool addAtom(uint32_t head, Term atom);
  size_t addBetween(uint32_t head, Term atom);

  const Flow& flow_;
  const PredicateLimits& limits_;
  std::vector<std::vector<Term>> predicates_; // by head
  std::vector<TermSet> known_;                // by head: these, and what is none
  /// By head and two terms: the distances for which there is a predicate that the terms have this distance.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, std::set<int64_t>> distances_;
};

} // namespace assay
