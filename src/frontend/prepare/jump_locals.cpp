// Which locals are indeterminate behind a jump, and what becomes of them.
//
// An object whose address stays in the function is changed by its instructions alone. It counts as changed where some
// path leads from setjmp to such an instruction, and from there to a call that may jump, without another execution of
// this setjmp. An object whose address is a value may be changed by anybody. What it holds is kept when setjmp is
// executed, and what is another value behind the jump has been changed. (A part that was changed and has got its old
// value back is no exception in any compiler: calls may look at such an object, so it is up to date in memory before
// each of them.)
#include "frontend/module/debug_info.h"
#include "frontend/prepare/jumps.h"
#include "frontend/prepare/prepare.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <string>

namespace assay {

namespace {

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 32>;

/// Objects with more parts than this are not kept, and not followed behind a jump.
constexpr size_t kMostParts = 256;

/// Bytes of an object; without a size, any.
struct Range {
  uint64_t offset = 0;
  uint64_t size = 0;

  bool meets(const Range& other) const {
    return size == 0 || other.size == 0 || (offset < other.offset + other.size && other.offset < offset + size);
  }
};

/// An instruction that writes to an object, somewhere in the range: to all of it, if that is known.
struct Write {
  const llvm::Instruction* instruction;
  Range range = {};
  bool isAll = false;
};

struct Object {
  llvm::Value* pointer;
  llvm::Type* type;
  const llvm::DILocalVariable* declared; // null for one of the compiler's
  bool isPrivate = true;                 // its address stays in the function
  std::vector<Write> writes = {};
  std::vector<const llvm::Instruction*> reads = {};
};

/// A scalar in an object.
struct Part {
  uint64_t offset;
  llvm::Type* type; // an integer or a pointer
};

// ---- objects and their parts

class UseWalk {
public:
  UseWalk(Object& object, const llvm::DataLayout& layout) : object_(object), layout_(layout) {}

  void run() { follow(*object_.pointer, {}, true); }

private:
  /// The value is the object's address plus the offset, or, if that is not known, one of the addresses of the range.
  void follow(const llvm::Value& value, Range range, bool isKnown) {
    for (const llvm::Use& use : value.uses()) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        object_.reads.push_back(load);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user); store && &use == &store->getOperandUse(1)) {
        if (isKnown) range.size = layout_.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue();
        object_.writes.push_back({store, range, isKnown});
      } else if (auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        llvm::APInt moved(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
        if (!isKnown)
          follow(*gep, range, false);
        else if (gep->accumulateConstantOffset(layout_, moved))
          follow(*gep, {range.offset + moved.getSExtValue()}, true);
        else
          follow(*gep, isInside(*gep) ? Range{range.offset, sizeOf(gep->getSourceElementType())} : Range{}, false);
      } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user)) {
        if (intrinsic->isLifetimeStartOrEnd()) continue;
        object_.reads.push_back(intrinsic);
        object_.writes.push_back({intrinsic});
      } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(user); call && call->isArgOperand(&use)) {
        const unsigned argument = call->getArgOperandNo(&use);
        const bool isResult = call->paramHasAttr(argument, llvm::Attribute::StructRet);
        object_.isPrivate = object_.isPrivate && (isResult || call->isByValArgument(argument));
        object_.reads.push_back(call);
        if (isResult) object_.writes.push_back({call});
      } else if (!llvm::isa<llvm::ICmpInst>(user)) {
        object_.isPrivate = false;
      }
    }
  }

  /// Whether the address is in the array or struct that the base points to: C has no meaning for others.
  static bool isInside(const llvm::GetElementPtrInst& gep) {
    auto* first = llvm::dyn_cast<llvm::ConstantInt>(*gep.idx_begin());
    return first != nullptr && first->isZero() && gep.getNumIndices() > 1;
  }
  uint64_t sizeOf(llvm::Type* type) const { return layout_.getTypeAllocSize(type).getFixedValue(); }

  Object& object_;
  const llvm::DataLayout& layout_;
};

/// Whether the object is there when this setjmp is executed. All others have ended their lives when the jump arrives.
bool isAround(const llvm::AllocaInst& object, const llvm::CallInst& call) {
  const llvm::DILocalScope* life = blockOf(object);
  return life == nullptr || !call.getDebugLoc() ||
         isWithin(llvm::cast<llvm::DILocalScope>(call.getDebugLoc().getScope()), life);
}

std::vector<Object> objectsAround(llvm::Function& function, const JumpSite& site) {
  std::vector<Object> objects;
  for (llvm::Argument& argument : function.args()) {
    llvm::Type* type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getParamStructRetType();
    if (type != nullptr) objects.push_back({&argument, type, declaredArgument(&argument)});
  }
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        alloca && alloca->isStaticAlloca() && !alloca->hasMetadata(kJumpSlot) && isAround(*alloca, *site.call))
      objects.push_back({alloca, alloca->getAllocatedType(), declaredVariable(alloca)});
  for (Object& object : objects) UseWalk(object, function.getDataLayout()).run();
  return objects;
}

/// Whether what stands at this offset (in bits) is volatile.
bool isVolatileAt(const llvm::DIType* type, uint64_t offset) {
  while (type != nullptr) {
    if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
      if (derived->getTag() == llvm::dwarf::DW_TAG_volatile_type) return true;
      if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return false;
      type = derived->getBaseType();
      continue;
    }
    auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
    if (composite == nullptr) return false;
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      type = composite->getBaseType();
      const llvm::DIType* element = underlyingType(type);
      if (element == nullptr || element->getSizeInBits() == 0) return false;
      offset %= element->getSizeInBits();
      continue;
    }
    // Of a union, all that stands there has to be volatile.
    bool isVolatile = false;
    for (const llvm::DINode* node : composite->getElements()) {
      auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member) continue;
      const uint64_t begin = member->getOffsetInBits();
      if (offset < begin || offset >= begin + member->getSizeInBits()) continue;
      isVolatile = isVolatileAt(member->getBaseType(), offset - begin);
      if (!isVolatile) return false;
    }
    return isVolatile;
  }
  return false;
}

/// False if there are too many.
bool addParts(llvm::Type* type, uint64_t offset, const llvm::DataLayout& layout, std::vector<Part>& parts) {
  if (parts.size() > kMostParts) return false;
  llvm::LLVMContext& context = type->getContext();
  const uint64_t size = layout.getTypeAllocSize(type).getFixedValue();
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  const llvm::StringRef name = structure == nullptr || structure->isLiteral() ? "" : structure->getName();
  if (name.starts_with("struct.__jmp_buf_tag")) { // the token is all that there is to it
    parts.push_back({offset, llvm::Type::getInt64Ty(context)});
  } else if (name.starts_with("union.")) { // its type is that of one member
    for (uint64_t done = 0; done < size && parts.size() <= kMostParts;) {
      const uint64_t step = llvm::bit_floor(std::min<uint64_t>(size - done, layout.getPointerSize()));
      parts.push_back({offset + done, llvm::Type::getIntNTy(context, static_cast<unsigned>(8 * step))});
      done += step;
    }
  } else if (structure != nullptr) {
    const llvm::StructLayout& members = *layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); i++)
      if (!addParts(structure->getElementType(i), offset + members.getElementOffset(i).getFixedValue(), layout, parts))
        return false;
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const uint64_t step = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
    for (uint64_t i = 0; i < array->getNumElements(); i++)
      if (!addParts(array->getElementType(), offset + i * step, layout, parts)) return false;
  } else if (type->isIntegerTy() || type->isPointerTy()) {
    parts.push_back({offset, type});
  } else {
    parts.push_back({offset, llvm::Type::getIntNTy(context, layout.getTypeStoreSizeInBits(type).getFixedValue())});
  }
  return parts.size() <= kMostParts;
}

// ---- what lies between setjmp and a jump

/// Blocks that are reached from one behind setjmp, and lead to a jump, without another execution of this setjmp.
Blocks blocksBetween(const JumpSite& site, const std::vector<llvm::BasicBlock*>& jumps) {
  Blocks reached;
  std::vector<const llvm::BasicBlock*> work = {site.resume};
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.back();
    work.pop_back();
    if (block == site.execution || !reached.insert(block).second) continue;
    for (const llvm::BasicBlock* next : llvm::successors(block)) work.push_back(next);
  }
  Blocks between;
  work.assign(jumps.begin(), jumps.end());
  while (!work.empty()) {
    const llvm::BasicBlock* block = work.back();
    work.pop_back();
    if (!reached.contains(block) || !between.insert(block).second) continue;
    for (const llvm::BasicBlock* before : llvm::predecessors(block)) work.push_back(before);
  }
  return between;
}

/// Writes what is needed before setjmp returns, and at the landing.
class Opener {
public:
  Opener(llvm::Function& function, const JumpSite& site, const std::vector<llvm::BasicBlock*>& jumps)
      : function_(function), layout_(function.getDataLayout()), site_(site), between_(blocksBetween(site, jumps)) {}

  void run() {
    for (const Object& object : objectsAround(function_, site_)) open(object);
  }

private:
  bool isBetween(const llvm::Instruction* instruction) const { return between_.contains(instruction->getParent()); }

  void open(const Object& object) {
    if (object.isPrivate && (object.reads.empty() || llvm::none_of(object.writes, [&](const Write& write) {
                               return isBetween(write.instruction);
                             })))
      return;
    std::vector<Part> parts;
    const bool isKnown = addParts(object.type, 0, layout_, parts);
    for (const Part& part : parts) {
      if (object.declared != nullptr && isVolatileAt(object.declared->getType(), part.offset * 8)) continue;
      if (object.isPrivate && (!mayBeChanged(object, part) || isWrittenFirst(object, part))) continue;
      if (!isKnown)
        return refuse(*site_.landing, "longjmp to a function with a large local that may have been changed");
      openPart(object, part);
    }
  }

  Range rangeOf(const Part& part) const { return {part.offset, layout_.getTypeStoreSize(part.type).getFixedValue()}; }

  bool mayBeChanged(const Object& object, const Part& part) const {
    return llvm::any_of(object.writes, [&](const Write& write) {
      return write.range.meets(rangeOf(part)) && isBetween(write.instruction);
    });
  }

  /// Whether the part is written as a whole where execution goes on, before the object is read: a variable that gets
  /// setjmp's result, say.
  bool isWrittenFirst(const Object& object, const Part& part) const {
    const Range bytes = rangeOf(part);
    for (const llvm::Instruction& instruction : *site_.resume) {
      if (llvm::is_contained(object.reads, &instruction)) return false;
      for (const auto& [writing, range, isAll] : object.writes)
        if (writing == &instruction && isAll && range.offset == bytes.offset && range.size == bytes.size) return true;
    }
    return false;
  }

  void openPart(const Object& object, const Part& part) {
    llvm::IRBuilder<> landing(site_.landing->getTerminator());
    landing.SetCurrentDebugLocation(site_.call->getDebugLoc());
    llvm::Value* now = load(landing, object, part);
    llvm::Value* opened = open(landing, now, nameOf(object, part));
    if (!object.isPrivate) {
      llvm::AllocaInst* kept = jumpSlot(function_, part.type, "kept");
      llvm::IRBuilder<> before(site_.execution->getTerminator());
      before.SetCurrentDebugLocation(site_.call->getDebugLoc());
      before.CreateStore(load(before, object, part), kept);
      llvm::Value* isKept = landing.CreateICmpEQ(now, landing.CreateLoad(part.type, kept));
      if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(isKept)) setMark(*comparison, kExact);
      opened = landing.CreateSelect(isKept, now, opened);
    }
    setMark(*landing.CreateAlignedStore(opened, address(landing, object, part), llvm::Align(1)), kUnseenAccess);
  }

  /// Any value; the same one where inputs are zero.
  llvm::Value* open(llvm::IRBuilder<>& builder, llvm::Value* now, const std::string& name) {
    if (now->getType()->isIntegerTy()) return builder.CreateXor(now, input(builder, now->getType(), name));
    llvm::Value* isOther = input(builder, builder.getInt1Ty(), "whether " + name + " is another one");
    return builder.CreateSelect(isOther, input(builder, now->getType(), name), now);
  }

  llvm::Value* address(llvm::IRBuilder<>& builder, const Object& object, const Part& part) {
    if (part.offset == 0) return object.pointer;
    llvm::Value* offset = llvm::ConstantInt::get(layout_.getIndexType(object.pointer->getType()), part.offset);
    return builder.CreatePtrAdd(object.pointer, offset);
  }
  llvm::Value* load(llvm::IRBuilder<>& builder, const Object& object, const Part& part) {
    llvm::LoadInst* load = builder.CreateAlignedLoad(part.type, address(builder, object, part), llvm::Align(1));
    setMark(*load, kUnseenAccess);
    setMark(*load, kExact);
    return load;
  }
  static std::string nameOf(const Object& object, const Part& part) {
    if (object.declared == nullptr) return "a temporary value after longjmp";
    return object.declared->getName().str() + memberAt(object.declared->getType(), part.offset).path + " after longjmp";
  }

  /// A value that C leaves open.
  llvm::Value* input(llvm::IRBuilder<>& builder, llvm::Type* type, const std::string& shown) {
    std::string name = "__assay_unspecified_" + shown;
    llvm::FunctionType* wanted = llvm::FunctionType::get(type, false);
    const llvm::Function* known = nullptr;
    while ((known = function_.getParent()->getFunction(name)) != nullptr && known->getFunctionType() != wanted)
      name += "'";
    return builder.CreateCall(function_.getParent()->getOrInsertFunction(name, wanted));
  }

  llvm::Function& function_;
  const llvm::DataLayout& layout_;
  const JumpSite& site_;
  const Blocks between_;
};

} // namespace

void openChangedLocals(llvm::Function& function, const JumpSite& site, const std::vector<llvm::BasicBlock*>& jumps) {
  Opener(function, site, jumps).run();
}

} // namespace assay
