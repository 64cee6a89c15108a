#include "frontend/harness/usage.h"

#include "frontend/harness/types.h"

#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Stmt.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace assay {

namespace {

const clang::VarDecl* variableOf(const clang::Expr* expression) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenCasts());
  return name == nullptr ? nullptr : llvm::dyn_cast<clang::VarDecl>(name->getDecl());
}

bool endsProgram(const clang::Stmt* statement) {
  const auto* call = llvm::dyn_cast_or_null<clang::CallExpr>(
      llvm::isa_and_nonnull<clang::Expr>(statement) ? llvm::cast<clang::Expr>(statement)->IgnoreParenCasts()
                                                    : statement);
  return call != nullptr && call->getDirectCallee() != nullptr && call->getDirectCallee()->isNoReturn();
}

/// The condition of an assert; null: this is none.
const clang::Expr* assertedBy(const clang::Stmt* statement) {
  if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return endsProgram(branch->getElse()) ? branch->getCond() : nullptr;
  if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(statement))
    return endsProgram(choice->getFalseExpr()) ? choice->getCond() : nullptr;
  return nullptr;
}

/// Library functions that look at so many bytes as one of their arguments says, and no more: which arguments are pointers,
/// and which one is the number.
struct BoundedCall {
  std::string_view name;
  std::array<int, 2> pointers; // -1: none
  int length;
  bool writesFirst;
};
constexpr std::array<BoundedCall, 12> kBoundedCalls = {{{"memcpy", {0, 1}, 2, true},
                                                        {"memmove", {0, 1}, 2, true},
                                                        {"memset", {0, -1}, 2, true},
                                                        {"memcmp", {0, 1}, 2, false},
                                                        {"memchr", {0, -1}, 2, false},
                                                        {"snprintf", {0, -1}, 1, true},
                                                        {"vsnprintf", {0, -1}, 1, true},
                                                        {"fgets", {0, -1}, 1, true},
                                                        {"read", {1, -1}, 2, true},
                                                        {"write", {1, -1}, 2, false},
                                                        {"recv", {1, -1}, 2, true},
                                                        {"send", {1, -1}, 2, false}}};

/// Library functions that want texts, without a length: which arguments are.
struct TextCall {
  std::string_view name;
  std::array<int, 2> texts; // -1: none
};
constexpr std::array<TextCall, 22> kTextCalls = {
    {{"strlen", {0, -1}}, {"strcmp", {0, 1}},  {"strcasecmp", {0, 1}}, {"strchr", {0, -1}}, {"strrchr", {0, -1}},
     {"strstr", {0, 1}},  {"strdup", {0, -1}}, {"strpbrk", {0, 1}},    {"strspn", {0, 1}},  {"strcspn", {0, 1}},
     {"strcpy", {1, -1}}, {"strcat", {0, 1}},  {"strncat", {0, -1}},   {"atoi", {0, -1}},   {"atol", {0, -1}},
     {"atof", {0, -1}},   {"strtol", {0, -1}}, {"strtoul", {0, -1}},   {"strtod", {0, -1}}, {"puts", {0, -1}},
     {"fputs", {0, -1}},  {"fopen", {0, 1}}}};

class Using {
public:
  explicit Using(const clang::FunctionDecl& function, unsigned depth = 0)
      : function_(function), depth_(depth), context_(function.getASTContext()), uses_(function.getNumParams()),
        lengths_(function.getNumParams()), targets_(function.getNumParams()) {}

  std::vector<ParameterUse> run() {
    for (bool goesOn = true; goesOn;) { // what a local is a copy of
      const size_t before = aliases_.size();
      visit([&](const clang::Stmt& statement) { findAliases(statement); });
      goesOn = aliases_.size() != before;
    }
    visit([&](const clang::Stmt& statement) { findComparisons(statement); });
    visit([&](const clang::Stmt& statement) { look(statement); });
    for (size_t i = 0; i < uses_.size(); ++i) {
      if (lengths_[i].empty() && counters_.size() == 1 && uses_[i].isMoved && steps_.contains(i)) {
        lengths_[i] = counters_;
        uses_[i].isGuess = true;
      }
      if (lengths_[i].size() == 1) uses_[i].length = *lengths_[i].begin();
      uses_[i].isCache |= innerTested_.contains(i) && innerSet_.contains(i);
      uses_[i].leadsToOutput = outputs_.contains(i) && !inputs_.contains(i);
      if (uses_[i].index && (!lengths_[i].empty() || isCompared(*uses_[i].index))) uses_[i].index.reset();
      if (targets_[i].size() == 1) uses_[i].target = *targets_[i].begin();
    }
    return std::move(uses_);
  }

private:
  /// Every statement of the body once. What an assert says is no test.
  template <class Look>
  void visit(Look look) const {
    std::vector<const clang::Stmt*> todo = {function_.getBody()};
    while (!todo.empty()) {
      const clang::Stmt* statement = todo.back();
      todo.pop_back();
      if (statement == nullptr || assertedBy(statement) != nullptr) continue;
      look(*statement);
      todo.insert(todo.end(), statement->child_begin(), statement->child_end());
    }
  }

  std::optional<size_t> parameterOf(const clang::Expr* expression) const {
    const auto* parameter = llvm::dyn_cast_or_null<clang::ParmVarDecl>(variableOf(expression));
    if (parameter == nullptr || parameter->getDeclContext() != &function_) return std::nullopt;
    return parameter->getFunctionScopeIndex();
  }
  std::optional<size_t> pointerParameter(const clang::Expr* expression) const {
    const std::optional<size_t> found = parameterOf(expression);
    return found && function_.getParamDecl(*found)->getType()->isPointerType() ? found : std::nullopt;
  }
  std::optional<size_t> integerParameter(const clang::Expr* expression) const {
    const std::optional<size_t> found = parameterOf(expression);
    if (!found) return std::nullopt;
    const clang::QualType type = function_.getParamDecl(*found)->getType();
    return type->isIntegerType() && !type->isBooleanType() && !type->isEnumeralType() && !isByte(type) ? found
                                                                                                       : std::nullopt;
  }

  /// The parameter that a pointer is computed from: p, p + 1, *p++, a copy of p.
  std::optional<size_t> baseOf(const clang::Expr* pointer) const {
    for (;;) {
      pointer = pointer->IgnoreParenCasts();
      if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
          unary != nullptr && unary->isIncrementDecrementOp()) {
        pointer = unary->getSubExpr();
      } else if (const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(pointer);
                 sum != nullptr && sum->isAdditiveOp() && sum->getType()->isPointerType()) {
        pointer = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
      } else {
        break;
      }
    }
    if (const auto own = pointerParameter(pointer)) return own;
    const auto alias = aliases_.find(variableOf(pointer));
    return alias == aliases_.end() ? std::nullopt : std::optional<size_t>(alias->second);
  }

  bool isCompared(size_t parameter) const { return counters_.contains(parameter) || compared_.contains(parameter); }

  void findAliases(const clang::Stmt& statement) {
    const auto add = [&](const clang::VarDecl* variable, const clang::Expr* value) {
      if (variable == nullptr || value == nullptr || !variable->getType()->isPointerType()) return;
      if (llvm::isa<clang::ParmVarDecl>(variable) || !variable->hasLocalStorage()) return;
      if (const auto base = baseOf(value)) aliases_.emplace(variable, *base);
    };
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(&statement))
      for (const clang::Decl* declaration : declared->decls())
        if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration)) add(variable, variable->getInit());
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&statement);
        operation != nullptr && operation->getOpcode() == clang::BO_Assign)
      add(variableOf(operation->getLHS()), operation->getRHS());
  }

  /// The parameter that bounds something: n, and n / 2, n >> 1, n - 1.
  std::optional<size_t> boundParameter(const clang::Expr* bound) const {
    const auto* part = llvm::dyn_cast<clang::BinaryOperator>(bound->IgnoreParenImpCasts());
    const bool isPart = part != nullptr && (part->getOpcode() == clang::BO_Div || part->getOpcode() == clang::BO_Shr ||
                                            part->getOpcode() == clang::BO_Sub);
    clang::Expr::EvalResult number;
    return integerParameter(isPart && part->getRHS()->EvaluateAsInt(number, context_) ? part->getLHS() : bound);
  }

  /// Which variables stay below which parameters: i < n. And which parameters are counted down.
  void findComparisons(const clang::Stmt& statement) {
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&statement);
        unary != nullptr && unary->isDecrementOp())
      if (const auto number = integerParameter(unary->getSubExpr())) counters_.insert(*number);
    const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&statement);
    if (operation == nullptr) return;
    if (operation->getOpcode() == clang::BO_SubAssign)
      if (const auto number = integerParameter(operation->getLHS())) counters_.insert(*number);
    const clang::Expr *small = operation->getLHS(), *large = operation->getRHS();
    if (operation->isComparisonOp())
      for (const clang::Expr* side : {small, large})
        if (const auto number = integerParameter(side)) compared_.insert(*number);
    if (operation->getOpcode() == clang::BO_GT || operation->getOpcode() == clang::BO_GE) std::swap(small, large);
    if (operation->isEqualityOp()) {
      boundByEnd(small, large);
      boundByEnd(large, small);
    }
    if (!operation->isRelationalOp() && operation->getOpcode() != clang::BO_NE) return;
    const clang::VarDecl* index = variableOf(small);
    if (const auto bound = boundParameter(large); bound && index != nullptr && !integerParameter(small))
      bounds_[index].insert(*bound);
    boundByEnd(small, large);
  }

  /// What a local variable begins with; else what stands there.
  static const clang::Expr* beginningOf(const clang::Expr* expression) {
    const clang::VarDecl* variable = variableOf(expression);
    const bool isLocal = variable != nullptr && variable->hasLocalStorage() && variable->getInit() != nullptr;
    return isLocal ? variable->getInit() : expression;
  }

  /// p < base + n, also where that sum is a variable
  void boundByEnd(const clang::Expr* small, const clang::Expr* large) {
    large = beginningOf(large);
    const auto* sum = llvm::dyn_cast<clang::BinaryOperator>(large->IgnoreParenCasts());
    if (sum == nullptr || sum->getOpcode() != clang::BO_Add || !small->getType()->isPointerType()) return;
    const auto base = baseOf(sum->getLHS());
    const auto length = integerParameter(sum->getRHS());
    if (base && length) lengths_[*base].insert(*length);
  }

  /// The parameter p of *p.
  std::optional<size_t> innerPointer(const clang::Expr* expression) const {
    const auto* inner = llvm::dyn_cast<clang::UnaryOperator>(expression->IgnoreParenImpCasts());
    return inner != nullptr && inner->getOpcode() == clang::UO_Deref ? pointerParameter(inner->getSubExpr())
                                                                     : std::nullopt;
  }

  void test(const clang::Expr* condition) {
    if (condition == nullptr) return;
    condition = condition->IgnoreParenImpCasts();
    if (const auto tested = pointerParameter(condition)) uses_[*tested].isTested = true;
    if (const auto tested = innerPointer(condition)) innerTested_.insert(*tested);
  }

  void look(const clang::Stmt& statement) {
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(&statement)) test(branch->getCond());
    if (const auto* loop = llvm::dyn_cast<clang::WhileStmt>(&statement)) test(loop->getCond());
    if (const auto* loop = llvm::dyn_cast<clang::DoStmt>(&statement)) test(loop->getCond());
    if (const auto* loop = llvm::dyn_cast<clang::ForStmt>(&statement)) test(loop->getCond());
    if (const auto* choice = llvm::dyn_cast<clang::ConditionalOperator>(&statement)) test(choice->getCond());
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(&statement)) lookAtOperation(*operation);
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(&statement)) lookAtUnary(*unary);
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(&statement)) lookAtCall(*call);
    if (const auto* cast = llvm::dyn_cast<clang::CastExpr>(&statement)) lookAtCast(*cast);
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&statement)) lookAtElement(*element);
  }

  void lookAtOperation(const clang::BinaryOperator& operation) {
    if (operation.isLogicalOp()) {
      test(operation.getLHS());
      test(operation.getRHS());
    }
    if (operation.isEqualityOp()) {
      const auto isNull = [&](const clang::Expr* side) {
        return side->isNullPointerConstant(context_, clang::Expr::NPC_ValueDependentIsNull) !=
               clang::Expr::NPCK_NotNull;
      };
      if (isNull(operation.getRHS())) test(operation.getLHS());
      if (isNull(operation.getLHS())) test(operation.getRHS());
    }
    if (operation.isAssignmentOp()) {
      if (const auto base = targetOf(operation.getLHS())) uses_[*base].isWritten = true;
      if (const auto base = innerPointer(operation.getLHS())) innerSet_.insert(*base);
      if (const auto base = targetByInner(operation.getLHS()))
        (operation.isCompoundAssignmentOp() ? inputs_ : outputs_).insert(*base);
      if (operation.isCompoundAssignmentOp())
        if (const auto base = targetOf(operation.getLHS())) uses_[*base].isRead = true;
      // Kept by somebody: in memory, or in a variable that is known as no copy.
      if (const auto base = baseOf(operation.getRHS()); base && operation.getRHS()->getType()->isPointerType()) {
        const clang::VarDecl* variable = variableOf(operation.getLHS());
        if (variable == nullptr || (!aliases_.contains(variable) && !pointerParameter(operation.getLHS())))
          uses_[*base].isRead = uses_[*base].isPassedOn = true;
      }
      if (operation.isCompoundAssignmentOp() && operation.getLHS()->getType()->isPointerType())
        step(operation.getLHS());
    }
  }

  /// The parameter that a place is reached by.
  std::optional<size_t> targetOf(const clang::Expr* place) const {
    place = place->IgnoreParens();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(place);
        unary != nullptr && unary->getOpcode() == clang::UO_Deref)
      return baseOf(unary->getSubExpr());
    if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place)) return baseOf(element->getBase());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(place))
      return member->isArrow() ? baseOf(member->getBase()) : targetOf(member->getBase());
    return std::nullopt;
  }

  /// The parameter p of a place (*p)[i] or *(*p)++.
  std::optional<size_t> targetByInner(const clang::Expr* place) const {
    place = place->IgnoreParens();
    const clang::Expr* pointer = nullptr;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(place);
        unary != nullptr && unary->getOpcode() == clang::UO_Deref)
      pointer = unary->getSubExpr();
    else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(place))
      pointer = element->getBase();
    if (pointer == nullptr) return std::nullopt;
    pointer = pointer->IgnoreParenCasts();
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(pointer);
        unary != nullptr && unary->isIncrementDecrementOp())
      pointer = unary->getSubExpr()->IgnoreParens();
    return innerPointer(pointer);
  }

  void step(const clang::Expr* pointer) {
    const auto base = baseOf(pointer);
    if (!base) return;
    uses_[*base].isMoved = true;
    steps_.insert(*base);
  }

  void lookAtUnary(const clang::UnaryOperator& unary) {
    if (unary.getOpcode() == clang::UO_LNot) test(unary.getSubExpr());
    if (unary.isIncrementDecrementOp() && unary.getSubExpr()->getType()->isPointerType()) step(unary.getSubExpr());
    if (unary.isIncrementDecrementOp())
      if (const auto base = targetOf(unary.getSubExpr())) uses_[*base].isRead = uses_[*base].isWritten = true;
    if (unary.getOpcode() == clang::UO_AddrOf)
      if (const auto base = targetOf(unary.getSubExpr())) uses_[*base].isRead = true;
  }

  void lookAtElement(const clang::ArraySubscriptExpr& element) {
    const auto base = baseOf(element.getBase());
    if (!base) return;
    const clang::Expr* index = element.getIdx()->IgnoreParenImpCasts();
    clang::Expr::EvalResult number;
    if (!index->EvaluateAsInt(number, context_) || number.Val.getInt() != 0) uses_[*base].isMoved = true;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(index);
        unary != nullptr && unary->isIncrementDecrementOp())
      index = unary->getSubExpr();
    if (const auto own = integerParameter(index); own && pointerParameter(element.getBase())) uses_[*base].index = own;
    if (const auto bound = bounds_.find(variableOf(index)); bound != bounds_.end())
      lengths_[*base].insert(bound->second.begin(), bound->second.end());
  }

  void lookAtCall(const clang::CallExpr& call) {
    const clang::FunctionDecl* callee = call.getDirectCallee();
    std::string name = callee != nullptr && callee->getIdentifier() != nullptr ? callee->getNameAsString() : "";
    if (name.starts_with("__builtin_")) name = name.substr(10);
    const auto known = std::ranges::find(kBoundedCalls, name, &BoundedCall::name);
    for (unsigned i = 0; i < call.getNumArgs(); ++i) {
      const clang::Expr* argument = call.getArg(i);
      if (!argument->getType()->isPointerType()) continue;
      const auto base = baseOf(argument);
      if (!base) continue;
      const bool isBounded = known != kBoundedCalls.end() &&
                             std::ranges::find(known->pointers, static_cast<int>(i)) != known->pointers.end() &&
                             static_cast<unsigned>(known->length) < call.getNumArgs();
      const bool isOnlyWritten = isBounded && known->writesFirst && static_cast<int>(i) == known->pointers[0];
      const bool isTextTarget = (name == "strcpy" || name == "sprintf" || name == "stpcpy") && i == 0;
      uses_[*base].isMoved |= isBounded || isTextTarget;
      uses_[*base].isPassedOn |= !isTextTarget;
      (isOnlyWritten || isTextTarget ? uses_[*base].isWritten : uses_[*base].isRead) = true;
      const auto isOwn = pointerParameter(argument);
      if (isOwn) uses_[*isOwn].isCache |= isCacheOf(callee, i);
      const auto asText = std::ranges::find(kTextCalls, name, &TextCall::name);
      if (isOwn && asText != kTextCalls.end() &&
          std::ranges::find(asText->texts, static_cast<int>(i)) != asText->texts.end())
        uses_[*isOwn].isString = true;
      if (isBounded && isOwn)
        if (const auto length = integerParameter(call.getArg(static_cast<unsigned>(known->length))))
          lengths_[*base].insert(*length);
    }
  }

  /// Whether that is what the function that is called takes its argument for.
  bool isCacheOf(const clang::FunctionDecl* callee, unsigned argument) const {
    constexpr unsigned kDeepest = 3;
    const clang::FunctionDecl* body = callee == nullptr ? nullptr : callee->getDefinition();
    if (body == nullptr || depth_ >= kDeepest || argument >= body->getNumParams()) return false;
    const clang::QualType type = body->getParamDecl(argument)->getType();
    if (!type->isPointerType() || !type->getPointeeType()->isPointerType()) return false;
    return Using(*body, depth_ + 1).run()[argument].isCache;
  }

  void noteRead(const clang::Expr* place) {
    if (const auto base = targetOf(place)) uses_[*base].isRead = true;
    if (const auto base = targetByInner(place)) inputs_.insert(*base);
  }

  void lookAtCast(const clang::CastExpr& cast) {
    if (cast.getCastKind() == clang::CK_LValueToRValue) noteRead(cast.getSubExpr());
    if (cast.getCastKind() != clang::CK_BitCast || !cast.getType()->isPointerType()) return;
    if (const auto parameter = pointerParameter(cast.getSubExpr())) {
      const clang::QualType target = cast.getType()->getPointeeType().getCanonicalType().getUnqualifiedType();
      if (target->isSpecificBuiltinType(clang::BuiltinType::Char_S)) uses_[*parameter].isText = true;
      if (!target->isVoidType() && !isByte(target)) targets_[*parameter].insert(target);
    }
  }

  struct Before {
    bool operator()(clang::QualType one, clang::QualType other) const {
      return one.getAsOpaquePtr() < other.getAsOpaquePtr();
    }
  };

  const clang::FunctionDecl& function_;
  const unsigned depth_; // of calls from the one that is asked for
  clang::ASTContext& context_;
  std::vector<ParameterUse> uses_;
  std::map<const clang::VarDecl*, size_t> aliases_;
  std::map<const clang::VarDecl*, std::set<size_t>> bounds_;
  std::vector<std::set<size_t>> lengths_;
  std::vector<std::set<clang::QualType, Before>> targets_;
  std::set<size_t> counters_, steps_, compared_;
  std::set<size_t> innerTested_, innerSet_;
  std::set<size_t> outputs_, inputs_; // what the pointer that a parameter leads to is used for
};

/// Writes parameters by other names.
class Renaming : public clang::PrinterHelper {
public:
  explicit Renaming(const std::vector<std::string>& names) : names_(names) {}
  bool handledStmt(clang::Stmt* statement, llvm::raw_ostream& out) override {
    const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(statement);
    const auto* parameter = name == nullptr ? nullptr : llvm::dyn_cast<clang::ParmVarDecl>(name->getDecl());
    if (parameter == nullptr || parameter->getFunctionScopeIndex() >= names_.size()) return false;
    out << names_[parameter->getFunctionScopeIndex()];
    return true;
  }

private:
  const std::vector<std::string>& names_;
};

/// Whether it speaks of parameters, constants and what parameters lead to, and does nothing.
bool isPlainCondition(const clang::Expr* root) {
  std::vector<const clang::Stmt*> todo = {root};
  bool hasParameter = false;
  while (!todo.empty()) {
    const clang::Stmt* part = todo.back();
    todo.pop_back();
    if (part == nullptr) return false;
    if (llvm::isa<clang::CallExpr, clang::StmtExpr, clang::StringLiteral, clang::CompoundLiteralExpr>(part))
      return false;
    if (const auto* operation = llvm::dyn_cast<clang::BinaryOperator>(part);
        operation != nullptr && operation->isAssignmentOp())
      return false;
    if (const auto* unary = llvm::dyn_cast<clang::UnaryOperator>(part);
        unary != nullptr && unary->isIncrementDecrementOp())
      return false;
    if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(part)) {
      hasParameter |= llvm::isa<clang::ParmVarDecl>(name->getDecl());
      if (!llvm::isa<clang::ParmVarDecl, clang::EnumConstantDecl>(name->getDecl())) return false;
    }
    todo.insert(todo.end(), part->child_begin(), part->child_end());
  }
  return hasParameter;
}

/// The first assert in a statement that is nothing but that.
const clang::Expr* assertIn(const clang::Stmt* statement) {
  while (statement != nullptr) {
    if (const clang::Expr* condition = assertedBy(statement)) return condition;
    if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
      const clang::Expr* inner = expression->IgnoreParenCasts();
      if (const auto* comma = llvm::dyn_cast<clang::BinaryOperator>(inner);
          comma != nullptr && comma->getOpcode() == clang::BO_Comma)
        statement = comma->getRHS();
      else if (const auto* block = llvm::dyn_cast<clang::StmtExpr>(inner))
        statement = block->getSubStmt();
      else if (inner != statement)
        statement = inner;
      else
        return nullptr;
    } else if (const auto* block = llvm::dyn_cast<clang::CompoundStmt>(statement);
               block != nullptr && block->size() == 1) {
      statement = block->body_front();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

} // namespace

std::vector<ParameterUse> usesOfParameters(const clang::FunctionDecl& function) { return Using(function).run(); }

std::vector<std::string> assertedAtBegin(const clang::FunctionDecl& function, const std::vector<std::string>& names) {
  std::vector<std::string> conditions;
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (body == nullptr) return conditions;
  Renaming renaming(names);
  for (const clang::Stmt* statement : body->body()) {
    if (llvm::isa<clang::NullStmt>(statement)) continue;
    if (const auto* declared = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      const bool isBare = std::ranges::all_of(declared->decls(), [](const clang::Decl* declaration) {
        const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
        return variable == nullptr || variable->getInit() == nullptr;
      });
      if (isBare) continue;
    }
    const clang::Expr* condition = assertIn(statement);
    if (condition == nullptr) break;
    if (!isPlainCondition(condition)) continue;
    std::string text;
    llvm::raw_string_ostream out(text);
    condition->printPretty(out, &renaming, clang::PrintingPolicy(function.getASTContext().getLangOpts()));
    conditions.push_back(text);
  }
  return conditions;
}

} // namespace assay
