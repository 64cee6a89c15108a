// Proofs of recursive programs by contracts of their functions (transform/recursion_to_loop.h).
//
// Contracts are guessed: each function is run on some hundred arguments, and what its results have in common is
// proposed: sums of parameters, or bounds. This is done for all arguments together, and for each way in which
// parameters compare to each other and to the function's constants. Then kIkI verifies the program with the proposed
// contracts. Contracts that an execution violates, or that cannot be proved, are left out, until all contracts that are
// left are proved together with the program's own checks. So nothing rests on the guesses.
#pragma once

#include "engine/kiki/kiki.h"
#include "engine/kiki/limits.h"
#include "transform/recursion_to_loop.h"

#include <optional>
#include <vector>

namespace assay {

/// What holds in runs of recursive functions. Bounded: it takes a fraction of a second.
std::vector<Contract> proposeContracts(const Program& program, const KikiLimits& limits);

class ContractProof {
public:
  /// The functions must touch neither memory nor global variables; otherwise nothing is found.
  ContractProof(const Program& program, const KikiOptions& options) : program_(program), options_(options) {}

  /// A proof with the contracts of the outline, which has some. Nothing: they are no contracts of this program, or not
  /// enough.
  std::optional<Result> recall(const ProofOutline& outline, Standing standing, Env& env);
  /// Nothing: no proof was found within so much work. What was learnt serves the next call.
  std::optional<Result> find(Work::Duration limit, Env& env);

private:
  Result translated(const Program& made, const Result& proof) const;
  void propose(const KikiLimits& limits);
  bool dropBroken(const Program& made, const Result& result);

  const Program& program_;
  KikiOptions options_;
  std::optional<std::vector<Contract>> contracts_;
  std::vector<uint32_t> numbers_; // of contracts_, among those that were proposed
  bool isHopeless_ = false;
};

} // namespace assay
