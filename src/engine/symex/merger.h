// Choices between values that need not split a state: `if (x < 0) x = -x;`.
//
//        l --x < 0--> j { x = -x; }
//        l --else---> j                          ==>        x := ite(x < 0, -x, x) at j
//
// Where both edges of a location only assign variables and lead to the same place, and both can be taken, the state may
// go on there as one state: values that differ become ite(guard, one, other). That is the union of the two states that
// it would be split into. Nothing is added to its path condition, so its model stays a model. A load may be among the
// assignments if it changes nothing and its address is known and valid: then it does no harm to do it on both sides.
//
// Fewer paths are harder questions (Kuznetsov, Kinder, Bucur, Candea: "Efficient state merging in symbolic execution",
// 2012, count the branches to come that depend on a variable). Here values decide. States are merged only if each
// variable that still counts has the same value on both sides, or two values
//
//  - of which none is a constant: branches on flags and counters cost nothing, and would be questions;
//  - of which one depends on all inputs that the merged value depends on. So what was independent stays so, and most
//    questions stay small. `if (m > max) max = m;` splits the state: merged, it is the same questions about all inputs
//    at once, and takes several times as long where many such choices are compared.
//
// Where nothing that counts differs, states are split: the pruner covers the second state, for which it needs the
// guards of both.
//
// If paths to certain edges are wanted (path_observer.h), nothing is merged, because these edges have to be taken.
// Nothing is merged either where lost blocks are looked for, which depends on all variables that hold addresses, dead
// or not.
#pragma once

#include "engine/symex/decisions.h"
#include "engine/symex/pruner.h"
#include "engine/symex/register_machine.h"

#include <memory>
#include <vector>

namespace assay::symex {

/// Two edges of assignments and loads from one location to another.
struct Join {
  struct Assigned {
    VariableId variable;
    Ref place;
    Sort sort;
    bool counts = false; // may still be read for something that matters
  };
  const LocationCode* from = nullptr;
  std::vector<Assigned> assigned; // by one of them, or both
};

class Merger {
public:
  Merger(const Program& program, const CodeCache& code, RegisterMachine& machine, Decisions& decisions, Pruner& pruner,
         const SymexLimits& limits, Env& env, bool isOn);

  /// Does what both edges of the state's location do, of which the first has this guard; the state has not arrived yet.
  /// Null: the edges are to be told apart.
  const Join* merge(State& state, Term guard);

  /// The pointers that the last join loaded from, those of the first edge first.
  const std::vector<uint64_t>& pointers() const { return pointers_; }

  /// A state that was merged at these places is executed again: it is merged there, and nowhere else.
  void replay(const MergeRef& merges);

private:
  const Join* joinAt(const LocationCode& location);
  std::unique_ptr<Join> makeJoin(const LocationCode& location);
  /// The assigned variables behind the edge; the state stays as it is. False: that cannot be said.
  bool evaluate(State& state, const Join& join, const EdgeCode& edge, std::vector<SymValue>& values);
  bool perform(State& state, const Instr& instr);
  /// Whether the values of both sides should become one.
  bool isWanted(const Join& join, Term guard) const;
  bool isSmall(const Join::Assigned& assigned, Term guard, size_t number) const;
  /// Computes the values behind the join, in place of those of the first side.
  void combine(const Join& join, Term guard);
  bool isDue(State& state);

  const Program& program_;
  TermManager& terms_;
  const CodeCache& code_;
  RegisterMachine& machine_;
  Decisions& decisions_;
  Pruner& pruner_;
  const size_t maxSize_; // distinct subterms of a merged value
  bool isOn_;
  std::vector<std::unique_ptr<Join>> joins_; // by location
  std::vector<bool> isKnown_;                // whether there is one
  std::vector<SymValue> before_, first_, second_;
  std::vector<uint64_t> pointers_;
  std::vector<uint64_t> due_; // arrivals, the next one last
  uint64_t& merges_;
};

} // namespace assay::symex
