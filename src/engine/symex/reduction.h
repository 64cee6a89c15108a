// Which of the threads that can go on need not wait for a choice: partial-order reduction by persistent sets
// (Godefroid, "Partial-order methods for the verification of concurrent systems", 1996).
//
// A *turn* of a thread is all that it does until it stands before its next step. If nothing that the others can do
// before that turn touches what the turn touches (one of the two writing), the turn commutes with all of it: it comes
// first, and the other choices are not looked at. What others can do: their futures (analysis/thread_futures.h). A
// thread that waits for a value has no future as long as none of the others that can move writes to where it waits.
//
// What a turn touches is known only when it is over. So the state before it is kept, as a *reserve*, and the thread
// whose turn seems to touch nothing of the others goes on. When it stands before its next step, what it has touched is
// compared with the others' futures; if they meet, the choices that were not made are made after all, from the reserve:
// then nothing was reduced. The same happens where the state ends before that, in whatever way (an error, an assumption
// that fails, the end of the program, parking): what others could have done before such an end counts. Hence no choice
// is put off for ever: along each path, turns without alternatives are followed by a state with all choices, or by an
// end, at which the last of them gets its alternatives.
//
// Where the turn leads to a state that was there before, the other choices are left to that state, unless that one has
// left them, by way of others or not, to the state before the turn (the ignoring problem). So these relations have no
// cycle. It is asked among states that do not depend on inputs; other states that are covered are ends, with their
// alternatives.
//
// Where a walk through the threads has shown that an access is in no race, nothing that the others can do before it conflicts with
// it (proof/threads/commuting.h), but for the end of objects on their stacks. This is asked when choices were made many times.
//
// Races are kept: a turn that could race touches what lies in another thread's future. Where a race is no violation
// that ends the search, because another check is looked for behind it, a turn also touches what the thread stands
// before when it is over. So are deadlocks: states without any turn, and circles of waits, which stay once they are
// there (models/threads_waits.c). A turn also touches the stack objects whose lives it ends; in the others' futures
// these are all stack objects that they have. Allocations commute: only the numbers of objects change, which no program
// may rely on. Programs in which threads have global variables in common, outside of memory, are not reduced.
#pragma once

#include "analysis/thread_futures.h"
#include "engine/symex/code.h"
#include "engine/symex/limits.h"
#include "engine/symex/state.h"
#include "proof/threads/commuting.h"
#include "util/env.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay::symex {

class Reduction {
public:
  Reduction(const Program& program, const CodeCache& code, const SymexLimits& limits, Env& env, bool isOn);

  bool isOn() const { return futures_ != nullptr; }
  /// Whether what the edge's steps access commutes with all that other threads can do before.
  bool commutes(EdgeId edge) const { return edge.index() < commuting_.isIn.size() && commuting_.isIn[edge.index()]; }
  /// What nobody has checked of that.
  const std::set<std::string>& onTrust() const { return commuting_.onTrust; }
  /// The index of one of these threads, whose turn seems to touch nothing that the others can touch before it.
  std::optional<size_t> pick(const State& state, const std::vector<uint32_t>& ready);
  /// The state has a reserve, and its thread has had its turn. Whether that touched what another thread can touch
  /// before it.
  bool meetsOthers(const State& state);

  /// The other choices of the first state are left to the second one, where the turn without alternatives has led:
  /// these are numbers of states, 0 for one that is not known. The second form is for a state that was there before.
  void follow(uint64_t before, uint64_t after);
  bool followUnlessCyclic(uint64_t before, uint64_t after);

  /// What the turn of a state with a reserve touches.
  void touch(State& state, const Thread& thread) const; // what it stands before
  void touch(State& state, bool isWrite, Term term, SymValue pointer, SymValue size) const;
  void touchWhole(State& state, uint64_t object) const {
    touch(state, {.isWrite = true, .object = object, .begin = INT64_MIN, .end = INT64_MAX});
  }
  void touchAnything(State& state) const;

private:
  using Parts = std::vector<Part>;
  /// What a thread can still touch.
  struct Future {
    Parts parts;
    std::optional<Part> awaited; // while it waits
    bool isReady = false;
  };

  std::vector<Future> futuresOf(const State& state, const std::vector<uint32_t>& ready);
  void addFuture(const State& state, uint32_t number, Future& future);
  enum class Guess : uint8_t { Cautious, Bold };
  Parts turnOf(const State& state, uint32_t number, Guess guess);
  Part partOf(uint32_t entry, const State& state, uint32_t number, const Frame& frame,
              const std::vector<bool>& isAhead);
  Part partOf(const Thread& thread) const;
  Part part(bool isWrite, Term term, SymValue pointer, SymValue size) const;
  /// Threads that can move while this one does not.
  std::vector<bool> movable(const State& state, const std::vector<Future>& futures, uint32_t without) const;
  bool meets(const State& state, const Parts& turn, uint32_t number, const std::vector<Future>& futures) const;
  bool meets(const State& state, const Part& part, uint32_t other, const Future& future) const;
  bool overlap(const State& state, const Part& a, const Part& b) const;
  bool mayBe(const State& state, uint64_t object, const PointerSet& set) const;
  void touch(State& state, const Part& part) const;

  SymValue localOf(const State& state, uint32_t number, VariableId id) const;

  void learnWhatCommutes();

  const Program& program_;
  const CodeCache& code_;
  const SymexLimits& limits_;
  Env& env_;
  uint64_t choices_ = 0; // of more than one thread
  CommutingEdges commuting_;
  std::vector<VariableId> threadLocals_; // as threads have them
  bool livesWithRaces_ = false;
  std::unique_ptr<ThreadFutures> futures_;                  // null: nothing is reduced
  std::unordered_map<const std::string*, uint32_t> siteOf_; // by the name of what is allocated, as objects have it
  mutable std::unordered_map<Term, PointerSet> sets_;       // of pointers that are not concrete
  std::map<std::vector<uint64_t>, std::pair<uint64_t, uint64_t>> addresses_; // and sizes, by entry and values
  std::unordered_map<uint64_t, std::vector<uint64_t>> followers_;            // to which states choices were left
  uint64_t& picked_;
};

} // namespace assay::symex
