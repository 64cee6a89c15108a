// Terms of the program, evaluated in a state. A value that cannot be computed is a fresh symbol, which may have any
// value.
#pragma once

#include "engine/shapes/heap.h"

#include <unordered_map>
#include <unordered_set>

namespace assay::shapes {

/// What has to be settled before an evaluation can go on.
struct OpenCase {
  Term condition;       // whether it holds; null:
  uint32_t segment = 0; // how many nodes a segment has
  bool last = false;    // its last node is to be taken out
};

class Evaluation {
public:
  Evaluation(const Program& program, State& state)
      : program_(program), terms_(program.terms()), state_(state), heap_(program, state) {}

  /// Nothing: openCase() has to be settled first.
  std::optional<Value> evaluate(Term term);
  const OpenCase& openCase() const { return openCase_; }

  /// Whether two pointers (or numbers) are equal, as a value.
  Value equal(const Value& a, const Value& b);

private:
  Value valueOf(Term term, const std::vector<Value>& children);
  Value ofPointers(Term term, const std::vector<Value>& children);
  Value sum(Term term, const Value& a, const Value& b);
  Value difference(Term term);
  Value less(Term term, const Value& a, const Value& b);
  Value choice(Term term, const Value& condition, const Value& a, const Value& b);
  Value pending(OpenCase open);
  Value boolean(bool value) const { return Value::of(terms_.mkBool(value)); }
  Value anything(Sort sort);
  Value anyBool() { return anything(terms_.boolSort()); }
  /// Whether two pointers lead to one block: a Bool value.
  Value sameBlock(const Value& a, const Value& b);
  Value sameUpperBits(const Value& a, const Value& b);
  bool isAssumed(Term condition) const;
  /// Whether this is a number that no pointer to a live block can be equal to.
  bool isNoBlock(const Term& number, bool isObjectNumber) const;

  const Program& program_;
  TermManager& terms_;
  State& state_;
  Heap heap_;
  OpenCase openCase_;
  std::unordered_map<Term, Value> memo_;
  std::unordered_set<Term> madeUp_; // symbols of this evaluation
};

} // namespace assay::shapes
