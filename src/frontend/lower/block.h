// Blocks of instructions, one after the other.
#pragma once

#include "frontend/lower/part.h"

#include <unordered_map>

namespace assay {

class LowerBlock : public LowerPart {
public:
  using LowerPart::LowerPart;

  LocationId blockLocation(const llvm::BasicBlock* block);
  void lowerBlock(const llvm::BasicBlock& block);

private:
  void noteLabels(const llvm::Instruction& instruction);
  void lowerInstruction(const llvm::Instruction& instruction);
  bool giveAnyValue(const llvm::Instruction& instruction, const std::string& why);

  std::unordered_map<const llvm::BasicBlock*, LocationId> blocks_;
};

} // namespace assay
