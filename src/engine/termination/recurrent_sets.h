// Recurrent sets (Gupta, Henzinger, Majumdar, Rybalchenko, Xu: "Proving non-termination", 2008): a condition R at the
// head of a loop so that
//   - one execution reaches the head in a state of R: the interpreter runs it;
//   - from every state of R the loop's body leads back to the head, into R: two queries.
// So an execution never ends, though it may take 2^32 iterations, or more, until its state repeats.
//
// R is guessed from an execution that stays in the loop for a while, with every input the same: linear equations modulo
// 2^w that all its states have (analysis/affine_relations.h; x is odd, s = 2 x), conditions of the body that were
// always decided in the same way, and bounds in which the states stayed. A condition that an iteration does not keep is
// dropped, until all remaining conditions are kept (Houdini). 2LS (section 6.3) asks for arithmetic progressions
// instead; these are among them where they do not leave the loop, and wrap-around is exact here.
//
// For loops without inner loops; a path that does more with memory than flatten.h turns into variables does not count,
// nor one that takes what C leaves open or only a machine gives.
#pragma once

#include "encode/block.h"
#include "engine/termination/limits.h"
#include "program/lasso.h"
#include "solver/solver.h"
#include "solver/work.h"
#include "term/evaluate.h"
#include "util/env.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class RecurrentSets {
public:
  /// Works on the slice for termination, which must outlive this.
  RecurrentSets(const Program& slice, Env& env);

  /// Searches with this value for all inputs. The second solver confirms what is found, unless there is none. The
  /// iteration of the set is one of the slice.
  std::optional<RecurrentSet> search(int64_t choice);
  /// Confirms a recurrent set from scratch.
  bool confirm(const RecurrentSet& set, std::string& why);
  SourcePosition position(const RecurrentSet& set) const;

private:
  struct Stay; // an execution that stays in a loop
  std::optional<Stay> run(int64_t choice) const;
  /// Finds the iteration in the slice again, where the loop is the one in which the same execution stays.
  std::optional<Lasso> iterationInSlice(const Stay& stay, int64_t choice) const;
  /// What an iteration does, with the choice for inputs: when it leads back to the head, and values there.
  struct Iteration {
    Term guard;
    BlockPath path;
    std::vector<std::pair<Term, Term>> inputs;
  };
  std::optional<Iteration> iterationAt(LocationId head, int64_t choice);
  Term after(const Iteration& iteration, Term condition);
  std::vector<Term> candidates(const Stay& stay, const Iteration& iteration);
  void addEquations(const Stay& stay, std::vector<Term>& result);
  bool keepInductive(std::vector<Term>& conditions, const Iteration& iteration);
  bool isClosed(const std::vector<Term>& conditions, const Iteration& iteration, Solver& solver);
  bool isReached(const RecurrentSet& set, const std::vector<Term>& conditions) const;
  std::optional<std::vector<std::string>> print(const std::vector<Term>& conditions) const;
  std::vector<Term> parse(const std::vector<std::string>& texts) const;
  std::string inC(const std::vector<Term>& conditions) const;

  Env& env_;
  const TerminationLimits limits_;
  const Program& slice_;
  const Flow flow_;
  TermManager& terms_;
  Work work_;
  std::unique_ptr<Solver> solver_;
};

/// Whether the program goes on for ever from there; `why` says why not.
bool isRecurrent(const Program& program, const RecurrentSet& set, Env& env, std::string& why);

} // namespace assay
