#include "encode/closed_forms.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

/// factor * variable + rest
struct Linear {
  BitVector factor;
  Term rest;
};

/// Of the lowest bits of a term, as many as the variable has. Nothing: they are not known to be of that form.
std::optional<Linear> linearIn(TermManager& terms, Term term, Term variable) {
  const uint32_t width = variable.sort().width();
  if (term == variable) return Linear{BitVector::one(width), terms.mkBv(width, 0)};
  const std::vector<Term> variables = freeVariables(term);
  if (std::ranges::find(variables, variable) == variables.end())
    return Linear{BitVector::zero(width), terms.mkBvExtract(term, width - 1, 0)};
  const auto scaled = [&](Term part, const BitVector& factor) -> std::optional<Linear> {
    const auto a = linearIn(terms, part, variable);
    if (!a) return std::nullopt;
    return Linear{a->factor.mul(factor), terms.mkBvMul(a->rest, terms.mkBv(factor))};
  };
  switch (term.kind()) {
  case Kind::BvAdd: {
    const auto a = linearIn(terms, term[0], variable), b = linearIn(terms, term[1], variable);
    if (!a || !b) return std::nullopt;
    return Linear{a->factor.add(b->factor), terms.mkBvAdd(a->rest, b->rest)};
  }
  case Kind::BvNeg:
    return scaled(term[0], BitVector::ones(width));
  case Kind::BvNot: { // -a - 1
    auto a = scaled(term[0], BitVector::ones(width));
    if (a) a->rest = terms.mkBvAdd(a->rest, terms.mkOnes(width));
    return a;
  }
  case Kind::BvMul:
    for (const uint32_t side : {0u, 1u})
      if (term[side].isValue()) return scaled(term[1 - side], term[side].value().extract(width - 1, 0));
    return std::nullopt;
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
  case Kind::BvExtract:
    if (term[0].sort().width() < width || (term.kind() == Kind::BvExtract && term.index(1) != 0)) return std::nullopt;
    return linearIn(terms, term[0], variable);
  case Kind::BvConcat: { // a shift to the left
    const uint32_t low = term[1].sort().width();
    const bool isShift = term[1].isValue() && term[1].value().isZero() && low < std::min(width, 64U) &&
                         term[0].kind() == Kind::BvExtract && term[0].index(1) == 0 &&
                         term[0][0].sort().width() >= width;
    return isShift ? scaled(term[0][0], BitVector(width, uint64_t{1} << low)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

} // namespace

ClosedForms::ClosedForms(const Flow& flow, const BlockPath& path, uint32_t countWidth)
    : program_(flow.program()), terms_(flow.terms()), countWidth_(countWidth),
      builder_(std::make_shared<const ProgressBuilder>(flow.terms(), countWidth)), guard_(path.guard) {
  for (const VariableId v : flow.liveAt(path.target)) {
    live_.push_back(program_[v].term);
    next_.emplace(program_[v].term, path.values.get(v.index()));
  }
}

std::optional<ClosedForms> ClosedForms::of(const Flow& flow, const BlockPath& path, uint32_t countWidth) {
  ClosedForms forms(flow, path, countWidth);
  if (!forms.solveAll()) return std::nullopt;
  return forms;
}

std::vector<VariableId> ClosedForms::changed() const {
  std::vector<VariableId> variables;
  for (const Term variable : live_)
    if (next_.at(variable) != variable) variables.push_back(program_.variableOf(variable));
  return variables;
}

Term ClosedForms::valueAfter(VariableId variable, Term more) const {
  return builder_->at(fromFirst_.at(program_[variable].term), more);
}

// Variables whose next values need others come behind these.
bool ClosedForms::solveAll() {
  std::vector<Term> open;
  for (const Term variable : live_) {
    const Term next = next_.at(variable);
    if (next.isNull() || !(variable.sort().isBool() || variable.sort().isBitVec())) return false;
    if (next == variable)
      keep(variable, builder_->constant(variable));
    else
      open.push_back(variable);
  }
  for (bool isAny = true; isAny && !open.empty();) {
    isAny = std::erase_if(open, [&](Term variable) { return solve(variable, next_.at(variable)); }) > 0;
  }
  return open.empty();
}

void ClosedForms::keep(Term variable, const Progress& fromStart) {
  fromFirst_.emplace(variable, builder_->next(fromStart));
  fromStart_.emplace(variable, fromStart);
}

bool ClosedForms::solve(Term variable, Term next) {
  const std::vector<Term> variables = freeVariables(next);
  const bool isReady = std::ranges::all_of(
      variables, [&](Term v) { return v == variable || !next_.contains(v) || fromStart_.contains(v); });
  if (!isReady) return false;
  if (std::ranges::find(variables, variable) == variables.end()) {
    std::optional<Progress> assigned = progressOf(next, From::Start);
    if (!assigned) return false;
    fromFirst_.emplace(variable, std::move(*assigned));
    return true;
  }
  return solveRepeated(variable, next) || solveShift(variable, next) || solveLinear(variable, next);
}

bool ClosedForms::solveLinear(Term variable, Term next) {
  if (!variable.sort().isBitVec()) return false;
  const auto linear = linearIn(terms_, next, variable);
  if (!linear) return false;
  const uint32_t width = variable.sort().width();
  const auto rest = progressOf(linear->rest, From::Start);
  if (!rest || !rest->isPolynomial()) return false;
  if (linear->factor == BitVector::ones(width) && rest->isConstant()) {
    keep(variable, alternating(terms_.mkBvSub(rest->polynomial.front(), variable), variable));
    return true;
  }
  if (linear->factor != BitVector::one(width)) return false;
  const auto sum = builder_->sumFrom(variable, *rest);
  if (!sum) return false;
  keep(variable, *sum);
  return true;
}

/// By constant distances, with or without sign; the front end's divisions by powers of two are shifts as well.
bool ClosedForms::solveShift(Term variable, Term next) {
  if (!variable.sort().isBitVec()) return false;
  const uint32_t width = variable.sort().width();
  for (const Kind kind : {Kind::BvLshr, Kind::BvAshr, Kind::BvShl})
    for (uint32_t distance = 1; distance < width; ++distance) {
      if (terms_.mk(kind, {variable, terms_.mkBv(width, distance)}) != next) continue;
      const auto shifted = [&terms = terms_, variable, kind, distance, width, count = countWidth_](Term times) {
        const Term most =
            terms.mkBv(count, std::min<uint64_t>(width / distance + 1, BitVector::ones(count).toUint64()));
        const Term few = terms.mkIte(terms.mkBvUlt(times, most), times, most);
        const uint32_t wide = std::max(width, count) + 8;
        const Term amount = terms.mkBvMul(terms.mkBvZeroResize(few, wide), terms.mkBv(wide, distance));
        const Term all = terms.mkBv(wide, width);
        const Term cut = terms.mkIte(terms.mkBvUlt(amount, all), amount, all);
        const Term wideVariable =
            kind == Kind::BvAshr ? terms.mkBvSignResize(variable, wide) : terms.mkBvZeroResize(variable, wide);
        return terms.mkBvExtract(terms.mk(kind, {wideVariable, cut}), width - 1, 0);
      };
      keep(variable, {{}, shifted});
      return true;
    }
  return false;
}

/// What is done twice is done once, or was never done: x & 7, 5 - x, !x. What it is done with stays the same.
bool ClosedForms::solveRepeated(Term variable, Term next) {
  for (const Term v : freeVariables(next))
    if (v != variable && next_.contains(v) && !fromStart_.at(v).isConstant()) return false;
  const Term twice = Substitution(terms_, {{variable, next}}).apply(next);
  if (twice == next) {
    fromFirst_.emplace(variable, builder_->constant(next));
    return true;
  }
  if (twice != variable) return false;
  keep(variable, alternating(next, variable));
  return true;
}

Progress ClosedForms::alternating(Term odd, Term even) const {
  return {{}, [&terms = terms_, odd, even](Term times) {
            return terms.mkIte(terms.mkBvToBool(terms.mkBvExtract(times, 0, 0)), odd, even);
          }};
}

std::optional<Progress> ClosedForms::progressOf(Term root, From from) {
  const Forms& forms = from == From::Start ? fromStart_ : fromFirst_;
  std::unordered_map<Term, Progress> known;
  bool isKnown = true;
  postOrder(
      root, [&](Term t) { return !known.contains(t); },
      [&](Term t) {
        if (const auto form = forms.find(t); form != forms.end()) {
          known.emplace(t, form->second);
        } else if (t.size() == 0) {
          isKnown = isKnown && !next_.contains(t);
          known.emplace(t, builder_->constant(t));
        } else {
          std::vector<Progress> children;
          for (uint32_t i = 0; i < t.size(); ++i) children.push_back(known.at(t[i]));
          known.emplace(t, progressOfOperator(t, children, from));
        }
      });
  if (!isKnown) return std::nullopt;
  return known.at(root);
}

Progress ClosedForms::progressOfOperator(Term term, const std::vector<Progress>& children, From from) {
  if (std::ranges::all_of(children, &Progress::isConstant) || !term.sort().isBitVec() ||
      !std::ranges::all_of(children, &Progress::isPolynomial))
    return builder_->rebuilt(term, children);
  const uint32_t width = term.sort().width();
  const auto extended = [&](const Progress& child, bool isSigned, uint32_t wide) {
    Progress result = child;
    for (size_t k = 0; k < result.polynomial.size(); ++k)
      result.polynomial[k] = k == 0 && !isSigned ? terms_.mkBvZeroResize(child.polynomial[k], wide)
                                                 : terms_.mkBvSignResize(child.polynomial[k], wide);
    if (!child.isConstant()) ranges_.push_back({child, isSigned, from});
    return result;
  };
  switch (term.kind()) {
  case Kind::BvAdd:
    return *builder_->sum(children[0], children[1]);
  case Kind::BvNeg:
    return builder_->scaled(children[0], terms_.mkOnes(width));
  case Kind::BvNot:
    return *builder_->sum(builder_->scaled(children[0], terms_.mkOnes(width)),
                          builder_->constant(terms_.mkOnes(width)));
  case Kind::BvMul:
    if (auto product = builder_->product(children[0], children[1])) return std::move(*product);
    break;
  case Kind::BvExtract:
    if (term.index(1) == 0) {
      Progress result;
      for (const Term coefficient : children[0].polynomial)
        result.polynomial.push_back(terms_.mkBvExtract(coefficient, width - 1, 0));
      return *builder_->sum(result, builder_->constant(terms_.mkBv(width, 0))); // what became zero is left out
    }
    break;
  case Kind::BvZeroExtend:
    return extended(children[0], false, width);
  case Kind::BvSignExtend:
    return extended(children[0], true, width);
  case Kind::BvConcat:
    if (term[1].isValue() && term[1].value().isZero() && term[1].sort().width() < 64) {
      Progress shifted = children[0]; // modulo 2^w it does not matter what is above
      for (Term& coefficient : shifted.polynomial) coefficient = terms_.mkBvZeroResize(coefficient, width);
      return builder_->scaled(shifted, terms_.mkBv(width, uint64_t{1} << term[1].sort().width()));
    }
    break;
  default:
    break;
  }
  return builder_->rebuilt(term, children);
}

Term ClosedForms::canBeTaken(Term more) {
  const Term last = terms_.mkBvSub(more, terms_.mkBv(countWidth_, 1));
  std::vector<Term> parts{guard_}, literals;
  splitConjunction(guard_, literals);
  for (const Term literal : literals) parts.push_back(holds(literal, true, last));
  for (const NeedsRange& needed : ranges_)
    parts.push_back(
        builder_->number(needed.progress, needed.isSigned, needed.from == From::Start ? more : last).inRange);
  return terms_.mkAnd(parts);
}

/// Sufficient for the condition's being true, or false, behind 1, 2, ..., 1 + `last` times.
Term ClosedForms::holds(Term condition, bool isTrue, Term last) {
  const auto known = progressOf(condition, From::FirstTime);
  if (!known) return terms_.mkFalse();
  if (known->isConstant()) {
    const Term always = known->polynomial.front();
    return isTrue ? always : terms_.mkNot(always);
  }
  switch (condition.kind()) {
  case Kind::Not:
    return holds(condition[0], !isTrue, last);
  case Kind::And:
  case Kind::Or: {
    const Term a = holds(condition[0], isTrue, last), b = holds(condition[1], isTrue, last);
    return (condition.kind() == Kind::And) == isTrue ? terms_.mkAnd(a, b) : terms_.mkOr(a, b);
  }
  case Kind::BvUlt:
  case Kind::BvSlt:
    return holdsComparison(condition, isTrue, last);
  case Kind::Equal:
    return holdsEquality(condition, isTrue, last);
  default:
    return holdsSometimes(condition, isTrue, last);
  }
}

Term ClosedForms::holdsComparison(Term condition, bool isTrue, Term last) {
  const auto left = progressOf(condition[0], From::FirstTime), right = progressOf(condition[1], From::FirstTime);
  if (!left || !right || !left->isPolynomial() || !right->isPolynomial())
    return holdsSometimes(condition, isTrue, last);
  const bool isSigned = condition.kind() == Kind::BvSlt;
  const ProgressBuilder::Number a = builder_->number(*left, isSigned, last),
                                b = builder_->number(*right, isSigned, last);
  return isTrue ? builder_->staysBelow(a, b, 1, last) : builder_->staysBelow(b, a, 0, last);
}

Term ClosedForms::holdsEquality(Term condition, bool isTrue, Term last) {
  const auto left = progressOf(condition[0], From::FirstTime), right = progressOf(condition[1], From::FirstTime);
  if (!left || !right) return terms_.mkFalse();
  if (condition[0].sort().isBool()) {
    for (const uint32_t side : {0u, 1u}) {
      const Progress& fixed = side == 0 ? *left : *right;
      if (!fixed.isConstant()) continue;
      const Term value = fixed.polynomial.front();
      const Term other = condition[1 - side];
      return terms_.mkOr(terms_.mkAnd(value, holds(other, isTrue, last)),
                         terms_.mkAnd(terms_.mkNot(value), holds(other, !isTrue, last)));
    }
    return holdsSometimes(condition, isTrue, last);
  }
  if (!left->isPolynomial() || !right->isPolynomial()) return holdsSometimes(condition, isTrue, last);
  const uint32_t width = condition[0].sort().width();
  const Progress difference = *builder_->sum(*left, builder_->scaled(*right, terms_.mkOnes(width)));
  if (isTrue) {
    std::vector<Term> parts;
    for (const Term coefficient : difference.polynomial)
      parts.push_back(terms_.mkEqual(coefficient, terms_.mkBv(width, 0)));
    return terms_.mkAnd(parts);
  }
  if (const auto away = builder_->staysAwayFromZero(difference, last)) return *away;
  std::vector<Term> orders;
  for (const bool isSigned : {false, true}) {
    const ProgressBuilder::Number a = builder_->number(*left, isSigned, last),
                                  b = builder_->number(*right, isSigned, last);
    orders.push_back(builder_->staysBelow(a, b, 1, last));
    orders.push_back(builder_->staysBelow(b, a, 1, last));
  }
  return terms_.mkOr(orders);
}

Term ClosedForms::holdsSometimes(Term condition, bool isTrue, Term last) {
  isExact_ = false;
  const auto progress = progressOf(condition, From::FirstTime);
  if (!progress) return terms_.mkFalse();
  std::vector<Term> parts;
  for (const Term times : {terms_.mkBv(countWidth_, 0), terms_.mkBvLshr(last, terms_.mkBv(countWidth_, 1)), last}) {
    const Term value = builder_->at(*progress, times);
    parts.push_back(isTrue ? value : terms_.mkNot(value));
  }
  return terms_.mkAnd(parts);
}

} // namespace assay
