// More than one violation in one run.
//
// Engines stop at a violation, or soon after. The rest of the checks is verified again and again, until nothing more is
// found: without the checks that are violated, and with executions that go on behind them (transform/pass_errors.h). So
// what is proved then is proved of all executions, also of those that have violated a check before, and the verdict is
// that of a program that lacks the violated checks.
//
// C has no meaning for what follows an invalid access. Executions end there. When nothing more is found, one more round
// asks what executions would meet if they went on: a check that is not safe in that round, or that only such executions
// reach, is open.
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
  /// What the result is about, if not the program that was given: `verified` was verified last, and `program` is the
  /// same with an error for each check that was found violated before, to which no edge leads. Locations have the same
  /// numbers in both.
  std::shared_ptr<const Program> verified = {}, program = {};
  std::shared_ptr<const Program> first = {}; // what was given, if there was more than one round

  /// Whether executions that violate the check may have violated another one before.
  bool isBehind(const CheckResult& check) const { return first && &whole.executedFor(check, *program) != first.get(); }
};

/// Verifies a program, and tells what the compiled program did, if it was run. `isQuestion`: the program is made for a
/// question, and what is found in it is not told to the user.
using Round = std::function<Settled(const Program&, bool isQuestion)>;

/// The open program (transform/pass_errors.h), if it can be had; it is made when it is asked for.
struct OpenProgram {
  std::function<std::optional<Program>()> load;
  bool hasOne = false; // if not, nothing comes behind an error of the program
};

/// For each violated check that does not count, the reason, by its number among the result's checks.
using FindKnown = std::function<std::map<size_t, Suppression>(const Program&, const Result&)>;

/// If no violation counts, the verdict is that of the rest of the checks. With `wantsAll`, rounds go on after a
/// violation that counts.
Settled settleChecks(const Program& program, const OpenProgram& open, const FindKnown& findKnown, bool wantsAll,
                     const Deadline& deadline, const Round& round);

} // namespace assay
