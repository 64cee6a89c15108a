// CaDiCaL, the only file that knows it. Literals are non-zero integers as in DIMACS.
//
// CaDiCaL gives every variable that it has heard of a value in every model. So it only hears of those that occur in a
// clause; assumptions about others are kept here.
//
// Where there is a store of proofs, a question that is not settled soon is looked up there, by the content of all
// clauses and assumptions. What is found is checked (clausal_proof.h), and is then the answer. If the store is open,
// what is refuted the hard way gets its proof there, trimmed.
#pragma once

#include "solver/native/clausal_proof.h"
#include "util/proof_store.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace assay {

class SatSolver {
public:
  enum class Result : uint8_t { Sat, Unsat, Unknown };

  /// With a store, CaDiCaL is set up to refute rather than to satisfy.
  explicit SatSolver(ProofStore* proofs = nullptr);
  ~SatSolver();
  SatSolver(const SatSolver&) = delete;
  SatSolver& operator=(const SatSolver&) = delete;

  /// As if just made.
  void reset();
  int newVariable() {
    inner_.push_back(0);
    return numVariables();
  }
  void addClause(std::span<const int> literals);
  void addClause(std::initializer_list<int> literals) { addClause(std::span(literals.begin(), literals.size())); }

  /// `stop` is asked often while it runs; `conflicts` is a limit, 0 for none.
  Result solve(std::span<const int> assumptions, uint64_t conflicts, const std::function<bool()>& stop);

  /// After Sat. Variables that no clause mentions are false.
  bool value(int literal) const;
  /// After Unsat: whether the assumption is part of the reason.
  bool failed(int assumption) const;

  int numVariables() const { return static_cast<int>(inner_.size()) - 1; }
  uint64_t numClauses() const { return numClauses_; }
  /// What it has done so far, in units of some decisions: a count that is the same in every run.
  uint64_t numSteps() const { return numSteps_; }
  /// Refutations that were found in the store.
  uint64_t numProofs() const { return numProofs_; }

private:
  /// CaDiCaL's literal, or 0.
  int inner(int literal) const { return literal > 0 ? inner_[literal] : -inner_[-literal]; }
  int makeInner(int literal);
  /// Whether the literal was assumed in the last call, and no clause mentions its variable.
  bool isFree(int literal) const;
  Result search(std::span<const int> assumptions, uint64_t conflicts);
  Result searchOrLookUp(std::span<const int> assumptions, uint64_t conflicts, const std::function<bool()>& stop);
  /// The assumptions that cannot hold together, negated, if the store has a proof of that.
  std::optional<std::vector<int>> lookUp(const std::string& key, std::span<const int> assumptions) const;
  void leaveProof(const std::string& key, std::span<const int> assumptions, const std::function<bool()>& stop) const;
  std::string keyOf(std::span<const int> assumptions) const;

  struct Impl;
  ProofStore* const proofs_; // or null
  std::unique_ptr<Impl> impl_;
  std::vector<int> inner_{0}; // of a variable, CaDiCaL's or 0
  int numInner_ = 0;
  std::vector<int> free_; // of the last call: assumptions about variables without clauses, sorted
  uint64_t numClauses_ = 0;
  uint64_t numSteps_ = 0, numProofs_ = 0;
  std::vector<int> clause_;                 // that is being added
  ClauseList formula_;                      // in CaDiCaL's literals, if there is a store
  std::optional<std::vector<int>> refuted_; // of the last call, if the store had a proof: what that shows
};

} // namespace assay
