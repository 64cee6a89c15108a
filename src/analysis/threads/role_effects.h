// What calls of functions with roles (program/thread_roles.def) do to the state of a thread.
//
// A lock is broken by whoever opens it without holding it, and by whoever makes it anew or destroys it while others may use it.
// What a creator holds is lent to the threads that it creates until it opens the lock while they may be alive.
#pragma once

#include "analysis/threads/known_memory.h"

#include <map>
#include <unordered_map>

namespace assay {

struct RoleCall {
  uint32_t thread;
  EdgeId edge;
  ThreadRole role;
  std::vector<Term> arguments; // over symbols; null: not known
  std::vector<PointerSetId> targets;
  VariableId result;
  bool isAlone = false;      // nobody else is alive
  std::vector<bool> isFresh; // nobody else knows the argument's object
};

class RoleEffects {
public:
  RoleEffects(const Program& program, PointerSetTable& sets, StateEditor& editor, const ThreadTable& table,
              const KnownMemory& memory, WalkFacts& facts, WalkFindings& findings)
      : program_(program), terms_(program.terms()), sets_(sets), editor_(editor), table_(table), memory_(memory),
        facts_(facts), findings_(findings) {}

  /// States behind the call.
  std::vector<ThreadState> after(const RoleCall& call, ThreadState state);
  /// Where the function that is called once begins: what one thread alone does, once, is done as under a lock.
  void enterOnce(const RoleCall& call, ThreadState& state);
  /// Something else is written there: locks and flags are what they were no more.
  void overwrite(ThreadState& state, PointerSetId targets, uint64_t size);
  bool isHandle(Term value) const { return threadOfHandle_.contains(value); }
  /// Symbols for handles, and whose they are.
  const std::unordered_map<Term, uint32_t>& handles() const { return threadOfHandle_; }
  /// The thread waits in this call, if that is what its role is: noted when all is collected.
  void noteRequest(const RoleCall& call, EdgeId userEdge, const ThreadState& state);

private:
  void lock(const RoleCall& call, bool isExclusive, ThreadState& state);
  void take(const RoleCall& call, bool isExclusive, ThreadState& state);
  void unlock(const RoleCall& call, size_t argument, bool isReopened, ThreadState& state);
  void makeAnew(const RoleCall& call, bool isDestroyed, ThreadState& state);
  void meet(const RoleCall& call, ThreadState& state);
  void leaveOnce(const RoleCall& call, ThreadState& state);
  void takeBack(uint32_t holder, PointerSetId targets, const ThreadState& state);
  void breakLocks(PointerSetId targets, EdgeId edge, const char* why);
  Term handleOf(uint32_t thread, Sort sort);

  const Program& program_;
  TermManager& terms_;
  PointerSetTable& sets_;
  StateEditor& editor_;
  const ThreadTable& table_;
  const KnownMemory& memory_;
  WalkFacts& facts_;
  WalkFindings& findings_;
  std::map<uint64_t, Term> handles_;
  std::unordered_map<Term, uint32_t> threadOfHandle_;
};

} // namespace assay
