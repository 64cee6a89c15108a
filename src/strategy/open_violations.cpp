#include "strategy/open_violations.h"

#include "strategy/openness.h"

#include <algorithm>
#include <utility>

namespace assay {

namespace {

/// Whether the compiled program was told everything but what is open.
bool isToldTheRest(const NativeVerdict& native) {
  return std::ranges::all_of(native.doubts, [](const std::string& doubt) { return doubt.starts_with(kOpenDoubt); });
}

/// Why a violation does not count: as far as the compiled program shows, only the model's openness allows it, so the
/// check stays open. Nothing: the violation counts. Where the compiled program was not run, functions without a body
/// return any value, as the assumptions of the program say.
std::optional<std::string> refute(const Program& program, CheckResult& check, bool isBehind,
                                  std::optional<NativeVerdict>& native, const NativeRun& runNatively, Env& env) {
  if (const std::optional<std::string> function = knowsLibrary(program, *check.counterexample, env))
    return "a violation where '" + *function +
           "', which has no body, gives the address of what the library keeps for itself";
  std::vector<std::string> names = openInputsOf(program, *check.counterexample, Openness::UnspecifiedOrExternal, env);
  // Compilers leave padding as it is, which is what an input of zero does: no other input has such a value.
  if (names == std::vector<std::string>{"padding"})
    if (std::optional<Counterexample> other = withoutOpenness(program, *check.counterexample, env)) {
      check.counterexample = std::move(other);
      names.clear();
    }
  const bool isOn = env.options.nativeReplay == NativeReplayUse::On;
  // That other values lead there as well is a test, no proof: all of those that were tried may be wrong.
  std::vector<std::string> all = names;
  if (names.empty() && isOn && hasTrait(program[check.error].property, kFailsForSure))
    all = allOpenInputsOf(program, *check.counterexample, Openness::Unspecified, env);
  if (all.empty()) return std::nullopt;
  native = NativeVerdict();
  native->what = "it is switched off";
  if (isOn) {
    env.logger.progress("a violation depends on what the model leaves open: running the compiled program");
    native = runNatively(program, *check.counterexample);
    if (isBehind) native = replayBehind(std::move(*native));
  }
  if (native->status == NativeVerdict::Confirmed) return std::nullopt;
  if (native->status == NativeVerdict::NotRun || (isBehind && native->status == NativeVerdict::Undecided))
    names = openInputsOf(program, *check.counterexample, Openness::Unspecified, env);
  else if (names.empty() && isToldTheRest(*native))
    names = all;
  if (names.empty()) return std::nullopt;
  std::string what;
  for (const std::string& name : names) what += (what.empty() ? "" : ", ") + name;
  return "a violation depends on what the model leaves open (" + what + "), and the compiled program " +
         (native->status == NativeVerdict::NotRun      ? "was not run: "
          : native->status == NativeVerdict::Undecided ? "cannot confirm it: "
                                                       : "DOES NOT FAIL AS PREDICTED: ") +
         native->what;
}

} // namespace

NativeVerdict replayBehind(NativeVerdict native) {
  if (native.status != NativeVerdict::NotConfirmed) return native;
  native.status = NativeVerdict::Undecided;
  native.what += "; this violation stands behind one that was found before";
  return native;
}

std::optional<NativeVerdict> refuteOpenViolations(const Program& program, PortfolioResult& whole, bool isBehind,
                                                  const NativeRun& runNatively, Env& env) {
  std::optional<NativeVerdict> first, kept;
  std::string why;
  bool isLeft = false; // a violation
  for (CheckResult& check : whole.result.checks) {
    if (check.status != CheckStatus::Violated) continue;
    std::optional<NativeVerdict> native;
    const std::optional<std::string> refuted = refute(program, check, isBehind, native, runNatively, env);
    if (!refuted) {
      if (!std::exchange(isLeft, true)) kept = std::move(native);
      continue;
    }
    if (!first) first = std::move(native);
    why = *refuted;
    check.status = CheckStatus::Open;
    check.how = why;
    check.counterexample.reset();
  }
  if (isLeft || why.empty()) return kept;
  whole.result.verdict = Verdict::Unknown;
  whole.result.reason = why;
  return first;
}

} // namespace assay
