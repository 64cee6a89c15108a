// What the translation of setjmp and longjmp (jumps.cpp) and that of values behind a jump (jump_locals.cpp) share.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace assay {

/// A call of setjmp, in blocks of its own: `execution` ends behind the call, `landing` is where jumps arrive, and from
/// both execution goes on at `resume`.
struct JumpSite {
  llvm::CallInst* call;
  llvm::BasicBlock* execution;
  llvm::BasicBlock* landing;
  llvm::BasicBlock* resume;
};

/// C11 7.13.2.1p3: of the objects of the function that calls setjmp, those that are not volatile and have been changed
/// between setjmp and longjmp are indeterminate behind the jump. At the landing of `site`, each part of an object that
/// may have been changed gets a value that is not specified. `jumps` are the blocks that end behind a call that may
/// jump.
void openChangedLocals(llvm::Function& function, const JumpSite& site, const std::vector<llvm::BasicBlock*>& jumps);

/// Of a slot that the translation of jumps has made for itself.
inline constexpr const char* kJumpSlot = "assay.jump";
llvm::AllocaInst* jumpSlot(llvm::Function& function, llvm::Type* type, const char* name);

/// Puts an obstacle before the block's end, which is a place that execution does not get to.
void refuse(llvm::BasicBlock& block, const char* message);

} // namespace assay
