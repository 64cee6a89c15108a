#include "transform/memory/records/opaque_numbers.h"

#include "term/bit_vector.h"

#include <algorithm>

namespace assay {

OpaqueNumbers::OpaqueNumbers(const Program& program, const RecordHeap& heap)
    : program_(program), heap_(heap), width_(program.layout().width), offsetBits_(program.layout().offsetBits) {
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    visit(edge.guard);
    for (const Operation& operation : edge.operations) {
      operation.visit([&](const Assign& assign) { flow(assign.value, program[assign.variable].term); },
                      [](const OneOf<Input, Return> auto&) {}, [&](const Call&) { isBroken_ = true; },
                      [&](const OfMemory auto&) { isBroken_ = true; }, NoThreads());
    }
  }
  for (const Variable& variable : program.variables())
    if (variable.initial && !isRecordArray(variable.term) && variable.term != heap_.next)
      flow(variable.initial, variable.term);
  visited_ = {};
}

bool OpaqueNumbers::isOpaque(Term condition) const {
  OpaqueNumbers with = *this;
  with.visit(condition);
  return with.isConsistent();
}

bool OpaqueNumbers::isPointer(Term variable) const {
  const auto found = classes_.find(find(variable));
  return found != classes_.end() && found->second.isPointer;
}

Term OpaqueNumbers::find(Term variable) const {
  for (auto it = classes_.find(variable); it != classes_.end() && it->second.parent; it = classes_.find(variable))
    variable = it->second.parent;
  return variable;
}

void OpaqueNumbers::unite(Term a, Term b) {
  a = find(a);
  b = find(b);
  if (a == b) return;
  Class& from = classes_[a];
  from.parent = b;
  const bool isPointer = from.isPointer, isNumber = from.isNumber;
  Class& into = classes_[b];
  into.isPointer = into.isPointer || isPointer;
  into.isNumber = into.isNumber || isNumber;
}

void OpaqueNumbers::mark(const std::vector<Term>& leaves, bool isPointer) {
  for (Term leaf : leaves) {
    Class& its = classes_[find(leaf)];
    (isPointer ? its.isPointer : its.isNumber) = true;
  }
}

bool OpaqueNumbers::isConsistent() const {
  return !isBroken_ && std::ranges::none_of(
                           classes_, [](const auto& entry) { return entry.second.isPointer && entry.second.isNumber; });
}

bool OpaqueNumbers::isRecordArray(Term term) const {
  if (term == heap_.site) return true;
  return std::ranges::any_of(heap_.fields, [&](const RecordHeap::Field& field) { return field.array == term; });
}

/// Numbers that no allocation gives out: they stay what they are.
bool OpaqueNumbers::isFixedNumber(const BitVector& number) const {
  return number.toUint64() < heap_.firstNumber || number.toUint64() == program_.layout().wildObject();
}

/// Whether there is a number left: there is.
bool OpaqueNumbers::isCount(Term comparison) const {
  for (const uint32_t side : {0u, 1u})
    if (comparison[side] == heap_.next && comparison[1 - side].kind() == Kind::BvConst) {
      const uint64_t number = comparison[1 - side].value().toUint64();
      return number + 1 == heap_.mostNumber || number == heap_.mostNumber;
    }
  return false;
}

bool OpaqueNumbers::parsePointer(Term term, std::vector<Term>& leaves, bool& isAddress) {
  if (!term.sort().isBitVec() || term.sort().width() != width_) return false;
  if (++numSteps_ > kMaxSteps) {
    isBroken_ = true;
    return false;
  }
  const PointerLayout& layout = program_.layout();
  switch (term.kind()) {
  case Kind::Variable:
    leaves.push_back(term);
    return true;
  case Kind::BvConst:
    return isFixedNumber(BitVector(layout.objectBits(), layout.object(term.value().toUint64())));
  case Kind::Ite:
    visit(term[0]);
    return parsePointer(term[1], leaves, isAddress) && parsePointer(term[2], leaves, isAddress);
  case Kind::BvAdd:
    for (const uint32_t side : {0u, 1u}) {
      if (term[side].kind() != Kind::BvConst) continue;
      const int64_t step = term[side].value().toInt64();
      const auto most = static_cast<int64_t>(layout.guardBit());
      return -most < step && step < most && parsePointer(term[1 - side], leaves, isAddress);
    }
    return false;
  case Kind::BvConcat:
    if (term[0].sort().width() != layout.objectBits()) return false;
    if (term[0].kind() == Kind::BvConst ? !isFixedNumber(term[0].value()) : !involvesNumber(term[0])) return false;
    if (term[0].kind() != Kind::BvConst && !parseNumber(term[0])) return false;
    visit(term[1]);
    isAddress = true;
    return true;
  case Kind::Select: {
    if (!parseNumber(term[1])) return false;
    Term array = term[0];
    while (array.kind() == Kind::Store) {
      if (!parseNumber(array[1]) || !parsePointer(array[2], leaves, isAddress)) return false;
      array = array[0];
    }
    if (!array.isVariable() || !isRecordArray(array)) return false;
    leaves.push_back(array);
    return true;
  }
  default:
    return false;
  }
}

/// Whether it is, in part, the number of an object.
bool OpaqueNumbers::involvesNumber(Term term) const {
  switch (term.kind()) {
  case Kind::Variable:
    return term == heap_.next || term == heap_.block || term == heap_.other;
  case Kind::BvExtract:
    return term[0].sort().width() == width_ && term.index(0) == width_ - 1 && term.index(1) == offsetBits_;
  case Kind::Ite:
    return involvesNumber(term[1]) || involvesNumber(term[2]);
  case Kind::BvAdd:
    return involvesNumber(term[0]) || involvesNumber(term[1]);
  default:
    return false;
  }
}

bool OpaqueNumbers::parseNumber(Term term) {
  switch (term.kind()) {
  case Kind::Variable:
    return involvesNumber(term);
  case Kind::BvConst:
    return isFixedNumber(term.value());
  case Kind::BvExtract: {
    if (!involvesNumber(term)) return false;
    std::vector<Term> leaves;
    bool isAddress = false;
    if (!parsePointer(term[0], leaves, isAddress)) return false;
    mark(leaves, true);
    return true;
  }
  case Kind::Ite:
    visit(term[0]);
    return parseNumber(term[1]) && parseNumber(term[2]);
  case Kind::BvAdd: // the next one, and the one after that
    for (const uint32_t side : {0u, 1u})
      if (term[side].kind() == Kind::BvConst) return term[side].value().toUint64() <= 4 && term[1 - side] == heap_.next;
    return false;
  default:
    return false;
  }
}

void OpaqueNumbers::checkArray(Term term, Term target) {
  if (term.kind() == Kind::Variable && isRecordArray(term)) return unite(term, target);
  if (term.kind() == Kind::Ite) {
    visit(term[0]);
    checkArray(term[1], target);
    checkArray(term[2], target);
  } else if (term.kind() == Kind::Store && parseNumber(term[1])) {
    checkArray(term[0], target);
    flow(term[2], target);
  } else {
    isBroken_ = true;
  }
}

/// The target, a variable or elements of an array, gets the value.
void OpaqueNumbers::flow(Term value, Term target) {
  if (target == heap_.next) {
    isBroken_ = isBroken_ || !parseNumber(value);
  } else if (value.sort().isArray()) {
    if (isRecordArray(target))
      checkArray(value, target);
    else
      visit(value);
  } else if (value.sort().isBitVec() && value.sort().width() == width_) {
    std::vector<Term> leaves;
    bool isAddress = false;
    if (parsePointer(value, leaves, isAddress)) {
      for (Term leaf : leaves) unite(leaf, target);
      if (isAddress) mark({target}, true);
    } else {
      mark({target}, false);
      visit(value);
    }
  } else {
    visit(value);
  }
}

void OpaqueNumbers::compare(Term a, Term b) {
  std::vector<Term> leaves;
  bool isAddress = false;
  if (parsePointer(a, leaves, isAddress) && parsePointer(b, leaves, isAddress)) {
    for (Term leaf : leaves) unite(leaf, leaves[0]);
    if (isAddress) mark(leaves, true);
    return;
  }
  visit(a);
  visit(b);
}

/// What is left over of a term after its pointers and numbers: nothing in it may depend on numbers of objects.
void OpaqueNumbers::visit(Term term) {
  std::vector<Term> work{term};
  while (!work.empty()) {
    const Term t = work.back();
    work.pop_back();
    if (t.isValue() || !visited_.insert(t)) continue;
    const bool isWord = t.sort().isBitVec() && t.sort().width() == width_;
    if (t.kind() == Kind::Variable) {
      if (isWord || isRecordArray(t)) mark({t}, false);
      if (involvesNumber(t)) isBroken_ = true;
      if (isRecordArray(t)) isBroken_ = true; // as a whole
      continue;
    }
    const bool isComparison = t.kind() == Kind::Equal || t.kind() == Kind::BvUlt;
    if (isComparison && t[0].sort().isBitVec() && t[0].sort().width() == width_) {
      compare(t[0], t[1]);
      continue;
    }
    if (isComparison && isCount(t)) continue;
    if (isComparison && (involvesNumber(t[0]) || involvesNumber(t[1]))) {
      if (!parseNumber(t[0]) || !parseNumber(t[1])) isBroken_ = true;
      continue;
    }
    if (t.kind() == Kind::BvExtract && t[0].sort().width() == width_ && t.index(0) < offsetBits_) {
      std::vector<Term> leaves;
      bool isAddress = false;
      if (parsePointer(t[0], leaves, isAddress)) continue;
    }
    if (t.kind() == Kind::Select && t[0].sort().index().isBitVec() && parseNumber(t[1])) {
      Term array = t[0];
      for (; array.kind() == Kind::Store; array = array[0]) {
        if (!parseNumber(array[1])) isBroken_ = true;
        work.push_back(array[2]);
      }
      if (!array.isVariable() || !isRecordArray(array)) isBroken_ = true;
      if (isWord && array.isVariable()) mark({array}, false);
      continue;
    }
    for (uint32_t i = 0; i < t.size(); ++i) work.push_back(t[i]);
  }
}

} // namespace assay
