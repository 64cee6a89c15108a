#include "frontend/compile/objects.h"

#include "frontend/compile/ast.h"

#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/SourceManager.h>

#include <vector>

namespace assay {

namespace {

clang::QualType pointee(clang::QualType type) {
  const clang::QualType target = type->getPointeeType();
  return target.isNull() ? target : target.getCanonicalType();
}

/// Whether what the pointer leads to, at any depth, is constant.
bool leadsToConstant(const clang::ASTContext& context, clang::QualType type) {
  for (clang::QualType target = pointee(type); !target.isNull(); target = pointee(target)) {
    target = context.getBaseElementType(target);
    if (target.isConstQualified()) return true;
  }
  return false;
}

/// Whether a pointer of the first type leads to something constant where one of the second type does not.
bool loses(const clang::ASTContext& context, clang::QualType from, clang::QualType to) {
  clang::QualType source = pointee(from), target = pointee(to);
  while (!source.isNull()) {
    source = context.getBaseElementType(source);
    if (target.isNull()) return leadsToConstant(context, from); // a number, or void: nothing is known of the rest
    target = context.getBaseElementType(target);
    if (source.isConstQualified() && !target.isConstQualified()) return true;
    source = pointee(source);
    target = pointee(target);
    if (!source.isNull() && target.isNull()) return leadsToConstant(context, from);
  }
  return false;
}

/// Whether something in the file lets a constant object be written without an error of the compiler.
class ConstantsLost : public clang::RecursiveASTVisitor<ConstantsLost> {
public:
  explicit ConstantsLost(clang::ASTContext& context) : context_(context) {}

  bool isFound() const { return isFound_; }
  bool VisitCastExpr(clang::CastExpr* cast) {
    const bool isAddress = cast->getSubExpr()->getType()->isPointerType();
    const bool isUse = cast->getCastKind() == clang::CK_ToVoid || cast->getCastKind() == clang::CK_PointerToBoolean;
    return note(isAddress && !isUse && loses(context_, cast->getSubExpr()->getType(), cast->getType()));
  }
  bool VisitVAArgExpr(clang::VAArgExpr* argument) { return note(argument->getType()->isPointerType()); }
  /// A member of a union is read as another one.
  bool VisitRecordDecl(clang::RecordDecl* record) {
    bool hasConstant = false, hasOther = false;
    for (const clang::FieldDecl* field : record->fields()) {
      const bool isConstant = leadsToConstant(context_, field->getType());
      hasConstant = hasConstant || isConstant;
      hasOther = hasOther || !isConstant;
    }
    return note(record->isUnion() && hasConstant && hasOther);
  }
  /// Functions of other files, those without a type of parameters, and those of the library that lead back to what they
  /// got, as strchr does.
  bool VisitCallExpr(clang::CallExpr* call) {
    bool getsConstant = false, givesOther = isPlainPointer(call->getType()) && !returnsFirst(*call);
    for (const clang::Expr* argument : call->arguments()) {
      getsConstant = getsConstant || leadsToConstant(context_, argument->getType());
      givesOther = givesOther || isPlainPointer(argument->getType()->getPointeeType());
    }
    const clang::FunctionDecl* callee = call->getDirectCallee();
    const bool hasPrototype = callee != nullptr && callee->hasPrototype();
    if (!getsConstant || (hasPrototype && callee->hasBody())) return true;
    const bool isOfSystem = hasPrototype && context_.getSourceManager().isInSystemHeader(callee->getLocation());
    return note(givesOther || !isOfSystem);
  }

private:
  /// As strcpy does.
  bool returnsFirst(const clang::CallExpr& call) const {
    return call.getNumArgs() > 0 && isPlainPointer(call.getArg(0)->getType()) &&
           context_.hasSameUnqualifiedType(call.getArg(0)->getType(), call.getType());
  }
  bool isPlainPointer(clang::QualType type) const {
    return !type.isNull() && type->isPointerType() && !leadsToConstant(context_, type);
  }
  /// False: there is no need to go on.
  bool note(bool isLost) {
    isFound_ = isFound_ || isLost;
    return !isFound_;
  }

  clang::ASTContext& context_;
  bool isFound_ = false;
};

/// Makes constant objects explicit in one function.
class Objects {
public:
  Objects(AstBuilder& builder, bool marksConstants) : builder_(builder), marksConstants_(marksConstants) {}

  void run(clang::Stmt* body) {
    work_ = {body};
    while (!work_.empty()) {
      clang::Stmt* current = work_.back();
      work_.pop_back();
      if (current == nullptr || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(current)) continue;
      for (clang::Stmt*& child : current->children()) {
        if (child == nullptr) continue;
        work_.push_back(child);
        if (auto* expression = llvm::dyn_cast<clang::Expr>(child)) child = replaced(current, expression);
      }
    }
  }

private:
  clang::Expr* replaced(const clang::Stmt* parent, clang::Expr* expression) {
    if (auto* call = llvm::dyn_cast<clang::CallExpr>(expression); call != nullptr && asksForPart(*call))
      return builder_.call("__assay_unspecified_object_size", call->getType(), "", call->getBeginLoc());
    if (marksConstants_ && isConstantAddress(parent, expression)) return marked(expression);
    return expression;
  }

  bool asksForPart(const clang::CallExpr& call) {
    const unsigned builtin = call.getBuiltinCallee();
    if (builtin != clang::Builtin::BI__builtin_object_size &&
        builtin != clang::Builtin::BI__builtin_dynamic_object_size)
      return false;
    clang::Expr::EvalResult type, known;
    clang::ASTContext& context = builder_.context();
    return call.getArg(1)->EvaluateAsInt(type, context) && type.Val.getInt() == 1 &&
           !call.EvaluateAsInt(known, context);
  }

  /// The address of a constant local or of a part of it, if it is more than the place of an access.
  bool isConstantAddress(const clang::Stmt* parent, const clang::Expr* expression) {
    if (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
      return unary->getOpcode() == clang::UO_AddrOf && isConstantLocal(unary->getSubExpr());
    auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression);
    if (cast == nullptr || cast->getCastKind() != clang::CK_ArrayToPointerDecay) return false;
    if (llvm::isa<clang::ArraySubscriptExpr>(parent)) return false;
    return isConstantLocal(cast->getSubExpr());
  }

  bool isConstantLocal(const clang::Expr* lvalue) const {
    for (;;) {
      lvalue = lvalue->IgnoreParens();
      if (auto* member = llvm::dyn_cast<clang::MemberExpr>(lvalue); member != nullptr && !member->isArrow()) {
        lvalue = member->getBase();
      } else if (auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue)) {
        auto* decay = llvm::dyn_cast<clang::ImplicitCastExpr>(element->getBase()->IgnoreParens());
        if (decay == nullptr || decay->getCastKind() != clang::CK_ArrayToPointerDecay) return false;
        lvalue = decay->getSubExpr();
      } else if (auto* cast = llvm::dyn_cast<clang::CastExpr>(lvalue); cast != nullptr && cast->isLValue()) {
        lvalue = cast->getSubExpr();
      } else if (auto* part = llvm::dyn_cast<clang::UnaryOperator>(lvalue);
                 part != nullptr && (part->getOpcode() == clang::UO_Real || part->getOpcode() == clang::UO_Imag)) {
        lvalue = part->getSubExpr();
      } else {
        break;
      }
    }
    const clang::ASTContext& context = builder_.context();
    const auto isConstant = [&](clang::QualType type) { return context.getBaseElementType(type).isConstQualified(); };
    if (auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(lvalue))
      return !literal->isFileScope() && isConstant(literal->getType());
    auto* name = llvm::dyn_cast<clang::DeclRefExpr>(lvalue);
    auto* variable = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    return variable != nullptr && variable->hasLocalStorage() && isConstant(variable->getType());
  }

  clang::Expr* marked(clang::Expr* address) {
    clang::ASTContext& context = builder_.context();
    const clang::QualType given = context.getPointerType(context.VoidTy.withConst());
    clang::Expr* argument = builder_.cast(given, clang::CK_BitCast, address);
    clang::Expr* call = builder_.call("__assay_constant_local", context.VoidPtrTy, argument, address->getBeginLoc());
    return builder_.cast(address->getType(), clang::CK_BitCast, call);
  }

  AstBuilder& builder_;
  const bool marksConstants_;
  std::vector<clang::Stmt*> work_;
};

class ObjectsConsumer : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext& context) override { builder_ = std::make_unique<AstBuilder>(context); }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function == nullptr || !function->doesThisDeclarationHaveABody()) continue;
      Objects(*builder_, areConstantsLost()).run(function->getBody());
    }
    return true;
  }

private:
  /// The whole file has been read by now.
  bool areConstantsLost() {
    if (!areLost_) {
      ConstantsLost lost(builder_->context());
      lost.TraverseDecl(builder_->context().getTranslationUnitDecl());
      areLost_ = lost.isFound();
    }
    return *areLost_;
  }

  std::unique_ptr<AstBuilder> builder_;
  std::optional<bool> areLost_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeObjectsExplicit() { return std::make_unique<ObjectsConsumer>(); }

} // namespace assay
