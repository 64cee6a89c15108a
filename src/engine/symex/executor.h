// What an edge does to a state. A state is run until it ends or is split (decisions.h).
#pragma once

#include "engine/symex/decisions.h"
#include "engine/symex/learner.h"
#include "engine/symex/merger.h"
#include "engine/symex/parking.h"
#include "engine/symex/plan.h"
#include "engine/symex/pruner.h"
#include "engine/symex/solver_chain.h"
#include "engine/symex/state.h"
#include "engine/symex/threads.h"
#include "program/leak_checks.h"
#include "program/program.h"
#include "util/env.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay::symex {

/// How running a state stopped.
enum class Stop : uint8_t {
  Paused,   // it can go on
  Finished, // the execution ended, without a violation
  Error,    // at an error location: state.location
  Cut,      // it cannot be followed; noted
};

/// Edges to which paths are wanted, if `edges` is not null: running a state clears the entries of the edges that it
/// takes. The observer may change the entries then.
struct Wanted {
  std::vector<bool>* edges = nullptr;
  bool isAll = false; // nothing else counts: what leads to none of them may be left
};

/// Which paths were not followed to their end.
struct LeftPaths {
  bool isAny = false;        // because another path does the same, or two have become one
  bool mayBeEndless = false; // one that goes on for ever, or may
};

/// What stands for inputs.
class InputVariables {
public:
  explicit InputVariables(TermManager& terms) : terms_(terms) {}
  Term of(uint64_t number, Sort sort);

private:
  TermManager& terms_;
  std::vector<Term> variables_; // by number: the one that was made last
};

class Executor {
public:
  Executor(const Program& program, RefutationLog& refutations, const SymexPlan& plan, Env& env, Wanted wanted = {});

  StatePtr initialState();

  /// Runs the state for about so many instructions or until it is split; states that are split off are added to
  /// `split`.
  Stop run(State& state, uint64_t budget, std::vector<StatePtr>& split);

  /// The state as it was when it was parked. Null if it is not found again, which is noted as a cut.
  StatePtr takeUp(const ParkedState& parked);

  /// Choices between threads that were not made because of what the state would do (reduction.h): it does nothing for now.
  std::vector<StatePtr> alternatives(State& state) {
    std::vector<StatePtr> result;
    decisions_.splitTo(result);
    threads_.release(state);
    return result;
  }
  /// The state will not be run again: nothing is learnt from it.
  void lose(State& state) {
    Learner::lose(state);
    learner_.ended(state);
  }

  /// Forgets what can be found out again: answers, and states that were met.
  void forget();

  /// By location: checks that no execution violates. Nothing is asked on the way to them any more.
  void close(std::vector<bool> isClosed);

  /// Whether the last run took an edge that was wanted.
  bool tookWantedEdge() const { return tookWantedEdge_; }

  /// What was cut, and where: reason to how often.
  const std::map<std::string, uint64_t>& cuts() const { return decisions_.cuts(); }
  void noteCut(const std::string& reason) { decisions_.noteCut(reason); }
  /// The state has come to a data race. Its accesses are to begin at the same address if they can: sanitizers miss some
  /// that only overlap.
  void makeMeet(State& state) {
    ModelRef model;
    if (!state.meets.isNull() && decisions_.ask(state, state.meets, model).isSat()) state.model = model;
  }

  /// Locations of kind Limit that paths have ended at.
  const Threads& threads() const { return threads_; }
  const std::set<LocationId>& limitsReached() const { return limitsReached_; }
  const LeftPaths& left() const { return left_; }
  /// How often each location was entered; for searchers and coverage.
  const std::vector<uint32_t>& visits() const { return visits_; }
  uint64_t instructions() const { return instructions_; }
  const Learner& learner() const { return learner_; }
  Pruner& pruner() { return pruner_; }

private:
  StatePtr makeInitialState();
  Step chooseEdge(State& state);
  /// Decides on the guard of an edge of the state's location.
  bool decideEdge(State& state, size_t edge, Term guard, State** other);
  Step runEdge(State& state);
  /// Runs the edge's instructions up to this one, or until the state is split.
  Step runOperations(State& state, uint32_t end);
  Step enterFunction(State& state);
  Step leaveFunction(State& state);
  Step endThread(State& state);
  /// The state has ended where threads take turns.
  Step afterTurn(State& state, Step step);
  Step arrive(State& state, LocationId location);
  /// Ends the execution where the checks for lost blocks do not look: the program is aborted, or never ends.
  Step endWithoutChecks(State& state, const char* how);
  Step input(State& state, const Instr& instr);

  const Program& program_;
  const SymexLimits limits_;
  TermManager& terms_;
  Env& env_;
  CodeCache code_;
  InputVariables inputs_;
  SolverChain solver_;
  RegisterMachine machine_;
  Decisions decisions_;
  Pruner pruner_;
  Merger merger_;
  Threads threads_;
  Learner learner_;
  std::set<LocationId> limitsReached_;
  LeftPaths left_;
  std::vector<uint32_t> visits_;
  Wanted wanted_;
  bool tookWantedEdge_ = false;
  uint64_t instructions_ = 0;
  bool mergesPointers_;
  std::vector<bool> isClosed_; // by location; empty until there are some
  uint64_t& spared_;
  const LeakChecks leaks_;
};

} // namespace assay::symex
