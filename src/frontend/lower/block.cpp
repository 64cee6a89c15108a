#include "frontend/compile/bitcode.h"
#include "frontend/library/library_names.h"
#include "frontend/lower/parts.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>

namespace assay {

namespace {

/// What the library's variables hold is not known, and to let them hold anything would be wrong, so accesses to them
/// are not supported.
void refuseLibraryVariables(const llvm::Instruction& instruction) {
  for (const llvm::Value* operand : instruction.operands()) {
    auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
    if (variable != nullptr && variable->isDeclaration() && isLibraryVariable(variable->getName()))
      throw UnsupportedCode("the library's variable '" + variable->getName().str() + "'");
  }
}

} // namespace

LocationId LowerBlock::blockLocation(const llvm::BasicBlock* block) {
  auto found = blocks_.find(block);
  if (found != blocks_.end()) return found->second;
  LocationId id = program_.addLocation(id_);
  for (const llvm::Instruction& instruction : *block)
    if (SourcePosition position = module_.positions().of(instruction.getDebugLoc()); position.known()) {
      program_[id].position = position;
      break;
    }
  blocks_.emplace(block, id);
  return id;
}

void LowerBlock::lowerBlock(const llvm::BasicBlock& block) {
  parts_.values.beginBlock();
  edges_.start(blockLocation(&block));
  for (const llvm::Instruction& instruction : block) {
    noteLabels(instruction);
    if (!edges_.open()) return;
    if (SourcePosition position = module_.positions().of(instruction.getDebugLoc()); position.known())
      edges_.setPosition(position);
    try {
      if (!isSketch() || !llvm::isa<llvm::CallBase>(instruction)) refuseLibraryVariables(instruction);
      lowerInstruction(instruction);
    } catch (const Unsupported& problem) {
      if (!isSketch() || !giveAnyValue(instruction, problem.what())) stop(LocationKind::Unsupported, problem.what());
    }
  }
}

/// Of a sketch: the instruction's result, or what it stores to a variable, is any value. False where it does more than
/// that.
bool LowerBlock::giveAnyValue(const llvm::Instruction& instruction, const std::string& why) {
  if (instruction.isTerminator() || llvm::isa<llvm::CallBase, llvm::AllocaInst, llvm::PHINode>(instruction))
    return false;
  auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (binary != nullptr && binary->isIntDivRem()) return false; // it is checked
  if (!edges_.open()) return true;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (auto place = module_.promotion().cellAt(store->getPointerOperand())) {
      const VariableId variable = parts_.values.cell(place->object, place->offset);
      parts_.values.beforeWrite(variable, instruction);
      edges_.emit(Input{variable, InputKind::Unspecified, why});
    }
    return true;
  }
  llvm::Type* type = instruction.getType();
  if (!type->isVoidTy() && types_.bits(type) != 0)
    parts_.values.define(instruction, input(InputKind::Unspecified, types_.sort(type), why));
  return true;
}

/// A label of the source stands on its location.
void LowerBlock::noteLabels(const llvm::Instruction& instruction) {
  for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
    if (auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record); label != nullptr && edges_.open())
      program_[edges_.here()].label = label->getLabel()->getName().str();
}

void LowerBlock::lowerInstruction(const llvm::Instruction& instruction) {
  if (instruction.isTerminator()) {
    parts_.terminators.lowerTerminator(instruction);
  } else if (llvm::isa<llvm::PHINode>(instruction)) {
    value(&instruction); // has a variable from now on, if not before
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    parts_.calls.lowerCall(*call);
  } else if (!parts_.memory.lowerMemory(instruction)) {
    // An operation that can fail is one, whether its result is used or not.
    auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
    bool isDivision = binary != nullptr && binary->isIntDivRem();
    if (instruction.use_empty() && !isDivision && !(binary != nullptr && function_.hasFnAttribute(kIrAttribute)))
      return;
    if (isDivision) parts_.instructions.guardDivision(*binary);
    if (edges_.open()) parts_.values.define(instruction, parts_.instructions.pureValue(instruction));
  }
}

} // namespace assay
