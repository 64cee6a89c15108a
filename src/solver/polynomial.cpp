#include "solver/polynomial.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr size_t kMaxMonomials = 96;
constexpr size_t kMaxDegree = 4;

/// k if t is (concat (extract x) 0), the rewriter's form of x * 2^k; 0 otherwise.
uint32_t shiftOf(Term t) {
  if (t.kind() != Kind::BvConcat || t[1].kind() != Kind::BvConst || !t[1].value().isZero()) return 0;
  bool lowPart = t[0].kind() == Kind::BvExtract && t[0].index(1) == 0 && t[0][0].sort() == t.sort();
  return lowPart ? t[1].sort().width() : 0;
}

} // namespace

bool Polynomials::isArithmetic(Term t) {
  switch (t.kind()) {
  case Kind::BvAdd:
  case Kind::BvMul:
  case Kind::BvNeg:
  case Kind::BvNot:
    return true;
  default:
    return shiftOf(t) > 0;
  }
}

std::optional<bool> Polynomials::compare(Term a, Term b) {
  if (!isArithmetic(a) && !isArithmetic(b)) return std::nullopt;
  Polynomial difference = of(a);
  add(difference, of(b), BitVector::ones(b.sort().width()));
  if (difference.empty()) return true;
  bool isConstant = difference.size() == 1 && difference.begin()->first.empty();
  return isConstant ? std::optional(false) : std::nullopt;
}

const Polynomials::Polynomial& Polynomials::of(Term root) {
  auto keep = [&](Term t, Polynomial p) {
    polynomials_.push_back(std::move(p));
    memo_.insert(t, static_cast<uint32_t>(polynomials_.size() - 1));
  };
  // The low part of a shifted term stands between; it is no bit-vector of the same width and computed through.
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term t = stack.back();
    if (memo_.contains(t)) {
      stack.pop_back();
      continue;
    }
    size_t size = stack.size();
    if (shiftOf(t)) {
      if (!memo_.contains(t[0][0])) stack.push_back(t[0][0]);
    } else if (isArithmetic(t)) {
      for (Term child : t.children())
        if (!memo_.contains(child)) stack.push_back(child);
    }
    if (stack.size() != size) continue;
    stack.pop_back();
    keep(t, compute(t));
  }
  return polynomials_[memo_.at(root)];
}

// The polynomials of operands are there.
Polynomials::Polynomial Polynomials::compute(Term t) {
  uint32_t width = t.sort().width();
  auto known = [&](Term x) -> const Polynomial& { return polynomials_[memo_.at(x)]; };
  Polynomial result;
  if (t.kind() == Kind::BvConst) {
    if (!t.value().isZero()) result[{}] = t.value();
    return result;
  }
  if (!isArithmetic(t)) return unknown(t);
  BitVector one = BitVector::one(width), minusOne = BitVector::ones(width);
  if (uint32_t shift = shiftOf(t)) {
    add(result, known(t[0][0]), one.shl(shift));
  } else if (t.kind() == Kind::BvAdd) {
    result = known(t[0]);
    add(result, known(t[1]), one);
  } else if (t.kind() == Kind::BvMul) {
    std::optional<Polynomial> both = product(known(t[0]), known(t[1]));
    if (!both) return unknown(t);
    result = std::move(*both);
  } else { // -x, and ~x = -x - 1
    add(result, known(t[0]), minusOne);
    if (t.kind() == Kind::BvNot) add(result, {{{}, one}}, minusOne);
  }
  return result.size() > kMaxMonomials ? unknown(t) : result;
}

void Polynomials::add(Polynomial& sum, const Polynomial& other, const BitVector& factor) {
  for (const auto& [monomial, coefficient] : other) {
    BitVector added = coefficient.mul(factor);
    auto [place, isNew] = sum.try_emplace(monomial, added);
    if (!isNew) place->second = place->second.add(added);
    if (place->second.isZero()) sum.erase(place);
  }
}

std::optional<Polynomials::Polynomial> Polynomials::product(const Polynomial& a, const Polynomial& b) {
  if (a.size() * b.size() > kMaxMonomials) return std::nullopt;
  Polynomial result;
  for (const auto& [m, c] : a) {
    for (const auto& [n, d] : b) {
      if (m.size() + n.size() > kMaxDegree) return std::nullopt;
      Monomial both(m.size() + n.size());
      std::ranges::merge(m, n, both.begin());
      add(result, {{both, c}}, d);
    }
  }
  return result;
}

} // namespace assay
