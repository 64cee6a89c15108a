// What clang's sanitizers check becomes a branch to a marker. Everything here is read off the sanitizer's own call: its
// operands, and the static data that tells their types. The branch that leads to it is the check, and nothing else is.
#include "frontend/prepare/prepare.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <string>
#include <vector>

namespace assay {

namespace {

/// The name of a type that the handler's static data describes; empty if there is none.
std::string typeName(const llvm::CallInst* call, unsigned field) {
  auto* data = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
  if (data == nullptr || !data->hasInitializer()) return {};
  auto* type = llvm::dyn_cast_or_null<llvm::GlobalVariable>(data->getInitializer()->getAggregateElement(field));
  if (type == nullptr || !type->hasInitializer()) return {};
  auto* name = llvm::dyn_cast_or_null<llvm::ConstantDataArray>(type->getInitializer()->getAggregateElement(2u));
  return name != nullptr && name->isCString() ? name->getAsCString().str() : std::string();
}

/// Replaces a handler call by a marker.
void putMarker(llvm::CallInst* call, CheckMarker kind, const std::string& message = {}) {
  llvm::Module& module = *call->getModule();
  llvm::Type* number = llvm::Type::getInt32Ty(module.getContext());
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), {number}, false);
  llvm::IRBuilder<> builder(call);
  builder.SetCurrentDebugLocation(call->getDebugLoc());
  llvm::CallInst* marker = builder.CreateCall(module.getOrInsertFunction(kCheckMarker, type),
                                              {llvm::ConstantInt::get(number, static_cast<uint64_t>(kind))});
  if (!message.empty())
    marker->setMetadata(kCheckMessage,
                        llvm::MDNode::get(module.getContext(), llvm::MDString::get(module.getContext(), message)));
  call->eraseFromParent();
}

/// Nothing comes behind a marker.
void endAtMarkers(llvm::Module& module) {
  std::vector<llvm::CallInst*> markers;
  if (llvm::Function* marker = module.getFunction(kCheckMarker))
    for (llvm::User* user : marker->users()) markers.push_back(llvm::cast<llvm::CallInst>(user));
  for (llvm::CallInst* marker : markers) llvm::changeToUnreachable(marker->getNextNode());
}

/// The check: the one branch that leads to the handler, whose other side goes on.
llvm::BranchInst* checkOf(const llvm::CallInst* call) {
  llvm::BasicBlock* before = const_cast<llvm::BasicBlock*>(call->getParent())->getSinglePredecessor();
  auto* branch = before == nullptr ? nullptr : llvm::dyn_cast<llvm::BranchInst>(before->getTerminator());
  bool isCheck = branch != nullptr && branch->isConditional() && branch->getSuccessor(1) == call->getParent();
  return isCheck ? branch : nullptr;
}

/// A type that the handler's static data describes: { kind, info, name }, kind 0 for integers, whose info is the
/// logarithm of the width and, in bit 0, whether there is a sign.
struct IntegerType {
  unsigned width = 0; // 0 if it is no integer
  bool isSigned = false;
};

IntegerType operandType(const llvm::CallInst* call, unsigned field) {
  auto* data = llvm::dyn_cast<llvm::GlobalVariable>(call->getArgOperand(0)->stripPointerCasts());
  if (data == nullptr || !data->hasInitializer()) return {};
  auto* type = llvm::dyn_cast_or_null<llvm::GlobalVariable>(data->getInitializer()->getAggregateElement(field));
  if (type == nullptr || !type->hasInitializer()) return {};
  auto* kind = llvm::dyn_cast_or_null<llvm::ConstantInt>(type->getInitializer()->getAggregateElement(0u));
  auto* info = llvm::dyn_cast_or_null<llvm::ConstantInt>(type->getInitializer()->getAggregateElement(1u));
  if (kind == nullptr || info == nullptr || !kind->isZero()) return {};
  return {1u << (info->getZExtValue() >> 1), info->getValue()[0]};
}

/// The operand as it was before it was passed to the handler: extended to a word, or by address. Of a constant the
/// width is lost; the type that the static data gives is that of the source, before a compound assignment promotes it.
llvm::Value* operandOf(const llvm::CallInst* call, unsigned argument, unsigned width) {
  llvm::Value* passed = call->getArgOperand(argument);
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(passed))
    return llvm::ConstantInt::get(call->getContext(), constant->getValue().zextOrTrunc(width));
  // An extension of the program's own is part of the operand.
  if (auto* extension = llvm::dyn_cast<llvm::ZExtInst>(passed);
      extension != nullptr && extension->hasMetadata(llvm::LLVMContext::MD_nosanitize))
    passed = extension->getOperand(0);
  if (auto* address = llvm::dyn_cast<llvm::PtrToIntInst>(passed)) {
    passed = nullptr;
    for (llvm::User* user : address->getOperand(0)->users())
      if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
        if (store->getParent() == call->getParent()) passed = store->getValueOperand();
  }
  return passed != nullptr && passed->getType()->isIntegerTy() ? passed : nullptr;
}

/// Erases what only the sanitizer needed, and needs no more.
void eraseSanitizerCode(llvm::Value* value) {
  std::vector<llvm::Value*> work = {value};
  while (!work.empty()) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(work.back());
    work.pop_back();
    if (instruction == nullptr || !instruction->use_empty() || instruction->mayHaveSideEffects() ||
        !instruction->hasMetadata(llvm::LLVMContext::MD_nosanitize))
      continue;
    for (llvm::Value* operand : instruction->operands()) work.push_back(operand);
    instruction->eraseFromParent();
    llvm::erase(work, instruction);
  }
}

/// Gives the check another condition and clears away what only the old one needed: a block that computed the
/// shifted-out bits, and the branch around it.
void replaceCondition(llvm::BranchInst* check, llvm::Value* condition) {
  llvm::Value* old = check->getCondition();
  check->setCondition(condition);
  eraseSanitizerCode(old);
  llvm::BasicBlock* join = check->getParent();
  if (!join->phis().empty()) return;
  std::vector<llvm::BasicBlock*> predecessors(llvm::pred_begin(join), llvm::pred_end(join));
  for (llvm::BasicBlock* side : predecessors) {
    llvm::BasicBlock* fork = side->getSinglePredecessor();
    if (fork == nullptr || &side->front() != side->getTerminator()) continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(fork->getTerminator());
    if (branch == nullptr || !branch->isConditional() || !branch->hasMetadata(llvm::LLVMContext::MD_nosanitize))
      continue;
    if (branch->getSuccessor(0) != join && branch->getSuccessor(1) != join) continue;
    llvm::Value* exponentOk = branch->getCondition();
    llvm::BranchInst::Create(join, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
    branch->eraseFromParent();
    llvm::DeleteDeadBlock(side);
    eraseSanitizerCode(exponentOk);
  }
}

/// Every shift's exponent is checked, as clang does it. For a left shift of a signed operand clang's condition is
/// `exponent is valid && base`, the latter a phi. One without branches is put in its place: the operand is not negative
/// (C leaves such a shift undefined, even by 0), and the value that was shifted back is the operand again.
void rewriteShift(llvm::CallInst* call) {
  llvm::BranchInst* check = checkOf(call);
  auto* both = check == nullptr ? nullptr : llvm::dyn_cast<llvm::BinaryOperator>(check->getCondition());
  bool checksBase =
      both != nullptr && both->getOpcode() == llvm::Instruction::And && llvm::isa<llvm::PHINode>(both->getOperand(1));
  if (!checksBase) {
    putMarker(call, CheckMarker::Exponent);
    return;
  }
  const IntegerType left = operandType(call, 1);
  const IntegerType right = operandType(call, 2);
  llvm::Value* operand = left.width == 0 ? nullptr : operandOf(call, 1, left.width);
  llvm::Value* exponent = right.width == 0 ? nullptr : operandOf(call, 2, right.width);
  if (operand != nullptr && exponent != nullptr) {
    llvm::IRBuilder<> builder(check);
    llvm::Value* amount = builder.CreateZExtOrTrunc(exponent, operand->getType());
    llvm::Value* shifted = builder.Insert(llvm::BinaryOperator::CreateShl(operand, amount));
    llvm::Value* back = builder.Insert(llvm::BinaryOperator::CreateAShr(shifted, amount));
    llvm::Value* fits = builder.CreateICmpEQ(back, operand);
    llvm::Value* isPositive = builder.CreateICmpSGE(operand, llvm::ConstantInt::getNullValue(operand->getType()));
    replaceCondition(check, builder.CreateAnd(both->getOperand(0), builder.CreateAnd(isPositive, fits)));
  }
  putMarker(call, CheckMarker::Overflow);
}

/// A division by a constant zero is folded away by clang: its check remains. Any other division is checked where it
/// stands, and what is left of this check is whether the quotient overflows.
void rewriteDivision(llvm::CallInst* call) {
  llvm::BranchInst* check = checkOf(call);
  const IntegerType type = operandType(call, 1);
  auto* divisor = llvm::dyn_cast_or_null<llvm::ConstantInt>(type.width == 0 ? call->getArgOperand(2)
                                                                            : operandOf(call, 2, type.width));
  if (check == nullptr || (divisor != nullptr && divisor->isZero())) {
    putMarker(call, CheckMarker::DivisionByZero);
    return;
  }
  llvm::Value* condition = check->getCondition();
  if (auto* both = llvm::dyn_cast<llvm::BinaryOperator>(condition);
      both != nullptr && both->getOpcode() == llvm::Instruction::And) {
    replaceCondition(check, both->getOperand(1));
  } else if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition)) {
    auto* zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    if (compare->getPredicate() == llvm::ICmpInst::ICMP_NE && zero != nullptr && zero->isZero())
      replaceCondition(check, llvm::ConstantInt::getTrue(call->getContext()));
  }
  putMarker(call, CheckMarker::Overflow);
}

/// The array that an index is of.
struct IndexedArray {
  llvm::ArrayType* type = nullptr; // null: its length is not constant, or it is no array
  llvm::Value* place = nullptr;    // null: no access was found
  bool isAccessed = false;         // and not only its address is taken
};

bool isZero(const llvm::GEPOperator& step) { return step.hasAllZeroIndices(); }

bool accesses(const llvm::User& user, const llvm::Value* address) {
  if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&user)) return load->getPointerOperand() == address;
  auto* store = llvm::dyn_cast<llvm::StoreInst>(&user);
  return store != nullptr && store->getPointerOperand() == address;
}

/// Whether what is at this address is read or written, and not somewhere beside it.
bool isAccessed(const llvm::Value* address) {
  return std::ranges::any_of(address->users(), [&](const llvm::User* user) {
    auto* step = llvm::dyn_cast<llvm::GEPOperator>(user);
    return accesses(*user, address) || (step != nullptr && isZero(*step) && isAccessed(step));
  });
}

IndexedArray arrayOf(const llvm::GEPOperator& access, bool isAccessed) {
  auto* place = const_cast<llvm::Value*>(access.getPointerOperand());
  if (auto* type = llvm::dyn_cast<llvm::ArrayType>(access.getSourceElementType())) return {type, place, isAccessed};
  auto* decay = llvm::dyn_cast<llvm::GEPOperator>(place);
  if (decay != nullptr && isZero(*decay) && llvm::isa<llvm::ArrayType>(decay->getSourceElementType()))
    return {llvm::cast<llvm::ArrayType>(decay->getSourceElementType()), decay->getOperand(0), isAccessed};
  return {nullptr, place, isAccessed};
}

/// The sanitizer converts the index for itself.
const llvm::Value* unconverted(const llvm::Value* index) {
  while (auto* cast = llvm::dyn_cast<llvm::CastInst>(index)) index = cast->getOperand(0);
  return index;
}

bool usesIndex(const llvm::GEPOperator& access, const llvm::Value* index) {
  const llvm::Value* last = access.getOperand(access.getNumOperands() - 1);
  return access.getNumIndices() > 0 && unconverted(last) == unconverted(index);
}

/// What is done with the index where the check is passed; other checks may come first.
IndexedArray indexedBehind(const llvm::BranchInst& check, const llvm::Value* index) {
  constexpr int kNear = 4;
  const llvm::BasicBlock* block = check.getSuccessor(0);
  for (int i = 0; i < kNear; ++i) {
    for (const llvm::Instruction& instruction : *block) {
      if (auto* access = llvm::dyn_cast<llvm::GEPOperator>(&instruction);
          access != nullptr && usesIndex(*access, index))
        return arrayOf(*access, isAccessed(access));
      for (const llvm::Value* operand : instruction.operands()) // of constants
        if (auto* access = llvm::dyn_cast<llvm::GEPOperator>(operand);
            access != nullptr && llvm::isa<llvm::Constant>(operand) && usesIndex(*access, index))
          return arrayOf(*access, accesses(instruction, operand));
    }
    auto* next = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (next == nullptr || !next->hasMetadata(llvm::LLVMContext::MD_nosanitize)) break;
    block = next->getSuccessor(0);
  }
  return {};
}

/// Whether the array is all of its object, so that an access beyond the array is one beyond the object.
bool isWholeObject(const IndexedArray& array) {
  if (array.place == nullptr) return false;
  llvm::Value* place = array.place;
  while (auto* step = llvm::dyn_cast<llvm::GEPOperator>(place)) {
    if (!isZero(*step)) return false;
    place = step->getPointerOperand();
  }
  if (auto* local = llvm::dyn_cast<llvm::AllocaInst>(place)) {
    // Of an array of variable length, a row of constant length is but a part.
    return local->isArrayAllocation() ? array.type == nullptr : local->getAllocatedType() == array.type;
  }
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(place);
  return global != nullptr && global->getValueType() == array.type;
}

/// The code is as if nothing had been checked.
void dropCheck(llvm::BranchInst* check, llvm::CallInst* call) {
  llvm::BasicBlock *handler = call->getParent(), *rest = check->getSuccessor(0);
  llvm::Value* condition = check->getCondition();
  llvm::BranchInst::Create(rest, check->getIterator())->setDebugLoc(check->getDebugLoc());
  check->eraseFromParent();
  eraseSanitizerCode(condition);
  llvm::DeleteDeadBlock(handler);
  llvm::MergeBlockIntoPredecessor(rest);
}

/// Of "int[8][4]" it is 8; 0 if there is none.
uint64_t lengthOf(llvm::StringRef type) {
  uint64_t length = 0;
  return type.split('[').second.split(']').first.getAsInteger(10, length) ? 0 : length;
}

/// For clang, `++` and `*&` only take the address of an element, which may be the one behind the last.
void excludeEnd(llvm::BranchInst* check, llvm::StringRef type, const llvm::ConstantInt* index) {
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(check->getCondition());
  if (compare != nullptr && compare->getPredicate() == llvm::ICmpInst::ICMP_ULE)
    compare->setPredicate(llvm::ICmpInst::ICMP_ULT);
  // An array of one element may be a longer one.
  const uint64_t length = lengthOf(type);
  if (compare == nullptr && index != nullptr && length > 1 && index->getValue() == length)
    replaceCondition(check, llvm::ConstantInt::getFalse(check->getContext()));
}

void rewriteBounds(llvm::CallInst* call, bool checksAccesses) {
  llvm::BranchInst* check = checkOf(call);
  if (check == nullptr) return putMarker(call, CheckMarker::Bounds, "an index is out of bounds");
  auto* compare = llvm::dyn_cast<llvm::ICmpInst>(check->getCondition());
  llvm::Value* index = compare != nullptr ? compare->getOperand(0) : call->getArgOperand(1);
  auto* constant = llvm::dyn_cast<llvm::ConstantInt>(index);
  const IndexedArray array = indexedBehind(*check, index);
  const std::string type = typeName(call, 1);
  if (array.isAccessed) excludeEnd(check, type, constant);
  auto* folded = llvm::dyn_cast<llvm::ConstantInt>(check->getCondition());
  const bool isHeld = folded != nullptr && folded->isOne();
  const bool isVector = type.find("vector_size") != std::string::npos; // no array
  // An access to a constant place that is discarded leaves no code; what comes behind with the same number is another
  // one.
  const bool isCovered = checksAccesses && constant == nullptr && isWholeObject(array);
  if (isHeld || isVector || isCovered) return dropCheck(check, call);
  std::string message =
      (constant == nullptr ? "an index" : "index " + std::to_string(constant->getSExtValue())) + " is out of bounds";
  if (!type.empty()) message += " of an array " + type;
  putMarker(call, CheckMarker::Bounds, message);
}

} // namespace

void rewriteSanitizerCalls(llvm::Module& module, bool checksAccesses, bool goesOn) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with("__ubsan_handle_") || !function.isDeclaration()) continue;
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.starts_with("__ubsan_handle_shift"))
      rewriteShift(call);
    else if (name.starts_with("__ubsan_handle_divrem"))
      rewriteDivision(call);
    else if (name.starts_with("__ubsan_handle_out_of_bounds"))
      rewriteBounds(call, checksAccesses);
    else
      putMarker(call, CheckMarker::Overflow);
  }
  if (!goesOn) endAtMarkers(module);
}

} // namespace assay
