// solver/native/: the solver of Assay itself: terms become and-inverter graphs, these become clauses for CaDiCaL, and
// what was hard leaves a proof that is trimmed.
//
// The native backend:
//
//   assertions ─ preprocess ─▶ terms ─ float lowering ─▶ terms without floats ─ Blaster ─▶ Aig ─ Cnf ─▶ SatSolver
//                                                              │                                            │
//                                                           Arrays  ◀──────────── model ───────────────────┘
//                                                              └───── lemmas, until none is violated ───────▶
//
// Nothing is done before check(). Circuits and clauses stay for the life of the solver, each made once; an assertion
// inside a scope holds if the scope's activation literal does, and that is assumed while the scope is open. When most
// clauses belong to scopes and assumptions of the past, the SAT solver is renewed: circuits stay, clauses are made
// again for what holds now.
#pragma once

#include "solver/arrays/array_reads.h"
#include "solver/arrays/arrays.h"
#include "solver/backend.h"
#include "solver/floats/float_lowering.h"
#include "solver/native/aig.h"
#include "solver/native/circuit_model.h"
#include "solver/native/cnf.h"
#include "solver/native/preprocess.h"
#include "solver/native/sat_solver.h"
#include "solver/native/used_constraints.h"

#include <memory>
#include <vector>

namespace assay {

class NativeSolver final : public Backend {
public:
  /// `proofs`: see SatSolver.
  explicit NativeSolver(TermManager& terms, ProofStore* proofs = nullptr);

  std::string name() const override { return "native"; }
  SolverStatistics statistics() const override;

protected:
  void doAssert(Term term) override;
  void doPush() override;
  void doPop() override;
  Answer doCheck(std::span<const Term> assumptions) override;
  std::vector<Term> doCore() override;
  Term definition(Term variable) const override { return preprocessor_.definition(variable); }
  Value variableValue(Term variable) override;

private:
  struct Scope {
    std::vector<Term> waiting; // asserted, not yet with the preprocessor
    std::vector<Term> ready;   // preprocessed, not yet in clauses
    std::vector<AigLit> required;
    size_t numEncoded = 0; // so many of them are in clauses
    int activation = 0;    // literal; 0 if none was needed
  };

  static constexpr uint64_t kStale = 2, kFewClauses = 2000;
  static constexpr size_t kRecent = 16;

  void flush();
  void dropAssumptions();
  void encode(Scope& scope);
  void renewIfStale();
  AigLit literal(Term term);
  std::vector<std::pair<AigLit, Term>> blast(std::span<const Term> assumptions);
  void encodeAll(std::span<const std::pair<AigLit, Term>> assumptions);
  Answer solve();
  Answer solveOnce();

  void countWork();
  /// Throws if the check has to end, or if so many more bytes would be too many.
  void poll(size_t bytes = 0);
  Poll pollNowAndThen() {
    return Poll([this] { poll(); });
  }

  Preprocessor preprocessor_;
  FloatLowering lowering_;
  IndexEqualities indices_;
  ReadExpansion expandReads_;
  Aig aig_;
  Blaster blaster_;
  SatSolver sat_;
  Cnf cnf_;
  UsedConstraints constraints_;
  CircuitModel model_;
  ArrayTerms arrayTerms_;
  Arrays arrays_;
  bool assumptionScope_ = false; // the arrays have one scope more than we, for the last assumptions
  std::vector<Scope> scopes_;
  std::vector<Term> conditions_;            // of the lowering, not yet blasted
  std::vector<AigLit> permanent_;           // those that are
  size_t numPermanent_ = 0;                 // so many of these are in clauses
  uint64_t nextLook_ = kFewClauses;         // number of clauses at which to look for stale ones
  std::vector<std::vector<AigLit>> recent_; // assumptions of the last checks, in a ring

  std::vector<int> assumed_;                      // literals of the last check, activation literals included
  std::vector<std::pair<int, Term>> assumptions_; // of the last check
  Term falseAssumption_;                          // among them, or null

  uint64_t numChecks_ = 0, numSatCalls_ = 0, numRenewals_ = 0;
  Work::Duration counted_{}; // of the circuits, clauses and decisions so far
};

} // namespace assay
