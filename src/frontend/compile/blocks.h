// Makes explicit in clang's AST what C says and clang's code generator forgets, before it runs:
// - The parts of if, switch and loops, and switch and loops themselves, are blocks. They become compound statements
//   where a compound literal stands in them, which dies with its block.
// - A temporary whose array is looked at dies with its full expression, which becomes a block of its own.
// - A declaration that jumps may pass gets a label, so that clang does not drop it where no code leads to it.
// - The value of a struct, union or complex number that is read and not used has been read.
#pragma once

#include <clang/AST/ASTConsumer.h>

#include <memory>

namespace assay {

/// To be placed before the code generator.
std::unique_ptr<clang::ASTConsumer> makeBlocksExplicit();

} // namespace assay
