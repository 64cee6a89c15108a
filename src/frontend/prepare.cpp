#include "frontend/prepare.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <vector>

namespace assay {

namespace {

/// Replaces a handler call by the marker and ends its block there.
void endWithMarker(llvm::CallInst* call) {
  llvm::Module& module = *call->getModule();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
  llvm::IRBuilder<> builder(call);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  builder.CreateCall(module.getOrInsertFunction(kOverflowMarker, type));
  llvm::changeToUnreachable(call);
}

/// A block that the handler's block is the other side of: `br ok, cont, handler`.
llvm::BranchInst* guardOf(llvm::BasicBlock* handler) {
  llvm::BasicBlock* before = handler->getSinglePredecessor();
  return before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
}

/// The shift that a shift check protects: the first one behind the check.
llvm::BinaryOperator* checkedShift(llvm::BasicBlock* continuation) {
  for (llvm::Instruction& instruction : *continuation)
    if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      if (binary->isShift()) return binary;
  return nullptr;
}

/// Whether the left operand's type is signed, from the type descriptor in the handler's static data:
/// { location, left type, right type }, a type being { kind, info, name } with bit 0 of info for signedness.
bool leftOperandIsSigned(llvm::CallInst* call) {
  auto* data = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
  if (data == nullptr || !data->hasInitializer()) return true;
  auto* descriptor = llvm::dyn_cast_or_null<llvm::GlobalVariable>(data->getInitializer()->getAggregateElement(1u));
  if (descriptor == nullptr || !descriptor->hasInitializer()) return true;
  auto* info = llvm::dyn_cast_or_null<llvm::ConstantInt>(descriptor->getInitializer()->getAggregateElement(1u));
  return info == nullptr || info->getValue()[0];
}

/// Gives the check another condition and clears away what only the old one needed: a block that computed the shifted-out
/// bits, and the branch around it.
void replaceCondition(llvm::BranchInst* guard, llvm::Value* condition) {
  llvm::Value* old = guard->getCondition();
  guard->setCondition(condition);
  llvm::RecursivelyDeleteTriviallyDeadInstructions(old);
  llvm::BasicBlock* join = guard->getParent();
  if (join->phis().begin() != join->phis().end()) return;
  std::vector<llvm::BasicBlock*> predecessors(llvm::pred_begin(join), llvm::pred_end(join));
  for (llvm::BasicBlock* side : predecessors) {
    llvm::BasicBlock* fork = side->getSinglePredecessor();
    if (fork == nullptr || &side->front() != side->getTerminator()) continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(fork->getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    if (branch->getSuccessor(0) != join && branch->getSuccessor(1) != join) continue;
    llvm::BranchInst::Create(join, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
    branch->eraseFromParent();
    llvm::DeleteDeadBlock(side);
  }
}

/// Clang's condition flags negative operands and the exponent of right shifts too; ours is put in its place: the shift
/// back gives the operand again, or the operand is zero.
void rewriteShiftCheck(llvm::CallInst* call) {
  llvm::BasicBlock* handler = call->getParent();
  llvm::BranchInst* guard = guardOf(handler);
  llvm::BasicBlock* continuation = handler->getSingleSuccessor();
  llvm::BinaryOperator* shift = continuation == nullptr ? nullptr : checkedShift(continuation);
  if (guard == nullptr || !guard->isConditional() || shift == nullptr) {
    endWithMarker(call);
    return;
  }
  llvm::IRBuilder<> builder(guard);
  if (shift->getOpcode() != llvm::Instruction::Shl || !leftOperandIsSigned(call)) {
    replaceCondition(guard, builder.getTrue());
    return;
  }
  llvm::Value* left = shift->getOperand(0);
  llvm::Value* right = shift->getOperand(1);
  // Operands are computed before the check, except for a conversion of the exponent that stands right before the shift.
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(right); cast != nullptr && cast->getParent() == continuation)
    cast->moveBefore(guard);
  unsigned width = left->getType()->getIntegerBitWidth();
  llvm::Value* inRange = builder.CreateICmpULT(right, llvm::ConstantInt::get(right->getType(), width));
  llvm::Value* safe = builder.CreateSelect(inRange, right, llvm::ConstantInt::get(right->getType(), 0));
  llvm::Value* back = builder.CreateAShr(builder.CreateShl(left, safe), safe);
  llvm::Value* fits = builder.CreateAnd(inRange, builder.CreateICmpEQ(back, left));
  llvm::Value* zero = builder.CreateICmpEQ(left, llvm::ConstantInt::get(left->getType(), 0));
  replaceCondition(guard, builder.CreateOr(fits, zero));
  endWithMarker(call);
}

void rewriteSanitizerCalls(llvm::Module& module) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with("__ubsan_handle_")) continue;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.starts_with("__ubsan_handle_shift"))
      rewriteShiftCheck(call);
    else
      endWithMarker(call);
  }
}

/// The slot that the block's switch reads, if the block is nothing but clean-ups before a switch over a local.
llvm::AllocaInst* cleanupSlot(llvm::BasicBlock& block) {
  auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
  if (choice == nullptr || block.hasAddressTaken()) return nullptr;
  auto* load = llvm::dyn_cast<llvm::LoadInst>(choice->getCondition());
  if (load == nullptr || load->getParent() != &block || load->isVolatile()) return nullptr;
  auto* slot = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
  // Only clang's own slots have no declaration in the source and no other use than these.
  if (slot == nullptr || slot->hasMetadata()) return nullptr;
  for (llvm::User* user : slot->users())
    if (!llvm::isa<llvm::LoadInst>(user) && !llvm::isa<llvm::StoreInst>(user)) return nullptr;
  for (llvm::Instruction& instruction : block) {
    if (llvm::isa<llvm::PHINode>(instruction) || llvm::isa<llvm::StoreInst>(instruction)) return nullptr;
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
            return store != nullptr && store->getPointerOperand() == alloca && !store->isVolatile();
          }))
        slots.push_back(alloca);
  for (llvm::AllocaInst* slot : slots) {
    while (!slot->use_empty()) llvm::cast<llvm::Instruction>(*slot->user_begin())->eraseFromParent();
    slot->eraseFromParent();
  }
}

} // namespace

void prepareModule(llvm::Module& module) {
  rewriteSanitizerCalls(module);
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) {
      threadCleanups(function);
      llvm::removeUnreachableBlocks(function);
      removeDeadSlots(function);
    }
}

} // namespace assay
