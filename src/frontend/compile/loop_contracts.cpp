#include "frontend/compile/loop_contracts.h"

#include "frontend/compile/ast.h"
#include "frontend/compile/contract_macros.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/Diagnostic.h>

#include <set>
#include <vector>

namespace assay {

namespace {

clang::CallExpr* invariantIn(clang::Expr* condition) {
  auto* call =
      llvm::dyn_cast_or_null<clang::CallExpr>(condition == nullptr ? nullptr : condition->IgnoreParenImpCasts());
  const clang::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
  const bool isOne = callee != nullptr && callee->getIdentifier() != nullptr && callee->getName() == kLoopInvariant;
  return isOne ? call : nullptr;
}

class LoopContracts : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && function->doesThisDeclarationHaveABody() && function->getBody() != nullptr)
        visit(function->getBody());
    }
    return true;
  }

private:
  void visit(clang::Stmt* body) {
    std::vector<clang::Stmt*> todo = {body};
    while (!todo.empty()) {
      clang::Stmt* current = todo.back();
      todo.pop_back();
      if (current == nullptr) continue;
      if (auto* loop = llvm::dyn_cast<clang::WhileStmt>(current))
        move(*loop);
      else if (auto* loop = llvm::dyn_cast<clang::ForStmt>(current))
        move(*loop);
      else if (auto* other = llvm::dyn_cast<clang::CallExpr>(current);
               other != nullptr && invariantIn(other) != nullptr && !moved_.contains(other))
        refuse(other->getExprLoc());
      todo.insert(todo.end(), current->child_begin(), current->child_end());
    }
  }

  template <class Loop>
  void move(Loop& loop) {
    std::vector<clang::CallExpr*> invariants;
    clang::Stmt* body = loop.getBody();
    while (auto* branch = llvm::dyn_cast_or_null<clang::IfStmt>(body)) {
      clang::CallExpr* invariant = invariantIn(branch->getCond());
      if (invariant == nullptr) break;
      invariants.push_back(invariant);
      body = branch->getElse();
    }
    if (invariants.empty()) return;
    AstBuilder builder(*context_);
    clang::Expr* condition = loop.getCond();
    if (condition == nullptr) condition = builder.number(1, context_->IntTy, loop.getBeginLoc());
    for (auto it = invariants.rbegin(); it != invariants.rend(); ++it) {
      moved_.insert(*it);
      condition = builder.sequence(*it, condition);
    }
    loop.setCond(condition);
    loop.setBody(body);
  }

  void refuse(clang::SourceLocation place) {
    clang::DiagnosticsEngine& diagnostics = context_->getDiagnostics();
    diagnostics.Report(place,
                       diagnostics.getCustomDiagID(
                           clang::DiagnosticsEngine::Error,
                           "a loop's invariant stands between 'for (...)' or 'while (...)' and the loop's body"));
  }

  clang::ASTContext* context_ = nullptr;
  std::set<const clang::CallExpr*> moved_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeLoopContractsExplicit() { return std::make_unique<LoopContracts>(); }

} // namespace assay
