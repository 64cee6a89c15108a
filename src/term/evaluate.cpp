#include "term/evaluate.h"

#include "term/array_value.h"
#include "term/float_format.h"
#include "term/semantics.h"
#include "term/traverse.h"

#include <array>
#include <cassert>

namespace assay {

namespace {

bool hasSort(const Value& value, Sort sort) {
  if (value.isNull() || value.kind() != sort.kind()) return false;
  switch (sort.kind()) {
  case SortKind::Bool:
    return true;
  case SortKind::BitVec:
  case SortKind::Float:
    return value.bits().width() == sort.width();
  case SortKind::Array:
    return value.asArray().indexWidth() == sort.index().width() &&
           (!value.asArray().hasOneDefault() || hasSort(value.asArray().defaultValue(), sort.element()));
  }
  return false;
}

} // namespace

void Assignment::set(Term variable, Value value) {
  assert(variable.isVariable() && hasSort(value, variable.sort()));
  values_[variable] = std::move(value);
}

void Assignment::setFp(Term variable, const BitVector& bits) {
  set(variable, Value::floating(FloatFormat(variable.sort()).canonical(bits)));
}

const Value& Assignment::get(Term variable) const {
  static const Value kNone;
  auto it = values_.find(variable);
  return it == values_.end() ? kNone : it->second;
}

Value Evaluator::valueOf(Term term) const {
  if (term.isVariable()) {
    const Value& value = assignment_.get(term);
    return value.isNull() && unassigned_ == Unassigned::Zero ? Value::zero(term.sort()) : value;
  }
  if (term.isValue()) return valueOfConstant(term);
  std::array<Value, 3> children;
  for (uint32_t i = 0; i < term.size(); ++i) {
    children[i] = *memo_.at(term[i]);
    if (children[i].isNull()) return {};
  }
  return applyOperator(Application(term), std::span(children).first(term.size()));
}

const Value& Evaluator::evaluate(Term term) {
  postOrder(
      term, [&](Term t) { return !memo_.contains(t); },
      [&](Term t) { memo_.insert(t, &values_.emplace_back(valueOf(t))); });
  return *memo_.at(term);
}

} // namespace assay
