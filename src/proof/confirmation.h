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
  /// `solver`: a name that makeSolver takes. An obligation that it does not settle soon goes to the solver that the
  /// options name, if that is another one.
  Confirmation(TermManager& terms, std::string_view solver, const Deadline& deadline, Env& env);

  /// Whether all of them are confirmed. Many queries about one large formula are faster as one query, unless there are
  /// arrays in it. So are easy queries about a small formula: one query is tried for as long as the single queries
  /// would take. The order of the obligations changes.
  bool confirm(std::vector<Obligation>& obligations);
  bool confirmEach(std::span<const Obligation> obligations);

  /// If not all are confirmed: which obligation failed, and whether the solver has satisfied it.
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
