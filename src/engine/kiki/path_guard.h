// The condition under which a place of an unwinding is reached: a conjunction, kept as the set of its conjuncts so that
// joins can be taken apart again. Where two branches meet, what both have in common stays as it is, and of what remains
// two opposite conditions cancel out: behind an `if` the guard is what it was before.
#pragma once

#include "term/term_manager.h"

#include <algorithm>
#include <span>
#include <vector>

namespace assay {

class PathGuard {
public:
  PathGuard() = default;

  bool isFalse() const { return isFalse_; }
  void add(TermManager& terms, Term condition) {
    if (isFalse_ || condition.isTrue()) return;
    if (condition.kind() == Kind::And) { // conjuncts apart, however deep; the list is short
      std::vector<Term> stack{condition};
      while (!stack.empty()) {
        const Term top = stack.back();
        stack.pop_back();
        if (top.kind() == Kind::And && conjuncts_.size() < kMaxConjuncts) {
          stack.push_back(top[0]);
          stack.push_back(top[1]);
        } else {
          insert(terms, top);
        }
      }
    } else {
      insert(terms, condition);
    }
  }
  /// Whether the condition is a conjunction of what is here. False may only mean that more thought is needed.
  bool implies(Term condition) const {
    std::vector<Term> stack{condition};
    while (!stack.empty()) {
      const Term top = stack.back();
      stack.pop_back();
      if (top.isTrue() || std::find(conjuncts_.begin(), conjuncts_.end(), top) != conjuncts_.end()) continue;
      if (top.kind() != Kind::And || stack.size() > kMaxConjuncts) return false;
      stack.push_back(top[0]);
      stack.push_back(top[1]);
    }
    return true;
  }
  /// That all hold is the guard.
  std::span<const Term> conjuncts() const { return conjuncts_; }
  Term term(TermManager& terms) const { return isFalse_ ? terms.mkFalse() : terms.mkAnd(conjuncts_); }
  /// One conjunct from now on, if there are many: shared by all that follows.
  void collapse(TermManager& terms) {
    if (conjuncts_.size() > kMaxConjuncts) {
      const Term all = term(terms);
      conjuncts_.assign(1, all);
    }
  }

  /// Becomes the disjunction with a guard that excludes this one. Returns the condition that tells the other from this
  /// one where either holds.
  Term join(TermManager& terms, const PathGuard& other) {
    std::vector<Term> common, mine, others;
    std::set_intersection(conjuncts_.begin(), conjuncts_.end(), other.conjuncts_.begin(), other.conjuncts_.end(),
                          std::back_inserter(common), precedes);
    std::set_difference(conjuncts_.begin(), conjuncts_.end(), common.begin(), common.end(), std::back_inserter(mine),
                        precedes);
    std::set_difference(other.conjuncts_.begin(), other.conjuncts_.end(), common.begin(), common.end(),
                        std::back_inserter(others), precedes);
    const Term here = terms.mkAnd(mine), there = terms.mkAnd(others);
    conjuncts_ = std::move(common);
    if (there != terms.mkNot(here)) add(terms, terms.mkOr(here, there));
    return there;
  }

private:
  static constexpr size_t kMaxConjuncts = 12;

  void insert(TermManager& terms, Term condition) {
    if (condition.isTrue()) return;
    const auto at = std::lower_bound(conjuncts_.begin(), conjuncts_.end(), condition, precedes);
    if (at != conjuncts_.end() && *at == condition) return;
    const Term opposite = terms.mkNot(condition);
    isFalse_ = isFalse_ || condition.isFalse() ||
               std::find(conjuncts_.begin(), conjuncts_.end(), opposite) != conjuncts_.end();
    conjuncts_.insert(at, condition);
  }

  std::vector<Term> conjuncts_; // in the order of terms; none is true
  bool isFalse_ = false;
};

} // namespace assay
