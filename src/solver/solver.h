// solver/: whether terms are satisfiable. Here are the interface of all solvers, the backends that need no room of
// their own, solvers by name, and logs of queries and refutations.
//
// Solver: the one interface to satisfiability, and the contract that every backend and decorator keeps.
//
//   state      how it is reached                                      what may be asked
//   -------    ---------------------------------------------------    -----------------------------------------
//   Open       construction; assertTerm, push, pop                    everything but model and core
//   Sat        check() answered sat                                   value(): the model
//   Unsat      check() answered unsat                                 core(): the assumptions it rests on
//   Unknown    check() answered unknown                               the answer's reason
//
// Any call of assertTerm, push or pop leads back to Open. check() takes assumptions: Bool terms that hold for this call
// only. A call in the wrong state is a defect of the caller and asserts.
//
// Terms belong to the TermManager that the solver was made with and are Bool where they are asserted or assumed.
// interrupt() may come from another thread at any time; everything else from one thread.
#pragma once

#include "solver/answer.h"
#include "solver/work.h"
#include "term/evaluate.h"
#include "term/term_manager.h"
#include "util/deadline.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay {

/// Limits of one check(). Zero or a default value means none.
struct SolverLimits {
  Deadline deadline{};      // wall clock; kept within 100 ms
  uint64_t conflicts = 0;   // of the SAT solver, where there is one
  uint64_t memoryBytes = 0; // of the whole solver
  WorkLimit work{};         // the same in every run; ends a check as the deadline does
};

using SolverStatistics = std::vector<std::pair<std::string, uint64_t>>;

class Solver {
public:
  virtual ~Solver() = default;

  virtual TermManager& terms() const = 0;
  /// "native", "z3", "cache(native)", ...
  virtual std::string name() const = 0;

  virtual void assertTerm(Term term) = 0;
  virtual void push() = 0;
  virtual void pop() = 0;
  virtual uint32_t numScopes() const = 0;

  virtual Answer check(std::span<const Term> assumptions = {}) = 0;

  /// After sat: the value of any term in the model. Variables that the query does not mention are zero.
  virtual Value value(Term term) = 0;
  /// After unsat: assumptions (of the last check) that suffice for it, with the assertions.
  virtual std::vector<Term> core() = 0;
  /// After unsat: a core from which nothing can be left out, within the limits; asks further queries.
  std::vector<Term> minimisedCore();

  virtual void setLimits(const SolverLimits& limits) = 0;
  /// Makes the running check (or, if none runs, the next one) answer unknown within 50 ms.
  virtual void interrupt() = 0;
  virtual SolverStatistics statistics() const = 0;
};

} // namespace assay
