#include "proof/division_lemmas.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <vector>

namespace assay {

namespace {

class Lemmas {
public:
  explicit Lemmas(TermManager& terms) : terms_(terms) {}

  /// Of the result of a / b or a % b. A divisor of zero is excluded by the caller.
  Term of(Term division, Term result) {
    const Term a = division[0], b = division[1];
    switch (division.kind()) {
    case Kind::BvUrem:
      return both(terms_.mkBvUlt(result, b), terms_.mkBvUle(result, a));
    case Kind::BvUdiv: {
      const Term isLess = terms_.mkBvUlt(result, a);
      return both(terms_.mkBvUle(result, a), terms_.mkImplies(shrinks(b, a), isLess));
    }
    case Kind::BvSrem: {
      const Term sizes = both(terms_.mkBvUlt(size(result), size(b)), terms_.mkBvUle(size(result), size(a)));
      const Term isZero = terms_.mkEqual(result, terms_.mkZero(a.sort()));
      const Term isAlike = terms_.mkEqual(isNegative(result), isNegative(a));
      return both(sizes, terms_.mkOr(isZero, isAlike));
    }
    default: {
      const Term sizeOfA = size(a), isLess = terms_.mkBvUlt(size(result), sizeOfA);
      const Term sizes =
          both(terms_.mkBvUle(size(result), sizeOfA), terms_.mkImplies(shrinks(size(b), sizeOfA), isLess));
      const Term isPositive = both(terms_.mkNot(isNegative(a)), terms_.mkNot(isNegative(b)));
      return both(sizes, terms_.mkImplies(isPositive, terms_.mkNot(isNegative(result))));
    }
    }
  }
  /// SMT-LIB's result if the divisor is zero.
  Term byZero(Term division) {
    const Term a = division[0];
    const uint32_t width = a.sort().width();
    if (division.kind() == Kind::BvUdiv) return terms_.mkOnes(width);
    if (division.kind() == Kind::BvSdiv)
      return terms_.mkIte(isNegative(a), terms_.mkBv(width, 1), terms_.mkOnes(width));
    return a;
  }

private:
  Term both(Term a, Term b) { return terms_.mkAnd(a, b); }
  Term isNegative(Term term) { return terms_.mkBvSlt(term, terms_.mkZero(term.sort())); }
  /// Its absolute value, as an unsigned number.
  Term size(Term term) {
    const Term negated = terms_.mkBvNeg(term);
    return terms_.mkIte(isNegative(term), negated, term);
  }
  /// A divisor of more than one makes less of what is not zero.
  Term shrinks(Term divisor, Term of) {
    if (divisor.sort().width() == 1) return terms_.mkFalse();
    const Term isMore = terms_.mkBvUlt(terms_.mkBv(divisor.sort().width(), 1), divisor);
    return both(isMore, terms_.mkDistinct(of, terms_.mkZero(of.sort())));
  }

  TermManager& terms_;
};

bool isDivision(Term term) {
  const Kind kind = term.kind();
  return (kind == Kind::BvUdiv || kind == Kind::BvUrem || kind == Kind::BvSdiv || kind == Kind::BvSrem) &&
         !term[1].isValue();
}

} // namespace

Term withoutDivisions(TermManager& terms, Term term) {
  std::vector<Term> divisions;
  forEachSubterm(term, [&](Term subterm) {
    if (isDivision(subterm)) divisions.push_back(subterm);
  });
  if (divisions.empty()) return term;
  Lemmas lemmas(terms);
  Substitution replace(terms);
  std::vector<Term> all{term};
  for (Term division : divisions) {
    const Term result = terms.mkFreshVariable("division", division.sort());
    const Term isZero = terms.mkEqual(division[1], terms.mkZero(division.sort()));
    const Term known = lemmas.of(division, result), undefined = terms.mkEqual(result, lemmas.byZero(division));
    all.push_back(terms.mkIte(isZero, undefined, known));
    replace.add(division, result);
  }
  const Term whole = terms.mkAnd(all);
  return replace.apply(whole);
}

} // namespace assay
