// Proofs of recursive programs by contracts of their functions (transform/recursion_to_loop.h).
//
// Contracts are guessed: each function is run on some hundred arguments, and what its results have in common is
// proposed: sums of parameters and of powers of two, bounds, or a table of results for small arguments. This is done for
// all arguments together, and for each way in which parameters compare to each other and to the function's constants. A
// contract that says what the result is may ask for arguments with which it does not overflow. Then kIkI verifies the program with the proposed
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
std::vector<CallContract> proposeContracts(const Program& program, const KikiLimits& limits);

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
  bool dropBroken(const Program& made, const Result& result, bool dropsLaws);

  const Program& program_;
  KikiOptions options_;
  std::optional<std::vector<CallContract>> contracts_;
  uint32_t numProposed_ = 0;
  std::vector<uint32_t>
      numbers_; // of contracts_, among those that were proposed; and their number more if nothing is asked
  bool isHopeless_ = false;
};

} // namespace assay
