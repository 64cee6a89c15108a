// What engines have told so far: who proved which check, invariants, how deep it is safe.
#pragma once

#include "engine/exchange.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class FactBoard : public Exchange {
public:
  explicit FactBoard(const Program& program);

  /// Whether it is new: a fact about the program that is not known already, and not too long to be passed on.
  bool add(const Fact& fact);
  /// For an engine that is alone, in the same process.
  void publish(const Fact& fact) override { add(fact); }

  struct Proof {
    std::string engine, how, solver;
  };
  /// How the check was proved; null if nobody has said so.
  const Proof* proofOf(LocationId error) const;
  bool areAllProved() const { return numChecks_ > 0 && proofs_.size() == numChecks_; }
  /// True by what several engines have proved together.
  Result combined() const;

  const std::vector<LoopInvariant>& invariants() const { return invariants_; }
  /// The deepest that was told.
  const std::optional<SafeDepth>& safeDepth() const { return safeDepth_; }

private:
  const Program& program_;
  size_t numChecks_ = 0;
  std::map<LocationId, Proof> proofs_;
  std::vector<LoopInvariant> invariants_;
  std::optional<SafeDepth> safeDepth_;
};

} // namespace assay
