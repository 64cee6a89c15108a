#include "frontend/compile/ast.h"

namespace assay {

clang::Expr* AstBuilder::number(uint64_t value, clang::QualType type, clang::SourceLocation place) {
  return clang::IntegerLiteral::Create(context_, llvm::APInt(context_.getTypeSize(type), value), type, place);
}

clang::Expr* AstBuilder::cast(clang::QualType type, clang::CastKind kind, clang::Expr* operand) {
  return clang::ImplicitCastExpr::Create(context_, type, kind, operand, nullptr, clang::VK_PRValue,
                                         clang::FPOptionsOverride());
}

clang::Expr* AstBuilder::read(clang::Expr* lvalue) {
  if (!lvalue->isGLValue()) return lvalue;
  return cast(lvalue->getType().getUnqualifiedType(), clang::CK_LValueToRValue, lvalue);
}

clang::Expr* AstBuilder::name(clang::ValueDecl* declaration, clang::SourceLocation place) {
  return clang::DeclRefExpr::Create(context_, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), declaration,
                                    /*RefersToEnclosingVariableOrCapture=*/false, place, declaration->getType(),
                                    clang::VK_LValue);
}

clang::Expr* AstBuilder::address(clang::Expr* lvalue) {
  return clang::UnaryOperator::Create(context_, lvalue, clang::UO_AddrOf, context_.getPointerType(lvalue->getType()),
                                      clang::VK_PRValue, clang::OK_Ordinary, lvalue->getExprLoc(),
                                      /*CanOverflow=*/false, clang::FPOptionsOverride());
}

clang::Expr* AstBuilder::target(clang::Expr* pointer) {
  return clang::UnaryOperator::Create(context_, pointer, clang::UO_Deref, pointer->getType()->getPointeeType(),
                                      clang::VK_LValue, clang::OK_Ordinary, pointer->getExprLoc(),
                                      /*CanOverflow=*/false, clang::FPOptionsOverride());
}

clang::Expr* AstBuilder::binary(clang::BinaryOperatorKind opcode, clang::Expr* left, clang::Expr* right,
                                clang::QualType type) {
  return clang::BinaryOperator::Create(context_, left, right, opcode, type, clang::VK_PRValue, clang::OK_Ordinary,
                                       right->getExprLoc(), clang::FPOptionsOverride());
}

clang::Expr* AstBuilder::sequence(clang::Expr* first, clang::Expr* second) {
  return binary(clang::BO_Comma, first, second, second->getType());
}

clang::Expr* AstBuilder::callWith(llvm::StringRef name, clang::QualType result, std::vector<clang::Expr*> arguments,
                                  clang::SourceLocation place) {
  std::vector<clang::QualType> parameters;
  for (const clang::Expr* argument : arguments) parameters.push_back(argument->getType());
  clang::FunctionDecl*& function = functions_[name.str()];
  if (function == nullptr) {
    function = clang::FunctionDecl::Create(context_, context_.getTranslationUnitDecl(), place, place,
                                           &context_.Idents.get(name), context_.getFunctionType(result, parameters, {}),
                                           nullptr, clang::SC_Extern);
    std::vector<clang::ParmVarDecl*> declared;
    for (const clang::QualType type : parameters)
      declared.push_back(clang::ParmVarDecl::Create(context_, function, place, place, nullptr, type, nullptr,
                                                    clang::SC_None, nullptr));
    function->setParams(declared);
  }
  clang::Expr* callee =
      cast(context_.getPointerType(function->getType()), clang::CK_FunctionToPointerDecay, this->name(function, place));
  return clang::CallExpr::Create(context_, callee, arguments, result, clang::VK_PRValue, place,
                                 clang::FPOptionsOverride());
}

clang::Expr* AstBuilder::call(llvm::StringRef name, clang::QualType result, clang::Expr* argument,
                              clang::SourceLocation place) {
  return callWith(name, result, {argument}, place);
}

clang::Expr* AstBuilder::call(llvm::StringRef name, clang::QualType result, llvm::StringRef text,
                              clang::SourceLocation place) {
  if (text.empty()) return callWith(name, result, {}, place);
  const clang::QualType character = context_.CharTy.withConst();
  const clang::QualType array = context_.getConstantArrayType(character, llvm::APInt(32, text.size() + 1), nullptr,
                                                              clang::ArraySizeModifier::Normal, /*IndexTypeQuals=*/0);
  clang::Expr* literal = clang::StringLiteral::Create(context_, text, clang::StringLiteralKind::Ordinary,
                                                      /*Pascal=*/false, array, place);
  return callWith(name, result, {cast(context_.getPointerType(character), clang::CK_ArrayToPointerDecay, literal)},
                  place);
}

clang::Expr* AstBuilder::unsupported(llvm::StringRef what, clang::SourceLocation place) {
  return call("__assay_unsupported", context_.VoidTy, what, place);
}

} // namespace assay
