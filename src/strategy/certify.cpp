#include "strategy/certify.h"

#include "engine/replay.h"

#include <vector>

namespace assay {

namespace {

bool reject(Result& result, std::string why) {
  result.verdict = Verdict::Unknown;
  result.reason = std::move(why);
  return false;
}

/// Why the check is not violated after all; empty if it is.
std::string objection(const CheckResult& check, const Program& program, Env& env) {
  if (!check.counterexample || check.counterexample->error != check.error) return "there is NO COUNTEREXAMPLE";
  const Replay replayed = replay(program, *check.counterexample, env);
  if (replayed.confirmed) return {};
  if (replayed.outcome.kind == Outcome::Interrupted) return "out of time while a counterexample was replayed";
  return "a counterexample was NOT CONFIRMED by the interpreter (" + replayed.what + ")";
}

bool certifyFalse(Result& result, const Program& program, Env& env) {
  std::string objections;
  bool violated = false;
  for (CheckResult& check : result.checks) {
    if (check.status != CheckStatus::Violated) continue;
    std::string why = objection(check, program, env);
    violated = violated || why.empty();
    if (why.empty()) continue;
    objections = why;
    check.status = CheckStatus::Open;
    check.how = std::move(why);
    check.counterexample.reset();
  }
  if (violated) return objections.empty();
  return reject(result, objections.empty() ? "the engine says false and VIOLATED NO CHECK" : objections);
}

} // namespace

bool certify(Result& result, const Program& program, Env& env) {
  if (result.verdict == Verdict::Unknown) return true;
  if (result.verdict == Verdict::False) return certifyFalse(result, program, env);
  std::vector<bool> isProved(program.locations().size());
  for (const CheckResult& check : result.checks) isProved[check.error.index()] = check.status == CheckStatus::Proved;
  for (size_t i = 0; i < isProved.size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error && !isProved[i])
      return reject(result, "the engine says true and left a check OPEN");
  return true;
}

} // namespace assay
