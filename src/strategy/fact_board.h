// What engines have told so far: which engine proved which check, invariants, executions, up to which depth the program
// is safe.
#pragma once

#include "engine/common/status_table.h"
#include "strategy/limits.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

class FactBoard : public Exchange {
public:
  explicit FactBoard(const Program& program, const StrategyLimits& limits = {})
      : program_(program), limits_(limits), proofs_(program) {}

  /// Adds a fact. Returns whether it is new: a fact about the program that is not known already, and not too long to be
  /// passed on.
  bool add(const Fact& fact);
  /// For an engine that is alone, in the same process.
  void publish(const Fact& fact) override { add(fact); }

  /// Rows that some engine has proved.
  const StatusTable& proofs() const { return proofs_; }
  /// Whether there are checks, and all are proved, and all obstacles are excluded.
  bool isSafe() const;
  /// The verdict true, by what several engines have proved together; it has to be certified like any other result.
  Result combined() const;

  const std::vector<Assertion>& invariants() const { return invariants_; }
  /// The greatest depth that was told.
  const std::optional<SafeDepth>& safeDepth() const { return safeDepth_; }

private:
  const Program& program_;
  const StrategyLimits limits_;
  StatusTable proofs_;
  std::vector<Assertion> invariants_;
  std::vector<TakenInputs> executions_;
  std::optional<SafeDepth> safeDepth_;
};

} // namespace assay
