// The bits of a NaN that arithmetic makes: IEEE leaves its sign and payload open, and machines differ. A program that
// looks at these bits gets any bits; other programs need not pay for that.
#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// Whether the program may read a float's encoding as something else: a conversion of the bits, a union with float and
/// other members, a float object accessed as another type or copied as bytes.
bool observesFloatBits(const llvm::Module& module);

} // namespace assay
