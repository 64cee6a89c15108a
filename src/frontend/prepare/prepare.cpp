#include "frontend/prepare/prepare.h"

#include "frontend/compile/bitcode.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

namespace assay {

namespace {

/// Whether this is a slot of clang's own: it has no declaration in the source, and is loaded and stored as a whole, in
/// one type, and nothing else.
bool isOwnSlot(llvm::AllocaInst* slot, llvm::Type* type) {
  if (!llvm::findDVRDeclares(slot).empty() || slot->getAllocatedType() != type || slot->isArrayAllocation())
    return false;
  return llvm::all_of(slot->users(), [&](llvm::User* user) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return load->getType() == type && load->isSimple();
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == slot && store->isSimple() &&
           store->getValueOperand()->getType() == type;
  });
}

/// The slot that the block's switch reads, if the block is nothing but clean-ups before a switch over a slot of
/// clang's.
llvm::AllocaInst* cleanupSlot(llvm::BasicBlock& block) {
  auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  if (choice == nullptr || block.hasAddressTaken()) return nullptr;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(choice->getCondition());
  if (load == nullptr || load->getParent() != &block) return nullptr;
  auto* slot = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  if (slot == nullptr || !isOwnSlot(slot, load->getType())) return nullptr;
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::StoreInst>(instruction)) return nullptr;
    for (llvm::User* user : instruction.users())
      if (llvm::cast<llvm::Instruction>(user)->getParent() != &block) return nullptr;
  }
  return slot;
}

/// The constant that the predecessor leaves in the slot, or null.
llvm::ConstantInt* lastStored(llvm::BasicBlock& block, llvm::AllocaInst* slot) {
  for (llvm::Instruction& instruction : llvm::reverse(block))
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
        store != nullptr && store->getPointerOperand() == slot)
      return llvm::dyn_cast<llvm::ConstantInt>(store->getValueOperand());
  return nullptr;
}

void threadPredecessor(llvm::BasicBlock& predecessor, llvm::BasicBlock& cleanup, llvm::ConstantInt* where) {
  llvm::BasicBlock* target =
      llvm::cast<llvm::SwitchInst>(cleanup.getTerminator())->findCaseValue(where)->getCaseSuccessor();
  llvm::Instruction* jump = predecessor.getTerminator();
  llvm::ValueToValueMapTy map;
  for (llvm::Instruction& instruction : cleanup) {
    if (instruction.isTerminator()) break;
    llvm::Instruction* copy = instruction.clone();
    copy->insertBefore(jump->getIterator());
    map[&instruction] = copy;
    llvm::RemapInstruction(copy, map, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
  }
  for (llvm::PHINode& phi : target->phis()) phi.addIncoming(phi.getIncomingValueForBlock(&cleanup), &predecessor);
  jump->setSuccessor(0, target);
}

void threadCleanups(llvm::Function& function) {
  // A threaded predecessor may itself lead into the next scope's clean-up: repeat while something changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock& block : function) {
      llvm::AllocaInst* slot = cleanupSlot(block);
      if (slot == nullptr) continue;
      std::vector<llvm::BasicBlock*> predecessors(llvm::pred_begin(&block), llvm::pred_end(&block));
      for (llvm::BasicBlock* predecessor : predecessors) {
        auto* jump = llvm::dyn_cast<llvm::BranchInst>(predecessor->getTerminator());
        if (jump == nullptr || jump->isConditional() || predecessor == &block) continue;
        llvm::ConstantInt* where = lastStored(*predecessor, slot);
        if (where == nullptr) continue;
        threadPredecessor(*predecessor, block, where);
        changed = true;
      }
    }
  }
}

/// A slot of clang's own that nothing reads any more goes, with what is written to it.
void removeDeadSlots(llvm::Function& function) {
  std::vector<llvm::AllocaInst*> slots;
  for (llvm::Instruction& instruction : function.getEntryBlock())
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::findDVRDeclares(alloca).empty() && llvm::all_of(alloca->users(), [&](llvm::User* user) {
            auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
            return store != nullptr && store->getPointerOperand() == alloca && store->isSimple();
          }))
        slots.push_back(alloca);
  for (llvm::AllocaInst* slot : slots) {
    while (!slot->use_empty()) llvm::cast<llvm::Instruction>(*slot->user_begin())->eraseFromParent();
    slot->eraseFromParent();
  }
}

// ---- blocks that no jump leads to

/// A branch over a constant goes one way.
void foldConstantBranch(llvm::BasicBlock& block) {
  llvm::BasicBlock* target = nullptr;
  llvm::Instruction* jump = block.getTerminator();
  if (auto* branch = llvm::dyn_cast<llvm::BranchInst>(jump); branch != nullptr && branch->isConditional()) {
    if (auto* condition = llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition()))
      target = branch->getSuccessor(condition->isOne() ? 0 : 1);
  } else if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(jump)) {
    if (auto* value = llvm::dyn_cast<llvm::ConstantInt>(choice->getCondition()))
      target = choice->findCaseValue(value)->getCaseSuccessor();
  }
  if (target == nullptr) return;
  bool kept = false; // of several edges to the target, one stays
  for (llvm::BasicBlock* successor : llvm::successors(&block)) {
    if (successor == target && !kept)
      kept = true;
    else
      successor->removePredecessor(&block, /*KeepOneInputPHIs=*/true);
  }
  llvm::BranchInst::Create(target, jump->getIterator())->setDebugLoc(jump->getDebugLoc());
  jump->eraseFromParent();
}

/// A variable whose declaration no jump leads to has been declared all the same.
void keepDeclarations(llvm::BasicBlock& dead, llvm::BasicBlock& entry) {
  std::vector<llvm::DbgVariableRecord*> declarations;
  for (llvm::Instruction& instruction : dead)
    for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      if (record.isDbgDeclare()) declarations.push_back(&record);
  for (llvm::DbgVariableRecord* record : declarations) {
    record->removeFromParent();
    entry.insertDbgRecordBefore(record, entry.getTerminator()->getIterator());
  }
}

/// Only what control flow itself shows. A block whose address is taken stays: its address is a value.
void removeUnreachable(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::BasicBlock*, 32> reached;
  std::vector<llvm::BasicBlock*> work = {&function.getEntryBlock()};
  for (llvm::BasicBlock& block : function)
    if (block.hasAddressTaken()) work.push_back(&block);
  while (!work.empty()) {
    llvm::BasicBlock* block = work.back();
    work.pop_back();
    if (!reached.insert(block).second) continue;
    foldConstantBranch(*block);
    for (llvm::BasicBlock* successor : llvm::successors(block)) work.push_back(successor);
  }
  llvm::SmallVector<llvm::BasicBlock*, 16> dead;
  for (llvm::BasicBlock& block : function)
    if (!reached.contains(&block)) {
      keepDeclarations(block, function.getEntryBlock());
      dead.push_back(&block);
    }
  llvm::DeleteDeadBlocks(dead, nullptr, /*KeepOneInputPHIs=*/true);
}

} // namespace

void setMark(llvm::Instruction& instruction, const char* mark) {
  instruction.setMetadata(mark, llvm::MDNode::get(instruction.getContext(), {}));
}

void prepareModule(llvm::Module& module, llvm::StringRef entry, PreparedChecks checks, bool goesOn) {
  rewriteSanitizerCalls(module, checks.accesses, goesOn);
  translateJumps(module, entry);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) {
      replaceConstrainedFloats(function);
      threadCleanups(function);
      removeUnreachable(function);
      // LLVM IR that was not made here says itself when objects live.
      if (!function.hasFnAttribute(kIrAttribute)) markLifetimes(function);
      removeDeadSlots(function);
    }
  if (checks.uninitialised) checkUninitialised(module, goesOn);
  forgetShown(module);
}

} // namespace assay
