// What was found out about a program, for people, in the manner of a compiler: every violation with its trace, what
// stays open with the reason, a proof with its invariants, what was taken for granted.
#pragma once

#include "report/suppressions.h"
#include "strategy/portfolio.h"
#include "witness/native_replay.h"
#include "witness/trace_text.h"

#include <iosfwd>
#include <span>
#include <string>

namespace assay {

class TextReport {
public:
  TextReport(const Program& program, Env& env, std::ostream& out, TextStyle style)
      : program_(program), env_(env), out_(out), style_(std::move(style)) {}

  /// `known`: violated checks that do not count, by number.
  void tell(const PortfolioResult& whole, const std::map<size_t, Suppression>& known = {});
  /// Tells what the compiled program did on a violation; on which one, if there are several.
  void tellNative(const NativeVerdict& verdict, SourcePosition violation = {});

private:
  void tellEngines(const PortfolioResult& whole);
  void tellObstacles(const Result& result);
  void tellViolation(const CheckResult& check, const Program& executed);
  void tellKnown(const CheckResult& check, const Suppression& suppression);
  void tellUnknown(const PortfolioResult& whole);
  void tellOpen(const Result& result);
  void tellLoops(const Result& result);
  void tellEndless(const LoopResult& loop);
  void tellSafeDepth(uint64_t iterations);
  void tellProof(const Result& result);
  void tellThreadAssertions(const Result& result);
  void tellSharing(const Result& result);
  void tellUserInvariant(const InvariantFate& fate);
  void tellAssumptions();
  std::string where(SourcePosition position) const;

  const Program& program_;
  Env& env_;
  std::ostream& out_;
  TextStyle style_;
};

/// What the program asked for, in order, as `assay run --inputs` takes it.
std::string inputsText(const Program& program, std::span<const RecordingInputs::Entry> inputs);

/// `verdict: true`, `verdict: true (within limits: ...)`, `verdict: true (but for known violations: N)`,
/// `verdict: false(PROPERTY)` or `verdict: unknown (REASON)`.
std::string verdictLine(const Program& program, const Result& result, const std::map<size_t, Suppression>& known = {});

} // namespace assay
