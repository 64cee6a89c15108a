#include "solver/session.h"

#include "solver/smtlib_session.h"

#include <algorithm>
#include <sstream>

namespace assay {

namespace {

/// `target` is a Solver or an SmtlibSession.
template <class Target, class Check>
void replay(const std::vector<SessionCommand>& commands, Target& target, Check check) {
  for (const SessionCommand& command : commands) {
    switch (command.kind) {
    case SessionCommand::Kind::Assert:
      target.assertTerm(command.terms[0]);
      break;
    case SessionCommand::Kind::Push:
      target.push();
      break;
    case SessionCommand::Kind::Pop:
      target.pop();
      break;
    case SessionCommand::Kind::Check:
      check(command.terms);
      break;
    }
  }
}

} // namespace

size_t Session::numChecks() const {
  return static_cast<size_t>(std::ranges::count(commands, SessionCommand::Kind::Check, &SessionCommand::kind));
}

std::vector<Answer> Session::play(Solver& solver) const {
  std::vector<Answer> answers;
  replay(commands, solver, [&](std::span<const Term> assumptions) { answers.push_back(solver.check(assumptions)); });
  return answers;
}

std::string Session::toSmtlib() const {
  std::ostringstream out;
  SmtlibSession script(out);
  replay(commands, script, [&](std::span<const Term> assumptions) { script.check(assumptions); });
  return out.str();
}

} // namespace assay
