// What has to be known of a state so that a condition holds in it: TracerX's abduction (Figure 7). The paper takes
// constraints of the state that are connected with the guard. Here an unsatisfiable core of facts about the state, the
// guard and the negated condition says which facts are needed.
#pragma once

#include "engine/symex/cells.h"
#include "engine/symex/conjunction.h"
#include "engine/symex/solver_chain.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace assay::symex {

class Abduction {
public:
  Abduction(const Cells& cells, Sums& sums, SolverChain& solver, RefutationLog& refutations, const SymexLimits& limits);

  /// Facts about the state that imply the condition under the guard (null: true), whatever the variables that are no
  /// cells stand for. Nothing: no such facts are found.
  std::optional<std::vector<Term>> explain(const StateImage& image, Term guard, Term condition);
  /// Whether the guard implies the condition in all states.
  bool follows(Term guard, Term condition);
  /// Whether the condition holds in the state.
  bool holds(const StateImage& image, Term condition);
  /// The work of all questions.
  Work::Duration spent() const { return spent_; }

private:
  std::vector<Term> factsOf(const StateImage& image, Term about, Term alsoAbout);
  void addConstraints(const StateImage& image, const std::vector<std::pair<Term, Term>>& symbolic,
                      std::vector<Term>& facts);
  bool isUnsat(const std::vector<Term>& assumptions, std::vector<Term>* core);

  TermManager& terms_;
  const Cells& cells_;
  Sums& sums_;
  SolverChain& solver_;
  RefutationLog& refutations_;
  const SymexLimits& limits_;
  std::unique_ptr<Solver> own_; // for conditions over cells
  uint64_t asked_ = 0;          // questions
  Work::Duration spent_{};
};

} // namespace assay::symex
