// How symbolic execution asks the solver.
//
// A state always has a model of its path condition, so of a branch one side is known to be possible and only the other
// is asked about. Many questions are answered by changing one variable of the model to a value that the constraint
// itself suggests (guess.h). Of the path condition only the conjuncts that share variables with the question, directly
// or not, go to the solver (KLEE's independence); the rest of the model stays as it is. Before the solver comes a cache
// of answers and models. All constraints are assumptions of one solver, so circuits are made once and no order of
// states is better than another; when the solver has grown too much, a new one takes over.
#pragma once

#include "engine/symex/fingerprint.h"
#include "engine/symex/limits.h"
#include "engine/symex/path.h"
#include "solver/refutations.h"
#include "term/term_map.h"
#include "util/env.h"

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <unordered_set>

namespace assay::symex {

class SolverChain {
public:
  /// Solvers come from `refutations`.
  SolverChain(TermManager& terms, RefutationLog& refutations, const SymexLimits& limits, Env& env);
  ~SolverChain();

  /// A model of the empty path condition.
  ModelRef firstModel() { return std::make_shared<PathModel>(numbers_); }
  PathRef extend(PathRef path, Term constraint);

  /// Whether the constraint can hold together with the path condition, which the model satisfies. If so, `result` is a
  /// model of both.
  Answer check(const PathRef& path, const ModelRef& model, Term constraint, ModelRef& result);

  /// The conjuncts of a path condition that share variables with these, directly or not. Good until the next question.
  std::span<const PathNode* const> relevantTo(const PathRef& path, std::span<const Term> variables);
  /// Forgets the answers that it remembers.
  void forget();

private:
  struct Backend {
    std::string name;
    std::unique_ptr<Solver> solver;
  };

  const ConstraintInfo& infoOf(Term constraint);
  /// The constraints that matter to the first, which is among them, and their variables.
  /// False if the path condition says the opposite, `contradiction`, outright.
  bool slice(const PathRef& path, std::span<const Term> wanted, Term contradiction);
  Answer ask(Backend& backend);

  TermManager& terms_;
  RefutationLog& refutations_;
  const SymexLimits& limits_;
  Env& env_;
  VariableNumbers numbers_; // of the models, none of which may outlive this
  Backend first_{"auto", nullptr};
  Backend second_{"z3", nullptr}; // for what the first does not know
  TermMap<const ConstraintInfo*> infoOf_;
  std::deque<ConstraintInfo> infos_;

  // Of the present question.
  std::vector<Term> query_;
  std::vector<Term> variables_;
  std::vector<const PathNode*> taken_;
  std::vector<uint32_t> marked_; // by term id: number of the question that it belongs to
  uint32_t question_ = 0;

  uint64_t lastNode_ = 0;
  std::unordered_set<Fingerprint, FingerprintHash> impossible_;    // path conditions together with constraints
  std::unordered_set<Fingerprint, FingerprintHash> contradictory_; // constraints, and what matters of path conditions

  uint64_t& queries_;
  uint64_t& sat_;
  uint64_t& unsat_;
  uint64_t& unknown_;
  uint64_t& guessed_;
  uint64_t& remembered_;
  uint64_t& cached_;
  uint64_t& solved_;
  uint64_t& nanoseconds_;
  uint64_t& solverNanoseconds_;
};

} // namespace assay::symex
