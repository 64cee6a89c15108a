// The contract of program.h, clause by clause.
#include "program/program.h"

#include <algorithm>
#include <optional>

namespace assay {

namespace {

/// Which function's variables a term reads. Each term is visited once for the whole program: its owner does not depend
/// on the edge that uses it.
class Owners {
public:
  explicit Owners(const Program& program) : program_(program), owner_(program.terms().numTerms(), kUnseen) {}

  /// No function: the term reads globals at most. nullopt: it mixes functions or has a variable foreign to the program.
  std::optional<FunctionId> of(Term root) {
    work_.push_back(root);
    while (!work_.empty()) {
      const Term term = work_.back();
      if (owner_[term.id()] != kUnseen) {
        work_.pop_back();
        continue;
      }
      const size_t before = work_.size();
      for (Term child : term.children()) {
        if (owner_[child.id()] == kUnseen) work_.push_back(child);
      }
      if (work_.size() != before) continue;
      work_.pop_back();
      owner_[term.id()] = compute(term);
    }
    const uint32_t owner = owner_[root.id()];
    if (owner == kMixed) return std::nullopt;
    return owner == kGlobal ? FunctionId() : FunctionId(owner);
  }

private:
  static constexpr uint32_t kUnseen = UINT32_MAX, kGlobal = UINT32_MAX - 1, kMixed = UINT32_MAX - 2;

  uint32_t compute(Term term) const {
    if (term.isVariable()) {
      const VariableId variable = program_.variableOf(term);
      if (!variable.valid()) return kMixed;
      const FunctionId function = program_[variable].function;
      return function.valid() ? function.index() : kGlobal;
    }
    uint32_t owner = kGlobal;
    for (Term child : term.children()) {
      const uint32_t other = owner_[child.id()];
      if (other == kGlobal || other == owner) continue;
      if (owner != kGlobal) return kMixed;
      owner = other;
    }
    return owner;
  }

  const Program& program_;
  std::vector<uint32_t> owner_;
  std::vector<Term> work_;
};

bool isValueSort(Sort sort) { return sort.isBool() || sort.isBitVec(); }
bool isVariableSort(Sort sort) { return isValueSort(sort) || (sort.isArray() && isValueSort(sort.element())); }

/// A literal, or an array that is given element by element.
bool isConstant(Term term) {
  for (; term.kind() == Kind::Store; term = term[0]) {
    if (!term[1].isValue() || !term[2].isValue()) return false;
  }
  return term.isValue() || (term.kind() == Kind::ConstArray && term[0].isValue());
}

/// Whether an operation's terms and variables, none of which is missing, have the sorts that it needs.
class SortCheck {
public:
  /// Of an operation of the function.
  SortCheck(const Program& program, FunctionId function) : program_(program), function_(function) {}

  /// Empty, or what is wrong.
  std::string run(const Operation& operation) {
    std::visit([&](const auto& action) { checkSorts(action); }, operation.action);
    return error_;
  }

private:
  bool ok() const { return error_.empty(); }
  void require(bool condition, std::string_view clause) {
    if (!condition && ok()) error_ = clause;
  }
  Sort sortOf(VariableId variable) const { return program_[variable].sort(); }
  void requirePointer(Term term) {
    require(term.sort() == program_.pointerSort(), "has an address or size that is not of pointer width");
  }

  void checkSorts(const Assign& a) { require(sortOf(a.variable) == a.value.sort(), "assigns a value of another sort"); }
  void checkSorts(const Input&) {}
  void checkSorts(const Load& l) {
    requirePointer(l.pointer);
    require(isValueSort(sortOf(l.variable)), "loads what is neither Bool nor a bit-vector");
  }
  void checkSorts(const Store& s) {
    requirePointer(s.pointer);
    require(isValueSort(s.value.sort()), "stores what is neither Bool nor a bit-vector");
  }
  void checkSorts(const Allocate& a) {
    requirePointer(a.size);
    require(sortOf(a.variable) == program_.pointerSort(), "allocates to a variable that is not of pointer width");
  }
  void checkSorts(const Free& f) { requirePointer(f.pointer); }
  void checkSorts(const Copy& c) {
    for (Term term : {c.target, c.source, c.size}) requirePointer(term);
  }
  void checkSorts(const Fill& f) {
    requirePointer(f.target);
    requirePointer(f.size);
    require(f.byte.sort() == program_.terms().bvSort(8), "fills with what is no byte");
  }
  void checkSorts(const Query& q) {
    require(q.arguments.size() == numArguments(q.kind), "has a query with a wrong number of arguments");
    for (Term argument : q.arguments) requirePointer(argument);
    const bool isSize = answerOf(q.kind) == QueryAnswer::Size;
    const Sort result = isSize ? program_.pointerSort() : program_.terms().boolSort();
    require(sortOf(q.variable) == result, "has a query whose result is of another sort");
  }
  void checkSorts(const Step& s) {
    require(s.pointer.isNull() == (s.access == AccessKind::None) && s.size.isNull() == s.pointer.isNull(),
            "has a step that does not say what it accesses");
    if (!ok() || !s.pointer) return;
    requirePointer(s.pointer);
    requirePointer(s.size);
  }
  void checkSorts(const Spawn& s) {
    require(s.callee.valid() && program_[s.callee].hasBody(), "begins a thread with a function without body");
    require(sortOf(s.thread).isBitVec() && sortOf(s.thread).width() <= 64,
            "has a thread's number that is no bit-vector of at most 64 bits");
    if (ok()) checkArguments(s.callee, s.arguments);
  }
  void checkSorts(const Await& a) {
    requirePointer(a.pointer);
    require(sortOf(a.variable).isBool(), "waits and answers what is not Bool");
    require(a.value.sort().isBitVec() && a.value.sort().width() <= 64 && a.value.sort().width() % 8 == 0,
            "waits for what is no number of whole bytes");
  }
  void checkSorts(const Atomic&) {}
  void checkSorts(const Call& c) {
    require(c.callee.valid(), "calls no function");
    if (!ok()) return;
    const Function& callee = program_[c.callee];
    require(!c.result.valid() || callee.result == sortOf(c.result), "takes a call's result as one of another sort");
    if (callee.hasBody()) checkArguments(c.callee, c.arguments); // else its parameters may be unknown
  }
  void checkArguments(FunctionId id, const std::vector<Term>& arguments) {
    const Function& callee = program_[id];
    require(arguments.size() == callee.parameters.size(), "calls a function with a wrong number of arguments");
    if (!ok()) return;
    for (size_t i = 0; i < arguments.size(); ++i)
      require(arguments[i].sort() == sortOf(callee.parameters[i]), "passes an argument of another sort");
  }
  void checkSorts(const Return& r) {
    const Sort result = program_[function_].result;
    require(r.value ? r.value.sort() == result : result.isNull(),
            "returns a value of another sort than the function's");
  }

  const Program& program_;
  const FunctionId function_;
  std::string error_;
};

class Validator {
public:
  explicit Validator(const Program& program) : program_(program), owners_(program) {}

  std::string run() {
    checkObjects();
    checkVariables();
    for (uint32_t i = 0; i < program_.functions().size() && ok(); ++i) checkFunction(FunctionId(i));
    for (uint32_t i = 0; i < program_.locations().size() && ok(); ++i) checkLocation(LocationId(i));
    for (uint32_t i = 0; i < program_.edges().size() && ok(); ++i) {
      if (program_[EdgeId(i)].source.valid()) checkEdge(EdgeId(i));
    }
    const FunctionId entry = program_.entry();
    require(entry.valid() && program_[entry].hasBody(), "the program has no entry function with a body");
    return error_;
  }

private:
  bool ok() const { return error_.empty(); }
  void require(bool condition, std::string_view clause) {
    if (!condition && ok()) error_ = context_.empty() ? std::string(clause) : context_ + ": " + std::string(clause);
  }

  void checkObjects() {
    require(program_.objects.size() < program_.layout().wildObject(), "there are more objects than numbers for them");
    for (const StaticObject& object : program_.objects) {
      context_ = "object " + object.name;
      require(object.size <= program_.layout().maxObjectSize(), "is larger than offsets can tell");
    }
    context_.clear();
  }

  void checkVariables() {
    for (const Variable& variable : program_.variables()) {
      context_ = "variable " + std::string(variable.name());
      require(isVariableSort(variable.sort()), "is neither Bool nor a bit-vector, nor an array of them");
      require(!variable.isPointer || variable.sort() == program_.pointerSort(), "is a pointer of another width");
      if (variable.function.valid()) {
        require(!variable.initial, "is local and has an initial value");
        require(!variable.isThreadLocal, "is local to a function and to threads");
      } else {
        require(variable.initial && isConstant(variable.initial) && variable.initial.sort() == variable.sort(),
                "is global and its initial value is no constant of its sort");
      }
    }
    context_.clear();
  }

  void checkFunction(FunctionId id) {
    const Function& function = program_[id];
    context_ = "function " + function.name;
    for (VariableId parameter : function.parameters) {
      require(program_[parameter].function == id, "has a parameter that is no variable of it");
    }
    if (function.hasBody()) {
      require(program_[function.entry].function == id, "has an entry in another function");
      require(function.exit.valid() && program_[function.exit].function == id &&
                  program_[function.exit].kind == LocationKind::Exit,
              "has a body but no exit of its own");
    }
    context_.clear();
  }

  void checkLocation(LocationId id) {
    const Location& location = program_[id];
    const Function& function = program_[location.function];
    context_ = "location " + std::to_string(id.index()) + " of " + function.name;
    const bool isPlain = location.kind == LocationKind::Plain;
    require(isPlain != location.out.empty(),
            isPlain ? "is plain and has no outgoing edge" : "is terminal and has an outgoing edge");
    require(location.kind != LocationKind::Exit || function.exit == id, "is a second exit");
    require(function.entry == id || location.kind == LocationKind::Exit || !location.in.empty(),
            "has no incoming edge and is neither entry nor exit");
    for (EdgeId edge : location.out)
      require(program_[edge].source == id, "lists an outgoing edge that starts elsewhere");
    for (EdgeId edge : location.in) require(program_[edge].target == id, "lists an incoming edge that ends elsewhere");
    context_.clear();
  }

  void checkEdge(EdgeId id) {
    const Edge& edge = program_[id];
    const FunctionId function = program_[edge.source].function;
    context_ = "edge " + std::to_string(id.index()) + " of " + program_[function].name;
    require(edge.target.valid() && program_[edge.target].function == function, "leads to another function");
    require(edge.guard && edge.guard.sort().isBool(), "has a guard that is not Bool");
    if (!ok()) return;
    checkTerm(edge.guard, function);
    for (const Operation& operation : edge.operations) {
      function_ = function;
      const bool isLast = &operation == &edge.operations.back();
      require(isLast || !operation.endsEdge(), "has a call or return that is not its last operation");
      const bool beginsTurn = operation.as<Step>() || operation.as<Await>();
      const bool isAlone = &operation == &edge.operations.front() && edge.guard.isTrue();
      require(!beginsTurn || (isAlone && program_[edge.source].out.size() == 1),
              "has a step that does not begin its location's only edge");
      if (operation.as<Return>())
        require(program_[function].exit == edge.target, "returns but does not lead to the exit");
      checkOperation(operation);
      if (!ok()) return;
    }
    context_.clear();
  }

  void checkTerm(Term term, FunctionId function) {
    const std::optional<FunctionId> owner = owners_.of(term);
    require(owner && (!owner->valid() || *owner == function),
            "uses a variable that is neither global nor its function's");
  }

  void checkOperation(const Operation& operation) {
    const VariableId defined = operation.defines();
    if (defined.valid()) {
      const FunctionId owner = program_[defined].function;
      require(!owner.valid() || owner == function_, "writes a variable of another function");
    } else {
      require(!requiresVariable(operation), "has an operation without the variable that it writes");
    }
    for (Term term : operation.terms()) {
      require(!term.isNull(), "has an operation that lacks a term");
      if (!ok()) return;
      checkTerm(term, function_);
    }
    if (!ok()) return;
    const std::string wrong = SortCheck(program_, function_).run(operation);
    require(wrong.empty(), wrong);
  }

  static bool requiresVariable(const Operation& operation) {
    return operation.visit(
        [](const OneOf<Assign, Input, Load, Allocate, Query, Spawn, Await> auto&) { return true; },
        [](const OneOf<Store, Free, Copy, Fill, Call, Return, Step, Atomic> auto&) { return false; });
  }

  const Program& program_;
  Owners owners_;
  std::string error_;
  std::string context_;
  FunctionId function_;
};

} // namespace

std::string validate(const Program& program) { return Validator(program).run(); }

} // namespace assay
