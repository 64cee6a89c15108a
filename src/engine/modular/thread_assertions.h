// What holds of threads where they stand (Owicki and Gries, "An axiomatic proof technique for parallel programs", 1976), found
// by dropping candidates until the rest is inductive (Flanagan and Leino, "Houdini", 2001).
//
// Each node has assertions about cells and the thread's own locals; which two nodes may have a thread each at one time is found
// out with them. They are kept by what the thread does, and by what any other thread does that may stand elsewhere
// meanwhile, of which its own assertions are known. So a proof holds for any number of threads.
#pragma once

#include "analysis/obligation.h"
#include "engine/modular/thread_system.h"
#include "solver/solver.h"
#include "term/substitute.h"
#include "util/deadline.h"

#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace assay {

class ThreadAssertions {
public:
  /// `candidates`: by node.
  ThreadAssertions(TermManager& terms, const ThreadSystem& system, std::vector<std::vector<Term>> candidates,
                   std::function<std::unique_ptr<Solver>()> newSolver, const Deadline& deadline);

  /// False: out of time.
  bool settle();

  /// Errors and obstacles that may be reached for all that is known.
  std::vector<uint32_t> openMoves();
  /// Whether a thread may come there.
  bool isReached(uint32_t node) const { return isReached_[node]; }
  const std::vector<Term>& at(uint32_t node) const { return alive_[node]; }
  bool mayMeet(uint32_t one, uint32_t other) const { return meets_[one][other]; }
  uint64_t numQuestions() const { return numQuestions_; }

  /// That all of this is inductive: each is to be unsatisfiable.
  std::vector<Obligation> obligations(const std::vector<bool>& isOpenMove);

private:
  /// A move of a thread, and another one that stands somewhere; or none.
  struct Task {
    uint32_t move, observer;
    auto operator<=>(const Task&) const = default;
  };
  /// What a move does, for who looks on.
  struct Effect {
    std::vector<Term> changed; // cells
    std::unique_ptr<Substitution> after;
  };

  void begin();
  void enqueue(Task task);
  void reach(uint32_t node);
  void meet(uint32_t one, uint32_t other);
  void hasChanged(uint32_t node);
  void runAlone(uint32_t move);
  void runObserved(uint32_t move, uint32_t observer);
  Effect& effectOf(uint32_t move);
  /// What follows: threads of which kinds may stand next to each other.
  std::vector<uint32_t> nodesBehind(const ThreadMove& move) const;
  Term afterCreation(const ThreadMove& move, const CreatedThread& created, Term assertion);
  bool needsOthers(uint32_t node) const { return !system_.threads[system_.nodes[node].thread].isUnique; }
  bool isSameKind(uint32_t one, uint32_t other) const {
    return system_.nodes[one].thread == system_.nodes[other].thread;
  }
  /// In the words of another thread of its kind.
  Term asOther(uint32_t node, Term term);
  const std::vector<Term>& variablesOf(Term term);
  /// What questions are about from now on.
  void assume(const std::vector<Term>& premises);
  /// Drops assertions of the node whose terms do not always hold for what is assumed.
  void drop(uint32_t node, std::vector<std::pair<Term, Term>> wanted);
  /// Unsat alone says no.
  bool mayHold();
  /// The assertions of a node, without those that follow from equations.
  std::vector<Term> premisesAt(uint32_t node);
  std::vector<Term> before(const ThreadMove& move);
  /// What holds of a thread that looks on.
  std::vector<Term> whileSeen(const ThreadMove& move, uint32_t observer);

  TermManager& terms_;
  const ThreadSystem& system_;
  std::vector<std::vector<Term>> alive_;
  std::vector<std::vector<Term>> premises_; // by node; empty: not known
  const std::function<std::unique_ptr<Solver>()> newSolver_;
  std::unique_ptr<Solver> solver_; // for one task: what others have asked would have to be satisfied again and again
  const Deadline& deadline_;
  std::vector<bool> isReached_;
  std::vector<std::vector<bool>> meets_;
  std::deque<Task> tasks_;
  std::set<Task> isQueued_;
  std::vector<Effect> effects_;                        // by move
  std::vector<std::unique_ptr<Substitution>> asOther_; // by template
  std::unordered_map<Term, std::vector<Term>> variables_;
  uint64_t numQuestions_ = 0;
};

} // namespace assay
