// The model of a satisfiable query. Where the backend has eliminated a variable, its definition gives the value; values
// of other variables come from the backend when they are asked for, those of all other terms by evaluation, each shared
// subterm once.
#pragma once

#include "term/term.h"
#include "term/term_map.h"
#include "term/value.h"

#include <deque>
#include <utility>
#include <vector>

namespace assay {

/// Where a model gets its variables from.
class VariableSource {
public:
  virtual ~VariableSource() = default;
  /// What an eliminated variable stands for, or null. Definitions are acyclic.
  virtual Term definition(Term) const { return {}; }
  virtual Value variableValue(Term variable) = 0;
};

class Model {
public:
  explicit Model(VariableSource& source) : source_(source) {}

  /// The reference stays good until clear().
  const Value& evaluate(Term term);
  void clear();

private:
  void enter(Term term);
  Value compute(Term term, Term definition);

  struct Frame {
    Term term;
    Term definition; // of a variable
    uint32_t next;   // child to visit
  };
  VariableSource& source_;
  TermMap<const Value*> memo_; // into values_
  std::deque<Value> values_;
  std::vector<Frame> stack_;
};

} // namespace assay
