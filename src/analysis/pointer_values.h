// What variables and terms may be, as pointers, for the points-to analysis (points_to.h).
//
// The bits of an integer may be those of an address: in 32 bits 500000 reads as an offset into object 1. What is said
// of integers holds for their bits alone. A sum is followed if its range shows that it stays in the object's window; so
// an integer that was moved by an unknown amount is anything when it is moved again. Pointers stay in their windows
// because C has no meaning for pointers that do not: a sum of a variable that holds pointers alone
// (Variable::isPointer) and something shorter than a window, and what the front end makes of a longer move (ite, see
// below), means the same object.
#pragma once

#include "analysis/integer_shape.h"
#include "analysis/pointer_set.h"
#include "program/program.h"
#include "term/term_map.h"

#include <cstdint>
#include <vector>

namespace assay {

/// Of which edges the operations count.
enum class FollowedEdges : uint8_t {
  All,
  Possible, // those that executions may come to: no guard on the way contradicts the sets
};

class PointerValues {
public:
  explicit PointerValues(const Program& program)
      : program_(program), layout_(program.layout()), variables_(program.variables().size()) {}

  /// Adds to the variable's set. Returns whether it has become larger. Variables of other sorts have no set.
  bool add(VariableId variable, const PointerSet& value);
  const PointerSet& of(VariableId variable) const { return variables_[variable.index()]; }
  /// The set of a term over variables, by the sets that the variables have now.
  PointerSet of(Term term) const;
  /// Whether the condition may hold, by what its pointers may be: comparisons with constant addresses.
  bool mayHold(Term condition) const;
  /// Whether the term stays in its object's window because C says so.
  bool isPointer(Term term) const { return term.sort() == program_.pointerSort() && evaluate(term).isPointer; }
  /// The set of an address.
  PointerSet constant(uint64_t bits) const;

private:
  struct Value : PointerSet {
    bool crosses = false;   // the number may have become any other: to be used only if the object is asked for
    bool isPointer = false; // it stays in its window because C says so
    bool isBounded = false; // or because its offsets lie in this range
    int64_t low = 0, high = 0;
  };
  static Value anything() { return {PointerSet::any()}; }
  Value constantValue(uint64_t bits) const;
  Value variableValue(VariableId variable) const;
  /// The object with this number, at its start.
  PointerSet objectNamed(uint64_t number) const;

  /// What a comparison of two terms may be.
  struct Outcomes {
    bool mayHold = true, mayFail = true;
  };
  Outcomes compare(Term a, Term b) const;

  Value evaluate(Term term) const;
  Value evaluateNode(Term term, const TermMap<Value>& below) const;
  Value evaluateSum(Term sum, const TermMap<Value>& below) const;
  Value evaluateChoice(Term ite, const TermMap<Value>& below) const;
  Value evaluateInteger(Term term) const;
  Value moved(const Value& base, Term by) const;
  bool isShort(Term move) const;

  const Program& program_;
  const PointerLayout layout_;
  mutable IntegerShapes integers_; // a memo
  std::vector<PointerSet> variables_;
};

} // namespace assay
