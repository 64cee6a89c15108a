// More than one violation in one run.
//
// Engines stop at a violation, or soon after. The rest of the checks is verified again and again, until nothing more is
// found: without those that are violated, and with executions that go on behind them (transform/pass_errors.h). So what
// is proved then is proved of all executions, also of those that have violated something before, and the verdict is
// that of a program that lacks these checks.
//
// C has no meaning for what follows an invalid access. Executions end there, and when nothing more is found, it is
// asked once what they would meet if they went on: a check that is not safe then, or that is reached then alone, is
// open.
#pragma once

#include "strategy/native_verdict.h"
#include "strategy/portfolio.h"
#include "strategy/suppression.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

namespace assay {

struct Settled {
  PortfolioResult whole;
  std::optional<NativeVerdict> native = {}; // of the first violation, if it was run
  std::map<size_t, Suppression> known = {}; // violated checks that do not count, by number
  /// What the result is about, if not the program that was given: what was verified last, and that with an error for
  /// each check that was found violated before, to which no edge leads. Their numbers are the same.
  std::shared_ptr<const Program> verified = {}, program = {};
  std::shared_ptr<const Program> first = {}; // what was given, if there was more than one round

  /// Whether executions that violate it may have violated something else before.
  bool isBehind(const CheckResult& check) const { return first && &whole.executedFor(check, *program) != first.get(); }
};

/// Verifies a program, and tells what the compiled program did, if it was run. What is found in a program that is but a
/// question is not told to anybody.
using Round = std::function<Settled(const Program&, bool isQuestion)>;

/// Gives the open program, if it can be had.
struct OpenProgram {
  std::function<std::optional<Program>()> load;
  bool hasOne = false; // if not, nothing comes behind an error of the program
};

/// Of each violated check that does not count, why, by its number among the result's checks.
using FindKnown = std::function<std::map<size_t, Suppression>(const Program&, const Result&)>;

/// If no violation counts, the verdict is that of the rest. With `wantsAll` it goes on after one that counts.
Settled settleChecks(const Program& program, const OpenProgram& open, const FindKnown& findKnown, bool wantsAll,
                     const Deadline& deadline, const Round& round);

} // namespace assay
