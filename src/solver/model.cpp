#include "solver/model.h"

#include "term/semantics.h"

#include <array>
#include <span>

namespace assay {

const Value& Model::evaluate(Term term) {
  enter(term);
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    uint32_t size = frame.definition ? 1 : frame.term.size();
    if (frame.next < size) {
      uint32_t i = frame.next++;
      enter(frame.definition ? frame.definition : frame.term[i]);
    } else {
      Frame done = frame;
      stack_.pop_back();
      leave(done.term, done.definition);
    }
  }
  return *find(term)->value;
}

const Model::Known* Model::find(Term term) const {
  const Known* known = memo_.find(term);
  return known ? known : fixedMemo_.find(term);
}

void Model::enter(Term term) {
  if (find(term)) return;
  stack_.push_back({term, term.isVariable() ? source_.definition(term) : Term(), 0});
}

void Model::leave(Term term, Term definition) {
  bool isFixed = !term.isVariable() || definition;
  if (definition) isFixed = find(definition)->isFixed;
  for (Term child : term.children()) isFixed = isFixed && find(child)->isFixed;
  bool isKept = isFixed && !term.isValue();
  const Value& value = (isKept ? fixed_ : values_).emplace_back(compute(term, definition));
  (isKept ? fixedMemo_ : memo_).insert(term, {&value, isFixed});
}

void Model::clear() {
  memo_.clear();
  values_.clear();
}

void Model::forget() {
  clear();
  fixedMemo_.clear();
  fixed_.clear();
}

Value Model::compute(Term term, Term definition) {
  if (definition) return *find(definition)->value;
  if (term.isVariable()) return source_.variableValue(term);
  if (term.isValue()) return valueOfConstant(term);
  std::array<Value, 3> args;
  for (uint32_t i = 0; i < term.size(); ++i) args[i] = *find(term[i])->value;
  return applyOperator(Application(term), std::span(args).first(term.size()));
}

} // namespace assay
