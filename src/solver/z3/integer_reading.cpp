#include "solver/z3/integer_reading.h"

#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace assay {

namespace {

constexpr int64_t kSmall = 8; // a number

/// 2^n for bits 0 to n - 1; otherwise 0.
uint64_t sizeOfMask(const BitVector& mask) {
  if (mask.width() > 64) return 0;
  const uint64_t bits = mask.toUint64();
  return bits != 0 && bits != UINT64_MAX && (bits & (bits + 1)) == 0 ? bits + 1 : 0;
}

} // namespace

IntegerReading::IntegerReading(const Z3Api& z3, std::span<const Term> signedVariables, bool hasSymbolicNumbers)
    : z3_(z3), hasSymbolicNumbers_(hasSymbolicNumbers) {
  for (Term variable : signedVariables) signed_.insert(variable);
}

/// By the first variable in it.
bool IntegerReading::isSigned(Term term) const {
  while (term.size() > 0) {
    if (term.kind() == Kind::BvZeroExtend) return false;
    if (term.kind() == Kind::BvSignExtend) return true;
    const bool isFirstConstant = term.size() > 1 && term[0].isValue();
    term = term.kind() == Kind::Ite || isFirstConstant ? term[1] : term[0];
  }
  return term.isValue() || signed_.contains(term);
}

Z3Ast IntegerReading::number(const std::string& digits) const {
  const Z3Sort sort = z3_.call<Z3_mk_int_sort>();
  return z3_.call<Z3_mk_numeral>(digits, sort);
}
Z3Ast IntegerReading::sum(const Z3Ast& a, const Z3Ast& b) const { return z3_.callOn<Z3_mk_add>(std::array{a, b}); }
Z3Ast IntegerReading::product(const Z3Ast& a, const Z3Ast& b) const { return z3_.callOn<Z3_mk_mul>(std::array{a, b}); }
Z3Ast IntegerReading::conjunction(const Z3Ast& a, const Z3Ast& b) const {
  return z3_.callOn<Z3_mk_and>(std::array{a, b});
}

Z3Ast IntegerReading::literal(Term value, bool isSigned) const {
  const BitVector& bits = value.value();
  const bool isNegative = isSigned && bits.width() > 1 && bits.signBit();
  return number((isNegative ? "-" : "") + (isNegative ? bits.neg() : bits).toString());
}

Z3Ast IntegerReading::value(Term term, bool isSigned) {
  if (!term.isValue() || !term.sort().isBitVec()) return read(term);
  if (!hasSymbolicNumbers_ || term.sort().width() == 1) return literal(term, isSigned);
  const BitVector& bits = term.value();
  if (!isSigned && bits.width() == 64 && bits.signBit()) return literal(term, isSigned);
  const int64_t value = isSigned ? bits.toInt64() : static_cast<int64_t>(bits.toUint64());
  if (std::abs(value) <= kSmall) return literal(term, isSigned);
  const auto [found, isNew] = numbers_.try_emplace(value);
  if (isNew) {
    const Z3Sort sort = z3_.call<Z3_mk_int_sort>();
    const Z3_symbol name = z3_.call<Z3_mk_string_symbol>("n" + std::to_string(value));
    found->second = z3_.call<Z3_mk_const>(name, sort);
  }
  return found->second;
}

IntegerReading::Numbers IntegerReading::numbers() const {
  Numbers result;
  const auto addLess = [&](const Z3Ast& less, const Z3Ast& greater) {
    result.known.push_back(z3_.call<Z3_mk_lt>(less, greater));
  };
  const Z3Ast large = number(kSmall), largeNegative = number(-kSmall);
  for (const auto& [value, symbol] : numbers_) {
    if (value < 0) addLess(symbol, largeNegative);
    if (result.values.empty() || (result.values.back() < 0) != (value < 0)) {
      if (value > 0) addLess(large, symbol);
    } else if (value - result.values.back() <= kSmall) {
      const Z3Ast next = sum(result.symbols.back(), number(value - result.values.back()));
      result.known.push_back(z3_.call<Z3_mk_eq>(symbol, next));
    } else {
      addLess(result.symbols.back(), symbol);
    }
    result.values.push_back(value);
    result.symbols.push_back(symbol);
  }
  return result;
}

Z3Ast IntegerReading::read(Term root) {
  postOrder(
      root, [&](Term t) { return !memo_.contains(t) && isRead(t.sort()); },
      [&](Term t) { memo_.insert(t, t.sort().isBool() ? readBool(t) : readNumber(t)); });
  return memo_.at(root);
}

Z3Ast IntegerReading::any(Term term) {
  open_.insert(term);
  const Z3Sort sort = term.sort().isBool() ? z3_.call<Z3_mk_bool_sort>() : z3_.call<Z3_mk_int_sort>();
  const Z3_symbol name = z3_.call<Z3_mk_string_symbol>("t" + std::to_string(term.id()));
  return z3_.call<Z3_mk_const>(name, sort);
}

Z3Ast IntegerReading::readBool(Term t) {
  switch (t.kind()) {
  case Kind::True:
    return z3_.call<Z3_mk_true>();
  case Kind::False:
  case Kind::BvUmulo:
  case Kind::BvSmulo:
    return z3_.call<Z3_mk_false>();
  case Kind::Not:
    return z3_.call<Z3_mk_not>(memo_.at(t[0]));
  case Kind::And:
    return conjunction(memo_.at(t[0]), memo_.at(t[1]));
  case Kind::Or:
    return z3_.callOn<Z3_mk_or>(std::array{memo_.at(t[0]), memo_.at(t[1])});
  case Kind::Ite:
    return z3_.call<Z3_mk_ite>(memo_.at(t[0]), memo_.at(t[1]), memo_.at(t[2]));
  case Kind::Equal:
  case Kind::BvUlt:
  case Kind::BvSlt:
    return isRead(t[0].sort()) ? readComparison(t) : any(t);
  default:
    return any(t);
  }
}

// If a signed number is compared as an unsigned one, a negative one is large.
Z3Ast IntegerReading::readComparison(Term t) {
  if (t[0].sort().isBool()) return z3_.call<Z3_mk_eq>(memo_.at(t[0]), memo_.at(t[1]));
  const Term variable = t[0].isValue() ? t[1] : t[0];
  const bool isSigned = t.kind() == Kind::BvSlt || (t.kind() == Kind::Equal && this->isSigned(variable));
  const Z3Ast left = value(t[0], isSigned);
  const Z3Ast right = value(t[1], isSigned);
  if (t.kind() == Kind::Equal) return z3_.call<Z3_mk_eq>(left, right);
  Z3Ast isLess = z3_.call<Z3_mk_lt>(left, right);
  if (t.kind() == Kind::BvSlt || t[0].isValue() || !this->isSigned(t[0])) return isLess;
  const Z3Ast zero = number(0);
  const Z3Ast isPositive = z3_.call<Z3_mk_le>(zero, left);
  return conjunction(isPositive, isLess);
}

Z3Ast IntegerReading::readNumber(Term t) {
  const auto quotient = [&](uint64_t divisor) {
    return z3_.call<Z3_mk_div>(memo_.at(t[0]), number(std::to_string(divisor)));
  };
  const auto shift = [&]() -> uint64_t {
    return t[1].isValue() && t[1].value().toUint64() < 32 ? uint64_t{1} << t[1].value().toUint64() : 0;
  };
  switch (t.kind()) {
  case Kind::BvConst:
    return value(t, true);
  case Kind::BvNeg:
    return product(number(-1), memo_.at(t[0]));
  case Kind::BvNot: {
    const Z3Ast minus = product(number(-1), memo_.at(t[0]));
    return sum(minus, number(-1));
  }
  case Kind::BvAdd:
    return sum(memo_.at(t[0]), memo_.at(t[1]));
  case Kind::BvMul:
    if (!t[0].isValue() && !t[1].isValue()) return any(t);
    return t[0].isValue() ? product(literal(t[0], true), memo_.at(t[1])) : product(literal(t[1], true), memo_.at(t[0]));
  case Kind::BvShl:
    return shift() > 0 ? product(memo_.at(t[0]), number(std::to_string(shift()))) : any(t);
  case Kind::BvLshr:
  case Kind::BvAshr:
    return shift() > 0 ? quotient(shift()) : any(t);
  case Kind::BvUdiv:
  case Kind::BvSdiv:
  case Kind::BvUrem:
  case Kind::BvSrem: {
    const bool isSmall = t[1].isValue() && !t[1].value().isZero() && !t[1].value().signBit();
    if (!isSmall) return any(t);
    if (t.kind() == Kind::BvUdiv || t.kind() == Kind::BvSdiv) return quotient(t[1].value().toUint64());
    return z3_.call<Z3_mk_mod>(memo_.at(t[0]), literal(t[1], false));
  }
  case Kind::BvAnd:
  case Kind::BvConcat:
    return readBits(t);
  case Kind::BvExtract:
    return isRead(t[0].sort()) ? readExtract(t) : any(t);
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
    return memo_.at(t[0]);
  case Kind::Ite:
    return z3_.call<Z3_mk_ite>(memo_.at(t[0]), memo_.at(t[1]), memo_.at(t[2]));
  default:
    return any(t);
  }
}

Z3Ast IntegerReading::readBits(Term t) {
  if (t.kind() == Kind::BvAnd) {
    const uint32_t constant = t[0].isValue() ? 0 : 1;
    const uint64_t size = t[constant].isValue() ? sizeOfMask(t[constant].value()) : 0;
    return size > 0 ? z3_.call<Z3_mk_mod>(memo_.at(t[1 - constant]), number(std::to_string(size))) : any(t);
  }
  const uint32_t width = t[1].sort().width();
  if (t[0].isValue() && t[0].value().isZero()) return memo_.at(t[1]);
  if (!t[1].isValue() || width >= 32) return any(t);
  const Z3Ast factor = number(std::to_string(uint64_t{1} << width));
  const Z3Ast high = product(memo_.at(t[0]), factor);
  return sum(high, literal(t[1], false));
}

/// A number of fewer bits, of at least eight, is the same one.
Z3Ast IntegerReading::readExtract(Term t) {
  const uint32_t high = t.index(0), low = t.index(1);
  Z3Ast result = memo_.at(t[0]);
  const bool isTop = high + 1 == t[0].sort().width();
  if (isTop && low == high) {
    const Z3Ast zero = number(0);
    const Z3Ast isNegative = z3_.call<Z3_mk_lt>(result, zero);
    const Z3Ast one = number(1);
    return z3_.call<Z3_mk_ite>(isNegative, one, zero);
  }
  if (low >= 32) return any(t);
  if (low > 0) result = z3_.call<Z3_mk_div>(result, number(std::to_string(uint64_t{1} << low)));
  const uint32_t width = high - low + 1;
  return width >= 8 || isTop ? result : z3_.call<Z3_mk_mod>(result, number(int64_t{1} << width));
}

IntegerReading::Constants IntegerReading::constantsOf(std::span<const Term> roots) {
  Constants result;
  TermSet seen;
  for (Term root : roots)
    postOrder(
        root, [&](Term t) { return memo_.contains(t) && seen.insert(t); },
        [&](Term t) {
          if (!open_.contains(t)) return;
          result.all.push_back(memo_.at(t));
          if (!t.sort().isBitVec() || isSigned(t)) return;
          const Z3Ast zero = number(0);
          result.known.push_back(z3_.call<Z3_mk_le>(zero, memo_.at(t)));
        });
  return result;
}

} // namespace assay
