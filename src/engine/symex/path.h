// Path conditions and models, shared between the states that descend from one another.
#pragma once

#include "engine/symex/cow.h"
#include "solver/model.h"
#include "term/term_manager.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace assay::symex {

/// What the solver chain knows about a constraint.
struct ConstraintInfo {
  std::vector<Term> variables;
  uint32_t newest = 0;         // largest id of a variable
  std::vector<Term> constants; // bit-vectors that occur in it; some of them, if there are many
  bool isSmall = false;        // to be evaluated often
};

struct PathNode;
using PathRef = std::shared_ptr<const PathNode>;

/// One conjunct of a path condition; the others are behind it.
struct PathNode {
  PathNode(uint64_t id, Term constraint, const ConstraintInfo& info, PathRef parent)
      : id(id), constraint(constraint), info(info), parent(std::move(parent)),
        length(this->parent ? this->parent->length + 1 : 1), newest(std::max(info.newest, parentsNewest())) {}
  ~PathNode() {
    // Not by recursion: paths are long.
    PathRef next = std::move(parent);
    while (next && next.use_count() == 1) next = std::move(const_cast<PathNode&>(*next).parent);
  }
  PathNode(const PathNode&) = delete;
  PathNode& operator=(const PathNode&) = delete;

  uint64_t id; // never used again
  Term constraint;
  const ConstraintInfo& info;
  PathRef parent;
  uint32_t length; // of the list
  uint32_t newest; // largest id of a variable in the list

private:
  uint32_t parentsNewest() const { return parent ? parent->newest : 0; }
};

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
    if (values_.size() <= number) values_.resize(number + 1);
    values_.at(number) = std::move(value);
  }
  Value valueOf(Term variable) const {
    const uint32_t number = numbers_.of(variable);
    if (number >= values_.size() || values_[number].isNull()) return Value::zero(variable.sort());
    return values_[number];
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
  CowVector<Value, 8> values_;        // by number
  std::unique_ptr<Model> evaluation_; // once something was asked: states that wait need none
};
using ModelRef = std::shared_ptr<PathModel>;

} // namespace assay::symex
