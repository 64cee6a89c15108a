// Obligations, shown by a second solver.
#pragma once

#include "proof/hoare.h"
#include "solver/solver.h"
#include "util/env.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class Confirmation {
public:
  /// `solver`: a name that makeSolver takes. What it does not answer soon goes to the one that the options name, if
  /// that is another.
  Confirmation(TermManager& terms, std::string_view solver, const Deadline& deadline, Env& env);

  /// Whether all of them are confirmed. Many queries about one large formula are faster as one, unless there are arrays
  /// in it. So are easy ones about a small formula; as long as they would take one by one, that is tried. The order
  /// changes.
  bool confirm(std::vector<Obligation>& obligations);
  bool confirmEach(std::span<const Obligation> obligations);

  /// If not: what failed, and whether the solver has satisfied it.
  const std::string& failed() const { return failed_; }
  bool isRefuted() const { return isRefuted_; }

  Deadline::Clock::duration timeLeft() const;

private:
  Answer ask(Term violation, Deadline::Clock::duration time, Work::Duration most = Work::Duration::max());
  Answer ask(Solver& solver, Term violation, Deadline::Clock::duration time, Work::Duration most);
  Solver& other();

  TermManager& terms_;
  const Deadline& deadline_;
  Env& env_;
  const bool hasOther_;
  Work work_;
  std::unique_ptr<Solver> solver_, other_;
  std::string failed_;
  bool isRefuted_ = false;
};

} // namespace assay
