// frontend/prepare/: LLVM passes between compiling and lowering.
//
// Small clean-ups of clang's IR that make the translation simple. None is an optimisation; each keeps the meaning.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <cstdint>

namespace assay {

/// The function that prepareModule() calls in place of the sanitizer's handler; its argument is a CheckMarker.
inline constexpr const char* kCheckMarker = "__assay_check_fails";
enum class CheckMarker : uint8_t { Overflow, Exponent, DivisionByZero, Bounds, Uninitialised };
/// Metadata of that call: its message, where it has one of its own.
inline constexpr const char* kCheckMessage = "assay.message";

/// Metadata of a load or store that is none of the program's, for longjmp: it is no step of its thread.
inline constexpr const char* kUnseenAccess = "assay.unseen";
/// Metadata of a load or comparison that sees what is there: no padding, and pointers as they are in this execution.
inline constexpr const char* kExact = "assay.exact";
/// Gives metadata of these kinds.
void setMark(llvm::Instruction& instruction, const char* mark);

/// - A call of a sanitizer handler becomes a call of a marker in a block of its own, reached exactly when the operation
///   fails by our definition: the exact result of a signed operation does not fit (a left shift fits if the operand is
///   not negative and shifting back makes it again), a shift's exponent is negative or not less than the width, or the
///   divisor is the constant zero.
/// - Clang leaves a scope through one block that runs the clean-ups and then switches over where to go on. A
///   predecessor that says where to go on gets its own copy of the block and goes there directly. Values that are not
///   read any more are removed, and blocks that no jump leads to. No pass of LLVM runs: they conclude from undefined
///   behaviour.
/// - A jump by longjmp becomes returns, and branches behind calls.
/// - Objects whose lives clang does not mark are marked, from the beginning of their block to its end.
/// - Where accesses are checked, the sanitizer's check of an index stays only where the array is a part of an object:
///   if it is the whole object, the check of the access says the same.
/// A marker is the end of its block, unless executions go on behind errors. Execution begins with `entry`.
/// - Where values that were never written are checked, what depends on them is.
struct PreparedChecks {
  bool accesses = false, uninitialised = false;
};
void prepareModule(llvm::Module& module, llvm::StringRef entry, PreparedChecks checks, bool goesOn = false);

/// The first step of prepareModule() (checks.cpp).
void rewriteSanitizerCalls(llvm::Module& module, bool checksAccesses, bool goesOn);
/// The step that translates setjmp and longjmp (jumps.cpp).
void translateJumps(llvm::Module& module, llvm::StringRef entry);
/// The step that marks lives of objects (lifetimes.cpp).
void markLifetimes(llvm::Function& function);
/// The step that checks uses of values that were never written (uninitialised.cpp).
void checkUninitialised(llvm::Module& module, bool goesOn);
/// To be called when nobody asks any more what is shown (compile/expand_formats.h).
void forgetShown(llvm::Module& module);
/// The block that the object lives in, by the source; null if it lives as long as the function.
const llvm::DILocalScope* blockOf(const llvm::AllocaInst& object);
bool isWithin(const llvm::DILocalScope* inner, const llvm::DILocalScope* outer);
/// Floating-point operations under `#pragma STDC FENV_ACCESS ON` become plain ones (floats.cpp).
void replaceConstrainedFloats(llvm::Function& function);

} // namespace assay
