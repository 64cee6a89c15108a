// The predicates of an abstraction: at each head of a loop a finite set of conditions over what is live there. Two states at a
// head are the same to the abstraction if they satisfy the same predicates.
#pragma once

#include "encode/flow.h"
#include "term/term_map.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

class Precision {
public:
  explicit Precision(const Flow& flow) : flow_(flow), predicates_(flow.heads().size()), known_(flow.heads().size()) {}

  /// Adds the atoms that the condition is made of, those that speak of nothing but variables that are live at the head.
  /// Returns how many were new.
  size_t add(uint32_t head, Term condition);
  std::span<const Term> at(uint32_t head) const { return predicates_[head]; }
  size_t size() const;

private:
  bool isOfState(uint32_t head, Term atom) const;
  bool addAtom(uint32_t head, Term atom);

  const Flow& flow_;
  std::vector<std::vector<Term>> predicates_; // by head
  std::vector<TermSet> known_;                // by head: these, and what is none
};

} // namespace assay
