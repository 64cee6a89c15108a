#include "program/number_messages.h"

#include <deque>
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

/// Of an operation whose exact result does not fit; nothing otherwise.
std::optional<std::string> overflowOf(Term term, Evaluator& evaluator) {
  const Kind kind = term.kind();
  const bool isSum = kind == Kind::BvAdd, isProduct = kind == Kind::BvMul || kind == Kind::BvSmulo;
  const bool isNegation = kind == Kind::BvNeg, isShift = kind == Kind::BvShl;
  if (!isSum && !isProduct && !isNegation && !isShift) return std::nullopt;
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
    if (isShift && left.toSignedString().starts_with('-')) return std::nullopt;
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
  return {};
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
