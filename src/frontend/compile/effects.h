// What evaluating an expression reads and writes, by clang's AST: variables are known by their declarations, what is
// reached through pointers by the member or the type of the access. A call does what the function's body does, and what
// the functions do that it calls; a call through a pointer does anything. Functions without a body that write are known
// by name.
//
// It is an over-approximation for programs of one file that access objects by their types.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <map>
#include <set>
#include <vector>

namespace assay {

struct Effects {
  using Variables = std::set<const clang::VarDecl*>;
  /// A member and its type, a type alone, or neither: anything.
  using Pointee = std::pair<const clang::ValueDecl*, const clang::Type*>;
  using Pointees = std::set<Pointee>;

  Variables reads, writes;                // of variables, or parts of them
  Pointees pointeesRead, pointeesWritten; // through pointers
  Variables ownReads, ownWrites; // of scalar variables in the expression itself, not in functions that it calls
  Variables pending;             // of ownWrites: may come after the expression's value is known
  std::set<const clang::FunctionDecl*> calls;
};

class EffectAnalysis {
public:
  EffectAnalysis(const clang::ASTContext& context, const std::vector<clang::FunctionDecl*>& functions);

  Effects of(const clang::Expr* expression) const;
  /// Whether one expression may see what the other one writes.
  bool conflict(const Effects& a, const Effects& b) const;

private:
  static void addTo(Effects& effects, const Effects& called);
  void collect(const clang::Stmt* root, Effects& effects) const;
  void access(const clang::Expr* lvalue, bool reads, bool writes, bool isPending, Effects& effects) const;
  void call(const clang::CallExpr& call, Effects& effects) const;
  Effects::Pointee pointeeOf(const clang::Expr* lvalue) const;
  const clang::Type* typeOf(clang::QualType type) const;
  void findAddresses(const clang::Stmt* root);
  void closeCalls();
  bool sees(const Effects& reader, const Effects& writer) const;
  bool mayBe(const Effects::Pointee& pointee, const clang::VarDecl& variable) const;

  const clang::ASTContext& context_;
  std::map<const clang::FunctionDecl*, Effects> functions_; // with a body
  std::set<const clang::VarDecl*> addressTaken_;
};

} // namespace assay
