#include "program/number_messages.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <unordered_set>

namespace assay {

namespace {

/// A number with room for exact results.
BitVector exact(Term term, Evaluator& evaluator, uint32_t width) {
  return evaluator.evaluateBits(term).signExtend(width);
}

bool fits(const BitVector& value, uint32_t width) {
  return value.extract(width - 1, 0).signExtend(value.width()) == value;
}

/// "3 + 4" or "3 - 4".
std::string sumText(const BitVector& left, const BitVector& right) {
  std::string second = right.toSignedString();
  const bool isNegative = second.starts_with('-');
  if (left.isZero() && isNegative) return second;
  return left.toSignedString() + (isNegative ? " - " + second.substr(1) : " + " + second);
}

/// As an operand behind a sign: a negative number in parentheses.
std::string operandText(const BitVector& value) {
  const std::string text = value.toSignedString();
  return text.starts_with('-') ? "(" + text + ")" : text;
}

/// What is shifted by: the translation takes it modulo the width.
Term exponentOf(Term shift) {
  const bool isPart = shift[1].kind() == Kind::BvZeroExtend && shift[1][0].kind() == Kind::BvExtract;
  return isPart ? shift[1][0][0] : shift[1];
}

/// "1 << 32: the exponent is none of 0 to 31".
std::optional<std::string> misshiftOf(Term term, Evaluator& evaluator) {
  const uint32_t width = term[0].sort().width();
  const BitVector operand = evaluator.evaluateBits(term[0]), exponent = evaluator.evaluateBits(exponentOf(term));
  const std::string text = operand.toSignedString() + " << " + operandText(exponent);
  const std::string exponentText = exponent.toSignedString();
  if (exponentText.starts_with('-') || exponent.width() > 64 || exponent.toUint64() >= width)
    return text + ": the exponent is none of 0 to " + std::to_string(width - 1);
  if (operand.toSignedString().starts_with('-')) return text + ": the left operand is negative";
  return std::nullopt;
}

/// Where the smallest number is divided by -1, the condition compares both operands with these.
std::optional<std::string> divisionOf(Term condition, Evaluator& evaluator) {
  constexpr size_t kMany = 20;
  constexpr uint32_t kSmallest = 8; // bits of a type: single bits are no operands
  std::deque<Term> work = {condition};
  std::optional<BitVector> smallest;
  bool byMinusOne = false;
  for (size_t i = 0; i < kMany && !work.empty(); ++i) {
    const Term term = work.front();
    work.pop_front();
    if (term.kind() == Kind::Not || term.kind() == Kind::And || term.kind() == Kind::Or) {
      for (const Term child : term.children()) work.push_back(child);
    } else if (term.kind() == Kind::Equal && term[0].sort().isBitVec() && term[0].sort().width() >= kSmallest) {
      const BitVector value = evaluator.evaluateBits(term[0]);
      if (value != evaluator.evaluateBits(term[1])) continue;
      if (value == BitVector::fromSigned(value.width(), -1)) byMinusOne = true;
      if (!value.isZero() && value.neg() == value) smallest = value;
    }
  }
  if (!smallest || !byMinusOne) return std::nullopt;
  const BitVector result = smallest->signExtend(2 * smallest->width()).neg();
  return smallest->toSignedString() + " / (-1) = " + result.toSignedString() + " does not fit " +
         std::to_string(smallest->width()) + " bits";
}

/// Of an operation whose exact result does not fit; nothing otherwise.
std::optional<std::string> overflowOf(Term term, Evaluator& evaluator) {
  const Kind kind = term.kind();
  const bool isSum = kind == Kind::BvAdd, isProduct = kind == Kind::BvMul || kind == Kind::BvSmulo;
  const bool isNegation = kind == Kind::BvNeg, isShift = kind == Kind::BvShl;
  if (!isSum && !isProduct && !isNegation && !isShift) return std::nullopt;
  if (isShift)
    if (std::optional<std::string> wrong = misshiftOf(term, evaluator)) return wrong;
  const uint32_t width = term[0].sort().width();
  const uint32_t room = 2 * width + 2;
  std::string text;
  BitVector result(room, 0);
  const BitVector left = exact(term[0], evaluator, room);
  const size_t negated = isSum && term[0].kind() == Kind::BvNeg && term[1].kind() != Kind::BvNeg ? 0 : 1;
  if (isNegation) {
    result = left.neg();
    text = "-(" + left.toSignedString() + ")";
  } else if (isSum && term[negated].kind() == Kind::BvNeg) { // a subtraction
    const BitVector from = exact(term[1 - negated], evaluator, room);
    const BitVector what = exact(term[negated][0], evaluator, room);
    result = from.sub(what);
    text = from.toSignedString() + " - " + operandText(what);
  } else {
    const BitVector right = exact(term[1], evaluator, room);
    result = isSum ? left.add(right) : isProduct ? left.mul(right) : left.shl(right);
    text = isSum ? sumText(left, right) : left.toSignedString() + (isShift ? " << " : " * ") + right.toSignedString();
  }
  if (fits(result, width)) return std::nullopt;
  return text + " = " + result.toSignedString() + " does not fit " + std::to_string(width) + " bits";
}

} // namespace

std::string explainOverflow(Term condition, Evaluator& evaluator) {
  constexpr size_t kMany = 200;
  std::deque<Term> work = {condition};
  std::unordered_set<Term> seen = {condition};
  while (!work.empty() && seen.size() < kMany) {
    const Term term = work.front();
    work.pop_front();
    if (const std::optional<std::string> found = overflowOf(term, evaluator)) return *found;
    for (const Term child : term.children())
      if (seen.insert(child).second) work.push_back(child);
  }
  if (const std::optional<std::string> found = divisionOf(condition, evaluator)) return *found;
  // `!(exponent <= 31)`, of a shift that cannot overflow otherwise.
  const Term compared = condition.kind() == Kind::Not ? condition[0] : condition;
  if (compared.kind() != Kind::BvUlt) return {};
  const bool isAbove = compared == condition;
  const Term most = compared[isAbove ? 0 : 1], exponent = compared[isAbove ? 1 : 0];
  if (!most.isValue() || exponent.isValue() || most.value().width() > 64) return {};
  constexpr uint64_t kWidths[] = {8, 16, 32, 64, 128};
  if (std::ranges::find(kWidths, most.value().toUint64() + 1) == std::end(kWidths)) return {};
  return "by " + evaluator.evaluateBits(exponent).toSignedString();
}

std::string explainIndex(Term condition, Evaluator& evaluator) {
  // `!(index < length)`, or `length < index` where the address behind the last element is allowed.
  const bool isAccess = condition.kind() == Kind::Not && condition[0].kind() == Kind::BvUlt;
  if (!isAccess && condition.kind() != Kind::BvUlt) return {};
  const Term index = isAccess ? condition[0][0] : condition[1], length = isAccess ? condition[0][1] : condition[0];
  return "index " + evaluator.evaluateBits(index).toSignedString() + ", length " +
         evaluator.evaluateBits(length).toString();
}

} // namespace assay
