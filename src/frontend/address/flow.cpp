#include "frontend/address/flow.h"

#include "frontend/address/propagation.h"
#include "frontend/prepare/prepare.h"

#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace assay {

namespace {

bool hasUnion(const llvm::Type* type) { return isUnion(type) || llvm::any_of(type->subtypes(), hasUnion); }

/// A struct is read other than by its members. (As a whole it is an argument or a result. The first member of a struct
/// has the struct's address; as a byte it may be any byte.)
Padding::Set paddingSeenBy(const llvm::LoadInst& load, const AddressFacts& facts) {
  const llvm::Value* pointer = load.getPointerOperand();
  const Padding::Set padded = facts.of(pointer).padded;
  auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer);
  const bool isStruct = gep != nullptr ? gep->getResultElementType()->isStructTy() : rootOf(pointer) == pointer;
  const bool isAnyByte = load.getType()->isIntegerTy(8) && gep == nullptr && variableType(pointer) == nullptr;
  if (isStruct && !isAnyByte && facts.padding.beginsWith(padded, load.getType())) return 0;
  if (padded == 0 || load.getType()->isPointerTy() || isCopiedOn(load, facts.promotion)) return 0;
  const bool isPassed = llvm::all_of(load.users(), [](const llvm::User* user) {
    return llvm::isa<llvm::CallInst, llvm::ReturnInst, llvm::ExtractValueInst>(user);
  });
  return isPassed && !load.getType()->isIntegerTy(8) ? 0 : padded;
}

} // namespace

AddressFlow::AddressFlow(const llvm::Module& module, const Promotion& promotion, const Padding& padding)
    : facts_(module, promotion, padding) {
  AddressPropagation(module, facts_).run();
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && !load->hasMetadata(kExact))
        seenPadding_ |= paddingSeenBy(*load, facts_);
}

bool AddressFlow::mayReadAddress(const llvm::Value* pointer, llvm::Type* type) const {
  if (auto place = facts_.promotion.cellAt(pointer))
    return facts_.memory.cell({place->object, place->offset}).isAddress;
  const bool isWhole = facts_.layout.getTypeSizeInBits(type).getFixedValue() >= facts_.width;
  const AddressInfo info = of(pointer);
  if (isWhole && (info.holds & AddressInfo::Somewhere) != 0) return true;
  const unsigned shown = isWhole ? 0xff : AddressInfo::Parts | AddressInfo::Here;
  if (info.shows(shown, facts_.layout.getTypeStoreSize(type).getFixedValue())) return true;
  if (!isWhole || placeOf(pointer, type).structure != nullptr) return false;
  if (const llvm::Type* declared = variableType(pointer); declared != nullptr && !hasUnion(declared)) return false;
  return facts_.memory.everywhere(facts_.width).isAddress; // an integer made of an address, through a union
}

bool AddressFlow::isSameObject(const llvm::Value* a, const llvm::Value* b) const {
  const AddressInfo left = of(a), right = of(b);
  return left.isOne && right.isOne && left.object != nullptr && left.object == right.object && isStable(left.object);
}

/// Whether the value means the same object throughout the life of its function: not a local of a loop, which is another
/// object each time. (Locals of a caller reach a function as its arguments.)
bool AddressFlow::isStable(const llvm::Value* object) const {
  if (llvm::isa<llvm::GlobalObject, llvm::Argument>(object)) return true;
  auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(object);
  if (alloca == nullptr || !alloca->isStaticAlloca()) return false;
  auto [known, isNew] = isStable_.try_emplace(object, true);
  if (!isNew) return known->second;
  for (const llvm::User* user : alloca->users())
    if (auto* start = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        start != nullptr && start->getIntrinsicID() == llvm::Intrinsic::lifetime_start) {
      llvm::SmallVector<llvm::BasicBlock*, 4> from;
      for (const llvm::BasicBlock* next : llvm::successors(start->getParent()))
        from.push_back(const_cast<llvm::BasicBlock*>(next));
      if (!from.empty() && llvm::isPotentiallyReachableFromMany(from, start->getParent(), nullptr))
        known->second = false;
    }
  return known->second;
}

} // namespace assay
