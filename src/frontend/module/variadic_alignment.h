// Variadic arguments of 16 bytes that stand at a multiple of 16 on the stack: __int128, and structs that are as
// aligned.
//
// Clang takes such a value apart and passes its halves in registers, as two arguments or, where the second half is
// padding, as one. What va_arg makes of the place still depends on the type of the whole (System V ABI, 3.5.7), so it
// is looked for behind the argument.
#pragma once

#include <llvm/IR/Instructions.h>

namespace assay {

enum class WideArgument : uint8_t {
  No,
  FirstHalf, // the next argument is the other half
  Alone,     // the other half is padding
  Unknown,   // the code does not tell
};

WideArgument wideArgument(const llvm::CallInst& call, unsigned argument);

} // namespace assay
