#include "frontend/module/sharing.h"

#include "frontend/library/model_library.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace assay {

namespace {

/// Calls that are followed from a local; beyond them it escapes.
constexpr unsigned kMaxDepth = 24;

/// What is known of a declared function that is given an address: it looks at what is there, or returns the address as well.
enum class Known { Looks, Returns, Nothing };

Known knownUse(llvm::StringRef name) {
  return llvm::StringSwitch<Known>(name)
      .Cases("memcpy", "memmove", "memset", "__assay_memcpy", "__assay_memmove", "__assay_memset", Known::Returns)
      .Cases("__assay_reads", "__assay_object_size", "__assay_bytes_left", "__assay_overlap", "__assay_freeable",
             "__VERIFIER_nondet_memory", Known::Looks)
      .StartsWith("__assay_await_", Known::Looks)
      .Default(Known::Nothing);
}

/// Whether a constant is the address of a variable of the library, or computed from it.
bool namesState(const llvm::Constant* constant) {
  if (auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(constant))
    return variable->hasAttribute(kModelAttribute) && !variable->isConstant() && !variable->isThreadLocal() &&
           variable->getSection() != kThreadsSection;
  if (!llvm::isa<llvm::ConstantExpr>(constant)) return false;
  return llvm::any_of(constant->operands(),
                      [](const llvm::Use& operand) { return namesState(llvm::cast<llvm::Constant>(operand.get())); });
}

/// Whether an instruction uses what the library keeps: its variables, or a stream.
bool usesState(const llvm::Instruction& instruction) {
  if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    if (auto* type = llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
        type != nullptr && type->hasName() && type->getName().starts_with("struct.Stream"))
      return true;
  return llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get());
    return constant != nullptr && namesState(constant);
  });
}

} // namespace

bool Sharing::isShared(const llvm::Value* pointer, bool isWritten) {
  while (llvm::isa<llvm::GEPOperator, llvm::BitCastOperator>(pointer))
    pointer = llvm::cast<llvm::Operator>(pointer)->getOperand(0);
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer))
    return global->isThreadLocal() ? escapes(global, 0) : isWritten || !global->isConstant();
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(pointer))
    return !argument->hasByValAttr() || escapes(argument, 0);
  return !llvm::isa<llvm::AllocaInst>(pointer) || escapes(pointer, 0);
}

bool Sharing::escapes(const llvm::Value* object, unsigned depth) {
  if (depth > kMaxDepth) return true;
  auto [known, isNew] = escapes_.emplace(object, true);
  if (!isNew) return known->second;
  Derived derived = {object};
  for (size_t i = 0; i < derived.size(); ++i)
    for (const llvm::Use& use : derived[i]->uses())
      if (escapesBy(use, derived, depth)) return true;
  escapes_[object] = false;
  return false;
}

bool Sharing::escapesBy(const llvm::Use& use, Derived& derived, unsigned depth) {
  const llvm::User* user = use.getUser();
  const auto follow = [&] {
    if (!llvm::is_contained(derived, user)) derived.push_back(user);
    return false;
  };
  if (llvm::isa<llvm::LoadInst, llvm::ICmpInst>(user)) return false;
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
    return &use == &store->getOperandUse(0) && escapesByStore(store->getPointerOperand(), derived);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)) return use.getOperandNo() != 0;
  if (llvm::isa<llvm::GEPOperator, llvm::BitCastOperator, llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user))
    return follow();
  auto* call = llvm::dyn_cast<llvm::CallBase>(user);
  return call == nullptr || escapesByCall(*call, use, derived, depth);
}

bool Sharing::escapesByCall(const llvm::CallBase& call, const llvm::Use& use, Derived& derived, unsigned depth) {
  auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand());
  if (callee == nullptr || call.isCallee(&use)) return true;
  if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return !llvm::isa<llvm::MemIntrinsic, llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(intrinsic) &&
           intrinsic->getIntrinsicID() != llvm::Intrinsic::vastart &&
           intrinsic->getIntrinsicID() != llvm::Intrinsic::vaend;
  const unsigned number = call.getArgOperandNo(&use);
  if (call.isByValArgument(number)) return false; // a copy is passed
  if (callee->isDeclaration()) {
    const Known known = knownUse(callee->getName());
    if (known == Known::Returns) derived.push_back(&call);
    return known == Known::Nothing;
  }
  return number >= callee->arg_size() || escapes(callee->getArg(number), depth + 1);
}

/// The address is stored into a local that is a variable of its function: whoever reads that has it.
bool Sharing::escapesByStore(const llvm::Value* place, Derived& derived) {
  const std::optional<Promotion::CellAddress> cell = promotion_.cellAt(place);
  if (!cell || !llvm::isa<llvm::AllocaInst>(cell->object)) return true;
  std::vector<const llvm::Value*> places = {cell->object};
  for (size_t i = 0; i < places.size(); ++i)
    for (const llvm::User* user : places[i]->users()) {
      if (llvm::isa<llvm::GEPOperator>(user)) places.push_back(user);
      if (llvm::isa<llvm::LoadInst>(user) && !llvm::is_contained(derived, user)) derived.push_back(user);
    }
  return false;
}

bool isAtomicRegion(const llvm::Function& function) {
  if (!function.hasFnAttribute(kModelAttribute)) return function.getName().starts_with("__VERIFIER_atomic_");
  bool hasState = false;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && call->isIndirectCall()) return false;
    hasState = hasState || usesState(instruction);
  }
  return hasState;
}

void nameThreadLocals(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : module.globals())
    if (variable.hasAttribute(kModelAttribute) && variable.getSection() == kThreadLocalSection)
      variable.setThreadLocal(true);
  std::vector<llvm::IntrinsicInst*> asked;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
          intrinsic != nullptr && intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
        asked.push_back(intrinsic);
  for (llvm::IntrinsicInst* intrinsic : asked) {
    intrinsic->replaceAllUsesWith(intrinsic->getArgOperand(0));
    intrinsic->eraseFromParent();
  }
}

} // namespace assay
