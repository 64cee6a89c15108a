// strategy/: from a Program to a verdict with evidence: which engines run, for how long and side by side, what is
// certified of what they say, what earlier runs have left, which violations count.
//
// From a program, with its properties as checks, to a verdict with the evidence for it.
//
// All that may change a verdict is done here; the caller only parses and prints. Rounds go on behind violations that
// are known (all_checks.h). A round is the default strategy, or one engine; what earlier runs have left behind is tried
// first (run_memory.h). A violation that rests on what the model leaves open counts if the compiled program fails, too
// (open_violations.h). What a user should know about a verdict is told with it: for example, checks that hold because
// no execution comes to them.
#pragma once

#include "strategy/all_checks.h"
#include "strategy/open_violations.h"
#include "strategy/run_memory.h"
#include "strategy/sketch.h"

#include <optional>
#include <string>

namespace assay {

/// What the verifier needs from the layers that know files and compilers.
struct Surroundings {
  OpenProgram open;
  LoadSketch sketch;
  FindKnown findKnown;
  NativeRun runNatively;
  bool isReported = false; // somebody reads more than the lines that --quiet leaves out
};

class Verifier {
public:
  /// `wrapping`: the program without checks of overflow, if it is asked whether executions end. Both must stay.
  Verifier(const Program& program, const Program* wrapping, Env& env);

  Settled verify(const Surroundings& around);
  /// One round, of which nobody is told but the caller: a violation in it may be none that counts.
  PortfolioResult verifyOnce() {
    return run(program_, [](const std::string&) { return true; }, nullptr, env_);
  }
  /// What compiled programs did, in earlier runs and in this one.
  RunMemory& memory() { return memory_; }

  /// Whether the last round has left a proof for which solvers have to work when it is checked again.
  bool isWorthRehearsing() const;
  /// Finds no verdict, but checks again what was left for the program, as the next run will, and leaves proofs of
  /// refutations that take the solvers long.
  void rehearse();

private:
  PortfolioResult round(const Program& program);
  std::vector<Contender> contendersFor(const Program& program) const;
  Contender sketch() const;
  using IsAsked = std::function<bool(const std::string& engine)>;
  PortfolioResult run(const Program& program, const IsAsked& isAsked, const EarlierProof* earlier, Env& env);
  void lookFurther(const Program& program, PortfolioResult& found, std::optional<NativeVerdict>& native,
                   const std::vector<LocationId>& refuted, const NativeRun& runNatively);
  std::optional<PortfolioResult> tryRemembered(const Program& program, const Remembered& remembered, bool isRehearsal);
  bool isByLearning(const ProofOutline& outline) const;
  bool rehearsePaths(const Remembered& remembered);
  void warnOfVacuity(const Program& program, PortfolioResult& whole, Deadline::Clock::duration spent);
  void warnOfEndlessness(const Program& program, PortfolioResult& whole, Deadline::Clock::duration spent) const;
  void judgeUserInvariants(const Program& program, PortfolioResult& whole) const;

  const Program& program_;
  const Program* wrapping_;
  Env& env_;
  const StrategyLimits limits_;
  const Question question_;
  RunMemory memory_;
  LoadSketch loadSketch_; // of program_
  Deadline::Clock::time_point roundBegan_;
};

} // namespace assay
