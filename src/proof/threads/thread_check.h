// proof/threads/: certificates of proofs about threads: whether what a walk through them says (analysis/threads/thread_annotation.h) holds,
// and whether no two accesses race for that.
//
// The checker goes along every edge once, from each state that the annotation has in front of it, by plain rules of its
// own (post_state.h), and wants a state behind it that says no more. So it needs neither worklists nor joins: it checks an
// invariant, and does not find one. It shares with the walk what the program is, where pointers may point, and what the roles of
// the library's functions mean (program/thread_roles.def). What it does not understand, it refuses.
//
// What is left on trust is told (onTrust()): that loops join whom they seem to join (analysis/threads/join_loops.h).
#pragma once

#include "analysis/threads/owners.h"
#include "program/call_graph.h"
#include "proof/threads/post_state.h"
#include "proof/threads/shared_access.h"
#include "proof/threads/thread_order.h"
#include "util/deadline.h"

#include <functional>
#include <set>

namespace assay {

class ThreadCheck {
public:
  ThreadCheck(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation,
              const Deadline& deadline);

  /// Whether the annotation holds. The accesses are those of threads that are as it says.
  bool check();
  /// If it does not, or that was not seen: why, and where.
  const std::string& failure() const { return failure_; }
  const std::set<std::string>& onTrust() const { return onTrust_; }

  void trust(const std::string& what) { onTrust_.insert(what); }
  /// Whether the first function of such threads has its parameters from their creators, and never assigns them.
  bool keepsArguments(uint32_t thread) const { return isSpawnedOnly_.at(thread); }

  const std::vector<SharedAccess>& accesses() const { return accesses_; }
  const LockFindings& locks() const { return locks_; }
  const ThreadOrder& order() const { return order_; }
  const Owners& owners() const { return owners_; }
  /// Whether others may write there while such a thread is in this state.
  bool isChangedByOthers(uint32_t thread, const ThreadState& facts, const KnownCell& cell) const;

private:
  using Context = ThreadContext;
  struct Here { // where an edge is followed
    const Context& context;
    EdgeId edge;
  };
  struct RoleCall {
    const Call& call;
    ThreadRole role;
    std::vector<Term> arguments; // addresses, over symbols
    std::vector<PointerSetId> targets;
  };

  /// Calls that may be of the same context.
  struct Calls {
    FunctionId function;
    uint32_t thread = 0;
    EdgeId site, userEdge;
    bool isOfLocks = false;
    uint64_t first = 0; // the first argument's number, if that is a constant
    auto operator<=>(const Calls&) const = default;
  };

  void collectAccesses();
  void collectAccess(const Context& context, EdgeId edge, const Step& step, const ThreadState& state);
  void checkBeginning();
  void checkContext(uint32_t number);
  void checkEnd(uint32_t thread, const ThreadState& state);
  void follow(Here here, const ThreadState& from);
  /// False: what follows was taken care of.
  bool apply(Here here, const Operation& operation, PostState& state);
  void arrive(Here here, const PostState& state);
  void leave(Here here, const Return& returned, PostState& state);
  void call(Here here, const Call& call, PostState state);
  void callByRole(Here here, const RoleCall& call, PostState state);
  const Context* findContext(Here here, const Function& callee, FunctionId id, bool isByRole, const PostState& entry,
                             FunctionId of);
  void resume(Here here, const RoleCall& call, const PostState& before, const PostState& entry,
              const ThreadState& exit);
  void spawn(Here here, const Spawn& spawn, PostState& state);
  void checkCreation(Here here, uint32_t thread, const Spawn& spawn, const PostState& state);

  // Memory.
  void forget(PostState& state, PointerSetId targets, uint64_t size, Term address) const;
  void letOthersRun(uint32_t thread, PostState& state) const;

  // Roles.
  void applyRole(Here here, const RoleCall& call, PostState state);
  void lock(const RoleCall& call, bool isExclusive, PostState& state);
  void unlock(Here here, const RoleCall& call, size_t argument, bool isReopened, PostState& state);
  void makeAnew(Here here, const RoleCall& call, bool isDestroyed, PostState& state);
  void join(Here here, const RoleCall& call, PostState& state) const;
  void meet(Here here, const RoleCall& call, PostState& state);
  void storeFlag(Here here, Term address, const Store& store, Term value, PostState& state);
  void overwriteFlags(Here here, PointerSetId targets, uint64_t bytes, Term kept, PostState& state);
  void enterOnce(const RoleCall& call, PostState& state);
  void leaveOnce(const RoleCall& call, PostState& state);

  Term creatorsWords(uint32_t thread, Term term) const;
  void refuse(Here here, const std::string& why) { refuse(program_[here.edge].position, why); }
  void refuse(SourcePosition position, const std::string& why);

  const Program& program_;
  TermManager& terms_;
  PointerSetTable& sets_;
  const ThreadAnnotation& annotation_;
  const Deadline& deadline_;
  CallGraph calls_;
  ThreadOrder order_;
  PostStates states_;
  std::vector<VariableId> threadLocals_;
  std::map<Calls, std::vector<uint32_t>> contextsOf_; // by their numbers
  std::vector<SharedAccess> accesses_;
  static constexpr uint32_t kAnywhere = UINT32_MAX; // an object that is not known
  std::map<uint32_t, std::vector<size_t>> writesTo_;
  std::map<uint32_t, bool> isSpawnedOnly_; // by thread
  LockFindings locks_;
  Owners owners_;
  /// Of which the annotation says that somebody holds them, by objects in which they may be (or anywhere), and numbers.
  std::map<uint32_t, std::map<uint64_t, HeldFlag>> flags_;
  std::string failure_;
  std::set<std::string> onTrust_;
};

} // namespace assay
