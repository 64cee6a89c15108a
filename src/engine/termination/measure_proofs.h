// Proofs by measures: attempts on two automata of the program, one with memory forgotten and one with memory as arrays,
// without invariants first. What an attempt finds out of an automaton, later ones on it begin with.
#pragma once

#include "engine/recall.h"
#include "engine/termination/limits.h"
#include "engine/termination/loop_prover.h"
#include "transform/flat_form.h"

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace assay {

class MeasureProofs {
public:
  /// `earlier`: what an earlier proof counts for.
  MeasureProofs(const Program& original, const Program& wrapping, Standing earlier, Env& env);

  /// Whatever there is to say of an automaton without cycles. Nothing: there is a cycle.
  std::optional<Result> withoutLoops();

  static uint32_t numAttempts();
  /// Whether another one has failed on its automaton.
  bool hasFailedBefore(uint32_t number);
  /// A proof that is confirmed; it may take so many times as long as at first.
  std::optional<Result> attempt(uint32_t number, int times = 1);
  /// Attempts in which sources of invariants had too little time.
  std::optional<Result> attemptAgain(int times);
  bool hasLate() const { return !late_.empty(); }

  /// In the way that an earlier proof went.
  std::optional<Result> again(const MeasuresOutline& known);

  /// That there is no proof, and why.
  Result open() const;

private:
  LoopProver* proverOf(uint32_t number);
  LoopProver* exact();
  LoopProver* proverOfMeasures(const MeasuresOutline& known);
  std::optional<Result> recallMeasures(const MeasuresOutline& known);
  std::optional<Result> attemptWithMeasures(const MeasuresOutline& known);
  std::optional<Result> attemptUpTo(uint32_t last);
  bool findMeasures(LoopProver& prover, std::span<const std::string_view> sources, Deadline::Clock::duration time);
  std::optional<Result> conclude(LoopProver& prover, uint32_t number);
  Result proved(LoopProver& prover, const std::string& how);
  Result claimed(const LoopProver& prover, const std::string& how) const;
  Result confirmed(Result result, LoopProver& prover, const std::string& solver, const Deadline& deadline) const;

  const Program& original_;
  const Standing standing_;
  Env& env_;
  const TerminationLimits limits_;
  bool allocates_ = false, isRecursive_ = false;
  std::optional<FlatProgram> withMemory_; // until it is needed
  std::unique_ptr<Flow> forgetfulFlow_, exactFlow_;
  std::unique_ptr<LoopProver> forgetful_, exact_;
  std::set<uint32_t> late_;       // attempts
  std::optional<Result> refused_; // a proof that does not hold in all cases
};

} // namespace assay
