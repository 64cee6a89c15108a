// Models without a solver: a state's model with one variable changed to a value that the constraint itself suggests. Of
// the path condition only the conjuncts that speak of that variable have to be looked at; the rest holds as before.
#pragma once

#include "engine/symex/limits.h"
#include "engine/symex/path.h"

#include <optional>
#include <vector>

namespace assay::symex {

class Guess {
public:
  /// Guesses whether the constraint can hold together with the path condition, which the model satisfies.
  Guess(const PathRef& path, const ModelRef& model, Term constraint, const ConstraintInfo& info,
        const SymexLimits& limits);

  /// A model of both; null: none was guessed.
  const ModelRef& model() const { return result_; }

private:
  /// The conjuncts that speak of the variable; nothing if these are too many to be looked at.
  std::optional<std::vector<const PathNode*>> constraintsOn(uint32_t number);
  std::vector<BitVector> valuesFor(Term variable);
  /// Parts of floats that the constraints mention: bounds and what lies between them.
  void addFloats(uint32_t width, const std::vector<const PathNode*>& others, std::vector<BitVector>& values) const;
  void tryVariable(Term variable, const std::vector<const PathNode*>& others);

  const PathRef& path_;
  const ModelRef& model_;
  Term constraint_;
  const ConstraintInfo& info_;
  const SymexLimits& limits_;
  size_t left_; // values that may be tried
  size_t evaluated_ = 0;
  ModelRef result_;
};

} // namespace assay::symex
