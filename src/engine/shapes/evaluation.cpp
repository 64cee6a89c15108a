#include "engine/shapes/evaluation.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay::shapes {

std::optional<Value> Evaluation::evaluate(Term root) {
  memo_.clear();
  madeUp_.clear();
  std::vector<Value> children;
  postOrder(
      root, [&](Term term) { return !memo_.contains(term); },
      [&](Term term) {
        if (memo_.contains(term)) return;
        children.clear();
        for (Term child : term.children()) children.push_back(memo_.at(child));
        memo_.emplace(term, valueOf(term, children));
      });
  const Value value = memo_.at(root);
  if (value.kind == Value::Kind::Pending) return {};
  if (value.kind == Value::Kind::ObjectNumber) return anything(root.sort());
  return value;
}

Value Evaluation::anything(Sort sort) {
  const Value value = heap_.fresh(sort);
  madeUp_.insert(value.number);
  return value;
}

Value Evaluation::pending(OpenCase open) {
  openCase_ = open;
  Value value;
  value.kind = Value::Kind::Pending;
  return value;
}

Value Evaluation::valueOf(Term term, const std::vector<Value>& children) {
  if (term.isVariable()) {
    const VariableId variable = program_.variableOf(term);
    const auto found = state_.variables.find(variable);
    if (found != state_.variables.end()) return found->second;
    // Nothing is known of it. It is the same value when it is read again.
    const Value value = heap_.fresh(term.sort());
    if (variable.valid()) state_.variables[variable] = value;
    return value;
  }
  if (children.empty()) return Value::of(term);
  if (term.kind() == Kind::Ite) return choice(term, children[0], children[1], children[2]);
  bool isNumeric = true;
  const Value* open = nullptr;
  std::vector<Term> numbers;
  for (const Value& child : children) {
    isNumeric = isNumeric && child.isNumber();
    if (child.kind == Value::Kind::Pending) open = &child;
    numbers.push_back(child.number);
  }
  if (isNumeric) return Value::of(terms_.rebuild(term, numbers));
  if (term.kind() == Kind::And || term.kind() == Kind::Or) {
    const bool neutral = term.kind() == Kind::And;
    for (const Value& child : children)
      if (child.isConstant() && child.number.isTrue() != neutral) return child;
  }
  if (open) return *open;
  return ofPointers(term, children);
}

bool Evaluation::isAssumed(Term condition) const {
  std::vector<Term> work{condition};
  while (!work.empty()) {
    const Term part = work.back();
    work.pop_back();
    if (part.kind() == Kind::And)
      work.insert(work.end(), {part[0], part[1]});
    else if (std::find(state_.constraints.begin(), state_.constraints.end(), part) == state_.constraints.end())
      return false;
  }
  return true;
}

Value Evaluation::choice(Term term, const Value& condition, const Value& a, const Value& b) {
  if (!condition.isNumber()) return condition;
  if (condition.number.isTrue()) return a;
  if (condition.number.isFalse()) return b;
  if (a.isNumber() && b.isNumber()) {
    const Term children[] = {condition.number, a.number, b.number};
    return Value::of(terms_.rebuild(term, children));
  }
  if (a == b) return a;
  if (isAssumed(condition.number)) return a;
  if (isAssumed(terms_.mkNot(condition.number))) return b;
  // What was made up just now will be another symbol the next time.
  for (Term symbol : freeVariables(condition.number))
    if (madeUp_.contains(symbol)) return anything(term.sort());
  return pending({condition.number, 0, false});
}

Value Evaluation::ofPointers(Term term, const std::vector<Value>& children) {
  const auto isIndexed = [](const Value& child) { return child.isIndexed(); };
  const bool isFollowed = term.kind() == Kind::BvAdd || term.kind() == Kind::BvExtract;
  if (!isFollowed && std::any_of(children.begin(), children.end(), isIndexed)) return anything(term.sort());
  switch (term.kind()) {
  case Kind::Equal:
    return equal(children[0], children[1]);
  case Kind::BvAdd:
    if (term[1].kind() == Kind::BvNeg) return difference(term);
    return children[0].isPointer() ? sum(term, children[0], children[1]) : sum(term, children[1], children[0]);
  case Kind::BvUlt:
  case Kind::BvSlt:
    return less(term, children[0], children[1]);
  case Kind::BvExtract: {
    const PointerLayout& layout = program_.layout();
    if (!children[0].isPointer() || term.index(0) != layout.width - 1 || term.index(1) != layout.offsetBits)
      return anything(term.sort());
    Value value = children[0];
    value.kind = Value::Kind::ObjectNumber;
    return value;
  }
  default:
    return anything(term.sort());
  }
}

Value Evaluation::sum(Term term, const Value& a, const Value& b) {
  if (!a.isPointer() || !b.isNumber()) return anything(term.sort());
  if (a.isIndexed() || !b.isConstant()) {
    Value value = Value::pointer(a.object, 0, a.last);
    const Term before =
        a.isIndexed() ? a.number : terms_.mkBv(BitVector::fromSigned(program_.layout().width, a.offset));
    value.number = terms_.mkBvAdd(before, b.number);
    return value;
  }
  // The pointer stays inside the window around its object that its bits can express.
  const int64_t add = b.number.value().toInt64();
  const auto window = static_cast<int64_t>(program_.layout().maxObjectSize());
  const auto isInside = [&](int64_t offset) { return -window < offset && offset < window; };
  if (!isInside(add) || !isInside(a.offset + add)) return anything(term.sort());
  return Value::pointer(a.object, a.offset + add, a.last);
}

/// a - b, which is a + -b.
Value Evaluation::difference(Term term) {
  const Value& a = memo_.at(term[0]);
  const auto negated = memo_.find(term[1][0]);
  if (!a.isPointer() || negated == memo_.end() || !negated->second.isPointer()) return anything(term.sort());
  const Value& b = negated->second;
  if (a.isIndexed() || b.isIndexed()) return anything(term.sort());
  if (a.object != b.object || a.last != b.last) return anything(term.sort());
  return Value::of(terms_.mkBv(BitVector::fromSigned(program_.layout().width, a.offset - b.offset)));
}

Value Evaluation::less(Term term, const Value& a, const Value& b) {
  const PointerLayout& layout = program_.layout();
  if (a.isPointer() && b.isPointer()) {
    if (a.object == b.object && a.last == b.last) return boolean(a.offset < b.offset);
    return anything(term.sort());
  }
  if (term.kind() != Kind::BvUlt) return anything(term.sort());
  // Every pointer into a block is at least 2^offsetBits.
  const uint64_t least = uint64_t{1} << layout.offsetBits;
  if (a.isPointer() && b.isConstant() && b.number.value().toUint64() <= least) return boolean(false);
  if (b.isPointer() && a.isConstant() && a.number.value().toUint64() < least) return boolean(true);
  return anything(term.sort());
}

bool Evaluation::isNoBlock(const Term& number, bool isObjectNumber) const {
  if (!number.isValue()) return false;
  const uint64_t bits = number.value().toUint64();
  const uint64_t object = isObjectNumber ? bits : program_.layout().object(bits);
  return object <= program_.objects.size();
}

Value Evaluation::sameBlock(const Value& a, const Value& b) {
  const Block& first = state_.blocks.at(a.object);
  if (a.object == b.object) {
    if (a.last == b.last || !first.isSegment()) return boolean(true);
    if (first.min >= 2) return boolean(false);
    return pending({Term(), a.object, false});
  }
  // A block that is dead may have given its number to another one.
  if (!first.isAlive || !state_.blocks.at(b.object).isAlive) return anyBool();
  return boolean(false);
}

/// Whether the upper bits of pointers, one of them with an index, are the same: the index does not lead out of the
/// window.
Value Evaluation::sameUpperBits(const Value& a, const Value& b) {
  const bool areOne = a.kind == b.kind && a.object == b.object && a.last == b.last;
  if (!areOne || a.number.isNull() == b.number.isNull()) return anyBool();
  const PointerLayout& layout = program_.layout();
  const Term index = a.number.isNull() ? b.number : a.number;
  const Term offset = terms_.mkBvAdd(index, terms_.mkBv(layout.width, layout.guardBit()));
  return Value::of(terms_.mkBvUlt(offset, terms_.mkBv(layout.width, uint64_t{1} << layout.offsetBits)));
}

Value Evaluation::equal(const Value& a, const Value& b) {
  if (a.isNumber() && b.isNumber()) return Value::of(terms_.mkEqual(a.number, b.number));
  const auto isUpper = [](const Value& value) {
    return value.kind == Value::Kind::ObjectNumber && !value.number.isNull();
  };
  if (isUpper(a) || isUpper(b)) return sameUpperBits(a, b);
  if (a.isNumber() || b.isNumber()) {
    const Value& number = a.isNumber() ? a : b;
    const Value& pointer = a.isNumber() ? b : a;
    if (isNoBlock(number.number, pointer.kind == Value::Kind::ObjectNumber)) return boolean(false);
    return anyBool();
  }
  if (a.kind != b.kind) return anyBool();
  if (a.kind == Value::Kind::Pointer && a.offset != b.offset && a.object == b.object && a.last == b.last)
    return boolean(false);
  if (a.kind == Value::Kind::Pointer && a.offset != b.offset) {
    // Numbers of blocks differ or offsets do, unless one of the blocks is dead.
    if (!state_.blocks.at(a.object).isAlive || !state_.blocks.at(b.object).isAlive) return anyBool();
    return boolean(false);
  }
  return sameBlock(a, b);
}

} // namespace assay::shapes
