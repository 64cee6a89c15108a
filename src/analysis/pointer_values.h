// What variables and terms may be, as pointers, for the points-to analysis (points_to.h).
#pragma once

#include "analysis/integer_shape.h"
#include "analysis/pointer_set.h"
#include "program/program.h"
#include "term/term_map.h"

#include <cstdint>
#include <vector>

namespace assay {

class PointerValues {
public:
  explicit PointerValues(const Program& program)
      : program_(program), layout_(program.layout()), variables_(program.variables().size()) {}

  /// Whether the variable's set has become larger. Those of other sorts have none.
  bool add(VariableId variable, const PointerSet& value);
  const PointerSet& of(VariableId variable) const { return variables_[variable.index()]; }
  /// Of a term over variables, by what is known of these now.
  PointerSet of(Term term) const;
  /// Of an address.
  PointerSet constant(uint64_t bits) const;

private:
  struct Value : PointerSet {
    bool crosses = false; // the number may have become any other: to be used only if the object is asked for
  };
  static Value anything() { return {PointerSet::any(), false}; }

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
