// What other threads may touch. A local or thread-local object whose address stays in its function, and in functions that
// it is lent to, is its thread's own; so are reads of constants. Everything else may be shared: the translation puts a step before each access.
//
// The end of a local's life is no step of its own, though a thread that has its address could tell when it comes. Whoever
// makes such an access without waiting may come too late in another execution, and that one is looked at.
#pragma once

#include "frontend/module/promotion.h"

#include <llvm/IR/Function.h>

#include <unordered_map>
#include <vector>

namespace assay {

/// Where the models keep what belongs to threads: it is no state of a library function.
inline constexpr const char* kThreadsSection = "assay.threads";
/// Of a model's variable of which each thread has its own.
inline constexpr const char* kThreadLocalSection = "assay.thread_local";
/// Of a model's function before whose accesses no step stands.
inline constexpr const char* kUnseenSection = "assay.unseen";
/// Of a model's function that has a role (program/thread_roles.def), whose name follows.
inline constexpr const char* kRoleSection = "assay.role.";

class Sharing {
public:
  explicit Sharing(const Promotion& promotion) : promotion_(promotion) {}

  /// Whether another thread may touch what the pointer leads to.
  bool isShared(const llvm::Value* pointer, bool isWritten);

private:
  using Derived = std::vector<const llvm::Value*>; // values that are the address, or made of it

  bool escapes(const llvm::Value* object, unsigned depth);
  bool escapesBy(const llvm::Use& use, Derived& derived, unsigned depth);
  bool escapesByCall(const llvm::CallBase& call, const llvm::Use& use, Derived& derived, unsigned depth);
  bool escapesByStore(const llvm::Value* place, Derived& derived);

  const Promotion& promotion_;
  std::unordered_map<const llvm::Value*, bool> escapes_; // true while it is looked at
};

/// Whether nothing comes between what the function does: users' functions that are called __VERIFIER_atomic_..., and models
/// that use state of the library. A model that calls functions of the program is none.
bool isAtomicRegion(const llvm::Function& function);

/// Names of thread-local objects mean the running thread's own: what clang asks for their addresses with goes. Variables of
/// models of which each thread has its own become thread-local.
void nameThreadLocals(llvm::Module& module);

} // namespace assay
