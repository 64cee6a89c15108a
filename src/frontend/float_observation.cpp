#include "frontend/float_observation.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace assay {

namespace {

bool isFloat(const llvm::DIType* type) {
  while (auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return false;
    type = derived->getBaseType();
  }
  auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  return basic != nullptr && basic->getEncoding() == llvm::dwarf::DW_ATE_float;
}

bool isFloatUnion(const llvm::DIType* type) {
  auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
  if (composite == nullptr || composite->getTag() != llvm::dwarf::DW_TAG_union_type) return false;
  for (const llvm::DINode* element : composite->getElements())
    if (auto* member = llvm::dyn_cast<llvm::DIType>(element); member != nullptr && isFloat(member)) return true;
  return false;
}

/// A float local or global that something else than a float access reaches.
bool isObserved(const llvm::Value& object) {
  for (const llvm::User* user : object.users()) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      if (!load->getType()->isFloatingPointTy()) return true;
    } else if (llvm::isa<llvm::MemIntrinsic>(user)) {
      return true;
    } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
      const llvm::Function* callee = call->getCalledFunction();
      if (callee != nullptr && callee->getName().starts_with("mem")) return true;
    }
  }
  return false;
}

} // namespace

bool observesFloatBits(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types())
    if (isFloatUnion(type)) return true;
  for (const llvm::GlobalVariable& global : module.globals())
    if (global.getValueType()->isFloatingPointTy() && isObserved(global)) return true;
  for (const llvm::Function& function : module)
    for (const llvm::BasicBlock& block : function)
      for (const llvm::Instruction& instruction : block) {
        if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction))
          if (cast->getSrcTy()->isFPOrFPVectorTy() && !cast->getDestTy()->isFPOrFPVectorTy()) return true;
        if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
          if (alloca->getAllocatedType()->isFloatingPointTy() && isObserved(*alloca)) return true;
      }
  return false;
}

} // namespace assay
