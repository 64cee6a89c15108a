// analysis/threads/: what can be said of programs with threads without looking at schedules, one thread after the
// other, in time that grows with the program: which locks a thread holds where, which threads it has created and
// joined, what is nobody else's yet; and from that, which accesses cannot race. (Vojdani, Apinis, Rotov, Seidl, Vene
// and Vogler, "Static race detection for device drivers: the Goblint approach", 2016, is the closest relative.)
//
// ThreadState: what is known of a thread that stands at a location.
//
// Facts are terms over *symbols*: variables of frames of the thread that have no known value, and mean what they hold
// now. A variable with a known value is replaced by it wherever a fact mentions it; so when a symbol is assigned, the
// facts about it go, or speak of another variable that has the same value. A caller's variables are symbols in its
// callees, too: they do not change meanwhile. Where a function calls itself by way of others, they do, and nothing is
// said of them there.
//
// `fresh` has symbols that point to objects which nobody else knows: wherever the thread may have an address in such an
// object, it is a variable whose value mentions the symbol, and memory has none. So whatever loses a value makes what
// it mentions known.
#pragma once

#include "analysis/pointer_set.h"
#include "program/program.h"
#include "term/term_map.h"
#include "util/flat_map.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace assay {

/// The address that an access is made to: a move that leaves its object's window gives the wild pointer
/// (program/pointer.h), through which nothing is accessed, so what it gives otherwise is meant.
Term accessedThrough(const Program& program, Term pointer);

/// The condition where all of these are known.
Term underAssumptions(TermManager& terms, Term condition, const std::vector<Term>& assumed);

/// Variables of terms, kept.
class VariablesOfTerms {
public:
  const std::vector<Term>& operator()(Term term);
  bool mentions(Term term, Term variable);

private:
  TermMap<std::vector<Term>> known_;
};

/// Whether the condition cannot hold where these are known, as far as simplification tells.
bool isExcluded(VariablesOfTerms& variables, TermManager& terms, Term condition, const std::vector<Term>& assumed);

/// A set of pointers by its number in the walk's table.
using PointerSetId = uint32_t;

/// Surely held.
struct HeldLock {
  Term lock; // its address
  PointerSetId targets = 0;
  bool isExclusive = true;
  bool operator==(const HeldLock&) const = default;
};

/// A lock that is a value (flag_locks.h), held if the condition holds; that is true where it is known.
struct HeldFlag {
  Term flag; // its address, a constant
  uint64_t bytes = 0;
  Term condition;
  bool operator==(const HeldFlag&) const = default;
};

/// Maybe held, by one way to the location at least.
struct TakenLock {
  Term lock; // its address; null: it has no name any more, or may be held several times, so nothing surely opens it
  PointerSetId targets = 0;
  bool isExclusive = true;
  bool operator==(const TakenLock&) const = default;
};

/// What surely stands in memory.
struct KnownCell {
  Term address;
  PointerSetId targets = 0;
  Term value;
  bool operator==(const KnownCell&) const = default;
};

/// Threads by numbers, in order.
using ThreadNumbers = std::vector<uint32_t>;
void insertNumber(ThreadNumbers& numbers, uint32_t number);
inline bool hasNumber(const ThreadNumbers& numbers, uint32_t number) {
  return std::ranges::binary_search(numbers, number);
}

/// The thread has held this lock since it created that one.
struct HeldSince {
  uint32_t created = 0;
  Term lock; // a constant
  bool operator==(const HeldSince&) const = default;
};

/// What the thread has done with a barrier or a semaphore.
struct Meeting {
  Term object; // a constant
  bool mayBeMade = false;
  bool mayHaveSignalled = false; // others may go on for that
  bool hasPassed = false;        // the thread has waited there, surely
  bool operator==(const Meeting&) const = default;
};

/// That thread has locked this lock, after it had begun.
struct LockedBy {
  uint32_t thread = 0;
  Term lock; // a constant
  bool operator==(const LockedBy&) const = default;
};

struct ThreadState {
  // What tells states of a location apart.
  uint32_t regions = 0; // atomic ones that the thread is in, at least
  std::vector<HeldLock> held;
  std::vector<HeldFlag> flags;
  ThreadNumbers created; // by this thread, maybe
  ThreadNumbers joined;  // surely begun and ended, whoever has waited for them
  ThreadNumbers gone;    // none of these is alive

  std::vector<TakenLock> taken;     // all that may be held
  ThreadNumbers destroyed;          // sets of pointers, any of which may be to a lock that was destroyed
  ThreadNumbers initialised;        // the same for locks that were initialised
  FlatMap<VariableId, Term> values; // of variables of the thread, as they are now
  std::vector<Term> assumed;        // conditions that hold
  std::vector<Term> fresh;
  std::vector<KnownCell> cells;
  std::vector<Term> passed; // what is called once there, was: addresses of its flags, constants
  std::vector<HeldSince> heldSince;
  std::vector<Term> history; // locks that the thread has locked, constants
  /// What ancestors had locked when this thread, or the ancestor on the way to it, was created.
  std::vector<LockedBy> before;
  std::vector<Meeting> met;
  Term returned;                   // between a Return and what follows the call; null: not known
  std::optional<uint32_t> spawned; // the thread that was created last

  bool operator==(const ThreadState&) const = default;
  bool isLike(const ThreadState& other) const;
  const HeldLock* findHeld(Term lock) const;
  const HeldFlag* findFlag(Term flag) const;
  const Meeting* findMet(Term object) const;
};

/// Changes states as values change.
class StateEditor {
public:
  explicit StateEditor(const Program& program);

  /// Keeps what holds in both. Whether the first one has changed.
  bool join(ThreadState& state, const ThreadState& other);
  /// The term over symbols; null if it reads what other threads may assign, or has become too large.
  Term evaluate(const ThreadState& state, Term term);
  /// The same of an address that is accessed.
  Term evaluateAddress(const ThreadState& state, Term pointer) {
    const Term address = evaluate(state, pointer);
    return address ? accessedThrough(program_, address) : Term();
  }
  /// Null: the value is not known, and was made of `from`.
  void assign(ThreadState& state, VariableId variable, Term value, Term from = {});
  /// The function returns: `returned` gets the value, and nothing is said of the function's variables any more.
  void leave(ThreadState& state, FunctionId function, Term value);
  /// The caller goes on, and its variable has the value (invalid: none has).
  void takeReturned(ThreadState& state, VariableId result);
  /// Nothing is said of variables of functions for which this is true.
  void forgetVariablesOf(ThreadState& state, const std::function<bool(FunctionId)>& isOf);
  /// What an address is in the value becomes known to others. Null: any.
  void publish(ThreadState& state, Term value);
  /// The symbol of a term that is a fresh one, or an address in its object; null if it is none.
  Term freshIn(const ThreadState& state, Term address);
  bool mentions(Term term, Term symbol) { return variables_.mentions(term, symbol); }
  const std::vector<Term>& symbols(Term term) { return variables_(term); }
  /// What a function returns that has no other name.
  Term returnedSymbol() const { return returnedPointer_; }
  /// Adds a condition; false if it contradicts what holds.
  bool assume(ThreadState& state, Term condition);
  /// Conditions of flags are what is assumed.
  void settleFlags(ThreadState& state) const;

private:
  template <class Predicate>
  void forgetSymbols(ThreadState& state, Predicate isForgotten);
  /// The symbol is about to change.
  void forget(ThreadState& state, Term symbol);
  void replace(ThreadState& state, Term symbol, Term by);
  bool isThreadLocal(Term variable) const;

  const Program& program_;
  VariablesOfTerms variables_;
  Term returnedPointer_; // a symbol for what a function returns that has no other name any more
};

} // namespace assay
