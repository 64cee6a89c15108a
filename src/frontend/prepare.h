// Small clean-ups of clang's IR that make the translation simple. None is an optimisation; each keeps the meaning.
#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// The function that prepareModule() leaves in place of the sanitizer's: the result of a signed operation overflowed.
inline constexpr const char* kOverflowMarker = "__assay_overflow";

/// - A call of a sanitizer handler becomes a call of a marker in a block of its own, reached exactly when the operation
///   overflows by our definition (a left shift overflows when the shifted value is not representable, whatever the sign
///   of the operand; an oversized right shift does not).
/// - Clang leaves a scope through one block that runs the clean-ups and then switches over where to go on. Where a
///   predecessor says where, it gets its own copy of the block and goes there directly. What then is not reachable or
///   not read goes.
void prepareModule(llvm::Module& module);

} // namespace assay
