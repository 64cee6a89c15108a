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
      memo_.insert(done.term, &values_.emplace_back(compute(done.term, done.definition)));
    }
  }
  return *memo_.at(term);
}

void Model::enter(Term term) {
  if (memo_.contains(term)) return;
  stack_.push_back({term, term.isVariable() ? source_.definition(term) : Term(), 0});
}

void Model::clear() {
  memo_.clear();
  values_.clear();
}

Value Model::compute(Term term, Term definition) {
  if (definition) return *memo_.at(definition);
  if (term.isVariable()) return source_.variableValue(term);
  if (term.isValue()) return valueOfConstant(term);
  std::array<Value, 3> args;
  for (uint32_t i = 0; i < term.size(); ++i) args[i] = *memo_.at(term[i]);
  return applyOperator(Application(term), std::span(args).first(term.size()));
}

} // namespace assay
