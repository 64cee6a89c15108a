// Padding of structs (frontend/module/padding.h). A store to a struct or to a member makes it any value: what is there
// is changed by an input, so that it stays what it is in a run that is given none. clang copies and clears structs by
// intrinsics; what the program asks memcpy and memset for are calls of these.
#include "frontend/lower/parts.h"

#include "frontend/address/type_contents.h"
#include "frontend/library/model_library.h"

#include <llvm/IR/Operator.h>

#include <algorithm>
#include <functional>

namespace assay {

namespace {

/// More would be a table of structs: each part is an input.
constexpr unsigned kMaxParts = 64;
constexpr uint64_t kMaxPartBytes = 8;

/// The type of what a pointer leads to, as far as LLVM's code says it.
const llvm::Type* pointedType(const llvm::Value* pointer) {
  if (pointer == nullptr) return nullptr;
  if (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) return gep->getResultElementType();
  if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(pointer)) return alloca->getAllocatedType();
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(pointer)) return global->getValueType();
  if (auto* argument = llvm::dyn_cast<llvm::Argument>(pointer)) {
    if (argument->hasByValAttr()) return argument->getParamByValType();
    if (argument->hasStructRetAttr()) return argument->getParamStructRetType();
  }
  return nullptr;
}

/// Whether there is a union in the type, as far as its names say.
bool mayHoldUnion(const llvm::Type* type) {
  if (type == nullptr) return true;
  if (type->isArrayTy()) return mayHoldUnion(type->getArrayElementType());
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return false;
  return structure->isLiteral() || isUnion(structure) || llvm::any_of(structure->elements(), mayHoldUnion);
}

/// A variable of the program or a part of one.
bool isVariable(const llvm::Value* pointer) {
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) pointer = gep->getPointerOperand();
  return llvm::isa<llvm::AllocaInst, llvm::GlobalVariable>(pointer);
}

} // namespace

/// Something was stored where the pointer leads: a member of each struct that the address was computed from, or a whole
/// struct.
void LowerPadding::openPaddingAround(const llvm::Value* pointer) {
  const Padding& padding = module_.padding();
  const Padding::Set seen = module_.addressFlow().seenPadding();
  if (const llvm::Type* type = pointedType(pointer); type != nullptr && type->isStructTy())
    openPadding(value(pointer), type, isVariable(pointer));
  while (auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    pointer = gep->getPointerOperand();
    auto* structure = llvm::dyn_cast<llvm::StructType>(gep->getSourceElementType());
    if (structure == nullptr || gep->getNumIndices() < 2 || (padding.setOf(structure) & seen) == 0) continue;
    openBits(value(pointer), padding.ownMask(structure), isVariable(pointer));
  }
}

/// clang copies or clears a struct, or an array of such.
void LowerPadding::openPaddingOfCopy(const llvm::Value* target, Term address, Term size, const llvm::Value* source) {
  const Padding& padding = module_.padding();
  const Padding::Set seen = module_.addressFlow().seenPadding();
  if (seen == 0 || function_.hasFnAttribute(kModelAttribute)) return;
  const uint64_t bytes = size.isValue() ? size.value().toUint64() : 0;
  for (const llvm::Type* type : {pointedType(target), pointedType(source)})
    if (type != nullptr && module_.layout().getTypeAllocSize(const_cast<llvm::Type*>(type)).getFixedValue() == bytes) {
      openPadding(address, type, true); // it was written just now
      return;
    }
  const std::vector<Padding::Mask> candidates = padding.masksOfSize(seen, bytes);
  if (std::ranges::adjacent_find(candidates, std::ranges::not_equal_to()) != candidates.end())
    throw Unsupported("padding of a struct whose type is not known");
  if (!candidates.empty()) openBits(address, candidates.front(), true);
}

void LowerPadding::openUndefined(const llvm::Value* target, Term address, const llvm::Value* source) {
  if (!mayHoldUnion(variableType(target))) return; // of a struct only padding is undefined
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(source);
  if (global == nullptr || !global->hasPrivateLinkage() || !global->hasInitializer()) return;
  struct Part {
    const llvm::Constant* constant;
    uint64_t offset;
  };
  std::vector<Part> work = {{global->getInitializer(), 0}};
  while (!work.empty()) {
    const Part part = work.back();
    work.pop_back();
    llvm::Type* type = part.constant->getType();
    if (llvm::isa<llvm::UndefValue>(part.constant)) {
      const uint64_t size = module_.layout().getTypeAllocSize(type).getFixedValue();
      for (uint64_t from = 0; from < size; from += kMaxPartBytes) {
        const auto bits = static_cast<uint32_t>(8 * std::min<uint64_t>(size - from, kMaxPartBytes));
        Term any = input(InputKind::Unspecified, terms_.bvSort(bits), "an undefined value");
        edges_.emit(Store{terms_.mkBvAdd(address, pointerConstant(part.offset + from)), any});
      }
    } else if (llvm::isa<llvm::ConstantAggregate>(part.constant)) {
      for (unsigned i = 0; i < part.constant->getNumOperands(); i++) {
        auto* structure = llvm::dyn_cast<llvm::StructType>(type);
        llvm::Type* element = part.constant->getOperand(i)->getType();
        const uint64_t offset = structure != nullptr
                                    ? module_.layout().getStructLayout(structure)->getElementOffset(i).getFixedValue()
                                    : i * module_.layout().getTypeAllocSize(element).getFixedValue();
        work.push_back({llvm::cast<llvm::Constant>(part.constant->getOperand(i)), part.offset + offset});
      }
    }
  }
}

void LowerPadding::openPadding(Term address, const llvm::Type* type, bool isWhole) {
  if ((module_.padding().setOf(type) & module_.addressFlow().seenPadding()) != 0)
    openBits(address, module_.padding().maskOf(type), isWhole);
}

/// `isWhole`: the struct is a variable or a part of one, and all of it is there.
void LowerPadding::openBits(Term address, const Padding::Mask& mask, bool isWhole) {
  if (isSketch()) return; // all of memory is open
  unsigned parts = 0;
  for (uint64_t from = 0; from < mask.size(); from++) {
    if (mask[from] == 0) continue;
    if (++parts > kMaxParts) throw Unsupported("padding of an array that the program looks at");
    uint64_t end = from, bits = 0;
    for (; end < mask.size() && end < from + kMaxPartBytes && mask[end] != 0; end++)
      bits |= uint64_t{mask[end]} << (8 * (end - from));
    const auto width = static_cast<uint32_t>(8 * (end - from));
    Term place = terms_.mkBvAdd(address, pointerConstant(from));
    if (!isWhole)
      leaveUnsupported(terms_.mkNot(ask(QueryKind::Writable, {place, pointerConstant(end - from)})),
                       "padding of a struct that is not whole");
    VariableId old = temporary(terms_.bvSort(width));
    edges_.emit(Load{old, place});
    Term any = input(InputKind::Unspecified, termOf(old).sort(), "padding");
    Term changed = terms_.mkBvXor(termOf(old), terms_.mkBvAnd(any, terms_.mkBv(width, bits)));
    edges_.emit(Store{place, changed});
    from = end - 1;
  }
}

} // namespace assay
