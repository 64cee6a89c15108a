// Path conditions and models, shared between the states that descend from one another.
#pragma once

#include "solver/model.h"
#include "term/term_manager.h"
#include "util/persistent_vector.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <vector>

namespace assay::symex {

/// Dense numbers of variables.
class VariableNumbers {
public:
  uint32_t of(Term variable) {
    if (const uint32_t* known = numbers_.find(variable)) return *known;
    const auto number = static_cast<uint32_t>(numbers_.size());
    numbers_.insert(variable, number);
    return number;
  }

private:
  TermMap<uint32_t> numbers_;
};

/// What the solver chain knows about a constraint.
struct ConstraintInfo {
  std::vector<Term> variables;
  std::vector<uint32_t> numbers; // of the variables, in the same order, which is theirs
  std::vector<Term> constants;   // bit-vectors and floats that occur in it; some of them, if there are many
  bool hasFloats = false;        // of these or others
  bool isSmall = false;          // to be evaluated often
};

struct PathNode;
using PathRef = std::shared_ptr<const PathNode>;

/// One conjunct of a path condition, with a link to the conjunct before. The conjuncts that read a variable form a list
/// of their own, because paths are long and a query needs few of them.
struct PathNode {
  PathNode(uint64_t id, Term constraint, const ConstraintInfo& info, PathRef above)
      : id(id), constraint(constraint), info(info), parent(std::move(above)), length(parent ? parent->length + 1 : 1) {
    if (parent) latest_ = parent->latest_;
    previous_.reserve(info.numbers.size());
    for (uint32_t number : info.numbers) {
      const PathNode*& latest = latest_.edit(number);
      previous_.push_back(latest);
      latest = this;
    }
  }
  ~PathNode() {
    // Not by recursion: paths are long.
    PathRef next = std::move(parent);
    while (next && next.use_count() == 1) next = std::move(const_cast<PathNode&>(*next).parent);
  }
  PathNode(const PathNode&) = delete;
  PathNode& operator=(const PathNode&) = delete;

  /// The last conjunct that speaks of the variable with this number; null: there is none.
  const PathNode* latest(uint32_t number) const { return latest_.get(number); }
  /// The last conjunct before this one that speaks of the variable.
  const PathNode* previous(uint32_t number) const {
    const auto at = std::lower_bound(info.numbers.begin(), info.numbers.end(), number);
    assert(at != info.numbers.end() && *at == number);
    return previous_[static_cast<size_t>(at - info.numbers.begin())];
  }

  uint64_t id; // never used again
  Term constraint;
  const ConstraintInfo& info;
  PathRef parent;
  uint32_t length;               // of the list
  mutable uint32_t question = 0; // the last one that it was found to matter to

private:
  PersistentVector<const PathNode*, 8> latest_; // by number of a variable
  std::vector<const PathNode*> previous_;       // as in info.numbers
};

/// Values of variables that satisfy a path condition; a variable without one is zero. Models share what they have in
/// common with the model that they were made from.
class PathModel : private VariableSource {
public:
  explicit PathModel(VariableNumbers& numbers) : numbers_(numbers) {}
  /// The same values, to be changed.
  explicit PathModel(const PathModel* other) : numbers_(other->numbers_), values_(other->values_) {}
  PathModel(const PathModel&) = delete;
  PathModel& operator=(const PathModel&) = delete;

  /// Before the first evaluation only.
  void set(Term variable, Value value) {
    const uint32_t number = numbers_.of(variable);
    values_.set(number, std::move(value));
  }
  Value valueOf(Term variable) const {
    const Value& value = values_.get(numbers_.of(variable));
    return value.isNull() ? Value::zero(variable.sort()) : value;
  }
  const Value& evaluate(Term term) {
    VariableSource& source = *this;
    if (!evaluation_) evaluation_ = std::make_unique<Model>(source);
    return evaluation_->evaluate(term);
  }
  bool holds(Term term) { return evaluate(term).asBool(); }

private:
  Value variableValue(Term variable) override { return valueOf(variable); }

  VariableNumbers& numbers_;
  PersistentVector<Value, 8> values_; // by number
  std::unique_ptr<Model> evaluation_; // once something was asked: states that wait need none
};
using ModelRef = std::shared_ptr<PathModel>;

} // namespace assay::symex
