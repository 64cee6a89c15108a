// invariants/threads/: assertions about threads, for any number of them.
//
// What holds of threads where they stand (Owicki and Gries, "An axiomatic proof technique for parallel programs", 1976), found
// by dropping candidates until the rest is inductive (Flanagan and Leino, "Houdini", 2001).
//
// Each node has assertions about cells and the thread's own locals; two nodes that may have a thread each at one time, which is found
// out as well, have assertions about both. They are kept by what the thread does, and by what any other thread does that may stand elsewhere
// meanwhile, of which its own assertions are known. So a proof holds for any number of threads.
#pragma once

#include "analysis/obligation.h"
#include "encode/threads/thread_system.h"
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
  using ByNode = std::vector<std::vector<Term>>;
  /// What may hold of two threads, the first one's locals and the second one's under names of theirs.
  using OfPairs = std::function<std::vector<Term>(uint32_t one, uint32_t other)>;
  ThreadAssertions(TermManager& terms, const ThreadSystem& system, ByNode candidates,
                   std::function<std::unique_ptr<Solver>()> newSolver, const Deadline& deadline);

  /// Of pairs, too. To be called first.
  void addPairs(OfPairs candidates) { ofPairs_ = std::move(candidates); }
  /// In the words of the first or second thread of a pair.
  Term inRole(uint32_t node, uint32_t role, Term term);

  /// False: out of time.
  bool settle();

  /// Errors and obstacles that may be reached for all that is known.
  std::vector<uint32_t> openMoves();
  /// Leaves out what follows from the rest. What is left says the same.
  void minimise();
  /// Whether a thread may come there.
  bool isReached(uint32_t node) const { return isReached_[node]; }
  const ByNode& alive() const { return alive_; }
  /// Whether two threads may stand at two nodes at one time.
  const std::vector<std::vector<bool>>& meets() const { return meets_; }
  /// Of pairs of nodes, the smaller one first, whose locals are in role 1, and those of the other one in role 2.
  const std::map<std::pair<uint32_t, uint32_t>, std::vector<Term>>& facts() const { return facts_; }
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
  Term afterCreation(const ThreadMove& move, const CreatedThread& created, Term assertion);
  /// What is said of a pair, in the words of roles (0: names of their own). Of two threads at one node it holds both ways.
  using Wanted = std::vector<std::pair<Term, Term>>; // an assertion, and what it becomes
  struct Standing {
    uint32_t node, role;
  };
  Wanted factsOf(Standing one, Standing other);
  Term inRoles(Term fact, Standing first, Standing second);
  /// After the move: whoever has moved in role 0, whom it created in role 2.
  Term afterMove(const ThreadMove& move, const CreatedThread* created, Term fact);
  void dropFacts(Standing one, Standing other, const ThreadMove& move, const CreatedThread* created);
  void haveChanged(uint32_t one, uint32_t other);
  void forgetFacts(uint32_t one, uint32_t other);
  bool hasFacts(uint32_t one, uint32_t other) const;
  void addFacts(std::vector<Term>& premises, Standing one, Standing other);
  /// What holds of two threads that look on.
  std::vector<Term> whileSeen(const ThreadMove& move, uint32_t one, uint32_t other);
  /// Nothing: it does not touch what is said of the two.
  Wanted touchedFacts(uint32_t move, uint32_t one, uint32_t other);
  /// Moves that two threads look at. False: nothing was dropped.
  bool sweepPairs();
  const std::vector<Term>& variablesOf(Term term);
  void minimise(std::vector<Term>& assertions, const std::vector<Term>& known);
  /// What questions are about from now on.
  void assume(const std::vector<Term>& premises);
  /// Drops assertions of the node whose terms do not always hold for what is assumed.
  void drop(uint32_t node, Wanted wanted);
  /// False: nothing was dropped.
  bool drop(std::vector<Term>& alive, Wanted wanted);
  /// Unsat alone says no.
  bool mayHold();
  /// The assertions of a node, without those that follow from equations.
  std::vector<Term> premisesAt(uint32_t node);
  std::vector<Term> before(const ThreadMove& move);
  /// What holds of a thread that looks on.
  std::vector<Term> whileSeen(const ThreadMove& move, uint32_t observer);

  TermManager& terms_;
  const ThreadSystem& system_;
  ByNode alive_;
  OfPairs ofPairs_;
  std::map<std::pair<uint32_t, uint32_t>, std::vector<Term>> facts_; // the smaller node first
  ByNode premises_;                                                  // empty: not known
  const std::function<std::unique_ptr<Solver>()> newSolver_;
  std::unique_ptr<Solver> solver_; // for one task: what others have asked would have to be satisfied again and again
  const Deadline& deadline_;
  std::vector<bool> isReached_;
  std::vector<std::vector<bool>> meets_;
  std::deque<Task> tasks_;
  std::set<Task> isQueued_;
  std::vector<Effect> effects_;                                                   // by move
  std::map<std::pair<uint32_t, uint32_t>, std::unique_ptr<Substitution>> inRole_; // by template and role
  std::unordered_map<Term, std::pair<uint32_t, Term>> originOf_;                  // of names in roles
  std::unordered_map<Term, std::vector<Term>> variables_;
  uint64_t numQuestions_ = 0;
};

} // namespace assay
