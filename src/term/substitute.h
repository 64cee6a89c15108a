// Simultaneous substitution. What was substituted is kept, so one Substitution applied to many terms that share
// subterms does each of them once.
#pragma once

#include "term/term.h"
#include "term/term_map.h"

#include <unordered_map>

namespace assay {

class TermManager;

class Substitution {
public:
  explicit Substitution(TermManager& tm) : tm_(tm) {}
  Substitution(TermManager& tm, const std::unordered_map<Term, Term>& map) : tm_(tm), map_(map) { reset(); }

  /// From now on `from` (a variable or any other term) becomes `to`, of the same sort. Forgets what was kept.
  void add(Term from, Term to);
  const std::unordered_map<Term, Term>& map() const { return map_; }

  /// The term with all replacements done at once: the terms that they bring in are not substituted again. Where one
  /// replaced term contains another, the outer one is replaced.
  Term apply(Term term);
  Term operator()(Term term) { return apply(term); }

private:
  void reset();

  TermManager& tm_;
  std::unordered_map<Term, Term> map_;
  TermMap<Term> memo_; // includes map_
};

} // namespace assay
