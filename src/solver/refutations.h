// The unsatisfiable answers that a proof without invariants rests on, for a second solver to confirm.
//
// "All paths have ended", or "no execution is longer", holds because a solver has called questions unsatisfiable,
// thousands of them or a few large ones. Engines get their solvers from here, and the refutations of these solvers are
// kept: of each question the core, with what was asserted. Terms are shared and never freed, so that this is a list of
// pointers. There is a bound on what is kept; beyond it a sample is kept, in which every refutation of the run is with
// the same probability. Which refutations are in the sample depends on their numbers alone.
//
// To confirm refutations, the second solver is asked whether some question of a group can be satisfied: refutations
// that follow each other share most of their terms. If a group takes too long, its refutations are asked one by one,
// after all other groups.
#pragma once

#include "solver/solver.h"
#include "util/env.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace assay {

/// As makeLoggedSolver().
using SolverMaker = std::unique_ptr<Solver> (*)(std::string_view name, TermManager& terms, Env& env);

class RefutationLog {
public:
  using Duration = Work::Duration;

  /// Keeps nothing if it is not `isOn`, or if the options name no second solver.
  RefutationLog(SolverMaker make, bool isOn, Env& env);
  /// The memory that the run may take, of which the second solver gets a part; without a call, what the options say.
  void limitMemory(uint64_t megabytes) { megabytes_ = megabytes; }

  /// A solver whose refutations are kept here. It must not outlive this.
  std::unique_ptr<Solver> newSolver(std::string_view name, TermManager& terms);
  /// A solver says that all of these terms are unsatisfiable together. They may be an instance of more general
  /// conditions, `general`: if the second solver refutes these, it need not be asked for the instance.
  void add(std::vector<Term> terms, std::vector<Term> general = {});

  /// Counts the time that a solver from here took for a refutation.
  void count(Duration time);
  /// Whether some refutations took so long that a proof is worth keeping.
  bool areHard() const;

  /// How long a user is ready to wait at the end: a quarter of what the run has taken, and a little. In processor time,
  /// so that other work of the machine does not decide how much is confirmed.
  Duration timeToConfirm() const { return timeToConfirm(4, std::chrono::milliseconds(500)); }
  /// The same for a proof that is found again: the second solver was asked at the first time, and is now asked for a
  /// sample.
  Duration timeToConfirmAgain() const { return timeToConfirm(20, std::chrono::milliseconds(10)); }
  /// The same before other engines hear of a proof, while the run goes on.
  Duration timeToConfirmMeanwhile() const { return timeToConfirm(20, std::chrono::milliseconds(100)); }
  /// Has as many refutations confirmed as the time allows. False: the second solver has satisfied one of them.
  bool confirm(Duration time);

  /// Drops what was added until now: somebody else confirms it.
  void forget();

  uint64_t number() const { return number_; }
  uint64_t numConfirmed() const { return numConfirmed_; }
  /// How many refutations are kept and not confirmed.
  size_t numOpen() const { return open_.size(); }

private:
  struct Refutation {
    uint64_t number = 0;
    std::vector<Term> terms;
    std::vector<Term> general; // may be empty
    size_t size() const { return terms.size() + general.size(); }
  };
  /// A part of what is open, and what the second solver may take for it.
  struct Group {
    size_t begin, end;
    Duration work;
    bool isPlain = false; // what is more general was not refuted
  };

  Duration timeToConfirm(int part, Duration advance) const;
  /// Keeps those open refutations whose positions are chosen.
  void keep(const std::function<bool(size_t)>& isKept);
  std::vector<Group> groups() const;
  bool confirm(Duration time, std::vector<bool>& isConfirmed);
  /// The question to the solver for the i-th refutation of a group.
  const std::vector<Term>& question(const Group& group, size_t i) const {
    return group.isPlain || open_[i].general.empty() ? open_[i].terms : open_[i].general;
  }
  bool isGeneral(const Group& group) const;
  Answer ask(Solver& solver, const Group& group, const Deadline& deadline, Work& work) const;

  const SolverMaker make_;
  const bool isOn_;
  Env& env_;
  uint64_t megabytes_;
  const uint64_t begin_ = processorTime();
  std::vector<Refutation> open_; // in the order of their numbers
  size_t numTerms_ = 0;          // in them
  uint64_t number_ = 0, numConfirmed_ = 0;
  uint64_t sampled_ = UINT64_MAX; // what is kept: those whose number has no larger hash than this
  Duration spent_{};              // on confirming
  Duration hard_{};               // on finding those that each took long
  TermManager* terms_ = nullptr;
};

} // namespace assay
