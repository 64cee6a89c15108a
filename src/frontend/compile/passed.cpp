#include "frontend/compile/passed.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <algorithm>

namespace assay {

namespace {

using Variables = std::set<const clang::VarDecl*>;

/// Where control is, and which variables are not null there.
struct State {
  Variables known;
  bool isReached = true;
};

State joined(const State& one, const State& other) {
  if (!one.isReached) return other;
  if (!other.isReached) return one;
  State both;
  std::ranges::set_intersection(one.known, other.known, std::inserter(both.known, both.known.end()));
  return both;
}

const clang::VarDecl* variableOf(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  return name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
}

bool isGlobal(const clang::VarDecl& variable) { return variable.hasGlobalStorage() && !variable.isStaticLocal(); }

/// A local pointer whose value only its name can change.
const clang::VarDecl* trackedVariable(const clang::Expr* expression, const Variables& addressTaken) {
  const clang::VarDecl* variable = variableOf(expression);
  const bool isTracked = variable != nullptr && variable->hasLocalStorage() && variable->getType()->isPointerType() &&
                         !addressTaken.contains(variable);
  return isTracked ? variable : nullptr;
}

/// What is assigned below, or has its address taken.
void collectChanges(const clang::Stmt* root, Variables& assigned, Variables& addressTaken) {
  std::vector<const clang::Stmt*> todo = {root};
  while (!todo.empty()) {
    const clang::Stmt* statement = todo.back();
    todo.pop_back();
    if (statement == nullptr) continue;
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(statement);
        operation != nullptr && operation->isAssignmentOp()) {
      if (const clang::VarDecl* variable = variableOf(operation->getLHS())) assigned.insert(variable);
    } else if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(statement)) {
      const clang::VarDecl* variable = variableOf(unary->getSubExpr());
      if (variable != nullptr && unary->isIncrementDecrementOp()) assigned.insert(variable);
      if (variable != nullptr && unary->getOpcode() == clang::UO_AddrOf) addressTaken.insert(variable);
    }
    todo.insert(todo.end(), statement->child_begin(), statement->child_end());
  }
}

class Walk {
public:
  explicit Walk(const clang::FunctionDecl& function) : function_(function), context_(function.getASTContext()) {
    collectChanges(function.getBody(), assigned_, addressTaken_);
  }

  Passed run() {
    State state;
    walk(function_.getBody(), state);
    return std::move(passed_);
  }

private:
  void walk(const clang::Stmt* statement, State& state);
  void walkIf(const clang::IfStmt& branch, State& state);
  void walkLoop(const clang::Stmt& loop, const clang::Expr* condition, const clang::Stmt* body,
                const clang::Expr* increment, State& state);
  void walkSwitch(const clang::SwitchStmt& choice, State& state);
  void evaluate(const clang::Expr* expression, State& state);
  void evaluateChoice(const clang::Expr& condition, const clang::Expr* ifTrue, const clang::Expr* ifFalse,
                      State& state);
  void evaluateOperation(const clang::BinaryOperator& operation, State& state);
  void evaluateCall(const clang::CallExpr& call, State& state);
  void assume(const clang::Expr* condition, bool isTrue, State& state) const;
  void assign(const clang::Expr* target, const clang::Expr* value, State& state);
  void storeGlobal(const clang::Expr* target, const clang::Expr* value, const State& state);
  void follow(const clang::Expr* pointer, State& state) const;
  bool isNull(const clang::Expr* expression) const;
  bool isNotNull(const clang::Expr* expression, const State& state) const;
  PassedValue valueOf(const clang::Expr* expression, const State& state) const;

  const clang::FunctionDecl& function_;
  clang::ASTContext& context_;
  Variables assigned_, addressTaken_;
  State atSwitch_; // where the labels of the innermost switch begin
  Passed passed_;
};

void Walk::walk(const clang::Stmt* statement, State& state) {
  if (statement == nullptr) return;
  if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt* part : block->body()) walk(part, state);
  } else if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    for (const clang::Decl* declaration : declared->decls()) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable == nullptr || variable->getInit() == nullptr) continue;
      evaluate(variable->getInit(), state);
      const bool isTracked = variable->getType()->isPointerType() && !addressTaken_.contains(variable);
      if (isTracked && isNotNull(variable->getInit(), state)) state.known.insert(variable);
    }
  } else if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
    walkIf(*branch, state);
  } else if (const auto* asLong = llvm::dyn_cast<clang::WhileStmt>(statement)) {
    walkLoop(*asLong, asLong->getCond(), asLong->getBody(), nullptr, state);
  } else if (const auto* count = llvm::dyn_cast<clang::ForStmt>(statement)) {
    walk(count->getInit(), state);
    walkLoop(*count, count->getCond(), count->getBody(), count->getInc(), state);
  } else if (const auto* once = llvm::dyn_cast<clang::DoStmt>(statement)) {
    walkLoop(*once, nullptr, once->getBody(), once->getCond(), state);
  } else if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    walkSwitch(*choice, state);
  } else if (const auto* oneCase = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    state = atSwitch_;
    walk(oneCase->getSubStmt(), state);
  } else if (const auto* label = llvm::dyn_cast<clang::LabelStmt>(statement)) {
    state = {};
    walk(label->getSubStmt(), state);
  } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    walk(attributed->getSubStmt(), state);
  } else if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    evaluate(expression, state);
  } else {
    for (const clang::Stmt* part : statement->children()) walk(part, state);
    if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::BreakStmt, clang::ContinueStmt>(
            statement))
      state.isReached = false;
  }
}

void Walk::walkIf(const clang::IfStmt& branch, State& state) {
  evaluate(branch.getCond(), state);
  State other = state;
  assume(branch.getCond(), true, state);
  assume(branch.getCond(), false, other);
  walk(branch.getThen(), state);
  walk(branch.getElse(), other);
  state = joined(state, other);
}

void Walk::walkLoop(const clang::Stmt& loop, const clang::Expr* condition, const clang::Stmt* body,
                    const clang::Expr* increment, State& state) {
  Variables changed, ignored;
  collectChanges(&loop, changed, ignored);
  for (const clang::VarDecl* variable : changed) state.known.erase(variable);
  const bool isReached = state.isReached;
  if (condition != nullptr) evaluate(condition, state);
  State inside = state;
  if (condition != nullptr) {
    assume(condition, true, inside);
    assume(condition, false, state);
  }
  walk(body, inside);
  inside.isReached = isReached;
  if (increment != nullptr) evaluate(increment, inside);
}

void Walk::walkSwitch(const clang::SwitchStmt& choice, State& state) {
  evaluate(choice.getCond(), state);
  Variables changed, ignored;
  collectChanges(&choice, changed, ignored);
  for (const clang::VarDecl* variable : changed) state.known.erase(variable);
  const State outer = std::exchange(atSwitch_, state);
  State inside = state;
  walk(choice.getBody(), inside);
  atSwitch_ = outer;
}

void Walk::evaluate(const clang::Expr* expression, State& state) {
  if (expression == nullptr) return;
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return evaluateOperation(*operation, state);
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return evaluateChoice(*choice->getCond(), choice->getTrueExpr(), choice->getFalseExpr(), state);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expression)) return evaluateCall(*call, state);
  if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(expression)) return walk(block->getSubStmt(), state);
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(expression)) return; // it is not evaluated
  for (const clang::Stmt* part : expression->children())
    if (const auto* operand = llvm::dyn_cast_or_null<clang::Expr>(part)) evaluate(operand, state);
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    const clang::VarDecl* variable = variableOf(unary->getSubExpr());
    if (unary->isIncrementDecrementOp()) storeGlobal(unary->getSubExpr(), nullptr, state);
    if (unary->getOpcode() == clang::UO_Deref) follow(unary->getSubExpr(), state);
    if (unary->getOpcode() == clang::UO_AddrOf && variable != nullptr && isGlobal(*variable))
      passed_.opened.insert(variable->getNameAsString());
  } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression);
             member != nullptr && member->isArrow()) {
    follow(member->getBase(), state);
  } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    follow(element->getBase(), state);
  } else if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    if (llvm::isa<clang::FunctionDecl>(name->getDecl())) passed_.addresses.insert(name->getDecl()->getNameAsString());
  }
}

void Walk::evaluateChoice(const clang::Expr& condition, const clang::Expr* ifTrue, const clang::Expr* ifFalse,
                          State& state) {
  evaluate(&condition, state);
  State other = state;
  assume(&condition, true, state);
  assume(&condition, false, other);
  evaluate(ifTrue, state);
  evaluate(ifFalse, other);
  state = joined(state, other);
}

void Walk::evaluateOperation(const clang::BinaryOperator& operation, State& state) {
  if (operation.getOpcode() == clang::BO_LAnd)
    return evaluateChoice(*operation.getLHS(), operation.getRHS(), nullptr, state);
  if (operation.getOpcode() == clang::BO_LOr)
    return evaluateChoice(*operation.getLHS(), nullptr, operation.getRHS(), state);
  evaluate(operation.getLHS(), state);
  evaluate(operation.getRHS(), state);
  if (operation.getOpcode() == clang::BO_Assign)
    assign(operation.getLHS(), operation.getRHS(), state);
  else if (operation.isAssignmentOp())
    storeGlobal(operation.getLHS(), nullptr, state);
}

void Walk::assign(const clang::Expr* target, const clang::Expr* value, State& state) {
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(target->IgnoreParenImpCasts()))
    if (const auto* record = llvm::dyn_cast<clang::RecordDecl>(member->getMemberDecl()->getDeclContext());
        record != nullptr && member->isArrow())
      passed_.writtenTypes.insert(context_.getRecordType(record).getAsString());
  storeGlobal(target, value, state);
  const clang::VarDecl* variable = trackedVariable(target, addressTaken_);
  if (variable == nullptr) return;
  if (isNotNull(value, state))
    state.known.insert(variable);
  else
    state.known.erase(variable);
}

/// A store to a global, or to a part of it; null: of a value that is made of the old one.
void Walk::storeGlobal(const clang::Expr* target, const clang::Expr* value, const State& state) {
  const clang::Expr* whole = target->IgnoreParenImpCasts();
  while (const auto* member = llvm::dyn_cast<clang::MemberExpr>(whole)) {
    if (member->isArrow()) return;
    whole = member->getBase()->IgnoreParenImpCasts();
  }
  const clang::VarDecl* variable = variableOf(whole);
  if (variable == nullptr || !isGlobal(*variable)) return;
  if (variable->getType()->isStructureType()) return passed_.stores.push_back({variable->getNameAsString()});
  if (!variable->getType()->isScalarType()) return;
  if (value == nullptr && variable->getType()->isPointerType()) return; // it is moved: null or not as before
  StoredGlobal stored{variable->getNameAsString()};
  if (value != nullptr) stored.value = valueOf(value, state);
  passed_.stores.push_back(std::move(stored));
}

void Walk::evaluateCall(const clang::CallExpr& call, State& state) {
  const clang::FunctionDecl* callee = call.getDirectCallee();
  if (callee == nullptr) evaluate(call.getCallee(), state);
  for (const clang::Expr* argument : call.arguments()) evaluate(argument, state);
  if (callee == nullptr || callee->getIdentifier() == nullptr) return;
  if (state.isReached && !callee->isVariadic()) {
    PassedCall made{callee->getNameAsString(), {}};
    for (const clang::Expr* argument : call.arguments()) made.arguments.push_back(valueOf(argument, state));
    passed_.calls.push_back(std::move(made));
  }
  if (callee->isNoReturn()) state.isReached = false;
}

void Walk::follow(const clang::Expr* pointer, State& state) const {
  if (const clang::VarDecl* variable = trackedVariable(pointer, addressTaken_)) state.known.insert(variable);
}

/// What the condition says of variables.
void Walk::assume(const clang::Expr* condition, bool isTrue, State& state) const {
  condition = condition->IgnoreParenImpCasts();
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(condition);
      unary != nullptr && unary->getOpcode() == clang::UO_LNot)
    return assume(unary->getSubExpr(), !isTrue, state);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(condition)) { // __builtin_expect
    if (call->getBuiltinCallee() != 0 && call->getNumArgs() == 2) assume(call->getArg(0), isTrue, state);
    return;
  }
  const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (operation == nullptr || operation->isAssignmentOp()) {
    const clang::Expr* tested = operation == nullptr ? condition : operation->getLHS();
    if (isTrue) follow(tested, state);
    return;
  }
  const clang::BinaryOperatorKind kind = operation->getOpcode();
  if ((kind == clang::BO_LAnd && isTrue) || (kind == clang::BO_LOr && !isTrue)) {
    assume(operation->getLHS(), isTrue, state);
    assume(operation->getRHS(), isTrue, state);
  }
  if (!(kind == clang::BO_NE && isTrue) && !(kind == clang::BO_EQ && !isTrue)) return;
  const auto tested = [](const clang::Expr* side) {
    const auto* assignment = llvm::dyn_cast<clang::BinaryOperator>(side->IgnoreParenImpCasts());
    return assignment != nullptr && assignment->getOpcode() == clang::BO_Assign ? assignment->getLHS() : side;
  };
  if (isNull(operation->getRHS())) follow(tested(operation->getLHS()), state);
  if (isNull(operation->getLHS())) follow(tested(operation->getRHS()), state);
}

bool Walk::isNull(const clang::Expr* expression) const {
  return expression->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull) !=
         clang::Expr::NPCK_NotNull;
}

bool Walk::isNotNull(const clang::Expr* expression, const State& state) const {
  expression = expression->IgnoreParenCasts();
  if (expression->getType()->isArrayType() || expression->getType()->isFunctionType()) return true;
  if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return unary->getOpcode() == clang::UO_AddrOf ||
           (unary->isIncrementDecrementOp() && isNotNull(unary->getSubExpr(), state));
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(expression))
    return isNotNull(choice->getTrueExpr(), state) && isNotNull(choice->getFalseExpr(), state);
  if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(expression)) {
    if (operation->getOpcode() == clang::BO_Assign || operation->getOpcode() == clang::BO_Comma)
      return isNotNull(operation->getRHS(), state);
    const bool isMove = operation->isAdditiveOp() && operation->getType()->isPointerType();
    return isMove && (isNotNull(operation->getLHS(), state) || isNotNull(operation->getRHS(), state));
  }
  const clang::VarDecl* variable = trackedVariable(expression, addressTaken_);
  return variable != nullptr && state.known.contains(variable);
}

PassedValue Walk::valueOf(const clang::Expr* expression, const State& state) const {
  PassedValue made;
  if (expression->getType()->isIntegralOrEnumerationType()) {
    clang::Expr::EvalResult number;
    if (expression->EvaluateAsInt(number, context_) && number.Val.getInt().getSignificantBits() <= 64)
      made.number = number.Val.getInt().getExtValue();
    return made;
  }
  if (!expression->getType()->isPointerType()) return made;
  if (isNull(expression)) {
    made.kind = PassedValue::Null;
    return made;
  }
  const clang::Expr* inner = expression->IgnoreParenCasts();
  const clang::QualType type = inner->getType();
  if (const clang::ConstantArrayType* array = context_.getAsConstantArrayType(type))
    if (!llvm::isa<clang::StringLiteral>(inner)) made.elements = array->getSize().getZExtValue();
  const clang::QualType target = type->isPointerType() ? type->getPointeeType()
                                 : type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType()
                                                       : clang::QualType();
  if (!target.isNull() && !target->isVoidType() && !target->isFunctionType())
    made.type = target.getUnqualifiedType().getAsString(clang::PrintingPolicy(context_.getLangOpts()));
  made.isLiteral = llvm::isa<clang::StringLiteral>(inner);
  const auto* address = llvm::dyn_cast<clang::UnaryOperator>(inner);
  const bool isAddress = address != nullptr && address->getOpcode() == clang::UO_AddrOf;
  const clang::VarDecl* object = type->isArrayType() ? variableOf(inner)
                                 : isAddress         ? variableOf(address->getSubExpr())
                                                     : nullptr;
  if (object != nullptr && isGlobal(*object)) made.object = object->getNameAsString();
  const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(trackedVariable(inner, addressTaken_));
  if (isNotNull(expression, state)) {
    made.kind = PassedValue::NotNull;
  } else if (parameter != nullptr && !assigned_.contains(parameter)) {
    made.kind = PassedValue::Parameter;
    made.parameter = parameter->getFunctionScopeIndex();
  }
  return made;
}

} // namespace

Passed passedBy(const clang::FunctionDecl& function) {
  return function.getBody() == nullptr ? Passed() : Walk(function).run();
}

} // namespace assay
