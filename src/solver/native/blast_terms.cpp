#include "solver/native/blast_terms.h"

#include "term/bit_vector.h"

#include <cassert>
#include <stdexcept>
#include <string>

namespace assay {

const Blaster::Row Blaster::kRows[] = {
    {Kind::Variable, &Blaster::input},
    {Kind::Select, &Blaster::input},
    {Kind::True, &Blaster::constant},
    {Kind::False, &Blaster::constant},
    {Kind::BvConst, &Blaster::constant},
    {Kind::Not, &Blaster::complement},
    {Kind::BvNot, &Blaster::complement},
    {Kind::And, &Blaster::conjunction},
    {Kind::BvAnd, &Blaster::conjunction},
    {Kind::Or, &Blaster::disjunction},
    {Kind::BvOr, &Blaster::disjunction},
    {Kind::BvXor, &Blaster::exclusiveOr},
    {Kind::Equal, &Blaster::equality},
    {Kind::Ite, &Blaster::choice},
    {Kind::BvNeg, &Blaster::negation},
    {Kind::BvAdd, &Blaster::sum},
    {Kind::BvMul, &Blaster::product},
    {Kind::BvUdiv, &Blaster::unsignedQuotient},
    {Kind::BvUrem, &Blaster::unsignedRemainder},
    {Kind::BvSdiv, &Blaster::signedQuotient},
    {Kind::BvSrem, &Blaster::signedRemainder},
    {Kind::BvShl, &Blaster::shiftLeft},
    {Kind::BvLshr, &Blaster::logicalShiftRight},
    {Kind::BvAshr, &Blaster::arithmeticShiftRight},
    {Kind::BvUlt, &Blaster::unsignedLess},
    {Kind::BvSlt, &Blaster::signedLess},
    {Kind::BvUmulo, &Blaster::unsignedOverflow},
    {Kind::BvSmulo, &Blaster::signedOverflow},
    {Kind::BvConcat, &Blaster::concatenation},
    {Kind::BvExtract, &Blaster::extraction},
    {Kind::BvZeroExtend, &Blaster::zeroExtension},
    {Kind::BvSignExtend, &Blaster::signExtension},
};

Blaster::Rule Blaster::ruleOf(Kind kind) {
  static const auto table = [] {
    std::array<Rule, static_cast<size_t>(Kind::Count_)> result{};
    for (const Row& row : kRows) result[static_cast<size_t>(row.kind)] = row.rule;
    return result;
  }();
  Rule rule = table[static_cast<size_t>(kind)];
  if (!rule) throw std::logic_error("no circuit for operator " + std::string(kindName(kind)));
  return rule;
}

/// Not looked into by this file.
bool Blaster::isInput(Term term) {
  return term.kind() == Kind::Select || (term.kind() == Kind::Equal && term[0].sort().isArray());
}

BitSpan Blaster::bits(Term root) {
  if (const AigLit* first = find(root)) return {first, width(root)};
  std::vector<std::pair<Term, uint32_t>> stack{{root, 0}}; // with the next child to enter
  while (!stack.empty()) {
    auto& [term, next] = stack.back();
    if (next < term.size() && !isInput(term)) {
      Term child = term[next++];
      if (!offsets_.contains(child)) stack.push_back({child, 0});
      continue;
    }
    Bits result = (this->*ruleOf(term.kind()))(term);
    assert(result.size() == width(term));
    if (offsets_.insert(term, static_cast<uint32_t>(pool_.size())))
      pool_.insert(pool_.end(), result.begin(), result.end());
    stack.pop_back();
  }
  return known(root);
}

const AigLit* Blaster::find(Term term) const {
  const uint32_t* offset = offsets_.find(term);
  return offset ? pool_.data() + *offset : nullptr;
}

Bits Blaster::input(Term t) {
  Bits result(width(t));
  for (AigLit& bit : result) bit = aig_.input();
  return result;
}

Bits Blaster::constant(Term t) {
  if (t.sort().isBool()) return {AigLit::constant(t.isTrue())};
  Bits result(width(t));
  for (uint32_t i = 0; i < result.size(); ++i) result[i] = AigLit::constant(t.value().bit(i));
  return result;
}

Bits Blaster::complement(Term t) { return Circuits::complement(arg(t, 0)); }
Bits Blaster::conjunction(Term t) { return circuits_.bitwiseAnd(arg(t, 0), arg(t, 1)); }
Bits Blaster::disjunction(Term t) {
  return Circuits::complement(circuits_.bitwiseAnd(Circuits::complement(arg(t, 0)), Circuits::complement(arg(t, 1))));
}
Bits Blaster::exclusiveOr(Term t) { return circuits_.bitwiseXor(arg(t, 0), arg(t, 1)); }
Bits Blaster::equality(Term t) {
  if (isInput(t)) return input(t);
  if (t[0].sort().isBitVec()) {
    if (std::optional<bool> known = normalForms_.compare(t[0], t[1])) return {AigLit::constant(*known)};
  }
  return {circuits_.equal(arg(t, 0), arg(t, 1))};
}
Bits Blaster::choice(Term t) { return circuits_.ite(arg(t, 0)[0], arg(t, 1), arg(t, 2)); }
Bits Blaster::negation(Term t) { return circuits_.negate(arg(t, 0)); }

/// The dividend if t is (x / y) * y + x % y, null otherwise. It holds for zero divisors and overflow too.
static Term dividendOf(Term product, Term remainder) {
  bool isSigned = remainder.kind() == Kind::BvSrem;
  if (product.kind() != Kind::BvMul || (!isSigned && remainder.kind() != Kind::BvUrem)) return {};
  for (uint32_t i = 0; i < 2; ++i) {
    Term quotient = product[i];
    bool fits = quotient.kind() == (isSigned ? Kind::BvSdiv : Kind::BvUdiv) && quotient[0] == remainder[0] &&
                quotient[1] == remainder[1] && product[1 - i] == remainder[1];
    if (fits) return remainder[0];
  }
  return {};
}

// a - b is a + ~b + 1.
Bits Blaster::sum(Term t) {
  for (uint32_t i = 0; i < 2; ++i) {
    if (Term dividend = dividendOf(t[i], t[1 - i])) {
      BitSpan bits = known(dividend);
      return {bits.begin(), bits.end()};
    }
    if (t[i].kind() == Kind::BvNeg) {
      AigLit carry = kAigTrue;
      return circuits_.add(arg(t, 1 - i), Circuits::complement(known(t[i][0])), carry);
    }
  }
  return circuits_.add(arg(t, 0), arg(t, 1));
}

Bits Blaster::product(Term t) { return circuits_.multiply(arg(t, 0), arg(t, 1)); }

static Bits copy(BitSpan bits) { return {bits.begin(), bits.end()}; }

const Circuits::Division& Blaster::divide(const Bits& n, const Bits& d) {
  auto known = divisions_.find({n, d});
  if (known != divisions_.end()) return known->second;
  bool byConstant = Circuits::isConstant(d) && circuits_.any(d).isTrue();
  Division division = byConstant ? divideByConstant(n, d) : circuits_.divide(n, d);
  if (!byConstant) {
    AigLit zero = ~circuits_.any(d);
    Bits used = division.quotient;
    used.insert(used.end(), division.remainder.begin(), division.remainder.end());
    constraints_.push_back({std::move(used), aig_.mkOr(zero, circuits_.ult(division.remainder, d))});
  }
  return divisions_.emplace(std::pair(n, d), std::move(division)).first->second;
}

// A divisor of k + 1 bits leaves width - k bits of quotient and k + 1 of remainder.
Circuits::Division Blaster::divideByConstant(const Bits& n, const Bits& d) {
  size_t width = n.size(), top = width - 1;
  while (!d[top].isTrue()) --top;
  Bits inputs, q(width, kAigFalse), r(width, kAigFalse);
  for (size_t i = 0; i < width - top; ++i) inputs.push_back(q[i] = aig_.input());
  for (size_t i = 0; i <= top; ++i) inputs.push_back(r[i] = aig_.input());
  AigLit carry = kAigFalse;
  Bits total = circuits_.add(circuits_.multiply(q, d), r, carry);
  Bits holds{circuits_.equal(total, n), ~carry, ~circuits_.unsignedProductOverflows(q, d), circuits_.ult(r, d)};
  constraints_.push_back({std::move(inputs), circuits_.all(holds)});
  return {std::move(q), std::move(r)};
}

Bits Blaster::unsignedQuotient(Term t) { return divide(copy(arg(t, 0)), copy(arg(t, 1))).quotient; }
Bits Blaster::unsignedRemainder(Term t) { return divide(copy(arg(t, 0)), copy(arg(t, 1))).remainder; }

// On magnitudes; the quotient is negative if the signs differ, the remainder if the dividend is.
Circuits::Division Blaster::divideSigned(Term t) {
  BitSpan n = arg(t, 0), d = arg(t, 1);
  const Circuits::Division& magnitudes = divide(circuits_.negateIf(n.back(), n), circuits_.negateIf(d.back(), d));
  return {circuits_.negateIf(aig_.mkXor(n.back(), d.back()), magnitudes.quotient),
          circuits_.negateIf(n.back(), magnitudes.remainder)};
}

Bits Blaster::signedQuotient(Term t) { return divideSigned(t).quotient; }
Bits Blaster::signedRemainder(Term t) { return divideSigned(t).remainder; }

Bits Blaster::shiftLeft(Term t) { return circuits_.shiftLeft(arg(t, 0), arg(t, 1)); }
Bits Blaster::logicalShiftRight(Term t) { return circuits_.shiftRight(arg(t, 0), arg(t, 1), kAigFalse); }
Bits Blaster::arithmeticShiftRight(Term t) { return circuits_.shiftRight(arg(t, 0), arg(t, 1), arg(t, 0).back()); }
Bits Blaster::unsignedLess(Term t) { return {circuits_.ult(arg(t, 0), arg(t, 1))}; }
Bits Blaster::signedLess(Term t) { return {circuits_.slt(arg(t, 0), arg(t, 1))}; }
Bits Blaster::unsignedOverflow(Term t) { return {circuits_.unsignedProductOverflows(arg(t, 0), arg(t, 1))}; }
Bits Blaster::signedOverflow(Term t) { return {circuits_.signedProductOverflows(arg(t, 0), arg(t, 1))}; }

Bits Blaster::concatenation(Term t) {
  Bits result = copy(arg(t, 1));
  BitSpan high = arg(t, 0);
  result.insert(result.end(), high.begin(), high.end());
  return result;
}

Bits Blaster::extraction(Term t) { return copy(arg(t, 0).subspan(t.index(1), t.index(0) - t.index(1) + 1)); }
Bits Blaster::zeroExtension(Term t) { return Circuits::zeroExtended(arg(t, 0), width(t)); }
Bits Blaster::signExtension(Term t) { return Circuits::signExtended(arg(t, 0), width(t)); }

} // namespace assay
