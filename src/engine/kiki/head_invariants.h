// Invariants that hold whenever the heads of their loops are reached, of one flat automaton without memory operations: every
// transition keeps them, with the others (encode/transitions.h).
#pragma once

#include "encode/transitions.h"
#include "util/env.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

class HeadInvariants {
public:
  /// `original`: whose rows the flow's locations belong to. The solver is asked.
  HeadInvariants(const Program& original, const Flow& flow, Solver& solver, Env& env)
      : original_(original), flow_(flow), solver_(solver), env_(env) {}

  /// False: what a loop does cannot be said as a formula in time.
  bool prepare(const Allowance& allowance);
  const TransitionSystem* system() const { return system_ ? &*system_ : nullptr; }

  /// Those that are guessed (encode/candidate_invariants.h). Whether there are new ones.
  bool guess(const Allowance& allowance);
  /// Those of these sources. Whether there are new ones.
  bool find(std::span<const std::string_view> sources, const Allowance& allowance);

  /// Those of these candidates. Whether there are new ones.
  bool propose(std::vector<Assertion> candidates, const Allowance& allowance) {
    return system_ && keep(std::move(candidates), allowance);
  }

  const std::vector<Assertion>& all() const { return invariants_; }
  /// All that is known at a head.
  Term at(uint32_t head) const { return invariantAt(flow_, invariants_, head); }

private:
  bool keep(std::vector<Assertion> candidates, const Allowance& allowance);

  const Program& original_;
  const Flow& flow_;
  Solver& solver_;
  Env& env_;
  std::optional<TransitionSystem> system_;
  std::vector<Assertion> invariants_;
};

} // namespace assay
