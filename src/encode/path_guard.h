// The condition under which a place of an unwinding is reached: a conjunction, kept as the set of its conjuncts so that
// joins can be taken apart again. Where two branches meet, the conjuncts that both have in common stay as they are, and
// of the others two opposite conditions cancel out: behind an `if` the guard is what it was before.
#pragma once

#include "term/term_manager.h"

#include <algorithm>
#include <iterator>
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
  /// Whether the condition is a conjunction of conjuncts of this guard. False may only mean that this cheap test does
  /// not see it.
  bool implies(Term condition) const {
    std::vector<Term> stack{condition};
    while (!stack.empty()) {
      const Term top = stack.back();
      stack.pop_back();
      if (top.isTrue() || has(top)) continue;
      if (top.kind() != Kind::And || stack.size() > kMaxConjuncts) return false;
      stack.push_back(top[0]);
      stack.push_back(top[1]);
    }
    return true;
  }
  /// The guard is that all of these hold.
  std::span<const Term> conjuncts() const { return conjuncts_; }
  Term term(TermManager& terms) const { return isFalse_ ? terms.mkFalse() : terms.mkAnd(conjuncts_); }
  /// If there are many conjuncts, makes one conjunct of them, which all guards that follow share.
  void collapse(TermManager& terms) {
    if (conjuncts_.size() > kMaxConjuncts) {
      const Term all = term(terms);
      conjuncts_.assign(1, all);
    }
  }

  /// Becomes the disjunction with a guard that excludes this one. Returns the condition that tells the other from this
  /// one where either holds.
  Term join(TermManager& terms, const PathGuard& other) {
    // The two guards were the same up to where the paths parted, and that may be many conjuncts.
    const auto [myEnd, otherEnd] =
        std::mismatch(conjuncts_.begin(), conjuncts_.end(), other.conjuncts_.begin(), other.conjuncts_.end());
    std::vector<Term> common(conjuncts_.begin(), myEnd), mine, others;
    std::for_each(myEnd, conjuncts_.end(), [&](Term t) { (other.has(t) ? common : mine).push_back(t); });
    std::copy_if(otherEnd, other.conjuncts_.end(), std::back_inserter(others), [&](Term t) { return !has(t); });
    const Term here = terms.mkAnd(mine), there = terms.mkAnd(others);
    conjuncts_ = std::move(common);
    if (there != terms.mkNot(here)) add(terms, terms.mkOr(here, there));
    return there;
  }

private:
  static constexpr size_t kMaxConjuncts = 12;

  bool has(Term condition) const {
    return std::find(conjuncts_.begin(), conjuncts_.end(), condition) != conjuncts_.end();
  }
  void insert(TermManager& terms, Term condition) {
    if (condition.isTrue()) return;
    if (has(condition)) return;
    const Term opposite = terms.mkNot(condition);
    isFalse_ = isFalse_ || condition.isFalse() || has(opposite);
    conjuncts_.push_back(condition);
  }

  std::vector<Term> conjuncts_; // in the order in which they were added, each once; none is true
  bool isFalse_ = false;
};

} // namespace assay
