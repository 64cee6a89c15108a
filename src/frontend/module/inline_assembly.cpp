#include "frontend/module/inline_assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace assay {

bool isEmptyAssembly(llvm::StringRef assembly) {
  llvm::SmallVector<llvm::StringRef, 4> lines;
  assembly.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef, 4> instructions;
    line.split('#').first.split(instructions, ';');
    for (llvm::StringRef instruction : instructions) {
      instruction = instruction.trim();
      if (!llvm::is_contained({"", "nop", "rep nop", "rep", "pause", "mfence", "lfence", "sfence"}, instruction))
        return false;
    }
  }
  return true;
}

bool mayWriteMemory(const llvm::InlineAsm::ConstraintInfoVector& constraints) {
  return llvm::any_of(constraints, [](const llvm::InlineAsm::ConstraintInfo& constraint) {
    if (constraint.Type == llvm::InlineAsm::isOutput) return constraint.isIndirect;
    return constraint.Type == llvm::InlineAsm::isClobber && llvm::is_contained(constraint.Codes, "{memory}");
  });
}

} // namespace assay
