// Path conditions and models, shared between the states that descend from one another.
#pragma once

#include "term/evaluate.h"
#include "term/term_manager.h"

#include <memory>
#include <vector>

namespace assay::symex {

/// What the solver chain knows about a constraint.
struct ConstraintInfo {
  std::vector<Term> variables;
  std::vector<Term> constants; // bit-vectors that occur in it; some of them, if there are many
  bool isSmall = false;        // to be evaluated often
};

struct PathNode;
using PathRef = std::shared_ptr<const PathNode>;

/// One conjunct of a path condition; the others are behind it.
struct PathNode {
  PathNode(Term constraint, const ConstraintInfo& info, PathRef parent)
      : constraint(constraint), info(info), parent(std::move(parent)) {}
  ~PathNode() {
    // Not by recursion: paths are long.
    PathRef next = std::move(parent);
    while (next && next.use_count() == 1) next = std::move(const_cast<PathNode&>(*next).parent);
  }
  PathNode(const PathNode&) = delete;
  PathNode& operator=(const PathNode&) = delete;

  Term constraint;
  const ConstraintInfo& info;
  PathRef parent;
};

/// Values of variables that satisfy a path condition; a variable without one is zero.
class PathModel {
public:
  PathModel() : evaluator_(assignment_) {}
  explicit PathModel(const Assignment& assignment) : assignment_(assignment), evaluator_(assignment_) {}
  PathModel(const PathModel&) = delete;
  PathModel& operator=(const PathModel&) = delete;

  const Assignment& assignment() const { return assignment_; }
  /// Before the first evaluation only.
  void set(Term variable, Value value) { assignment_.set(variable, std::move(value)); }
  const Value& evaluate(Term term) { return evaluator_.evaluate(term); }
  bool holds(Term term) { return evaluator_.evaluateBool(term); }

private:
  Assignment assignment_;
  Evaluator evaluator_;
};
using ModelRef = std::shared_ptr<PathModel>;

} // namespace assay::symex
