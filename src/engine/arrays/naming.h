// Names for terms that a question is not to look into: the formula says less, and is easier.
#pragma once

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/term_map.h"
#include "term/traverse.h"

namespace assay {

/// Products and quotients of unknowns, which are hard for a solver.
inline bool isHardProduct(Term t) {
  switch (t.kind()) {
  case Kind::BvMul:
    return !t[0].isValue() && !t[1].isValue();
  case Kind::BvUdiv:
  case Kind::BvUrem:
  case Kind::BvSdiv:
  case Kind::BvSrem:
    return !t[1].isValue() || t.sort().width() > 32;
  default:
    return t.kind() == Kind::BvUmulo || t.kind() == Kind::BvSmulo;
  }
}

class Naming {
public:
  explicit Naming(TermManager& terms) : terms_(terms) {}

  /// The term with names for all subterms of which `hides` is true; the same one for the same subterm.
  template <class Hides>
  Term apply(Term term, Hides hides) {
    Substitution put(terms_);
    bool isAny = false;
    forEachSubterm(term, [&](Term t) {
      if (!hides(t)) return;
      isAny = true;
      Term& name = names_[t];
      if (name.isNull()) name = terms_.mkFreshVariable("hidden", t.sort());
      put.add(t, name);
    });
    return isAny ? put.apply(term) : term;
  }

private:
  TermManager& terms_;
  TermMap<Term> names_;
};

} // namespace assay
