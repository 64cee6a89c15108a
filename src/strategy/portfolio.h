// Several engines on one program, each in its own process; the first conclusive and certified answer wins, and the
// others end at once. If there are more of them than processors, they take turns (turns.h).
//
// Meanwhile each engine hears what the other engines have found out (engine/exchange.h); if they have proved every
// check together, that is an answer, too.
//
// An engine whose answer does not pass certification, that crashes, runs out of memory or is killed counts as one that
// found out nothing, and the report says so. If no engine decides, every check still has the best status that one of
// them gave it.
#pragma once

#include "engine/kiki/user_invariants.h"
#include "engine/recall.h"
#include "strategy/schedule.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct Contender {
  std::string name;
  std::function<std::unique_ptr<Engine>()> make;
  double share = 1;                  // of the time, relative to the others'
  std::chrono::milliseconds begin{}; // it waits so long, if there is no free processor
};

/// What an engine said on the way.
struct Milestone {
  double seconds = 0;
  std::string what;
};

struct EngineReport {
  std::string engine;
  std::string outcome; // one line for people
  double seconds = 0;
  bool isAnomalous = false; // a crash, or an answer that was not certified
  std::string statistics;   // as it printed them, if it came to that
  std::vector<Milestone> milestones =
      {}; // if somebody reads them: status lines now and then, and what others were told
};

struct PortfolioResult {
  Result result;
  std::string engine; // that decided; empty if none did
  std::vector<EngineReport> reports;
  std::vector<std::string> warnings; // of what a user should know about the verdict
  std::optional<SafeDepth> safeDepth;
  std::vector<InvariantFate> userInvariants = {}; // what became of those that the user gave
  /// By the error of a check: the program whose execution the counterexample is, if it is not the program that the
  /// result is about, but one in which errors that were found before are passed (transform/pass_errors.h). The error of
  /// such a counterexample is a location of that program.
  std::map<LocationId, std::shared_ptr<const Program>> origins = {};

  const Program& executedFor(const CheckResult& check, const Program& whole) const {
    const auto origin = origins.find(check.error);
    return origin == origins.end() ? whole : *origin->second;
  }
};

/// Every contender answers this question. `earlier`: a proof for the engines that can begin with it; may be null.
PortfolioResult runPortfolio(const Program& program, std::span<const Contender> contenders, Env& env,
                             Question question = Question::Errors, const EarlierProof* earlier = nullptr);

/// The engines of the default strategy.
std::vector<Contender> contendersOf(const Schedule& schedule);
/// The same if it is asked whether executions end. `wrapping`: the program without checks of overflow, which must stay.
std::vector<Contender> terminationContenders(const Program& wrapping);

} // namespace assay
