#include "solver/normal_form.h"

#include "term/semantics.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr size_t kMaxMonomials = 96;
constexpr size_t kMaxDegree = 4;
constexpr size_t kMaxDifference = 8; // of the sides of a choice

/// First words of keys, apart from operators.
enum Tag : uint64_t { kPolynomial = static_cast<uint64_t>(Kind::Count_), kExtreme };

bool isBits(Term t) { return t.sort().isBool() || t.sort().isBitVec(); }

} // namespace

size_t NormalForms::KeyHash::operator()(const Key& key) const {
  uint64_t h = key.size();
  for (uint64_t word : key) {
    h = (h ^ word) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 32;
  }
  return h;
}

bool NormalForms::isArithmetic(Term t) {
  switch (t.kind()) {
  case Kind::BvAdd:
  case Kind::BvMul:
  case Kind::BvNeg:
  case Kind::BvNot:
    return true;
  default:
    return powerOfTwoFactor(t) > 0;
  }
}

/// Whether the term counts as an unknown, which is equal to itself only.
bool NormalForms::isOpaque(Term t) const {
  if (t.kind() == Kind::BvConst) return false;
  if (t.isVariable() || !isBits(t) || work_ > maxWork_) return true;
  return !std::ranges::all_of(t.children(), isBits);
}

std::optional<bool> NormalForms::compare(Term a, Term b) {
  const bool isSameOperator = a.kind() == b.kind() && !isOpaque(a) && !isOpaque(b);
  if (!isArithmetic(a) && !isArithmetic(b) && !isSameOperator) return std::nullopt;
  of(a);
  Polynomial difference = of(b);
  add(difference, known(a), BitVector::ones(a.sort().width()));
  if (difference.empty()) return true;
  bool isConstant = difference.size() == 1 && difference.begin()->first.empty();
  return isConstant ? std::optional(false) : std::nullopt;
}

const NormalForms::Polynomial& NormalForms::of(Term root) {
  // What is opaque is left at once: nothing below it is looked at.
  auto enter = [&](Term t) {
    if (memo_.contains(t)) return false;
    if (!isOpaque(t)) return true;
    keep(t, newClass(t.sort().isBool()));
    return false;
  };
  postOrder(root, enter, [&](Term t) {
    if (t.sort().isBool()) {
      keep(t, classOfOperator(t));
    } else {
      keep(t, compute(t));
    }
  });
  return known(root);
}

void NormalForms::keep(Term t, Class c) {
  if (representatives_[c].isNull()) representatives_[c] = t;
  if (t.sort().isBitVec()) return keep(t, single(c, t.sort().width()));
  memo_.insert(t, c);
}

void NormalForms::keep(Term t, Polynomial polynomial) {
  work_ += 1 + polynomial.size();
  memo_.insert(t, static_cast<uint32_t>(polynomials_.size()));
  polynomials_.push_back(std::move(polynomial));
}

// The polynomial of a term whose operands are known.
NormalForms::Polynomial NormalForms::compute(Term t) {
  if (t.kind() == Kind::BvConst) return t.value().isZero() ? Polynomial() : Polynomial{{{}, t.value()}};
  std::optional<Polynomial> result;
  if (isArithmetic(t)) result = arithmetic(t);
  if (t.kind() == Kind::Ite) result = choice(t);
  if (result && result->size() <= kMaxMonomials) return std::move(*result);
  const Class c = classOfOperator(t);
  if (representatives_[c].isNull()) representatives_[c] = t;
  return single(c, t.sort().width());
}

std::optional<NormalForms::Polynomial> NormalForms::arithmetic(Term t) const {
  const BitVector one = BitVector::one(t.sort().width()), minusOne = BitVector::ones(t.sort().width());
  Polynomial result;
  if (uint32_t shift = powerOfTwoFactor(t)) {
    if (!memo_.contains(t[0][0])) return std::nullopt;
    add(result, known(t[0][0]), one.shl(shift));
  } else if (t.kind() == Kind::BvAdd) {
    result = known(t[0]);
    add(result, known(t[1]), one);
  } else if (t.kind() == Kind::BvMul) {
    return product(known(t[0]), known(t[1]));
  } else { // -x, and ~x = -x - 1
    add(result, known(t[0]), minusOne);
    if (t.kind() == Kind::BvNot) add(result, {{{}, one}}, minusOne);
  }
  return result;
}

std::optional<NormalForms::Polynomial> NormalForms::choice(Term t) {
  const uint32_t width = t.sort().width();
  Term condition = t[0], yes = t[1], no = t[2];
  if (condition.kind() == Kind::Not && memo_.contains(condition[0])) {
    condition = condition[0];
    std::swap(yes, no);
  }
  if (const std::optional<Class> c = extreme(condition, classOf(yes), classOf(no), width)) return single(*c, width);
  // no + condition * (yes - no), where a condition is 0 or 1.
  Polynomial difference = known(yes), result = known(no);
  add(difference, result, BitVector::ones(width));
  if (difference.size() > kMaxDifference) return std::nullopt;
  std::optional<Polynomial> chosen = product(difference, single(classOf(condition), width));
  if (!chosen) return std::nullopt;
  add(result, *chosen, BitVector::one(width));
  return result;
}

/// The class of a term at a width that may be larger: two terms are often compared before they are extended.
NormalForms::Class NormalForms::extended(Term t, bool isSigned, uint32_t width) {
  const uint32_t narrow = t.sort().width();
  if (narrow >= width) return classOf(t);
  if (t.kind() == Kind::BvConst) {
    const BitVector value = isSigned ? t.value().signExtend(width) : t.value().zeroExtend(width);
    return classOf(value.isZero() ? Polynomial() : Polynomial{{{}, value}}, width);
  }
  const Kind kind = isSigned ? Kind::BvSignExtend : Kind::BvZeroExtend;
  return intern({static_cast<uint64_t>(kind), width, width - narrow, 0, 0, classOf(t)}, false);
}

/// The class of `condition ? yes : no` if that is the larger one of the two, or the smaller one.
std::optional<NormalForms::Class> NormalForms::extreme(Term condition, Class yes, Class no, uint32_t width) {
  if (condition.kind() != Kind::BvUlt && condition.kind() != Kind::BvSlt) return std::nullopt;
  if (!memo_.contains(condition[0]) || !memo_.contains(condition[1])) return std::nullopt;
  const bool isSigned = condition.kind() == Kind::BvSlt;
  const Class less = extended(condition[0], isSigned, width), more = extended(condition[1], isSigned, width);
  const bool isMaximum = yes == more && no == less;
  if (!isMaximum && (yes != less || no != more)) return std::nullopt;
  Extreme result{.isSigned = isSigned, .isMaximum = isMaximum, .operands = {}};
  for (Class operand : {less, more}) {
    const auto inner = extremes_.find(operand);
    const bool isSame = inner != extremes_.end() && inner->second.isSigned == result.isSigned &&
                        inner->second.isMaximum == result.isMaximum;
    if (isSame) {
      result.operands.insert(result.operands.end(), inner->second.operands.begin(), inner->second.operands.end());
    } else {
      result.operands.push_back(operand);
    }
  }
  std::ranges::sort(result.operands);
  result.operands.erase(std::ranges::unique(result.operands).begin(), result.operands.end());
  if (result.operands.size() > kMaxMonomials) return std::nullopt;
  Key key{kExtreme, width, result.isSigned, result.isMaximum};
  key.insert(key.end(), result.operands.begin(), result.operands.end());
  work_ += key.size();
  const Class c = result.operands.size() == 1 ? result.operands.front() : intern(std::move(key), false);
  if (result.operands.size() > 1) extremes_.try_emplace(c, std::move(result));
  return c;
}

void NormalForms::add(Polynomial& sum, const Polynomial& other, const BitVector& factor) {
  for (const auto& [monomial, coefficient] : other) {
    BitVector added = coefficient.mul(factor);
    auto [place, isNew] = sum.try_emplace(monomial, added);
    if (!isNew) place->second = place->second.add(added);
    if (place->second.isZero()) sum.erase(place);
  }
}

std::optional<NormalForms::Polynomial> NormalForms::product(const Polynomial& a, const Polynomial& b) const {
  if (a.size() * b.size() > kMaxMonomials) return std::nullopt;
  Polynomial result;
  for (const auto& [m, c] : a) {
    for (const auto& [n, d] : b) {
      if (m.size() + n.size() > kMaxDegree) return std::nullopt;
      Monomial both(m.size() + n.size());
      std::ranges::merge(m, n, both.begin());
      // A condition times itself is itself.
      const auto same = std::ranges::unique(both, [&](Class x, Class y) { return x == y && isCondition_[x]; });
      both.erase(same.begin(), same.end());
      add(result, {{both, c}}, d);
    }
  }
  return result;
}

NormalForms::Class NormalForms::classOf(Term t) {
  return t.sort().isBool() ? memo_.at(t) : classOf(known(t), t.sort().width());
}

NormalForms::Class NormalForms::classOf(const Polynomial& polynomial, uint32_t width) {
  if (polynomial.size() == 1) {
    const auto& [monomial, coefficient] = *polynomial.begin();
    // A condition as a number is another class for each width.
    if (monomial.size() == 1 && coefficient.isOne() && !isCondition_[monomial.front()]) return monomial.front();
  }
  Key key{kPolynomial, width};
  for (const auto& [monomial, coefficient] : polynomial) {
    key.push_back(monomial.size());
    key.insert(key.end(), monomial.begin(), monomial.end());
    key.insert(key.end(), coefficient.words().begin(), coefficient.words().end());
  }
  work_ += key.size();
  return intern(std::move(key), false);
}

NormalForms::Class NormalForms::classOfOperator(Term t) {
  Key key{static_cast<uint64_t>(t.kind()), t.sort().isBool() ? 0 : t.sort().width()};
  for (uint32_t i = 0; i < 3; ++i) key.push_back(t.index(i));
  const size_t first = key.size();
  for (Term child : t.children()) key.push_back(classOf(child));
  if (t.size() >= 2 && isCommutative(t.kind()) && key[first + 1] < key[first]) std::swap(key[first], key[first + 1]);
  return intern(std::move(key), t.sort().isBool());
}

NormalForms::Class NormalForms::intern(Key key, bool isCondition) {
  const auto [place, isNew] = classes_.try_emplace(std::move(key), static_cast<Class>(isCondition_.size()));
  if (isNew) newClass(isCondition);
  return place->second;
}

NormalForms::Class NormalForms::newClass(bool isCondition) {
  isCondition_.push_back(isCondition);
  representatives_.emplace_back();
  return static_cast<Class>(isCondition_.size() - 1);
}

} // namespace assay
