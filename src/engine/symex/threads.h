// Threads of a symbolic state (program/threads.h): which of them goes on.
//
// The thread that runs is the state itself; the others stand in its table (Thread in state.h). Where several can go on, the state
// is split, one for each choice, and the choice is an input of the execution whose value is known: its record holds a
// constant, so that counterexamples replay. Conditions that threads wait for and that are not concrete are decided before
// (decisions.h). Everything is as in the interpreter (program/machine_threads.cpp), which judges what is found here.
//
// An operation that lets others go on, begins a thread, or begins or ends a region is a *turn*. After a turn, the state stands
// where the thread that runs now goes on, which may be in the middle of an edge.
#pragma once

#include "engine/symex/decisions.h"
#include "engine/symex/pruner.h"
#include "engine/symex/reduction.h"

#include <vector>

namespace assay::symex {

/// Whether the operation is one of threads, or asks for races.
bool concernsThreads(const Operation& operation);

class Threads {
public:
  Threads(const Program& program, CodeCache& code, RegisterMachine& machine, Decisions& decisions, Pruner& pruner,
          const SymexLimits& limits, Env& env);

  /// Whether the program has any.
  bool arePresent() const { return arePresent_; }
  /// The state has the first thread, which runs.
  void begin(State& state) const;

  /// The operation of the state's edge that ends before instruction `next`.
  Step run(State& state, const Instr& instr, uint32_t next);
  /// The thread that runs ends.
  Step end(State& state);

  /// A state that took these inputs is executed again.
  void replay(const RecordRef& record);
  /// The state has touched memory outside of steps: its copies, and what it frees.
  void touch(State& state, const Instr& instr);
  void touchWhole(State& state, uint64_t object) const {
    state.hasWritten = true;
    reduction_.touchWhole(state, object);
  }
  /// The state ends, or is put aside: the choices that were not made are made now, if there are any.
  void release(State& state);
  /// Whether no thread lives but the one that runs.
  static bool isAlone(const State& state);
  /// What nobody has checked of what leaves out choices.
  const std::set<std::string>& onTrust() const { return reduction_.onTrust(); }
  /// Whether the last state that ended here was covered by another one.
  bool wasCovered() const { return wasCovered_; }

private:
  using Condition = Candidate::Condition;

  Step step(State& state, const Instr& instr, uint32_t next);
  Step await(State& state, const Instr& instr, uint32_t next);
  Step spawn(State& state, const Instr& instr, uint32_t next);
  Step atomic(State& state, bool begins, uint32_t next);
  Step askForRaces(State& state, const Instr& instr, bool isWrite);
  /// The thread that ran stands before a step or an await, or has ended; it goes on before instruction `next`.
  Step choose(State& state, Condition ofLast, uint32_t next);
  Condition conditionOf(State& state, const Thread& waiting);
  bool isBeforeEnd(const State& state, uint32_t next) const;
  /// One that need not wait for a choice.
  std::optional<size_t> turnThatCommutes(const State& state, const std::vector<Candidate>& ready);
  void goOn(State& state, uint32_t number, Condition condition);
  void goOnWith(State& state, const std::vector<Candidate>& ready, size_t index);
  void splitWith(State& state, const std::vector<Candidate>& ready, size_t index);
  void endTurn(State& state);
  void endTurnCovered(State& state);
  void suspend(State& state);
  void resume(State& state, uint32_t number);
  Term isInside(const State& state, SymValue pointer, SymValue size) const;
  Term overlap(const State& state, SymValue a, SymValue sizeOfA, SymValue b, SymValue sizeOfB) const;
  Term termOf(SymValue value) const { return value.toTerm(terms_, program_.pointerSort()); }

  const Program& program_;
  TermManager& terms_;
  CodeCache& code_;
  RegisterMachine& machine_;
  Decisions& decisions_;
  Pruner& pruner_;
  const SymexLimits& limits_;
  const bool arePresent_;
  const bool hasPlaces_; // objects of the program stand in the source; those of the library do not
  Reduction reduction_;
  uint64_t& released_;
  std::vector<VariableId> locals_; // thread-local variables
  std::vector<uint32_t> schedule_; // that is replayed, the next choice last
  bool wasCovered_ = false;
};

} // namespace assay::symex
