#include "frontend/harness/types.h"

#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/SourceManager.h>

#include <set>
#include <vector>

namespace assay {

namespace {

/// What values of a type are made of, pointers looked through if that is wanted.
template <class Visit>
void visitParts(clang::QualType type, bool followsPointers, Visit visit) {
  std::vector<clang::QualType> todo = {type.getCanonicalType()};
  std::set<const clang::Type*> seen;
  while (!todo.empty()) {
    const clang::QualType part = todo.back().getCanonicalType();
    todo.pop_back();
    if (!seen.insert(part.getTypePtr()).second) continue;
    visit(part);
    if (const clang::ArrayType* array = part->getAsArrayTypeUnsafe()) todo.push_back(array->getElementType());
    if (const clang::RecordDecl* record = recordOf(part))
      for (const clang::FieldDecl* field : record->fields()) todo.push_back(field->getType());
    if (followsPointers && part->isPointerType()) todo.push_back(part->getPointeeType());
  }
}

} // namespace

std::string declared(clang::QualType type, const std::string& name, const clang::ASTContext& context) {
  std::string text = name;
  type.getUnqualifiedType().getAsStringInternal(text, clang::PrintingPolicy(context.getLangOpts()));
  return text;
}

std::string spelled(clang::QualType type, const clang::ASTContext& context) { return declared(type, "", context); }

bool canBeSpelled(clang::QualType type) {
  while (type->isPointerType() || type->isArrayType())
    type = type->isPointerType() ? type->getPointeeType() : type->getAsArrayTypeUnsafe()->getElementType();
  const clang::TagDecl* tag = type->getAsTagDecl();
  return tag == nullptr || tag->getIdentifier() != nullptr || tag->getTypedefNameForAnonDecl() != nullptr;
}

const clang::RecordDecl* recordOf(clang::QualType type) {
  const auto* record = type->getAs<clang::RecordType>();
  if (record == nullptr) return nullptr;
  const clang::RecordDecl* definition = record->getDecl()->getDefinition();
  return definition != nullptr ? definition : record->getDecl();
}

std::string nameOf(const clang::RecordDecl& record) {
  if (record.getIdentifier() != nullptr) return record.getName().str();
  const clang::TypedefNameDecl* other = record.getTypedefNameForAnonDecl();
  return other != nullptr ? other->getName().str() : "";
}

const clang::RecordDecl* recordNamed(const std::string& type, const clang::ASTContext& context) {
  const bool isTag = type.starts_with("struct ") || type.starts_with("union ");
  const std::string name = isTag ? type.substr(type.find(' ') + 1) : type;
  for (const clang::NamedDecl* declaration :
       context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&context.Idents.get(name)))) {
    if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(declaration); record != nullptr && isTag)
      return record->getDefinition();
    if (const auto* other = llvm::dyn_cast<clang::TypedefNameDecl>(declaration); other != nullptr && !isTag)
      return recordOf(other->getUnderlyingType());
  }
  return nullptr;
}

bool isRecursive(const clang::RecordDecl& record) {
  bool result = false;
  for (const clang::FieldDecl* field : record.fields())
    visitParts(field->getType(), true, [&](clang::QualType part) { result |= recordOf(part) == &record; });
  return result;
}

bool isPlain(clang::QualType type) {
  bool result = true;
  visitParts(type, false, [&](clang::QualType part) {
    result &= !part->isPointerType() && !part->isBooleanType() && !part->isEnumeralType();
  });
  return result;
}

bool isByte(clang::QualType type) { return type->isAnyCharacterType() && !type->isWideCharType(); }

bool isScalar(clang::QualType type) { return type->isArithmeticType() || type->isEnumeralType(); }

std::string fileOf(const clang::Decl& declaration) {
  const clang::SourceManager& sources = declaration.getASTContext().getSourceManager();
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getExpansionLoc(declaration.getLocation()), false);
  return place.isValid() ? place.getFilename() : "";
}

bool isStream(clang::QualType type) {
  const clang::RecordDecl* record = recordOf(type);
  return record != nullptr && record->getName() == "_IO_FILE";
}

std::string inputName(clang::QualType type) {
  const auto* builtin = type->getAs<clang::BuiltinType>();
  if (builtin == nullptr) return "";
  switch (builtin->getKind()) {
  case clang::BuiltinType::Bool:
    return "bool";
  case clang::BuiltinType::Char_S:
  case clang::BuiltinType::Char_U:
    return "char";
  case clang::BuiltinType::SChar:
    return "schar";
  case clang::BuiltinType::UChar:
    return "uchar";
  case clang::BuiltinType::Short:
    return "short";
  case clang::BuiltinType::UShort:
    return "ushort";
  case clang::BuiltinType::Int:
    return "int";
  case clang::BuiltinType::UInt:
    return "uint";
  case clang::BuiltinType::Long:
    return "long";
  case clang::BuiltinType::ULong:
    return "ulong";
  case clang::BuiltinType::LongLong:
    return "longlong";
  case clang::BuiltinType::ULongLong:
    return "ulonglong";
  case clang::BuiltinType::Float:
    return "float";
  case clang::BuiltinType::Double:
    return "double";
  default:
    return "";
  }
}

} // namespace assay
