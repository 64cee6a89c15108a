#include "frontend/compile/effects.h"

#include <clang/AST/Stmt.h>
#include <llvm/ADT/StringSet.h>

namespace assay {

namespace {

/// The variable that an lvalue is a part of, if no pointer leads there.
const clang::VarDecl* variableOf(const clang::Expr* lvalue) {
  for (;;) {
    lvalue = lvalue->IgnoreParens();
    if (auto* name = llvm::dyn_cast<clang::DeclRefExpr>(lvalue)) {
      auto* variable = llvm::dyn_cast<clang::VarDecl>(name->getDecl());
      return variable == nullptr ? nullptr : variable->getCanonicalDecl();
    }
    if (auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue)) {
      if (member->isArrow()) return nullptr;
      lvalue = member->getBase();
    } else if (auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
      auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(subscript->getBase()->IgnoreParens());
      if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return nullptr;
      lvalue = decay->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

bool isWholeScalar(const clang::Expr* lvalue) {
  return llvm::isa<clang::DeclRefExpr>(lvalue->IgnoreParens()) && lvalue->getType()->isScalarType();
}

/// Functions of the library that write through their arguments.
bool writesMemory(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "free",     "realloc",   "memcpy",   "memmove", "memset",   "strcpy", "strncpy", "strcat", "strncat", "sprintf",
      "snprintf", "vsprintf",  "scanf",    "sscanf",  "fscanf",   "fgets",  "gets",    "fread",  "read",    "strtok",
      "strtok_r", "strsep",    "strtol",   "strtoul", "strtod",   "stpcpy", "mempcpy", "swab",   "bcopy",   "bzero",
      "getline",  "vsnprintf", "asprintf", "strtoll", "strtoull", "frexp",  "modf",    "remquo", "time",    "rand_r"};
  return names.contains(name);
}

bool callsAnything(llvm::StringRef name) {
  return name == "qsort" || name == "bsearch" || name == "qsort_r" || name == "pthread_once" || name == "call_once";
}

/// A part of an expression. A side effect in it may be late: nothing orders it before the value of the whole.
struct Part {
  const clang::Stmt* statement;
  bool isLate;
};

bool mayOverlap(const Effects::Pointee& a, const Effects::Pointee& b) {
  if (a.second == nullptr || b.second == nullptr) return true;
  if (a.first != nullptr && b.first != nullptr) return a.first == b.first;
  return a.second == b.second;
}

} // namespace

EffectAnalysis::EffectAnalysis(const clang::ASTContext& context, const std::vector<clang::FunctionDecl*>& functions)
    : context_(context) {
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration); variable != nullptr && variable->hasInit())
      findAddresses(variable->getInit());
  for (const clang::FunctionDecl* function : functions) findAddresses(function->getBody());
  for (const clang::FunctionDecl* function : functions) {
    Effects& effects = functions_[function->getCanonicalDecl()];
    collect(function->getBody(), effects);
    for (Effects::Variables* variables : {&effects.reads, &effects.writes})
      std::erase_if(*variables, [](const clang::VarDecl* variable) { return variable->hasLocalStorage(); });
  }
  closeCalls();
}

/// Variables that pointers may lead to.
void EffectAnalysis::findAddresses(const clang::Stmt* root) {
  std::vector<const clang::Stmt*> work = {root};
  while (!work.empty()) {
    const clang::Stmt* current = work.back();
    work.pop_back();
    if (current == nullptr) continue;
    const clang::Expr* taken = nullptr;
    if (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(current);
        unary != nullptr && unary->getOpcode() == clang::UO_AddrOf)
      taken = unary->getSubExpr();
    auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(current);
    for (const clang::Stmt* child : current->children()) {
      work.push_back(child);
      auto* decay = llvm::dyn_cast_or_null<clang::ImplicitCastExpr>(child);
      if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) continue;
      if (subscript == nullptr || subscript->getBase() != child) taken = decay->getSubExpr();
    }
    if (taken == nullptr) continue;
    if (const clang::VarDecl* variable = variableOf(taken)) addressTaken_.insert(variable);
  }
}

void EffectAnalysis::addTo(Effects& effects, const Effects& called) {
  effects.reads.insert(called.reads.begin(), called.reads.end());
  effects.writes.insert(called.writes.begin(), called.writes.end());
  effects.pointeesRead.insert(called.pointeesRead.begin(), called.pointeesRead.end());
  effects.pointeesWritten.insert(called.pointeesWritten.begin(), called.pointeesWritten.end());
}

/// Adds to each function what it calls.
void EffectAnalysis::closeCalls() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (auto& [function, effects] : functions_) {
      const auto size = [&] {
        return effects.reads.size() + effects.writes.size() + effects.pointeesRead.size() +
               effects.pointeesWritten.size();
      };
      const size_t before = size();
      for (const clang::FunctionDecl* callee : effects.calls) {
        auto found = functions_.find(callee);
        if (found == functions_.end() || callee == function) continue;
        addTo(effects, found->second);
      }
      isChanged |= size() != before;
    }
  }
}

const clang::Type* EffectAnalysis::typeOf(clang::QualType type) const {
  if (type->isRecordType() || type->isArrayType() || type->isVoidType() || type->isCharType()) return nullptr;
  if (type->isPointerType()) return context_.VoidPtrTy.getTypePtr();
  if (type->isEnumeralType()) type = type->castAs<clang::EnumType>()->getDecl()->getIntegerType();
  if (type.isNull()) return nullptr;
  type = context_.getCanonicalType(type).getUnqualifiedType();
  if (type->isUnsignedIntegerType() && !type->isBooleanType()) type = context_.getCorrespondingSignedType(type);
  return type.getTypePtr();
}

Effects::Pointee EffectAnalysis::pointeeOf(const clang::Expr* lvalue) const {
  const clang::Type* type = typeOf(lvalue->getType());
  auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue->IgnoreParens());
  auto* field = member == nullptr ? nullptr : llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
  if (field == nullptr || type == nullptr) return {nullptr, type};
  if (field->getParent()->isUnion()) return {nullptr, nullptr};
  return {field->getCanonicalDecl(), type};
}

void EffectAnalysis::access(const clang::Expr* lvalue, bool reads, bool writes, bool isPending,
                            Effects& effects) const {
  const clang::VarDecl* variable = variableOf(lvalue);
  if (variable == nullptr) {
    const Effects::Pointee pointee = pointeeOf(lvalue);
    if (reads) effects.pointeesRead.insert(pointee);
    if (writes) effects.pointeesWritten.insert(pointee);
    return;
  }
  if (reads) effects.reads.insert(variable);
  if (writes) effects.writes.insert(variable);
  if (!isWholeScalar(lvalue)) return;
  if (reads) effects.ownReads.insert(variable);
  if (writes) effects.ownWrites.insert(variable);
  if (writes && isPending) effects.pending.insert(variable);
}

void EffectAnalysis::call(const clang::CallExpr& call, Effects& effects) const {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  const bool isKnown = callee != nullptr && !callsAnything(callee->getNameAsString());
  if (!isKnown) {
    for (const auto& [function, unused] : functions_) effects.calls.insert(function);
    return;
  }
  if (callee->hasBody())
    effects.calls.insert(callee->getCanonicalDecl());
  else if (writesMemory(callee->getNameAsString()))
    for (Effects::Pointees* pointees : {&effects.pointeesRead, &effects.pointeesWritten})
      pointees->insert({nullptr, nullptr});
}

void EffectAnalysis::collect(const clang::Stmt* root, Effects& effects) const {
  std::vector<Part> work = {{root, true}};
  while (!work.empty()) {
    const auto [current, isLate] = work.back();
    work.pop_back();
    if (current == nullptr || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(current)) continue;
    const clang::Stmt* early = nullptr; // it is finished before the rest begins
    bool isOrdered = !llvm::isa<clang::Expr>(current) || llvm::isa<clang::StmtExpr>(current);
    if (auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(current)) {
      if (cast->getCastKind() == clang::CK_LValueToRValue) access(cast->getSubExpr(), true, false, false, effects);
    } else if (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(current)) {
      if (unary->isIncrementDecrementOp()) access(unary->getSubExpr(), true, true, isLate, effects);
    } else if (auto* binary = llvm::dyn_cast<clang::BinaryOperator>(current)) {
      if (binary->isAssignmentOp())
        access(binary->getLHS(), binary->isCompoundAssignmentOp(), true, isLate, effects);
      else if (binary->isCommaOp() || binary->isLogicalOp())
        early = binary->getLHS();
    } else if (auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(current)) {
      auto* binary = llvm::dyn_cast<clang::BinaryConditionalOperator>(choice);
      early = binary != nullptr ? binary->getCommon() : choice->getCond();
    } else if (auto* called = llvm::dyn_cast<clang::CallExpr>(current)) {
      call(*called, effects);
      isOrdered = true;
    } else if (auto* list = llvm::dyn_cast<clang::VAArgExpr>(current)) {
      access(list->getSubExpr()->IgnoreParenCasts(), true, true, false, effects);
    }
    for (const clang::Stmt* child : current->children())
      work.push_back({child, isLate && !isOrdered && child != early});
  }
}

Effects EffectAnalysis::of(const clang::Expr* expression) const {
  Effects effects;
  collect(expression, effects);
  for (const clang::FunctionDecl* callee : effects.calls) {
    auto found = functions_.find(callee);
    if (found != functions_.end()) addTo(effects, found->second);
  }
  return effects;
}

bool EffectAnalysis::mayBe(const Effects::Pointee& pointee, const clang::VarDecl& variable) const {
  if (!addressTaken_.contains(&variable)) return false;
  const clang::Type* type = typeOf(context_.getBaseElementType(variable.getType()));
  return type == nullptr || pointee.second == nullptr || pointee.second == type;
}

bool EffectAnalysis::sees(const Effects& reader, const Effects& writer) const {
  const auto any = [](const auto& some, const auto& others, const auto& test) {
    for (const auto& one : some)
      for (const auto& other : others)
        if (test(one, other)) return true;
    return false;
  };
  const auto isSame = [](const clang::VarDecl* a, const clang::VarDecl* b) { return a == b; };
  const auto meets = [&](const clang::VarDecl* variable, const Effects::Pointee& pointee) {
    return mayBe(pointee, *variable);
  };
  const auto overlap = [&](const Effects::Pointee& a, const Effects::Pointee& b) { return mayOverlap(a, b); };
  for (const auto& [variables, pointees] :
       {std::pair(&reader.reads, &reader.pointeesRead), std::pair(&reader.writes, &reader.pointeesWritten)})
    if (any(*variables, writer.writes, isSame) || any(*variables, writer.pointeesWritten, meets) ||
        any(writer.writes, *pointees, meets) || any(*pointees, writer.pointeesWritten, overlap))
      return true;
  return false;
}

bool EffectAnalysis::conflict(const Effects& a, const Effects& b) const { return sees(a, b) || sees(b, a); }

} // namespace assay
