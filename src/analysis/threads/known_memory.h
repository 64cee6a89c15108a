// What a thread knows of memory: what it has stored or loaded itself, as long as nobody else may have written there since.
#pragma once

#include "analysis/threads/owners.h"
#include "analysis/threads/thread_table.h"
#include "analysis/threads/walk_facts.h"

#include <unordered_map>

namespace assay {

class KnownMemory {
public:
  /// `most`: cells that are known in a state.
  KnownMemory(const Program& program, uint32_t most, PointerSetTable& sets, StateEditor& editor,
              const ThreadTable& table)
      : program_(program), terms_(program.terms()), most_(most), sets_(sets), editor_(editor), table_(table) {}

  /// What others write, for the walk that begins. The writes outlive it.
  void begin(const std::set<ThreadWrite>& writes);
  void load(const Load& load, ThreadState& state);
  /// `owners`, if there are any, learn of it.
  void store(const Store& store, ThreadState& state, Owners* owners);
  void remember(ThreadState& state, Term address, PointerSetId targets, Term value) const;
  /// Memory is written there. `address`: over symbols, or null.
  void forget(ThreadState& state, PointerSetId targets, uint64_t size, Term address) const;
  /// Others may have gone on.
  void letOthersRun(uint32_t thread, ThreadState& state) const;

private:
  PointerSetId setOf(Term pointer, Term address);

  const Program& program_;
  TermManager& terms_;
  const uint32_t most_;
  PointerSetTable& sets_;
  StateEditor& editor_;
  const ThreadTable& table_;
  std::vector<const ThreadWrite*> writesAnywhere_;
  std::unordered_map<uint32_t, std::vector<const ThreadWrite*>> writesTo_; // by object
};

} // namespace assay
