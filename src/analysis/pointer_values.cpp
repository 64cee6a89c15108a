#include "analysis/pointer_values.h"

#include "term/bit_vector.h"
#include "term/traverse.h"
#include "util/planted.h"

#include <algorithm>
#include <optional>

namespace assay {

namespace {

/// ite(object number of a == that of b, a, else): the front end's way to move a pointer.
struct SameObject {
  bool isThen;     // which branch is `a`
  Term other;      // b, if it is a term
  uint64_t number; // otherwise
};

std::optional<SameObject> sameObject(Term ite, const PointerLayout& layout) {
  Term condition = ite[0];
  bool isThen = true;
  if (condition.kind() == Kind::Not) {
    condition = condition[0];
    isThen = false;
  }
  if (condition.kind() != Kind::Equal) return std::nullopt;
  const auto numberOf = [&](Term t) {
    const bool isNumber = t.kind() == Kind::BvExtract && t.index(0) == layout.width - 1 &&
                          t.index(1) == layout.offsetBits && t[0].sort().width() == layout.width;
    return isNumber ? t[0] : Term();
  };
  const Term moved = ite[isThen ? 1 : 2];
  for (uint32_t side : {0u, 1u}) {
    if (numberOf(condition[side]) != moved) continue;
    const Term other = condition[1 - side];
    if (other.kind() == Kind::BvConst) return SameObject{isThen, Term(), other.value().toUint64()};
    if (const Term base = numberOf(other)) return SameObject{isThen, base, 0};
  }
  return std::nullopt;
}

} // namespace

bool PointerValues::add(VariableId variable, const PointerSet& value) {
  return program_[variable].sort() == program_.pointerSort() && include(variables_[variable.index()], value);
}

PointerSet PointerValues::of(Term term) const {
  if (term.sort() != program_.pointerSort()) return PointerSet::any();
  Value value = evaluate(term);
  return value.crosses ? PointerSet::any() : std::move(value);
}

bool PointerValues::mayHold(Term condition) const {
  TermMap<Outcomes> known;
  const auto outcomes = [&](Term t) { return t.isValue() ? Outcomes{t.isTrue(), t.isFalse()} : known[t]; };
  TermSet seen;
  const auto isFollowed = [&](Term t) {
    return (t.kind() == Kind::And || t.kind() == Kind::Or || t.kind() == Kind::Not) && seen.insert(t);
  };
  const auto combine = [&](Term t) {
    for (uint32_t i = 0; i < t.size(); ++i)
      if (t[i].kind() == Kind::Equal) known.insert(t[i], compare(t[i][0], t[i][1]));
    const Outcomes a = outcomes(t[0]), b = outcomes(t[t.size() - 1]);
    if (t.kind() == Kind::Not)
      known[t] = {a.mayFail, a.mayHold};
    else if (t.kind() == Kind::And)
      known[t] = {a.mayHold && b.mayHold, a.mayFail || b.mayFail};
    else
      known[t] = {a.mayHold || b.mayHold, a.mayFail && b.mayFail};
  };
  postOrder(condition, isFollowed, combine);
  return condition.kind() == Kind::Equal ? compare(condition[0], condition[1]).mayHold : outcomes(condition).mayHold;
}

PointerValues::Outcomes PointerValues::compare(Term a, Term b) const {
  if (a.sort() != program_.pointerSort() || a.isValue() == b.isValue()) return {};
  const uint64_t address = (a.isValue() ? a : b).value().toUint64();
  const uint64_t object = layout_.object(address);
  if (object == kZeroObject || object > program_.objects.size()) return {};
  const PointerSet set = of(a.isValue() ? b : a);
  if (set.isAny) return {};
  const PointerTarget* const target = findTarget(set, static_cast<uint32_t>(object));
  const int64_t offset = layout_.offset(address);
  const bool isOnlyOne = set.targets.size() == 1 && target && target->offset == Progression{offset, 0};
  return {target && target->offset.contains(offset), !set.targets.empty() && !isOnlyOne};
}

PointerSet PointerValues::objectNamed(uint64_t number) const {
  PointerSet result;
  if (number == 0)
    result.targets = {{kZeroObject, {0, 0}}};
  else if (number == layout_.wildObject())
    result.targets = {{kWildObject, Progression::any()}};
  else if (number <= program_.objects.size())
    result.targets = {{static_cast<uint32_t>(number), {0, 0}}};
  else
    result.isAny = true;
  return result;
}

PointerSet PointerValues::constant(uint64_t bits) const {
  PointerSet result = objectNamed(layout_.object(bits));
  for (PointerTarget& target : result.targets) {
    if (target.object == kWildObject) continue;
    if (target.object == kZeroObject) {
      target.offset = {static_cast<int64_t>(bits), 0};
      continue;
    }
    // No address of C lies farther from its object than the object is long: this is a number.
    constexpr int64_t kNear = 64;
    const int64_t offset = layout_.offset(bits);
    const int64_t size = static_cast<int64_t>(program_.objects[target.object].size);
    if (offset < -size - kNear || offset > 2 * size + kNear) return PointerSet::any();
    target.offset = {offset, 0};
  }
  return result;
}

PointerValues::Value PointerValues::constantValue(uint64_t bits) const {
  Value result{constant(bits)};
  result.isBounded = true;
  if (isObject(static_cast<uint32_t>(layout_.object(bits)))) result.low = result.high = layout_.offset(bits);
  return result;
}

PointerValues::Value PointerValues::variableValue(VariableId variable) const {
  Value result{variables_[variable.index()]};
  result.isPointer = program_[variable].isPointer;
  if (result.isPointer || result.isAny) return result;
  bool isFirst = true;
  result.isBounded = true;
  for (const PointerTarget& target : result.targets) {
    if (!isObject(target.object)) continue;
    result.isBounded = result.isBounded && target.offset.isExact();
    result.low = isFirst ? target.offset.base : std::min(result.low, target.offset.base);
    result.high = isFirst ? target.offset.base : std::max(result.high, target.offset.base);
    isFirst = false;
  }
  return result;
}

PointerValues::Value PointerValues::evaluate(Term root) const {
  TermMap<Value> done;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done.contains(t)) {
      stack.pop_back();
      continue;
    }
    const size_t before = stack.size();
    const auto need = [&](Term child) {
      if (!done.contains(child)) stack.push_back(child);
    };
    if (t.kind() == Kind::BvAdd) {
      need(t[0]);
      need(t[1]);
    } else if (t.kind() == Kind::Ite) {
      need(t[1]);
      need(t[2]);
      if (const auto same = sameObject(t, layout_); same && same->other) need(same->other);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    Value value = evaluateNode(t, done);
    done.insert(t, std::move(value));
  }
  return done.at(root);
}

PointerValues::Value PointerValues::evaluateNode(Term t, const TermMap<Value>& below) const {
  switch (t.kind()) {
  case Kind::Variable: {
    const VariableId v = program_.variableOf(t);
    return v.valid() ? variableValue(v) : anything();
  }
  case Kind::BvConst:
    return constantValue(t.value().toUint64());
  case Kind::BvAdd:
    return evaluateSum(t, below);
  case Kind::Ite:
    return evaluateChoice(t, below);
  case Kind::BvConcat:
    if (t[0].kind() != Kind::BvConst || t[0].sort().width() < layout_.objectBits()) return anything();
    {
      const uint64_t number = t[0].value().toUint64() >> (t[0].sort().width() - layout_.objectBits());
      Value result{objectNamed(number)};
      for (PointerTarget& target : result.targets) target.offset = Progression::any();
      return result; // anything, when it is moved
    }
  default:
    return evaluateInteger(t);
  }
}

PointerValues::Value PointerValues::evaluateSum(Term t, const TermMap<Value>& below) const {
  const auto isPointer = [&](const Value& value) {
    return !value.isAny && std::any_of(value.targets.begin(), value.targets.end(),
                                       [&](const PointerTarget& target) { return isObject(target.object); });
  };
  const auto isNothing = [](const Value& value) { return !value.isAny && value.targets.empty(); };
  const Value &a = below.at(t[0]), &b = below.at(t[1]);
  if (isNothing(a) || isNothing(b)) return {}; // not known yet
  if (isPointer(a) && isPointer(b)) return anything();
  if (isPointer(a)) return moved(a, t[1]);
  if (isPointer(b)) return moved(b, t[0]);
  if (a.isAny || b.isAny) return anything();
  return isShort(t[1]) ? moved(a, t[1]) : moved(b, t[0]);
}

PointerValues::Value PointerValues::evaluateChoice(Term t, const TermMap<Value>& below) const {
  Value result;
  result.isBounded = true;
  bool isInteger = false, isFirst = true;
  const auto same = sameObject(t, layout_);
  for (uint32_t branch : {1u, 2u}) {
    Value value = below.at(t[branch]);
    if (same && branch == (same->isThen ? 1u : 2u)) {
      Value numbers = same->other ? below.at(same->other) : Value{objectNamed(same->number)};
      if (!numbers.isAny && !numbers.crosses) {
        for (PointerTarget& target : numbers.targets) {
          const PointerTarget* const found = value.isAny ? nullptr : findTarget(value, target.object);
          target.offset = found ? found->offset : Progression::any();
        }
        numbers.isPointer = true;
        numbers.isBounded = false;
        value = std::move(numbers);
      }
    }
    result.crosses = result.crosses || value.crosses;
    include(result, value);
    if (!value.isAny && std::ranges::none_of(value.targets, [](const auto& each) { return isObject(each.object); }))
      continue; // null is no pointer and no number
    isInteger = isInteger || (!value.isPointer && !value.isBounded);
    result.isPointer = result.isPointer || value.isPointer;
    result.isBounded = result.isBounded && value.isBounded;
    result.low = isFirst ? value.low : std::min(result.low, value.low);
    result.high = isFirst ? value.high : std::max(result.high, value.high);
    isFirst = false;
  }
  result.isPointer = result.isPointer && !isInteger;
  return result;
}

/// Small integers mean no object.
PointerValues::Value PointerValues::evaluateInteger(Term t) const {
  const IntegerShape& shape = integers_(t);
  const int64_t limit = int64_t{1} << layout_.offsetBits;
  if (shape.low < -limit || shape.high >= limit) return anything();
  Value small;
  small.targets = {{kZeroObject, Progression::any()}};
  if (shape.low < 0) small.targets.push_back({kWildObject, Progression::any()});
  return small;
}

/// As a way to move: less than an object's window.
bool PointerValues::isShort(Term move) const {
  if (planted(Defect::LongMove)) return true;
  const IntegerShape& shape = integers_(move);
  const int64_t window = static_cast<int64_t>(layout_.guardBit());
  return shape.low > -window && shape.high < window;
}

// One summand is the pointer, the other says how far it moves.
PointerValues::Value PointerValues::moved(const Value& base, Term by) const {
  const IntegerShape& move = integers_(by);
  const int64_t window = static_cast<int64_t>(layout_.guardBit());
  Value result;
  result.crosses = base.crosses || !isShort(by);
  result.isPointer = base.isPointer;
  if (!base.isPointer && std::ranges::any_of(base.targets, [](const auto& each) { return isObject(each.object); })) {
    result.isBounded = base.isBounded && !result.crosses;
    if (result.isBounded) {
      result.low = base.low + move.low;
      result.high = base.high + move.high;
      result.isBounded = result.low >= -window && result.high < window;
    }
    result.crosses = result.crosses || !result.isBounded;
  }
  const auto add = [&](const PointerTarget& target) {
    PointerSet one;
    one.targets = {target};
    include(result, one);
  };
  for (const PointerTarget& target : base.targets) {
    const Progression to = sum(target.offset, move.values);
    if (target.object == kWildObject) { // the number before 0
      add({kZeroObject, Progression::any()});
      add({kWildObject, Progression::any()});
    } else if (target.object == kZeroObject && (!to.isExact() || to.base < 0 || to.base >= window)) {
      // Integers are moved once; to go on is to compute an address, of any object. Null is moved as other pointers are.
      result.crosses = result.crosses || (!base.isPointer && !target.offset.isExact());
      add({kZeroObject, Progression::any()});
      add({kWildObject, Progression::any()});
    } else {
      result.crosses = result.crosses || (to.isExact() && (to.base <= -window || to.base >= window));
      add({target.object, to});
    }
  }
  return result;
}

} // namespace assay
