#include "encode/ring_reduction.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace assay {

namespace {

/// a without the factors of b; nothing if they are not among its own.
std::optional<NormalForms::Monomial> quotient(const NormalForms::Monomial& a, const NormalForms::Monomial& b) {
  if (!std::ranges::includes(a, b)) return std::nullopt;
  NormalForms::Monomial result;
  std::ranges::set_difference(a, b, std::back_inserter(result));
  return result;
}

} // namespace

RingReduction::Polynomial RingReduction::convert(const NormalForms::Polynomial& polynomial) {
  Polynomial result;
  for (const auto& [monomial, coefficient] : polynomial) result[monomial] = coefficient.toUint64();
  return result;
}

void RingReduction::addDivisor(Term zero) {
  Polynomial polynomial = convert(forms_.of(zero));
  if (!polynomial.empty()) divisors_.push_back({zero, std::move(polynomial)});
}

RingReduction::Monomial RingReduction::product(const Monomial& a, const Monomial& b) const {
  Monomial both;
  std::ranges::merge(a, b, std::back_inserter(both));
  const auto same = std::ranges::unique(
      both, [&](NormalForms::Class x, NormalForms::Class y) { return x == y && forms_.isCondition(x); });
  both.erase(same.begin(), same.end());
  return both;
}

bool RingReduction::divideOnce(Polynomial& rest, std::vector<Polynomial>& factors) const {
  const Monomial greatest = rest.begin()->first;
  const uint64_t coefficient = rest.begin()->second;
  for (size_t i = 0; i < divisors_.size(); ++i) {
    const auto& [lead, by] = *divisors_[i].polynomial.begin();
    const int twos = std::countr_zero(by);
    if (twos > std::countr_zero(coefficient)) continue;
    const std::optional<Monomial> times = quotient(greatest, lead);
    if (!times) continue;
    // Of the numbers that do it, the one that does it for signed numbers as well: -2 is -1 times 2.
    const uint64_t half = static_cast<uint64_t>(asSigned(coefficient) >> twos);
    const uint64_t odd = static_cast<uint64_t>(asSigned(by) >> twos);
    const uint64_t factor = masked(half * inverseOfOdd(odd));
    for (const auto& [monomial, c] : divisors_[i].polynomial) {
      uint64_t& entry = rest[product(*times, monomial)];
      entry = masked(entry - factor * c);
    }
    std::erase_if(rest, [](const auto& entry) { return entry.second == 0; });
    factors[i][*times] = masked(factors[i][*times] + factor);
    return !rest.contains(greatest);
  }
  return false;
}

std::optional<std::vector<RingReduction::Polynomial>> RingReduction::divide(Term term) const {
  constexpr size_t kMostSteps = 2000;
  Polynomial rest = convert(forms_.of(term));
  std::vector<Polynomial> factors(divisors_.size());
  for (size_t step = 0; !rest.empty(); ++step)
    if (step >= kMostSteps || !divideOnce(rest, factors)) return std::nullopt;
  return factors;
}

Term RingReduction::toTerm(const Polynomial& polynomial) const {
  Term sum = terms_.mkBv(width_, 0);
  for (const auto& [monomial, coefficient] : polynomial) {
    Term product = terms_.mkBv(width_, coefficient);
    for (NormalForms::Class c : monomial) {
      Term factor = forms_.representative(c);
      if (factor.isNull()) return Term();
      if (factor.sort().isBool()) factor = terms_.mkBoolToBv(factor, width_);
      product = terms_.mkBvMul(product, factor);
    }
    sum = terms_.mkBvAdd(sum, product);
  }
  return sum;
}

Term RingReduction::identity(Term term) const {
  const auto factors = divide(term);
  if (!factors) return Term();
  Term sum = terms_.mkBv(width_, 0);
  for (size_t i = 0; i < divisors_.size(); ++i) {
    if ((*factors)[i].empty()) continue;
    const Term factor = toTerm((*factors)[i]);
    if (factor.isNull()) return Term();
    const Term multiple = terms_.mkBvMul(factor, divisors_[i].zero);
    sum = terms_.mkBvAdd(sum, multiple);
  }
  return terms_.mkEqual(term, sum);
}

} // namespace assay
