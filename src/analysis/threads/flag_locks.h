// Locks that are values of the program's own: a flag is a static object of some bytes, and *free* while these are what they are when
// the program begins; of a single byte, the last bit counts, as of a bool. A thread that stores a value that is not free
// where it knows the flag to be free holds it from then on, and opens it when it stores one that is free.
//
// Two threads never hold a flag at the same time, as long as nobody but its holder makes it free. For while somebody
// holds it, it is not free, so nobody else finds it free. Values that others store, none of them free, change
// nothing about that. While no other thread is alive, the one that is may store whatever it likes: it holds nothing
// then. That a thread knows what stands in the flag is due to known_memory.h: it has read it where nobody else can have
// written since, as in an atomic region.
#pragma once

#include "analysis/threads/thread_table.h"
#include "analysis/threads/walk_facts.h"

namespace assay {

/// Whether a flag is free that holds this value. Null: the address is no constant one of so many bytes in a static object.
Term isFreeFlag(const Program& program, const PointerSetTable& sets, PointerSetId targets, Term value);

/// What a thread stores in a flag of which it knows the value: under a condition, or else what it holds.
struct FlagStore {
  Term condition, value;
};
FlagStore flagStoreOf(Term value, Term before, TermManager& terms);

class FlagLocks {
public:
  FlagLocks(const Program& program, PointerSetTable& sets, StateEditor& editor, const ThreadTable& table,
            WalkFacts& facts, WalkFindings& findings)
      : program_(program), terms_(program.terms()), sets_(sets), editor_(editor), table_(table), facts_(facts),
        findings_(findings) {}

  /// The thread is about to store a value.
  void store(const Store& store, uint32_t thread, ThreadState& state);
  /// The thread is about to write so many bytes there. What it does to the flag that is `kept` is taken care of.
  void overwrite(PointerSetId targets, uint64_t bytes, uint32_t thread, ThreadState& state, Term kept = {});

private:
  /// Whether the store takes the flag, or gives it back, as holders do.
  bool isByRule(Term flag, PointerSetId targets, Term value, ThreadState& state);

  const Program& program_;
  TermManager& terms_;
  PointerSetTable& sets_;
  StateEditor& editor_;
  const ThreadTable& table_;
  WalkFacts& facts_;
  WalkFindings& findings_;
};

} // namespace assay
