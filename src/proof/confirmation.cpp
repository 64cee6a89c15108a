#include "proof/confirmation.h"

#include "proof/array_reads.h"
#include "proof/division_lemmas.h"
#include "solver/query_log.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

Confirmation::Confirmation(TermManager& terms, std::string_view solver, const Deadline& deadline, Env& env)
    : terms_(terms), deadline_(deadline), env_(env), hasOther_(solver != choiceName(env.options.certify)), work_(terms),
      solver_(makeLoggedSolver(solver, terms, env)) {}

Deadline::Clock::duration Confirmation::timeLeft() const {
  if (!deadline_.limited()) return std::chrono::hours(24);
  return std::max<Deadline::Clock::duration>(deadline_.end() - Deadline::Clock::now(), std::chrono::milliseconds(1));
}

bool Confirmation::confirm(std::vector<Obligation>& obligations) {
  constexpr std::chrono::milliseconds kEasy{30};
  constexpr size_t kLarge = 1500; // terms
  const auto isPlain = [](const Obligation& obligation) { return !hasArrays(std::span(&obligation.violation, 1)); };
  const auto withArrays = std::partition(obligations.begin(), obligations.end(), isPlain);
  auto next = obligations.begin();
  if (withArrays - next > 1) {
    std::vector<Term> violations;
    std::for_each(next, withArrays, [&](const Obligation& obligation) { violations.push_back(obligation.violation); });
    const Term any = terms_.mkOr(violations);
    const bool isLarge = termSize(any) > kLarge;
    if (ask(any, timeLeft() * 3 / 4, isLarge ? Work::Duration::max() : violations.size() * kEasy).isUnsat())
      next = withArrays;
  }
  return confirmEach(std::span(next, obligations.end()));
}

bool Confirmation::confirmEach(std::span<const Obligation> obligations) {
  for (const Obligation& obligation : obligations) {
    const Term plain =
        hasArrays(std::span(&obligation.violation, 1)) ? withoutArrays(terms_, obligation.violation) : Term();
    if (plain && ask(plain, timeLeft() / 2, std::chrono::seconds(10)).isUnsat()) continue;
    const Term weaker = withoutDivisions(terms_, obligation.violation);
    if (weaker != obligation.violation && ask(weaker, timeLeft() / 2, std::chrono::seconds(1)).isUnsat()) continue;
    const Answer answer = ask(obligation.violation, timeLeft());
    if (answer.isUnsat()) continue;
    isRefuted_ = answer.isSat();
    failed_ = obligation.what;
    return false;
  }
  return true;
}

Answer Confirmation::ask(Term violation, Deadline::Clock::duration time, Work::Duration most) {
  constexpr std::chrono::milliseconds kSoon{300}; // as work: what else the machine does is not to decide
  if (!hasOther_) return ask(*solver_, violation, time, most);
  constexpr int kPatience = 16;
  const bool isToProve = env_.proofs && env_.proofs->isOpen(); // for those who come later and have less time
  const Work::Duration work = std::min<Work::Duration>(most, kSoon) * (isToProve ? kPatience : 1);
  const Answer answer = ask(*solver_, violation, isToProve ? time : time / 2, work);
  return answer.isUnknown() ? ask(other(), violation, time, most) : answer;
}

Answer Confirmation::ask(Solver& solver, Term violation, Deadline::Clock::duration time, Work::Duration most) {
  if (deadline_.expired()) return Answer::unknown(UnknownReason::Deadline);
  const WorkLimit work = most == Work::Duration::max() ? WorkLimit(work_) : WorkLimit(work_, most);
  solver.setLimits({.deadline = Deadline(time), .work = work});
  solver.push();
  solver.assertTerm(violation);
  const Answer answer = solver.check();
  solver.pop();
  return answer;
}

Solver& Confirmation::other() {
  if (!other_) other_ = makeLoggedSolver(choiceName(env_.options.certify), terms_, env_);
  return *other_;
}

} // namespace assay
