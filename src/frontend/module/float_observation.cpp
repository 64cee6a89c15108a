#include "frontend/module/float_observation.h"

#include "frontend/library/model_library.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

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

bool isFloatType(const llvm::Type* type) { return type->isFPOrFPVectorTy(); }

bool containsFloat(const llvm::Type* type) {
  if (isFloatType(type)) return true;
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) return containsFloat(array->getElementType());
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure != nullptr && llvm::any_of(structure->elements(), containsFloat);
}

/// The type of the variable that a pointer leads into, or null where that is not known.
const llvm::Type* variableType(const llvm::Value* pointer) {
  const llvm::Value* object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(object)) return alloca->getAllocatedType();
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  return global == nullptr ? nullptr : global->getValueType();
}

/// Where a pointer leads by what it is computed from.
enum class Target : uint8_t { NoFloats, MemberWithoutFloats, Floats, Unknown };

Target target(const llvm::Value* pointer) {
  const llvm::Type* type = variableType(pointer);
  if (type != nullptr && !containsFloat(type)) return Target::NoFloats;
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer->stripPointerCasts());
  bool isMember = gep != nullptr && gep->getSourceElementType()->isStructTy() && gep->getNumIndices() > 1;
  if (type != nullptr && isMember && gep->getSourceElementType() == type && !containsFloat(gep->getResultElementType()))
    return Target::MemberWithoutFloats;
  return type == nullptr ? Target::Unknown : Target::Floats;
}

/// What a program does with floats in memory and with the memory itself.
struct Accesses {
  bool storesFloats = false; // through a pointer, or in a variable that is more than a float
  bool readsUnknown = false; // something else than a float, from memory that may hold floats
  bool observesBits = false; // for certain
};

/// A local or global float that is read and written as one, and nothing else.
bool isPlainFloat(const llvm::Value* pointer) {
  if (!llvm::isa<llvm::AllocaInst>(pointer) && !llvm::isa<llvm::GlobalVariable>(pointer)) return false;
  for (const llvm::User* user : pointer->users()) {
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user); intrinsic != nullptr) {
      if (!intrinsic->isLifetimeStartOrEnd()) return false;
      continue;
    }
    const llvm::Type* type = nullptr;
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) type = load->getType();
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store != nullptr && store->getPointerOperand() == pointer)
      type = store->getValueOperand()->getType();
    if (type == nullptr || !isFloatType(type)) return false;
  }
  return true;
}

void see(Accesses& accesses, Target target, bool isCopied) {
  if (target == Target::Floats && !isCopied) accesses.observesBits = true;
  if (target == Target::Floats || target == Target::Unknown) accesses.readsUnknown = true;
}

void seeCall(Accesses& accesses, const llvm::CallInst& call) {
  if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) { // into what holds floats, floats may be copied
    const llvm::Type* to = variableType(copy->getDest());
    if (to == nullptr || to != variableType(copy->getSource())) {
      Target from = target(copy->getSource());
      if (target(copy->getDest()) != Target::Floats) see(accesses, from, from == Target::Unknown);
    }
    return;
  }
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return;
  llvm::StringRef name = callee->getName();
  if (name.contains("copysign") || name.contains("signbit")) accesses.observesBits = true;
  bool hasBody = !callee->isDeclaration() && !callee->hasFnAttribute(kModelAttribute);
  if (hasBody || !(name.starts_with("mem") || name.starts_with("bc") || name.starts_with("str"))) return;
  for (const llvm::Value* argument : call.args())
    if (argument->getType()->isPointerTy()) see(accesses, target(argument), name.starts_with("memset"));
}

void seeInstruction(Accesses& accesses, const llvm::Instruction& instruction) {
  if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) {
    if (isFloatType(cast->getSrcTy()) && !isFloatType(cast->getDestTy())) accesses.observesBits = true;
  } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (containsFloat(store->getValueOperand()->getType()) && !isPlainFloat(store->getPointerOperand()))
      accesses.storesFloats = true;
  } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!containsFloat(load->getType())) see(accesses, target(load->getPointerOperand()), false);
  } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
    seeCall(accesses, *call);
  }
}

} // namespace

bool observesFloatBits(const llvm::Module& module) {
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (const llvm::DIType* type : finder.types())
    if (isFloatUnion(type)) return true;
  Accesses accesses;
  for (const llvm::Function& function : module)
    if (!function.hasFnAttribute(kModelAttribute))
      for (const llvm::BasicBlock& block : function)
        for (const llvm::Instruction& instruction : block) seeInstruction(accesses, instruction);
  return accesses.observesBits || (accesses.storesFloats && accesses.readsUnknown);
}

} // namespace assay
