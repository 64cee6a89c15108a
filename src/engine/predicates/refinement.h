// Refines an abstraction by an abstract counterexample that no execution takes, without an interpolating solver (in the
// manner of Newton: Ball and Rajamani, 2002; Dietsch, Heizmann, Musa, Nutz, Podelski: "Craig vs. Newton in software
// model checking", 2017).
//
// A model of each step chooses one path through its block (path_facts.h). If the path as a whole is feasible, it is an
// execution. If not, an unsatisfiable core says which conditions and which assignments matter. Predicates are the
// weakest preconditions of what matters, from the last step backward; a variable whose assignment does not matter, and
// an input, are eliminated by an equation, or literals that speak of them are left out. If that brings no new
// predicate, the strongest postconditions of what matters follow: constants that variables and elements of arrays have
// on the path, and differences of variables that are constant; then the weakest preconditions for the inputs that the
// models chose; and then the bits of the variables that matter.
//
// If the same blocks come again, along other paths through them, there may be many such paths: then the weakest
// preconditions of all paths at once are predicates, too.
#pragma once

#include "encode/cut_relation.h"
#include "engine/predicates/limits.h"
#include "engine/predicates/path_facts.h"
#include "engine/predicates/precision.h"
#include "util/env.h"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace assay {

/// A step of an abstract counterexample: an exit of the block at a cut point, or, as the last one, an ending; and a
/// model in which it is taken, of variables at the cut point and of the block's inputs.
struct AbstractStep {
  uint32_t cut = 0;
  uint32_t number = 0; // of the exit, or of the ending
  Assignment model = {};
};

class Refinement {
public:
  Refinement(const CutRelation& system, Precision& precision, Env& env);

  enum class Outcome : uint8_t {
    Refined,
    Feasible, // inputs() lead along it
    NoPredicates,
    GaveUp, // the solver
  };
  Outcome refine(const std::vector<AbstractStep>& trace, const Allowance& allowance);

  /// Values of the inputs that the execution takes, in its order.
  const std::vector<Value>& inputs() const { return inputs_; }
  /// Its ending.
  const Ending& ending() const { return *ending_; }

private:
  struct Step {
    const Block* block;
    uint32_t cut;
    const Assignment* model;
    PathFacts facts;
    std::vector<Term> literals = {}; // in the solver
    std::vector<Term> next = {};     // variables at the next cut point
    std::vector<Term> values = {};   // of them
    std::vector<Term> assigned = {}; // that they have them
    std::vector<Term> taken = {}, inputs = {};
    std::vector<bool> matters = {}, assigns = {}; // by literal, by value: in the core
  };

  Outcome tryToRefine(const std::vector<AbstractStep>& trace, const Allowance& allowance);
  std::optional<std::vector<Term>> coreOfValues(const std::vector<Step>& steps, std::vector<Term> query,
                                                const Allowance& allowance);
  size_t addPredicates(const std::vector<AbstractStep>& trace, std::vector<Step>& steps);
  bool isSeenAgain(const std::vector<AbstractStep>& trace);
  size_t addMergedPreconditions(const std::vector<AbstractStep>& trace);
  void countKind(const std::vector<size_t>& before, std::string_view how);
  Step choosePath(const AbstractStep& step, bool isLast) const;
  void instantiateSteps(std::vector<Step>& steps);
  void markCore(std::vector<Step>& steps, const std::vector<Term>& core) const;
  /// Inputs, and variables whose assignment does not matter, are eliminated, or, where that leaves too little, have the
  /// values that the model chose.
  enum class Inputs : uint8_t { Eliminated, AsChosen };
  size_t addPreconditions(const std::vector<Step>& steps, Inputs inputs = Inputs::Eliminated);
  Term chosenValue(Inputs inputs, const Step& step, Term symbol) const;
  size_t addPostconditions(const std::vector<Step>& steps);
  size_t addConstants(uint32_t head, std::span<const std::pair<Term, Term>> known);
  size_t addElements(uint32_t head, std::span<const std::pair<Term, Term>> elements,
                     std::span<const std::pair<Term, Term>> variables);
  size_t addBits(const std::vector<Step>& steps);
  void eliminate(const std::vector<Term>& symbols, std::vector<Term>& literals);

  const CutRelation& system_;
  const Flow& flow_;
  Precision& precision_;
  TermManager& terms_;
  Env& env_;
  const PredicateLimits limits_;
  std::vector<Value> inputs_;
  const Ending* ending_ = nullptr;
  TermSet syntax_;                       // what blocks decide by
  std::set<std::vector<uint32_t>> seen_; // blocks of counterexamples
};

} // namespace assay
