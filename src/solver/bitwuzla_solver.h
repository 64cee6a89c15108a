// Bitwuzla (0.4 or later) behind the Solver interface, in builds that have it. Floats are lowered by ourselves, as for
// the native backend, so that what an operator means where SMT-LIB leaves it open is said in one place. Bitwuzla counts
// no conflicts, so conflicts are not limited here, and it answers unknown where constant arrays are compared as a
// whole.
#pragma once

#include "solver/backend.h"

#include <memory>

namespace assay {

class BitwuzlaSolver final : public Backend {
public:
  explicit BitwuzlaSolver(TermManager& terms);
  ~BitwuzlaSolver() override;

  std::string name() const override { return "bitwuzla"; }
  SolverStatistics statistics() const override;

protected:
  void doAssert(Term term) override;
  void doPush() override;
  void doPop() override;
  Answer doCheck(std::span<const Term> assumptions) override;
  std::vector<Term> doCore() override;
  Value variableValue(Term variable) override;

private:
  struct Impl;
  std::optional<UnknownReason> stopped_; // the running or last check, and why
  std::unique_ptr<Impl> impl_;
};

} // namespace assay
