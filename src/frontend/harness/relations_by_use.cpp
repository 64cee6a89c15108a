#include "frontend/harness/relations_by_use.h"

#include "frontend/harness/types.h"

#include <clang/AST/Expr.h>

#include <algorithm>

namespace assay {

namespace {

/// The parameter that says how many elements an array has: int values[n].
const clang::ParmVarDecl* variableSize(clang::QualType type) {
  const auto* array = llvm::dyn_cast_or_null<clang::VariableArrayType>(type->getAsArrayTypeUnsafe());
  if (array == nullptr || array->getSizeExpr() == nullptr) return nullptr;
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(array->getSizeExpr()->IgnoreParenImpCasts());
  return name == nullptr ? nullptr : llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl());
}

bool isObjectPointer(const ArgumentPlace& place) {
  return place.type->isPointerType() && !place.type->isFunctionPointerType();
}

} // namespace

bool isRelated(const std::vector<Relation>& relations, size_t slot) {
  const Relation& own = relations[slot];
  return own.length || own.within || own.end || std::ranges::any_of(relations, [&](const Relation& other) {
           return other.length == slot || other.end == slot;
         });
}

void relateByUse(const clang::FunctionDecl& function, ArgumentPlaces& places, const std::vector<ParameterUse>& uses,
                 std::vector<Relation>& relations) {
  for (size_t i = 0; i < places.size(); ++i) {
    Relation& own = relations[i];
    const clang::ParmVarDecl* declared = variableSize(function.getParamDecl(i)->getOriginalType());
    if (declared != nullptr) own.length = declared->getFunctionScopeIndex();
    const bool isString = uses[i].isString && !uses[i].isWritten && !uses[i].length;
    if (isString || (uses[i].isCache && declared == nullptr)) own.length.reset();
    places[i].isText = uses[i].isString && isObjectPointer(places[i]) && isByte(places[i].type->getPointeeType());
    places[i].leadsToOutput = uses[i].leadsToOutput;
    places[i].isCache = uses[i].isCache;
    const bool isByUse = uses[i].length && !uses[i].isCache && declared == nullptr && places[i].count.empty() &&
                         ((own.length && !uses[i].isGuess) || !isRelated(relations, i));
    if (isByUse && isObjectPointer(places[i]) && !relations[*uses[i].length].within) own.length = uses[i].length;
  }
}

bool isArrayOfUnknownLength(const ArgumentPlace& place, const ParameterCalls* calls) {
  if (!isObjectPointer(place) || !place.count.empty() || (calls != nullptr && calls->elements > 0)) return false;
  const clang::QualType target = place.type->getPointeeType();
  return !isByte(target) && !target->isVoidType();
}

std::vector<std::string> globalsPassed(const ArgumentPlace& place, const ParameterCalls& calls,
                                       clang::ASTContext& context) {
  std::vector<std::string> result;
  if (calls.named < calls.calls || !isObjectPointer(place)) return result;
  const clang::QualType target = place.type->getPointeeType();
  for (const std::string& name : calls.objects) {
    const clang::VarDecl* object = nullptr;
    for (const clang::NamedDecl* declaration :
         context.getTranslationUnitDecl()->lookup(clang::DeclarationName(&context.Idents.get(name))))
      if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) object = variable;
    if (object == nullptr) return {};
    const clang::ArrayType* array = context.getAsArrayType(object->getType());
    const clang::QualType own = array == nullptr ? object->getType() : array->getElementType();
    if (!context.hasSameUnqualifiedType(own, target)) return {};
    result.push_back((array == nullptr ? "&" : "") + name);
  }
  return result;
}

} // namespace assay
