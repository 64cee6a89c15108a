// Whether it is worth going on with a state.
//
// An earlier state covers a state if three things hold. Both have the same location and call stack. They agree in
// memory and in all variables that are still read, up to the names of inputs. And the earlier path condition is weaker,
// as far as it constrains inputs that these values depend on. Then the earlier state can do all that the covered one
// can: the shortest execution into an error from any state that was met does not begin in a covered one. Constraints
// are compared as sets, without a solver. If two earlier states differ only in whether c holds, together they cover
// both cases. Because of this, loops that forget their inputs end.
//
// Only those variables count that are live (program/liveness.h) and whose values can, through assignments, reach a
// guard or an operation on memory. Inputs are numbered in the order in which they are met (fingerprint.h). Object
// numbers are compared as they are; objects that are dead do not count.
//
// Of a program with threads (threads.h), all threads count: where each of them stands, what it is about to do, and its
// call stack. States are also compared where several threads can go on, and which of them ran last counts for nothing there:
// so the orders of steps that do not depend on each other come together again after each of them.
//
// A state that can reach no check is not worth going on with either.
#pragma once

#include "engine/symex/code.h"
#include "engine/symex/fingerprint.h"
#include "engine/symex/solver_chain.h"
#include "engine/symex/state.h"
#include "program/leak_checks.h"
#include "program/liveness.h"
#include "util/env.h"

#include <memory>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay::symex {

class Pruner {
public:
  /// `checksOnly`: what leads to no check, and to no wanted edge, may be left.
  Pruner(const Program& program, const CodeCache& code, SolverChain& solver, Pruning pruning, const SymexLimits& limits,
         Env& env, bool checksOnly);

  /// Whether the state, which has just arrived at a plain location, cannot reach a check.
  bool isFutile(const State& state) const {
    return checksOnly_ && !reaches_[state.location->id.index()] && isFutileBehind(state);
  }
  /// Whether another state covers it; if not, it is remembered. Looks only where and as often as it is likely to pay:
  /// `instructions` says how much has been executed so far.
  bool isCovered(State& state, uint64_t instructions) {
    return isOn_ && points_[state.location->id.index()] != Point::None && isDue(state, instructions) &&
           covered(state, false);
  }
  /// The same where threads take turns; whichever ran last counts for nothing.
  bool isCoveredAtTurn(const State& state);
  /// The number of that state, or of the one that covers it, which is then equal to it; 0: a state that depends on
  /// inputs has none, nor has one that was not compared.
  uint64_t numberAtTurn() const { return number_; }
  /// Whether the variable's value at the location may still decide something.
  bool counts(VariableId variable, LocationId location);
  /// Whether states at this location are compared at all.
  bool isPoint(LocationId location) const { return points_[location.index()] != Point::None; }
  void forget() { met_ = {}; }
  /// States are compared at these locations only.
  void compareAt(std::span<const uint32_t> locations);
  /// Where states were covered.
  const std::set<LocationId>& places() const { return places_; }
  /// Closes these locations: they are checks that need not be looked for any more.
  void close(const std::vector<bool>& isClosed) {
    if (checksOnly_) findReaching(isClosed, {});
  }
  /// These edges count like checks, and no other edges do.
  void want(const std::vector<bool>& edges) {
    if (checksOnly_) findReaching(std::vector<bool>(program_.locations().size()), edges);
  }

private:
  enum class Point : uint8_t { None, Join, Head };
  /// The constraints that matter, as fingerprints in order.
  using Constraints = std::vector<Fingerprint>;
  /// What of a frame counts at a location.
  struct Slots {
    std::vector<uint32_t> locals, globals;
  };

  void findPoints();
  void findRelevant();
  void findReaching(const std::vector<bool>& isClosed, const std::vector<bool>& wanted);
  bool isFutileBehind(const State& state) const;
  bool isDue(State& state, uint64_t instructions);
  bool covered(const State& state, bool isTurn);
  const Slots& slotsAt(LocationId location);

  void addValue(SymValue value);
  void addFrames(const State& state);
  void addStack(const State& state, LocationId location, const Frame* top);
  void addThreads(const State& state, bool isTurn);
  void addBlocksInDeadVariables(const State& state);
  void addMemory(const State& state);
  Fingerprint literalOf(Term constraint);
  Constraints constraintsOf(const State& state);
  /// If `mine` asks for c, and another condition asks for not c and for nothing else that `mine` does not ask for, then
  /// both together cover `mine` without c.
  void remember(Constraints mine, std::vector<Constraints>& others) const;
  /// Leaves c out of `mine`, if there is one.
  static bool resolve(Constraints& mine, const Constraints& other);

  const Program& program_;
  const CodeCache& code_;
  SolverChain& solver_;
  const SymexLimits& limits_;
  bool isOn_;
  bool checksOnly_;
  const LeakChecks leaks_;

  std::vector<uint32_t> threadLocals_; // places of thread-local variables
  std::vector<Point> points_;          // by location
  std::vector<bool> relevant_;         // by variable
  std::vector<bool> reaches_;          // by location: a check, before the function returns
  std::unordered_map<FunctionId, std::unique_ptr<Liveness>> liveness_;
  std::unordered_map<LocationId, std::unique_ptr<Slots>> slots_;

  /// States that differ in their constraints alone.
  struct Met {
    uint64_t number = 0;
    std::vector<Constraints> conditions;
  };
  std::unordered_map<Fingerprint, Met, FingerprintHash> met_;
  uint64_t numbers_ = 0;
  uint64_t number_ = 0; // of the last state at a turn
  std::set<LocationId> places_;

  // Of the present state.
  Fingerprint print_;
  TermFingerprints terms_;
  uint64_t work_ = 0;

  // How much work comparing may still cost, at joins and at heads of loops; it is earned by executing instructions. How
  // much joins get depends on how many states were covered lately.
  int64_t joinCredit_, headCredit_;
  int64_t turnCredit_ = 0;
  int64_t* credit_ = nullptr; // the one of the present state
  uint64_t lastInstructions_ = 0;
  uint64_t recentLooks_ = 0, recentHits_ = 0;
  int64_t share_; // of joins, in 16ths of the instructions
  // After a state that is too large to be compared, so many states are not compared; `skipped_` were not since the last
  // comparison.
  uint64_t pause_ = 0, skipped_ = 0;
  uint64_t& looks_;
  uint64_t& hits_;
  uint64_t& nanoseconds_;
};

} // namespace assay::symex
