// Runs a session on all solvers at once and compares: answers with each other and with what evaluation knows, models by
// evaluation, cores by asking again.
#pragma once

#include "generate.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace assay {

struct FuzzCounts {
  uint64_t queries = 0; // that at least one solver, with evaluation or another solver, has decided alike
  uint64_t sat = 0, unsat = 0;
  uint64_t renewed = 0;               // times that a solver not under test failed and was made anew
  uint64_t hangs = 0;                 // sessions ended because a solver that is not under test did not keep its limits
  uint64_t crashes = 0;               // sessions ended because a solver that is not under test has crashed
  uint64_t skipped = 0;               // nobody to compare with: all but one solver unknown
  uint64_t evaluated = 0;             // whose answer evaluation knew
  uint64_t refuted = 0;               // answers of solvers not under test that evaluation has shown to be wrong
  std::array<uint64_t, 4> unknowns{}; // of each solver
  void add(const FuzzCounts& other);
};

/// What went wrong; no category if nothing did.
struct FuzzFailure {
  std::string category; // the same for the same kind of failure: what shrinking keeps
  std::string detail;
  size_t command = 0; // of the session
  bool happened() const { return !category.empty(); }
};

struct FuzzOptions {
  std::vector<std::string> solvers; // the first is the one under test
  uint32_t queryMilliseconds = 500;
  std::function<void(size_t solver)> onTurn; // whenever it is another solver's turn
  /// At the end, before the solvers are taken down: a process that has nothing else to do can spare itself that.
  std::function<void(const FuzzFailure&, const FuzzCounts&)> onEnd;
};

FuzzFailure runCase(const FuzzCase& fuzzCase, const FuzzOptions& options, FuzzCounts& counts);

} // namespace assay
