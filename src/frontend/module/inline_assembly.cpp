#include "frontend/module/inline_assembly.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>

#include <array>

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

namespace {

bool isPartOfName(char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }

llvm::StringRef takeName(llvm::StringRef& text) {
  text = text.ltrim();
  const llvm::StringRef name = text.take_while(isPartOfName);
  text = text.drop_front(name.size());
  return name;
}

/// "1b" is a place in the assembly itself.
bool isLocalPlace(llvm::StringRef name) {
  return name.size() > 1 && llvm::all_of(name.drop_back(), llvm::isDigit) && (name.back() == 'b' || name.back() == 'f');
}

/// A function that is called by its name does what one without a body does.
bool isCallOutside(llvm::StringRef operand, const llvm::Module& module) {
  const llvm::StringRef name = takeName(operand);
  return !name.empty() && !llvm::isDigit(name[0]) && operand.trim().empty() && module.getNamedValue(name) == nullptr;
}

bool keepsToOperands(llvm::StringRef instruction, const llvm::StringRef name, const llvm::Module& module) {
  constexpr std::array kLeaving{"lcall", "ljmp",   "ret",  "lret",      "iret",    "sys",
                                "int",   ".macro", ".irp", ".altmacro", ".include"};
  if (llvm::any_of(kLeaving, [&](const char* start) { return name.starts_with(start); })) return false;
  if (name.starts_with("call")) return isCallOutside(instruction, module);
  if (name.starts_with("j")) return isLocalPlace(takeName(instruction));
  while (!instruction.empty()) {
    const llvm::StringRef word = instruction.take_while(isPartOfName);
    if (!word.empty() && module.getNamedValue(word) != nullptr) return false;
    instruction = instruction.drop_front(std::max<size_t>(word.size(), 1));
  }
  return true;
}

} // namespace

bool keepsToOperands(llvm::StringRef assembly, const llvm::Module& module) {
  llvm::SmallVector<llvm::StringRef, 8> instructions;
  llvm::SplitString(assembly, instructions, "\n;");
  for (llvm::StringRef instruction : instructions) {
    llvm::StringRef name;
    do {
      name = takeName(instruction);
      if (instruction.consume_front(":")) { // a label
        if (module.getNamedValue(name) != nullptr) return false;
        name = "rep";
      }
    } while (llvm::is_contained({"rep", "repe", "repne", "repz", "repnz", "lock"}, name));
    if (!keepsToOperands(instruction, name.lower(), module)) return false;
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
