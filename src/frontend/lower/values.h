// Values of instructions. The value of an instruction without effect becomes a term inside the operations that use it;
// a value gets a variable of its own only where it must outlive what it was computed from: when another block uses it,
// when a cell it reads is about to be written, or when it is large and used more than once.
#pragma once

#include "frontend/lower/part.h"

#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

class LowerValues : public LowerPart {
public:
  using LowerPart::LowerPart;

  /// Parameters, and variables for the locals that have become cells.
  void begin();
  void beginBlock();
  bool has(const llvm::Value& value) const { return values_.count(&value) != 0; }
  void set(const llvm::Value& value, Term term) { values_[&value] = term; }
  /// The value of an instruction that reads a cell.
  void defineRead(const llvm::LoadInst& load, VariableId cell);
  /// The address of a local that stays in memory.
  Term addressOf(const llvm::AllocaInst& alloca) const { return values_.at(&alloca); }
  VariableId cell(const llvm::Value* object, uint64_t offset) const;
  /// The cells of the function's own variables.
  std::unordered_set<VariableId> locals() const;
  Term value(const llvm::Value* value);
  void define(const llvm::Instruction& instruction, Term term);
  void beforeWrite(VariableId cell, const llvm::Instruction& writer);
  void beforeCall(const llvm::Instruction& call);

private:
  void addCells();
  Term partlyUndefined(const llvm::Constant& constant);
  VariableId addNamed(const llvm::AllocaInst& alloca, uint64_t offset, Sort sort);
  bool needsVariable(const llvm::Instruction& instruction, Term term);
  void noteReads(const llvm::Instruction& instruction, VariableId own = {});
  void materialise(const llvm::Instruction& instruction);

  std::unordered_map<const llvm::Value*, Term> values_;
  std::map<CellKey, VariableId> localCells_;

  // Terms of this block that read cells and have not got a variable yet.
  std::unordered_map<VariableId, std::vector<const llvm::Instruction*>> readers_;
  std::unordered_map<const llvm::Instruction*, std::vector<VariableId>> reads_;
  std::unordered_map<const llvm::Instruction*, uint32_t> termSize_;
};

} // namespace assay
