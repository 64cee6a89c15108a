// Backends by name.
#pragma once

#include "solver/solver.h"
#include "util/proof_store.h"

#include <memory>
#include <string_view>
#include <vector>

namespace assay {

/// The names that makeSolver takes: "auto" and those of the backends that this build has.
std::vector<std::string_view> solverNames();

/// A solver over terms of this manager, which must outlive it. Throws std::invalid_argument for other names. `proofs`:
/// where the native solver finds and leaves proofs of refutations that are hard, or null.
std::unique_ptr<Solver> makeSolver(std::string_view name, TermManager& terms, ProofStore* proofs = nullptr);

} // namespace assay
