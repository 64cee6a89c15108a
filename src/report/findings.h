// Findings: what is wrong with a program, each with the execution that shows it; and an identity for each check, by
// which it is recognised in later runs.
#pragma once

#include "strategy/portfolio.h"
#include "witness/trace.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// A check that is violated, or a loop that never ends.
struct Finding {
  Property property = Property::UnreachCall;
  std::string identity;
  std::string message; // of this execution: "read of 1 byte out of bounds of 'line' ..."
  SourcePosition position;
  std::string function; // may be empty
  Trace trace;
  std::vector<RecordingInputs::Entry> inputs;
  size_t number = 0; // of its check, or of its loop, in the result
  /// The program to which positions and variables of this finding belong, if not the program that the result is about.
  std::shared_ptr<const Program> program = {};
};

/// The findings of the result, in the order of its checks and loops. Each is executed once more.
std::vector<Finding> findingsOf(const Program& program, const PortfolioResult& whole, Env& env, Folding folding);

/// The execution that refutes an invariant.
Finding refutationOf(const InvariantFate& fate, Env& env, Folding folding);

/// A name for each place that stays the same when lines move, and no other place has: it is made of the file, the
/// property, the function, what is wrong there, and the statement without its formatting (report/statements.h). Places
/// that are not known are numbered. It has 16 hexadecimal digits.
std::vector<std::string> identitiesOf(const Program& program, std::span<const CheckResult> checks);
std::vector<std::string> identitiesOf(const Program& program, std::span<const LoopResult> loops);

/// The user's function that a check is in; for a check in a model of a library function, the caller. Empty if none is
/// known.
std::string functionOf(const Program& program, const Location& location);
/// The function that has this line; empty if none is known.
std::string functionAt(const Program& program, SourcePosition position);

/// The number that the Common Weakness Enumeration has for the violation.
unsigned weaknessOf(Property property, std::string_view message);

} // namespace assay
