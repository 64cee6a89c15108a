#include "solver/native/preprocess.h"

#include "term/traverse.h"

#include <array>

namespace assay {

void Preprocessor::push() { scopes_.push_back({++lastScope_}); }

bool Preprocessor::pop() {
  bool hadDefinitions = scopes_.back().hasDefinitions;
  scopes_.pop_back();
  return hadDefinitions;
}

Term Preprocessor::definition(Term variable) const {
  const Scoped<Term>* entry = definitions_.find(variable);
  return isAlive(entry) ? entry->value : Term();
}

Term Preprocessor::apply(Term term) {
  postOrder(
      term, [&](Term t) { return !isKnown(t); },
      [&](Term t) {
        poll_();
        hasArrays_ = hasArrays_ || t.sort().isArray();
        std::array<Term, 3> children;
        bool same = true;
        for (uint32_t i = 0; i < t.size(); ++i) {
          children[i] = memo_.at(t[i]).value;
          same = same && children[i] == t[i];
        }
        Term result = same ? t : tm_.rebuild(t, std::span(children).first(t.size()));
        memo_[t] = here(result);
      });
  return memo_.at(term).value;
}

bool Preprocessor::defineAs(Term variable, Term value) {
  if (!variable.isVariable() || isKnown(variable)) return false;
  Term applied = apply(value);
  if (isKnown(variable)) return false; // it occurs in its own value
  memo_[variable] = here(applied);
  definitions_[variable] = here(value);
  scopes_.back().hasDefinitions = true;
  ++numDefinitions_;
  return true;
}

bool Preprocessor::define(Term literal) {
  if (literal.isVariable()) return defineAs(literal, tm_.mkTrue());
  if (literal.kind() == Kind::Not) return defineAs(literal[0], tm_.mkFalse());
  if (literal.kind() != Kind::Equal) return false;
  return defineAs(literal[0], literal[1]) || defineAs(literal[1], literal[0]);
}

/// The conjuncts of the assertions, each once.
static std::vector<Term> flatten(TermManager& tm, std::span<const Term> assertions) {
  std::vector<Term> result, stack(assertions.rbegin(), assertions.rend());
  TermSet seen;
  while (!stack.empty()) {
    Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t) || t.isTrue()) continue;
    if (t.kind() == Kind::And) {
      stack.insert(stack.end(), {t[1], t[0]});
    } else if (t.kind() == Kind::Not && t[0].kind() == Kind::Or) {
      stack.insert(stack.end(), {tm.mkNot(t[0][1]), tm.mkNot(t[0][0])});
    } else {
      result.push_back(t);
    }
  }
  return result;
}

static bool givesConstant(Term literal) {
  return literal.kind() != Kind::Equal || literal[0].isValue() || literal[1].isValue();
}

// Constants first, so that they are there when other definitions are applied.
std::vector<Term> Preprocessor::assertAll(std::span<const Term> assertions) {
  std::vector<Term> literals = flatten(tm_, assertions), others, rest;
  for (Term literal : literals)
    if (!givesConstant(literal) || !define(literal)) others.push_back(literal);
  for (Term literal : others)
    if (givesConstant(literal) || !define(literal)) rest.push_back(literal);
  for (Term& literal : rest) literal = apply(literal);
  return rest;
}

} // namespace assay
