#include "frontend/module/debug_info.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>

namespace assay {

const llvm::DIType* underlyingType(const llvm::DIType* type) {
  while (auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type:
    case llvm::dwarf::DW_TAG_member:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return type;
}

uint64_t dimensionCount(const llvm::DINode* dimension) {
  auto* range = llvm::dyn_cast<llvm::DISubrange>(dimension);
  auto* count = range == nullptr ? nullptr : llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
  return count == nullptr || count->isNegative() ? 0 : count->getZExtValue();
}

namespace {

/// "[2][1]" for the element with this number, counted through all dimensions; empty if a dimension is not known.
std::string indices(const llvm::DICompositeType& array, uint64_t number) {
  std::string result;
  const llvm::DINodeArray dimensions = array.getElements();
  for (unsigned i = dimensions.size(); i-- > 0;) {
    const uint64_t count = dimensionCount(dimensions[i]);
    if (i > 0 && count == 0) return "";
    result.insert(0, "[" + std::to_string(i == 0 ? number : number % count) + "]");
    if (i > 0) number /= count;
  }
  return result;
}

std::string compositeText(const llvm::DICompositeType* type, int depth);
std::string functionPointerText(const llvm::DISubroutineType& type, int depth);

std::string text(const llvm::DIType* type, int depth) {
  if (type == nullptr) return "void";
  if (depth > 16) return "...";
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) return compositeText(composite, depth);
  if (auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_pointer_type: {
      if (auto* function = llvm::dyn_cast_or_null<llvm::DISubroutineType>(derived->getBaseType()))
        return functionPointerText(*function, depth);
      std::string pointee = text(derived->getBaseType(), depth + 1);
      return pointee + (pointee.ends_with('*') ? "*" : " *");
    }
    case llvm::dwarf::DW_TAG_const_type:
      return "const " + text(derived->getBaseType(), depth + 1);
    case llvm::dwarf::DW_TAG_volatile_type:
      return "volatile " + text(derived->getBaseType(), depth + 1);
    case llvm::dwarf::DW_TAG_restrict_type:
      return text(derived->getBaseType(), depth + 1);
    case llvm::dwarf::DW_TAG_atomic_type:
      return "_Atomic " + text(derived->getBaseType(), depth + 1);
    case llvm::dwarf::DW_TAG_member:
      return text(derived->getBaseType(), depth + 1);
    default:
      break;
    }
  }
  if (llvm::isa<llvm::DISubroutineType>(type)) return "function";
  return type->getName().str();
}

/// "int (*)(char, ...)"
std::string functionPointerText(const llvm::DISubroutineType& type, int depth) {
  const llvm::DITypeRefArray types = type.getTypeArray();
  std::string result = text(types.size() == 0 ? nullptr : types[0], depth + 1) + " (*)(";
  for (unsigned i = 1; i < types.size(); ++i)
    result += (i == 1 ? "" : ", ") + (types[i] == nullptr ? "..." : text(types[i], depth + 1));
  return result + (types.size() <= 1 ? "void)" : ")");
}

std::string compositeText(const llvm::DICompositeType* type, int depth) {
  std::string name = type->getName().empty() ? "(anonymous)" : type->getName().str();
  switch (type->getTag()) {
  case llvm::dwarf::DW_TAG_structure_type:
    return "struct " + name;
  case llvm::dwarf::DW_TAG_union_type:
    return "union " + name;
  case llvm::dwarf::DW_TAG_enumeration_type:
    return "enum " + name;
  case llvm::dwarf::DW_TAG_array_type: {
    std::string result = text(type->getBaseType(), depth + 1);
    for (const llvm::DINode* element : type->getElements()) {
      const uint64_t count = dimensionCount(element);
      result += "[" + (count == 0 ? std::string() : std::to_string(count)) + "]";
    }
    return result;
  }
  default:
    return name;
  }
}

} // namespace

std::string typeText(const llvm::DIType* type) { return text(type, 0); }

TypeClass typeClass(const llvm::DIType* type) {
  type = underlyingType(type);
  if (type == nullptr) return TypeClass::Unknown;
  if (auto* basic = llvm::dyn_cast<llvm::DIBasicType>(type)) {
    switch (basic->getEncoding()) {
    case llvm::dwarf::DW_ATE_boolean:
      return TypeClass::Bool;
    case llvm::dwarf::DW_ATE_float:
      return TypeClass::Float;
    case llvm::dwarf::DW_ATE_signed:
    case llvm::dwarf::DW_ATE_signed_char:
      return TypeClass::Signed;
    case llvm::dwarf::DW_ATE_unsigned:
    case llvm::dwarf::DW_ATE_unsigned_char:
      return TypeClass::Unsigned;
    default:
      return TypeClass::Unknown;
    }
  }
  if (type->getTag() == llvm::dwarf::DW_TAG_pointer_type) return TypeClass::Pointer;
  if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type))
    if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
      return composite->getBaseType() == nullptr ? TypeClass::Unsigned : typeClass(composite->getBaseType());
  return TypeClass::Unknown;
}

const llvm::DILocalVariable* declaredVariable(const llvm::AllocaInst* alloca) {
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(alloca)))
    return record->getVariable();
  return nullptr;
}

const llvm::DILocalVariable* declaredArgument(const llvm::Argument* argument) {
  for (llvm::DbgVariableRecord* record : llvm::findDVRDeclares(const_cast<llvm::Argument*>(argument)))
    return record->getVariable();
  // Clang stores a plain argument into a local that carries the declaration.
  for (const llvm::User* user : argument->users())
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      if (auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand()))
        if (const llvm::DILocalVariable* variable = declaredVariable(alloca)) return variable;
  return nullptr;
}

Member memberAt(const llvm::DIType* type, uint64_t byteOffset) {
  Member result{type, ""};
  uint64_t offset = byteOffset * 8;
  for (;;) {
    auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(underlyingType(result.type));
    if (composite == nullptr) return result;
    if (composite->getTag() == llvm::dwarf::DW_TAG_array_type) {
      const llvm::DIType* element = composite->getBaseType();
      const llvm::DIType* shape = underlyingType(element); // typedefs have no size of their own
      uint64_t size = shape == nullptr ? 0 : shape->getSizeInBits();
      std::string index = size == 0 ? "" : indices(*composite, offset / size);
      if (index.empty()) return result;
      result = {element, result.path + index};
      offset %= size;
      continue;
    }
    const llvm::DIDerivedType* found = nullptr;
    for (const llvm::DINode* node : composite->getElements()) {
      auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->getOffsetInBits() > offset) continue;
      if (offset < member->getOffsetInBits() + std::max<uint64_t>(1, member->getSizeInBits())) {
        found = member;
        break;
      }
    }
    if (found == nullptr) return result;
    std::string path = found->getName().empty() ? result.path : result.path + "." + found->getName().str();
    result = {found->getBaseType(), path};
    offset -= found->getOffsetInBits();
  }
}

} // namespace assay
