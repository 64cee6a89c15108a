#include "frontend/compile/blocks.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/ADT/SmallPtrSet.h>

#include <vector>

namespace assay {

namespace {

/// The array of an rvalue, as in f().a: it lives in a temporary.
bool isTemporaryArray(const clang::Stmt* statement) {
  auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(statement);
  if (cast == nullptr || cast->getCastKind() != clang::CK_ArrayToPointerDecay) return false;
  const clang::Expr* array = cast->getSubExpr()->IgnoreParens();
  return llvm::isa<clang::MemberExpr>(array) && !array->isGLValue();
}

bool isCompoundLiteral(const clang::Stmt* statement) { return llvm::isa<clang::CompoundLiteralExpr>(statement); }

/// Whether there is such a thing in the statement; statement expressions are blocks of their own.
template <class Predicate>
bool contains(const clang::Stmt* statement, Predicate isWanted) {
  std::vector<const clang::Stmt*> work = {statement};
  while (!work.empty()) {
    const clang::Stmt* current = work.back();
    work.pop_back();
    if (current == nullptr || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(current)) continue;
    if (isWanted(current)) return true;
    if (llvm::isa<clang::StmtExpr>(current)) continue;
    work.insert(work.end(), current->child_begin(), current->child_end());
  }
  return false;
}

/// Whether a jump from outside may lead into the statement: to a label, or to a case of a switch around it.
bool isJumpedInto(const clang::Stmt* statement) {
  struct Part {
    const clang::Stmt* statement;
    bool isInSwitch;
  };
  std::vector<Part> work = {{statement, false}};
  while (!work.empty()) {
    const Part part = work.back();
    work.pop_back();
    if (part.statement == nullptr) continue;
    if (llvm::isa<clang::LabelStmt>(part.statement)) return true;
    if (llvm::isa<clang::SwitchCase>(part.statement) && !part.isInSwitch) return true;
    const bool isInSwitch = part.isInSwitch || llvm::isa<clang::SwitchStmt>(part.statement);
    for (const clang::Stmt* child : part.statement->children()) work.push_back({child, isInSwitch});
  }
  return false;
}

/// Makes blocks explicit in one function.
class Blocks {
public:
  Blocks(clang::ASTContext& context, clang::FunctionDecl* function, clang::Stmt* body)
      : context_(context), function_(function), body_(body), hasLiterals_(containsAnywhere(body, isCompoundLiteral)),
        hasTemporaries_(containsAnywhere(body, isTemporaryArray)) {}

  void run() {
    work_ = {body_};
    while (!work_.empty()) {
      clang::Stmt* current = work_.back();
      work_.pop_back();
      if (current == nullptr || llvm::isa<clang::UnaryExprOrTypeTraitExpr>(current)) continue;
      visit(current);
    }
  }

private:
  template <class Predicate>
  static bool containsAnywhere(const clang::Stmt* statement, Predicate isWanted) {
    return contains(statement, [&](const clang::Stmt* part) {
      auto* inner = llvm::dyn_cast<clang::StmtExpr>(part);
      return isWanted(part) || (inner != nullptr && containsAnywhere(inner->getSubStmt(), isWanted));
    });
  }

  void visit(clang::Stmt* parent) {
    if (auto* comma = llvm::dyn_cast<clang::BinaryOperator>(parent);
        comma != nullptr && comma->getOpcode() == clang::BO_Comma)
      discard(comma->getLHS());
    else if (auto* cast = llvm::dyn_cast<clang::CastExpr>(parent);
             cast != nullptr && cast->getCastKind() == clang::CK_ToVoid)
      discard(cast->getSubExpr());
    if (auto* block = llvm::dyn_cast<clang::CompoundStmt>(parent); block != nullptr && block != body_)
      labelDeclarations(*block);
    const bool isExpression = llvm::isa<clang::Expr>(parent);
    for (clang::Stmt*& child : parent->children()) {
      if (child == nullptr) continue;
      if (!isExpression) child = part(parent, child);
      work_.push_back(child);
    }
  }

  /// Declarations that a jump into the block may pass.
  void labelDeclarations(clang::CompoundStmt& block) {
    bool isPassed = false;
    for (clang::Stmt*& statement : llvm::reverse(llvm::make_range(block.body_begin(), block.body_end()))) {
      auto* declarations = llvm::dyn_cast<clang::DeclStmt>(statement);
      if (declarations != nullptr && isPassed && hasLocals(*declarations)) statement = label(statement);
      isPassed = isPassed || isJumpedInto(statement);
    }
  }

  static bool hasLocals(const clang::DeclStmt& declarations) {
    return llvm::any_of(declarations.decls(), [](const clang::Decl* declaration) {
      auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      return variable != nullptr && variable->hasLocalStorage();
    });
  }

  clang::Stmt* label(clang::Stmt* statement) {
    const clang::SourceLocation place = statement->getBeginLoc();
    auto* name = clang::LabelDecl::Create(context_, function_, place, &context_.Idents.get(""));
    auto* labelled = new (context_) clang::LabelStmt(place, name, statement);
    name->setStmt(labelled);
    return labelled;
  }

  /// A part of a statement: a statement, or a full expression.
  clang::Stmt* part(clang::Stmt* parent, clang::Stmt* child) {
    auto* expression = llvm::dyn_cast<clang::Expr>(child);
    if (expression != nullptr && isDiscarded(parent, child)) discard(expression);
    if (made_.contains(parent)) return child; // it has its block
    if (expression != nullptr && hasTemporaries_) child = expression = withTemporaries(expression);
    if (!hasLiterals_) return child;
    const bool isPart = isSubstatement(parent, child) && !llvm::isa<clang::CompoundStmt>(child);
    if ((isPart && contains(child, isCompoundLiteral)) || hasLiteralInHead(child)) return block(child);
    return child;
  }

  /// Whether an expression's value goes nowhere: it is a statement, or the first or third part of a for loop.
  static bool isDiscarded(clang::Stmt* parent, clang::Stmt* child) {
    if (llvm::isa<clang::CompoundStmt, clang::LabelStmt, clang::AttributedStmt>(parent)) return true;
    if (auto* loop = llvm::dyn_cast<clang::ForStmt>(parent); loop != nullptr && loop->getInc() == child) return true;
    if (auto* loop = llvm::dyn_cast<clang::ForStmt>(parent); loop != nullptr && loop->getInit() == child) return true;
    if (auto* label = llvm::dyn_cast<clang::SwitchCase>(parent)) return label->getSubStmt() == child;
    return isSubstatement(parent, child);
  }

  static bool isSubstatement(clang::Stmt* parent, clang::Stmt* child) {
    if (auto* choice = llvm::dyn_cast<clang::IfStmt>(parent))
      return choice->getThen() == child || choice->getElse() == child;
    if (auto* loop = llvm::dyn_cast<clang::WhileStmt>(parent)) return loop->getBody() == child;
    if (auto* loop = llvm::dyn_cast<clang::DoStmt>(parent)) return loop->getBody() == child;
    if (auto* loop = llvm::dyn_cast<clang::ForStmt>(parent)) return loop->getBody() == child;
    if (auto* choice = llvm::dyn_cast<clang::SwitchStmt>(parent)) return choice->getBody() == child;
    return false;
  }

  /// Clang opens a scope for if and for, but not for these.
  static bool hasLiteralInHead(clang::Stmt* statement) {
    if (auto* loop = llvm::dyn_cast<clang::WhileStmt>(statement)) return contains(loop->getCond(), isCompoundLiteral);
    if (auto* loop = llvm::dyn_cast<clang::DoStmt>(statement)) return contains(loop->getCond(), isCompoundLiteral);
    if (auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement))
      return contains(choice->getCond(), isCompoundLiteral);
    return false;
  }

  clang::CompoundStmt* block(clang::Stmt* statement) {
    auto* made = clang::CompoundStmt::Create(context_, {statement}, clang::FPOptionsOverride(),
                                             statement->getBeginLoc(), statement->getEndLoc());
    made_.insert(made);
    return made;
  }

  /// A full expression as a statement expression, if a temporary is looked at in it. The elements of an initialiser are
  /// full expressions.
  clang::Expr* withTemporaries(clang::Expr* expression) {
    if (auto* list = llvm::dyn_cast<clang::InitListExpr>(expression)) {
      for (unsigned i = 0; i < list->getNumInits(); i++)
        if (clang::Expr* element = list->getInit(i)) list->setInit(i, withTemporaries(element));
      return list;
    }
    const bool isValue = expression->isPRValue() && !llvm::isa<clang::ConstantExpr>(expression);
    if (!isValue || !contains(expression, isTemporaryArray)) return expression;
    return new (context_) clang::StmtExpr(block(expression), expression->getType(), expression->getBeginLoc(),
                                          expression->getEndLoc(), /*TemplateDepth=*/0);
  }

  /// Handles a value that is not used. Clang reads scalars all the same; other values are read as if they were
  /// volatile.
  void discard(clang::Expr* expression) {
    std::vector<clang::Expr*> work = {expression};
    while (!work.empty()) {
      clang::Expr* current = work.back()->IgnoreParens();
      work.pop_back();
      if (auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(current)) {
        work.push_back(choice->getTrueExpr());
        work.push_back(choice->getFalseExpr());
      } else if (auto* binary = llvm::dyn_cast<clang::BinaryOperator>(current)) {
        if (binary->getOpcode() == clang::BO_Comma) work.push_back(binary->getRHS());
      } else if (auto* statement = llvm::dyn_cast<clang::StmtExpr>(current)) {
        clang::CompoundStmt* body = statement->getSubStmt();
        if (auto* last = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back()))
          work.push_back(last);
      } else if (auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(current)) {
        if (cast->getCastKind() == clang::CK_LValueToRValue) readAsVolatile(*cast);
      }
    }
  }

  void readAsVolatile(clang::ImplicitCastExpr& read) {
    clang::Expr* object = read.getSubExpr();
    const clang::QualType type = object->getType();
    if (type.isVolatileQualified() || !(type->isRecordType() || type->isAnyComplexType())) return;
    read.setSubExpr(clang::ImplicitCastExpr::Create(context_, type.withVolatile(), clang::CK_NoOp, object, nullptr,
                                                    clang::VK_LValue, clang::FPOptionsOverride()));
  }

  clang::ASTContext& context_;
  clang::FunctionDecl* const function_;
  clang::Stmt* const body_;
  const bool hasLiterals_;
  const bool hasTemporaries_;
  std::vector<clang::Stmt*> work_;
  llvm::SmallPtrSet<const clang::Stmt*, 8> made_;
};

class BlocksConsumer : public clang::ASTConsumer {
public:
  void Initialize(clang::ASTContext& context) override { context_ = &context; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function == nullptr || !function->doesThisDeclarationHaveABody()) continue;
      Blocks(*context_, function, function->getBody()).run();
    }
    return true;
  }

private:
  clang::ASTContext* context_ = nullptr;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeBlocksExplicit() { return std::make_unique<BlocksConsumer>(); }

} // namespace assay
