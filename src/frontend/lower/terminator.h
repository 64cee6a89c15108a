// How blocks end: edges to the successors, with the assignments of their phis.
#pragma once

#include "frontend/lower/part.h"

namespace assay {

class LowerTerminator : public LowerPart {
public:
  using LowerPart::LowerPart;

  void lowerTerminator(const llvm::Instruction& terminator);

private:
  void lowerReturn(const llvm::ReturnInst& instruction);
  void assignPhis(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void leave(const llvm::BasicBlock& from, const llvm::BasicBlock& to);
  void lowerBranch(const llvm::BranchInst& branch);
  void lowerSwitch(const llvm::SwitchInst& choice);
  void lowerIndirectBranch(const llvm::IndirectBrInst& branch);
};

} // namespace assay
