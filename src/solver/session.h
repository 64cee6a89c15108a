// A solver session as data: what fuzzers shrink and benchmarks repeat on several solvers.
#pragma once

#include "solver/solver.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

struct SessionCommand {
  enum class Kind : uint8_t { Assert, Push, Pop, Check };
  Kind kind;
  std::vector<Term> terms; // Assert: the one term; Check: the assumptions
};

struct Session {
  std::vector<SessionCommand> commands;

  void assertTerm(Term term) { commands.push_back({SessionCommand::Kind::Assert, {term}}); }
  void push() { commands.push_back({SessionCommand::Kind::Push, {}}); }
  void pop() { commands.push_back({SessionCommand::Kind::Pop, {}}); }
  void check(std::vector<Term> assumptions = {}) {
    commands.push_back({SessionCommand::Kind::Check, std::move(assumptions)});
  }
  size_t numChecks() const;

  /// Every command, given to the solver in turn; the answers of the checks.
  std::vector<Answer> play(Solver& solver) const;
  /// As an SMT-LIB script.
  std::string toSmtlib() const;
};

} // namespace assay
