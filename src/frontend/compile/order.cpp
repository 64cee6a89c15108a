#include "frontend/compile/order.h"

#include "frontend/compile/ast.h"
#include "frontend/compile/effects.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <functional>
#include <map>

namespace assay {

namespace {

constexpr unsigned kMostLevels = 3; // each doubles what it holds
constexpr llvm::StringLiteral kUndefined = "side effects on a variable in no order";
constexpr llvm::StringLiteral kChoice = "__assay_unspecified_evaluation_order";
constexpr llvm::StringLiteral kOpen = "operands that C evaluates in any order";

bool meet(const Effects::Variables& some, const Effects::Variables& others) {
  return std::ranges::any_of(some, [&](const clang::VarDecl* one) { return others.contains(one); });
}

/// Both are parts of one expression, with nothing between them that orders them.
bool isUndefined(const Effects& a, const Effects& b) {
  return meet(a.ownWrites, b.ownReads) || meet(a.ownWrites, b.ownWrites) || meet(a.ownReads, b.ownWrites);
}

/// The expressions of one function, the inner ones first.
class Orders {
public:
  Orders(AstBuilder& build, const EffectAnalysis& analysis, clang::FunctionDecl* function)
      : build_(build), analysis_(analysis), function_(function) {}

  void run() {
    std::vector<clang::Stmt**> slots; // parents before children
    std::vector<clang::Stmt*> work = {function_->getBody()};
    while (!work.empty()) {
      clang::Stmt* current = work.back();
      work.pop_back();
      if (llvm::isa<clang::UnaryExprOrTypeTraitExpr, clang::ConstantExpr, clang::GenericSelectionExpr>(current))
        continue;
      for (clang::Stmt*& child : current->children()) {
        if (child == nullptr) continue;
        if (llvm::isa<clang::Expr>(child)) slots.push_back(&child);
        work.push_back(child);
      }
    }
    for (clang::Stmt** slot : llvm::reverse(slots)) {
      auto* expression = llvm::cast<clang::Expr>(*slot);
      note(expression);
      *slot = ordered(expression);
    }
    declareTemporaries();
  }

private:
  struct Operand {
    clang::Expr* expression;
    Effects effects;
    std::function<void(clang::Expr*)> replace;
    bool isMoved = false;
  };

  /// Which expressions may write, or call what does.
  void note(const clang::Expr* expression) {
    bool acts = llvm::isa<clang::CallExpr, clang::StmtExpr, clang::VAArgExpr>(expression);
    if (auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression)) acts |= binary->isAssignmentOp();
    if (auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) acts |= unary->isIncrementDecrementOp();
    for (const clang::Stmt* child : expression->children()) acts |= active_.contains(child);
    if (acts) active_.insert(expression);
  }

  clang::Expr* ordered(clang::Expr* expression) {
    if (!active_.contains(expression)) return expression;
    clang::Expr* result = expression;
    if (auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expression))
      result = orderedCompound(compound);
    else if (auto* binary = llvm::dyn_cast<clang::BinaryOperator>(expression))
      result = orderedBinary(binary);
    else if (auto* call = llvm::dyn_cast<clang::CallExpr>(expression))
      result = orderedCall(call);
    else if (auto* subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression))
      result = orderedSubscript(subscript);
    if (result != expression) active_.insert(result);
    return result;
  }

  clang::Expr* orderedBinary(clang::BinaryOperator* binary) {
    if (binary->isCommaOp() || binary->isLogicalOp()) return binary;
    if (!active_.contains(binary->getLHS()) && !active_.contains(binary->getRHS())) return binary;
    std::vector<Operand> operands(2);
    operands[0] = operand(binary->getLHS(), [=](clang::Expr* made) { binary->setLHS(made); });
    operands[1] = operand(binary->getRHS(), [=](clang::Expr* made) { binary->setRHS(made); });
    if (binary->isAssignmentOp()) {
      Effects store = target(binary->getLHS());
      if (meet(operands[0].effects.pending, store.ownWrites) || meet(operands[1].effects.pending, store.ownWrites))
        return unsupported(kUndefined, binary);
      std::swap(operands[0], operands[1]); // clang's order
    }
    return inEachOrder(binary, operands);
  }

  clang::Expr* orderedCall(clang::CallExpr* call) {
    if (call->getBuiltinCallee() != 0) return call;
    std::vector<Operand> operands;
    if (call->getDirectCallee() == nullptr)
      operands.push_back(operand(call->getCallee(), [=](clang::Expr* made) { call->setCallee(made); }));
    for (unsigned i = 0; i < call->getNumArgs(); i++)
      operands.push_back(operand(call->getArg(i), [=](clang::Expr* made) { call->setArg(i, made); }));
    return inEachOrder(call, operands);
  }

  clang::Expr* orderedSubscript(clang::ArraySubscriptExpr* subscript) {
    const Effects left = analysis_.of(subscript->getLHS()), right = analysis_.of(subscript->getRHS());
    if (!isUndefined(left, right) && !analysis_.conflict(left, right)) return subscript;
    // Its value is an lvalue: (unsupported, base)[index].
    if (!subscript->getLHS()->isGLValue()) subscript->setLHS(unsupported(kOpen, subscript->getLHS()));
    return subscript;
  }

  /// Of `a op= b`, the value of a is read before or after b is evaluated.
  clang::Expr* orderedCompound(clang::CompoundAssignOperator* compound) {
    clang::Expr* left = compound->getLHS();
    if (left->getType()->isAtomicType()) return compound;
    Effects value = analysis_.of(build_.read(left));
    const Effects right = analysis_.of(compound->getRHS());
    if (isUndefined(value, right) || meet(right.pending, target(left).ownWrites))
      return unsupported(kUndefined, compound);
    if (!analysis_.conflict(value, right)) return compound;
    const clang::SourceLocation place = compound->getExprLoc();
    if (!canMove(left) || !canMove(compound->getRHS()) || !fits({level(compound->getRHS()), level(left)}))
      return unsupported(kOpen, compound);
    clang::VarDecl* pointer = temporary(build_.context().getPointerType(left->getType()), place);
    clang::VarDecl* old = temporary(left->getType().getUnqualifiedType(), place);
    clang::VarDecl* by = temporary(compound->getRHS()->getType().getUnqualifiedType(), place);
    const auto read = [&](clang::VarDecl* variable) { return build_.read(build_.name(variable, place)); };
    clang::Expr* reads = build_.sequence(assign(pointer, build_.address(left), place),
                                         assign(old, build_.read(build_.target(read(pointer))), place));
    clang::Expr* evaluates = assign(by, compound->getRHS(), place);
    compound->setLHS(build_.name(old, place));
    compound->setRHS(read(by));
    clang::Expr* stores = build_.binary(clang::BO_Assign, build_.target(read(pointer)), compound, compound->getType());
    return withChoice({evaluates, reads}, stores, place);
  }

  Operand operand(clang::Expr* expression, std::function<void(clang::Expr*)> replace) {
    return {expression, analysis_.of(expression), std::move(replace)};
  }

  /// What a store to the lvalue does.
  Effects target(clang::Expr* left) {
    Effects effects;
    auto* name = llvm::dyn_cast<clang::DeclRefExpr>(left->IgnoreParens());
    auto* variable = name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
    if (variable != nullptr && variable->getType()->isScalarType())
      effects.ownWrites.insert(variable->getCanonicalDecl());
    return effects;
  }

  /// Operands, in clang's order. Those that matter to each other are evaluated in this order or in the other one.
  clang::Expr* inEachOrder(clang::Expr* whole, std::vector<Operand>& operands) {
    for (size_t i = 0; i < operands.size(); i++)
      for (size_t j = 0; j < i; j++) {
        if (isUndefined(operands[i].effects, operands[j].effects)) return unsupported(kUndefined, whole);
        if (!analysis_.conflict(operands[i].effects, operands[j].effects)) continue;
        operands[i].isMoved = operands[j].isMoved = true;
      }
    std::vector<unsigned> levels;
    for (const Operand& one : operands) {
      if (!one.isMoved) continue;
      if (!canMove(one.expression)) return unsupported(kOpen, whole);
      levels.push_back(level(one.expression));
    }
    if (levels.empty()) return whole;
    if (!fits(levels)) return unsupported(kOpen, whole);
    std::vector<clang::Expr*> steps;
    for (Operand& one : operands)
      if (one.isMoved) steps.push_back(move(one, whole->getExprLoc()));
    return withChoice(steps, whole, whole->getExprLoc());
  }

  /// Of two steps, one stands in the code twice; of more, all do.
  static bool fits(const std::vector<unsigned>& levels) {
    return (levels.size() == 2 ? std::ranges::min(levels) : std::ranges::max(levels)) < kMostLevels;
  }

  /// An operand's value goes to a temporary; of an lvalue, its address.
  clang::Expr* move(Operand& operand, clang::SourceLocation place) {
    clang::Expr* expression = operand.expression;
    const bool isPlace = expression->isGLValue();
    clang::Expr* value = isPlace ? build_.address(expression) : expression;
    clang::VarDecl* variable = temporary(value->getType().getUnqualifiedType(), place);
    clang::Expr* read = build_.read(build_.name(variable, place));
    operand.replace(isPlace ? build_.target(read) : read);
    return assign(variable, value, place);
  }

  static bool canMove(const clang::Expr* expression) {
    const clang::QualType type = expression->getType();
    return !type->isVariablyModifiedType() && !type->isVoidType() && !type->isArrayType() && !type->isFunctionType() &&
           !expression->refersToBitField() && !expression->refersToVectorElement();
  }

  /// How many choices are nested in it; too many, if its code cannot stand in the program twice.
  unsigned level(const clang::Expr* expression) const {
    unsigned result = 0;
    std::vector<const clang::Stmt*> work = {expression};
    while (!work.empty()) {
      const clang::Stmt* current = work.back();
      work.pop_back();
      if (current == nullptr) continue;
      if (llvm::isa<clang::StmtExpr>(current)) return kMostLevels;
      auto found = levels_.find(current);
      if (found != levels_.end()) {
        result = std::max(result, found->second);
        continue;
      }
      work.insert(work.end(), current->child_begin(), current->child_end());
    }
    return result;
  }

  /// The steps in this order or backwards, and then the whole.
  clang::Expr* withChoice(const std::vector<clang::Expr*>& steps, clang::Expr* whole, clang::SourceLocation place) {
    clang::Expr* chosen = steps.size() == 2 ? eitherFirst(steps[0], steps[1], place) : eitherWay(steps, place);
    clang::Expr* result = build_.sequence(chosen, whole);
    std::vector<unsigned> levels;
    for (const clang::Expr* step : steps) levels.push_back(level(step));
    std::ranges::sort(levels);
    levels_[result] = std::max({levels.size() == 2 ? levels[0] + 1 : levels.back() + 1, levels.back(), level(whole)});
    return result;
  }

  /// choice = ..., (choice ? b : nothing), a, (choice ? nothing : b); or the same for a, if that has less code.
  clang::Expr* eitherFirst(clang::Expr* first, clang::Expr* second, clang::SourceLocation place) {
    const clang::QualType integer = build_.context().IntTy;
    clang::VarDecl* choice = temporary(integer, place);
    const auto either = [&](clang::Expr* backwards, clang::Expr* forwards) {
      return choose(build_.read(build_.name(choice, place)), backwards, forwards, place);
    };
    clang::Expr* chosen = assign(choice, build_.call(kChoice, integer, "", place), place);
    clang::Expr* nothing = build_.cast(build_.context().VoidTy, clang::CK_ToVoid, build_.number(0, integer, place));
    const bool isSecondTwice = level(second) <= level(first);
    clang::Expr* before = isSecondTwice ? either(second, nothing) : either(nothing, first);
    clang::Expr* after = isSecondTwice ? either(nothing, second) : either(first, nothing);
    clang::Expr* middle = isSecondTwice ? first : second;
    return build_.sequence(build_.sequence(build_.sequence(chosen, before), middle), after);
  }

  /// choice ? the steps backwards : the steps
  clang::Expr* eitherWay(std::vector<clang::Expr*> steps, clang::SourceLocation place) {
    const auto all = [&] {
      clang::Expr* result = steps.front();
      for (size_t i = 1; i < steps.size(); i++) result = build_.sequence(result, steps[i]);
      return result;
    };
    clang::Expr* forwards = all();
    std::ranges::reverse(steps);
    return choose(build_.call(kChoice, build_.context().IntTy, "", place), all(), forwards, place);
  }

  clang::Expr* choose(clang::Expr* condition, clang::Expr* yes, clang::Expr* no, clang::SourceLocation place) {
    const clang::QualType nothing = build_.context().VoidTy;
    return new (build_.context()) clang::ConditionalOperator(
        condition, place, build_.cast(nothing, clang::CK_ToVoid, yes), place,
        build_.cast(nothing, clang::CK_ToVoid, no), nothing, clang::VK_PRValue, clang::OK_Ordinary);
  }

  clang::Expr* unsupported(llvm::StringRef what, clang::Expr* expression) {
    return build_.sequence(build_.unsupported(what, expression->getExprLoc()), expression);
  }

  clang::Expr* assign(clang::VarDecl* variable, clang::Expr* value, clang::SourceLocation place) {
    return build_.binary(clang::BO_Assign, build_.name(variable, place), value, variable->getType());
  }

  clang::VarDecl* temporary(clang::QualType type, clang::SourceLocation place) {
    clang::ASTContext& context = build_.context();
    auto* variable = clang::VarDecl::Create(context, function_, place, place, &context.Idents.get("operand"), type,
                                            context.getTrivialTypeSourceInfo(type), clang::SC_None);
    variable->setImplicit();
    variable->addAttr(clang::NoDebugAttr::CreateImplicit(context));
    temporaries_.push_back(variable);
    return variable;
  }

  /// Temporaries belong to the function, because the expressions that use them stand in the code twice.
  void declareTemporaries() {
    if (temporaries_.empty()) return;
    clang::ASTContext& context = build_.context();
    auto* body = llvm::cast<clang::CompoundStmt>(function_->getBody());
    std::vector<clang::Stmt*> statements;
    for (clang::Decl* variable : temporaries_)
      statements.push_back(
          new (context) clang::DeclStmt(clang::DeclGroupRef(variable), body->getLBracLoc(), body->getLBracLoc()));
    statements.insert(statements.end(), body->body_begin(), body->body_end());
    function_->setBody(clang::CompoundStmt::Create(context, statements, body->getStoredFPFeaturesOrDefault(),
                                                   body->getLBracLoc(), body->getRBracLoc()));
  }

  AstBuilder& build_;
  const EffectAnalysis& analysis_;
  clang::FunctionDecl* const function_;
  std::set<const clang::Stmt*> active_;
  std::map<const clang::Stmt*, unsigned> levels_;
  std::vector<clang::VarDecl*> temporaries_;
};

/// What a function calls may stand behind it: everything waits for the end of the file.
class OrdersConsumer : public clang::ASTConsumer {
public:
  explicit OrdersConsumer(std::unique_ptr<clang::ASTConsumer> next) : next_(std::move(next)) {}

  void Initialize(clang::ASTContext& context) override { next_->Initialize(context); }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group) {
      auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
      if (function != nullptr && function->doesThisDeclarationHaveABody()) functions_.push_back(function);
    }
    later_.emplace_back([this, group] { next_->HandleTopLevelDecl(group); });
    return true;
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
    later_.emplace_back([this, function] { next_->HandleInlineFunctionDefinition(function); });
  }
  void HandleInterestingDecl(clang::DeclGroupRef group) override {
    later_.emplace_back([this, group] { next_->HandleInterestingDecl(group); });
  }
  void HandleTagDeclDefinition(clang::TagDecl* declaration) override {
    later_.emplace_back([this, declaration] { next_->HandleTagDeclDefinition(declaration); });
  }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl* declaration) override {
    later_.emplace_back([this, declaration] { next_->HandleTagDeclRequiredDefinition(declaration); });
  }
  void CompleteTentativeDefinition(clang::VarDecl* variable) override {
    later_.emplace_back([this, variable] { next_->CompleteTentativeDefinition(variable); });
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl* declaration) override {
    later_.emplace_back([this, declaration] { next_->CompleteExternalDeclaration(declaration); });
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred()) {
      AstBuilder build(context);
      const EffectAnalysis analysis(context, functions_);
      for (clang::FunctionDecl* function : functions_) Orders(build, analysis, function).run();
    }
    for (const std::function<void()>& event : later_) event();
    next_->HandleTranslationUnit(context);
  }

private:
  std::unique_ptr<clang::ASTConsumer> next_;
  std::vector<clang::FunctionDecl*> functions_;
  std::vector<std::function<void()>> later_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> makeOrderExplicit(std::unique_ptr<clang::ASTConsumer> next) {
  return std::make_unique<OrdersConsumer>(std::move(next));
}

} // namespace assay
