#include "frontend/compile/overflow.h"

#include "frontend/compile/ast.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <vector>

namespace assay {

namespace {

/// Makes overflows explicit in one function. An expression that is checked becomes `(check, expression)`.
class Overflows {
public:
  explicit Overflows(clang::ASTContext& context) : context_(context), build_(context) {}

  void run(clang::Stmt* body) {
    std::vector<clang::Stmt*> work = {body};
    while (!work.empty()) {
      clang::Stmt* current = work.back();
      work.pop_back();
      if (current == nullptr || llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::ConstantExpr>(current)) continue;
      for (clang::Stmt*& child : current->children()) {
        work.push_back(child);
        if (auto* expression = llvm::dyn_cast_or_null<clang::Expr>(child)) child = checked(expression);
      }
    }
  }

private:
  clang::Expr* checked(clang::Expr* expression) {
    if (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) return checkedUnary(unary);
    auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (binary == nullptr) return expression;
    auto opcode = binary->getOpcode();
    clang::QualType type = binary->getType();
    if (auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(binary)) {
      opcode = clang::BinaryOperator::getOpForCompoundAssignment(opcode);
      type = compound->getComputationResultType();
    }
    if (!computes(opcode)) return binary;
    if (isSignedComplex(type))
      return build_.sequence(build_.unsupported("overflow in complex integers", binary->getExprLoc()), binary);
    auto* vector = type->getAs<clang::VectorType>();
    if (vector == nullptr || !mayFail(*vector, opcode)) return binary;
    return build_.sequence(elements(*vector, opcode, binary->getLHS(), binary->getRHS(), binary->getExprLoc()), binary);
  }

  clang::Expr* checkedUnary(clang::UnaryOperator* unary) {
    if (mayOverflowBitField(*unary)) return build_.sequence(bitFieldSum(*unary), unary);
    if (!unary->isIncrementDecrementOp() && unary->getOpcode() != clang::UO_Minus) return unary;
    const clang::QualType type = unary->getSubExpr()->getType();
    const clang::SourceLocation place = unary->getExprLoc();
    if (isSignedComplex(type)) return build_.sequence(build_.unsupported("overflow in complex integers", place), unary);
    auto* vector = type->getAs<clang::VectorType>();
    if (vector == nullptr || !mayFail(*vector, clang::BO_Sub)) return unary;
    if (unary->isIncrementDecrementOp()) {
      const auto opcode = unary->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
      return build_.sequence(elements(*vector, opcode, unary->getSubExpr(), nullptr, place), unary);
    }
    return build_.sequence(elements(*vector, clang::BO_Sub, nullptr, unary->getSubExpr(), place), unary);
  }

  static bool computes(clang::BinaryOperatorKind opcode) {
    return clang::BinaryOperator::isMultiplicativeOp(opcode) || clang::BinaryOperator::isAdditiveOp(opcode) ||
           clang::BinaryOperator::isShiftOp(opcode);
  }

  /// All bits of an unsigned bit-field, less than an int has, are its value: one more does not fit. (A decrement does.)
  bool mayOverflowBitField(const clang::UnaryOperator& unary) const {
    if (!unary.isIncrementOp()) return false;
    const clang::FieldDecl* field = unary.getSubExpr()->getSourceBitField();
    if (field == nullptr || !unary.getType()->isUnsignedIntegerOrEnumerationType()) return false;
    return field->getBitWidthValue(context_) + 1 == context_.getTypeSize(context_.IntTy);
  }

  clang::Expr* bitFieldSum(clang::UnaryOperator& unary) {
    clang::Expr* field = unary.getSubExpr();
    if (field->HasSideEffects(context_)) return build_.unsupported("an increment of a bit-field", unary.getExprLoc());
    const clang::SourceLocation place = unary.getExprLoc();
    const clang::QualType integer = context_.IntTy;
    clang::Expr* value = build_.read(field);
    clang::Expr* promoted = build_.cast(integer, clang::CK_IntegralCast, value);
    return clang::BinaryOperator::Create(context_, promoted, build_.number(1, integer, place), clang::BO_Add, integer,
                                         clang::VK_PRValue, clang::OK_Ordinary, place, clang::FPOptionsOverride());
  }

  static bool isSignedComplex(clang::QualType type) {
    auto* complex = type->getAs<clang::ComplexType>();
    return complex != nullptr && complex->getElementType()->isSignedIntegerType();
  }

  static bool mayFail(const clang::VectorType& vector, clang::BinaryOperatorKind opcode) {
    const clang::QualType element = vector.getElementType();
    return element->isSignedIntegerType() || (element->isIntegerType() && clang::BinaryOperator::isShiftOp(opcode));
  }

  /// The operation on each pair of elements, one after the other. An operand that is null is 1 on the right and 0 on
  /// the left, of the other one's type.
  clang::Expr* elements(const clang::VectorType& vector, clang::BinaryOperatorKind opcode, clang::Expr* left,
                        clang::Expr* right, clang::SourceLocation place) {
    const clang::QualType element = vector.getElementType();
    for (clang::Expr** operand : {&left, &right}) {
      if (*operand == nullptr) continue;
      if ((*operand)->HasSideEffects(context_)) return build_.unsupported("overflow in vectors", place);
      *operand = build_.read(*operand);
    }
    if (context_.getTypeSize(element) < context_.getTypeSize(context_.IntTy))
      return build_.unsupported("overflow in vectors of small numbers", place);
    clang::Expr* all = nullptr;
    for (unsigned i = 0; i < vector.getNumElements(); i++) {
      clang::Expr* one = clang::BinaryOperator::Create(
          context_, left != nullptr ? at(left, i, place) : build_.number(0, element, place),
          right != nullptr ? at(right, i, place) : build_.number(1, element, place), opcode, element, clang::VK_PRValue,
          clang::OK_Ordinary, place, clang::FPOptionsOverride());
      all = all == nullptr ? one : build_.sequence(all, one);
    }
    return all;
  }

  clang::Expr* at(clang::Expr* vector, unsigned index, clang::SourceLocation place) {
    return new (context_) clang::ArraySubscriptExpr(vector, build_.number(index, context_.IntTy, place),
                                                    vector->getType()->castAs<clang::VectorType>()->getElementType(),
                                                    clang::VK_PRValue, clang::OK_Ordinary, place);
  }

  clang::ASTContext& context_;
  AstBuilder build_;
};

class OverflowsConsumer : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext& context) override { overflows_ = std::make_unique<Overflows>(context); }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && function->doesThisDeclarationHaveABody()) overflows_->run(function->getBody());
    }
    return true;
  }

private:
  std::unique_ptr<Overflows> overflows_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeOverflowsExplicit() { return std::make_unique<OverflowsConsumer>(); }

} // namespace assay
