#include "frontend/harness/place.h"

#include "frontend/harness/types.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>

namespace assay {

namespace {

/// A member of what the text stands for.
std::string memberOf(const std::string& text, const std::string& name) {
  if (name.empty()) return text; // of an anonymous struct
  if (text.starts_with("(*") && text.find(')') + 1 == text.size()) return text.substr(2, text.size() - 3) + "->" + name;
  return text + "." + name;
}

} // namespace

bool isNeverNull(const clang::FunctionDecl& function, const clang::ParmVarDecl& parameter) {
  if (!parameter.getType()->isPointerType()) return false;
  if (parameter.hasAttr<clang::NonNullAttr>()) return true;
  if (parameter.getType()->getNullability() == clang::NullabilityKind::NonNull) return true;
  for (const auto* attribute : function.specific_attrs<clang::NonNullAttr>())
    if (attribute->isNonNull(parameter.getFunctionScopeIndex())) return true;
  return false;
}

const clang::FieldDecl* countOfLast(const clang::RecordDecl& record) {
  const clang::FieldDecl* last = nullptr;
  for (const clang::FieldDecl* field : record.fields()) last = field;
  if (last == nullptr) return nullptr;
  const auto* counted = last->getType()->getAs<clang::CountAttributedType>();
  const auto* name =
      counted == nullptr ? nullptr : llvm::dyn_cast<clang::DeclRefExpr>(counted->getCountExpr()->IgnoreParenImpCasts());
  const auto* field = name == nullptr ? nullptr : llvm::dyn_cast<clang::FieldDecl>(name->getDecl());
  return field != nullptr && field->getParent() == &record ? field : nullptr;
}

ArgumentPlaces fieldsOf(const ArgumentPlace& place, const clang::ASTContext& context) {
  const clang::RecordDecl* record = recordOf(place.type);
  ArgumentPlaces fields;
  for (const clang::FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField()) continue;
    const std::string name = field->getNameAsString();
    ArgumentPlace part{memberOf(place.text, name), field->getType(), name.empty() ? place.name : "'" + name + "'"};
    if (!name.empty() && !nameOf(*record).empty()) part.name += " of '" + nameOf(*record) + "'";
    if (field->getType().isConstQualified() && !isPlain(field->getType()))
      part.text = "(*(" + declared(field->getType(), "*", context) + ")&" + part.text + ")";
    part.depth = place.depth;
    part.mayBeNull = part.isAny = true;
    fields.push_back(std::move(part));
  }
  return fields;
}

} // namespace assay
