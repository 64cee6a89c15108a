// The model of a satisfiable query. Where the backend has eliminated a variable, its definition gives the value; values
// of other variables come from the backend when they are asked for, those of all other terms by evaluation, each shared
// subterm once. What rests on definitions alone (the counter of a loop that was unrolled) has the same value in every
// model and is kept from one to the next as long as the definitions stay.
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
  /// There is a new model.
  void clear();
  /// Definitions have gone.
  void forget();

private:
  struct Known {
    const Value* value = nullptr; // into values_ or fixed_
    bool isFixed = false;         // the same in all models
  };
  const Known* find(Term term) const;
  void enter(Term term);
  void leave(Term term, Term definition);
  Value compute(Term term, Term definition);

  struct Frame {
    Term term;
    Term definition; // of a variable
    uint32_t next;   // child to visit
  };
  VariableSource& source_;
  TermMap<Known> memo_, fixedMemo_;
  std::deque<Value> values_, fixed_;
  std::vector<Frame> stack_;
};

} // namespace assay
