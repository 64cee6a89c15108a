// Making expressions of clang's AST.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <string>
#include <vector>

namespace assay {

class AstBuilder {
public:
  explicit AstBuilder(clang::ASTContext& context) : context_(context) {}

  clang::ASTContext& context() { return context_; }
  clang::Expr* number(uint64_t value, clang::QualType type, clang::SourceLocation place);
  clang::Expr* cast(clang::QualType type, clang::CastKind kind, clang::Expr* operand);
  /// The value of an lvalue; what is a value stays.
  clang::Expr* read(clang::Expr* lvalue);
  clang::Expr* name(clang::ValueDecl* declaration, clang::SourceLocation place);
  clang::Expr* address(clang::Expr* lvalue);
  clang::Expr* target(clang::Expr* pointer);
  clang::Expr* binary(clang::BinaryOperatorKind opcode, clang::Expr* left, clang::Expr* right, clang::QualType type);
  /// (first, second)
  clang::Expr* sequence(clang::Expr* first, clang::Expr* second);
  /// A call of a function that only lowering knows: result name(text), or result name(void).
  clang::Expr* call(llvm::StringRef name, clang::QualType result, llvm::StringRef text, clang::SourceLocation place);
  /// The same with an argument: result name(type of the argument).
  clang::Expr* call(llvm::StringRef name, clang::QualType result, clang::Expr* argument, clang::SourceLocation place);
  /// A call of void __assay_unsupported(const char*).
  clang::Expr* unsupported(llvm::StringRef what, clang::SourceLocation place);

private:
  clang::Expr* callWith(llvm::StringRef name, clang::QualType result, std::vector<clang::Expr*> arguments,
                        clang::SourceLocation place);

  clang::ASTContext& context_;
  std::map<std::string, clang::FunctionDecl*> functions_;
};

} // namespace assay
