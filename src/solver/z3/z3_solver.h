// solver/z3/: all that knows Z3: terms to and from its own, Z3 as a solver, its engine Spacer, and integers instead of
// bit-vectors.
//
// Z3 behind the Solver interface: the reference, the backend for what the native one does not take, and the one that
// checks proofs once more. It is incremental from the first check on that has something in common with the one before.
#pragma once

#include "solver/backend.h"

#include <memory>

namespace assay {

class Z3Solver final : public Backend {
public:
  explicit Z3Solver(TermManager& terms);
  ~Z3Solver() override;

  std::string name() const override { return "z3"; }
  void interrupt() override;
  SolverStatistics statistics() const override;

protected:
  void doAssert(Term term) override;
  void doPush() override;
  void doPop() override;
  Answer doCheck(std::span<const Term> assumptions) override;
  std::vector<Term> doCore() override;
  Value variableValue(Term variable) override;

private:
  Answer askOnce();
  /// 0: without a limit of its own.
  Answer run(uint64_t resources);

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace assay
