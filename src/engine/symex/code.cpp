#include "engine/symex/code.h"

#include "term/traverse.h"

#include <algorithm>
#include <cassert>

namespace assay::symex {

/// Compiles the operations and the guard of one edge.
class EdgeCompiler {
public:
  EdgeCompiler(CodeCache& cache, FunctionCode& function) : cache_(cache), function_(function) {}

  EdgeCode compile(EdgeId id) {
    const Edge& edge = cache_.program_[id];
    EdgeCode result;
    result.id = id;
    result.target = edge.target;
    result.unguarded = edge.guard.isTrue();
    code_ = &result.guardCode;
    begin();
    result.guard = value(edge.guard);
    code_ = &result.code;
    for (const Operation& operation : edge.operations) {
      begin();
      first_ = static_cast<uint32_t>(code_->size());
      std::visit([&](const auto& action) { compile(action, operation, result); }, operation.action);
    }
    if (result.call) result.call->returnTo = edge.target;
    cache_.maxTemporaries_ = std::max(cache_.maxTemporaries_, maxTemporaries_);
    return result;
  }

private:
  void begin() {
    known_.clear();
    numTemporaries_ = 0;
  }

  Ref temporary() {
    const Ref ref{Space::Temporary, numTemporaries_++};
    maxTemporaries_ = std::max(maxTemporaries_, numTemporaries_);
    return ref;
  }

  Ref constant(Term term) {
    function_.constants.push_back(SymValue::of(term));
    return {Space::Constant, static_cast<uint32_t>(function_.constants.size() - 1)};
  }

  Ref leaf(Term term) {
    const VariableId variable = term.isVariable() ? cache_.program_.variableOf(term) : VariableId();
    return variable.valid() ? cache_.place(variable) : constant(term);
  }

  void emit(Term term) {
    if (term.size() == 0) {
      known_.insert(term, leaf(term));
      return;
    }
    const Plan plan = planOf(term);
    Instr instr;
    instr.op = plan.op;
    instr.shift = plan.shift;
    instr.extra = plan.extra;
    instr.immediate = plan.immediate;
    instr.numOperands = static_cast<uint8_t>(plan.numOperands);
    instr.term = term;
    instr.operandTerms = plan.operands;
    for (unsigned i = 0; i < plan.numOperands; ++i) instr.operands[i] = known_.at(plan.operands[i]);
    instr.dst = temporary();
    known_.insert(term, instr.dst);
    code_->push_back(std::move(instr));
  }

  /// Instructions for the term; what the selected instructions skip (Not of a comparison) is not computed.
  Ref value(Term root) {
    std::vector<std::pair<Term, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [term, ready] = stack.back();
      stack.pop_back();
      if (known_.contains(term)) continue;
      if (ready || term.size() == 0) {
        emit(term);
        continue;
      }
      stack.emplace_back(term, true);
      const Plan plan = planOf(term);
      for (unsigned i = plan.numOperands; i-- > 0;) stack.emplace_back(plan.operands[i], false);
    }
    return known_.at(root);
  }

  Instr& operation(Op op, const Operation& operation, const std::vector<Term>& operands) {
    Instr instr;
    instr.op = op;
    instr.operation = &operation;
    instr.first = first_;
    unsigned i = 0;
    for (Term term : operands) {
      instr.operandTerms[i] = term;
      instr.operands[i++] = value(term);
    }
    instr.numOperands = static_cast<uint8_t>(i);
    code_->push_back(std::move(instr));
    return code_->back();
  }

  void compile(const Assign& a, const Operation&, EdgeCode&) {
    const Ref from = value(a.value);
    const Ref to = cache_.place(a.variable);
    if (from.space == Space::Temporary && !code_->empty() && code_->back().dst.space == Space::Temporary &&
        code_->back().dst.index == from.index && code_->back().operation == nullptr) {
      code_->back().dst = to;
      return;
    }
    Instr move;
    move.op = Op::Move;
    move.operands[0] = from;
    move.numOperands = 1;
    move.dst = to;
    move.operandTerms[0] = a.value;
    code_->push_back(std::move(move));
  }
  void compile(const Input& i, const Operation& o, EdgeCode&) {
    operation(Op::Input, o, {}).dst = cache_.place(i.variable);
  }
  void compile(const Load& l, const Operation& o, EdgeCode&) {
    Instr& instr = operation(Op::Load, o, {l.pointer});
    instr.dst = cache_.place(l.variable);
    instr.term = cache_.program_[l.variable].term;
  }
  void compile(const Store& s, const Operation& o, EdgeCode&) { operation(Op::Store, o, {s.pointer, s.value}); }
  void compile(const Allocate& a, const Operation& o, EdgeCode&) {
    operation(Op::Allocate, o, {a.size}).dst = cache_.place(a.variable);
  }
  void compile(const Free& f, const Operation& o, EdgeCode&) { operation(Op::FreeObject, o, {f.pointer}); }
  void compile(const Copy& c, const Operation& o, EdgeCode&) { operation(Op::Copy, o, {c.target, c.source, c.size}); }
  void compile(const Fill& f, const Operation& o, EdgeCode&) { operation(Op::Fill, o, {f.target, f.byte, f.size}); }
  void compile(const Query& q, const Operation& o, EdgeCode&) {
    operation(Op::Query, o, q.arguments).dst = cache_.place(q.variable);
  }
  void compile(const assay::Step& s, const Operation& o, EdgeCode&) {
    operation(Op::Step, o, s.access == AccessKind::None ? std::vector<Term>() : std::vector<Term>{s.pointer, s.size});
  }
  void compile(const Spawn& s, const Operation& o, EdgeCode& edge) {
    edge.spawns.emplace_back();
    compileCall(s, o, edge.spawns.back());
    Instr& instr = operation(Op::Spawn, o, {});
    instr.dst = cache_.place(s.thread);
    instr.immediate = edge.spawns.size() - 1;
  }
  void compile(const Await& a, const Operation& o, EdgeCode&) {
    operation(Op::Await, o, {a.pointer, a.value}).dst = cache_.place(a.variable);
  }
  void compile(const Atomic&, const Operation& o, EdgeCode&) { operation(Op::Atomic, o, {}); }
  /// What a function begins with.
  void compileCall(const OneOf<Call, Spawn> auto& c, const Operation& o, CallCode& call) {
    call.callee = c.callee;
    call.position = o.position;
    for (Term argument : c.arguments) {
      call.arguments.push_back(value(argument));
      call.sorts.push_back(argument.sort());
    }
  }
  void compile(const Call& c, const Operation& o, EdgeCode& edge) {
    edge.call = std::make_unique<CallCode>();
    compileCall(c, o, *edge.call);
    edge.call->hasResult = c.result.valid();
    edge.call->resultVariable = c.result;
    if (c.result.valid()) edge.call->result = cache_.place(c.result);
  }
  void compile(const Return& r, const Operation&, EdgeCode& edge) {
    edge.returns = true;
    edge.returnsValue = bool(r.value);
    if (r.value) edge.returned = value(r.value);
  }

  CodeCache& cache_;
  FunctionCode& function_;
  std::vector<Instr>* code_ = nullptr;
  TermMap<Ref> known_; // within one operation
  uint32_t first_ = 0;
  uint32_t numTemporaries_ = 0, maxTemporaries_ = 0;
};

CodeCache::CodeCache(const Program& program)
    : program_(program), places_(program.variables().size()), locations_(program.locations().size()),
      functions_(program.functions().size()) {
  for (uint32_t i = 0; i < program.variables().size(); ++i) {
    if (!program.variables()[i].function.valid()) places_[i] = {Space::Global, numGlobals_++};
  }
  for (const Function& function : program.functions()) {
    uint32_t next = 0;
    for (VariableId variable : function.variables) places_[variable.index()] = {Space::Local, next++};
  }
}

FunctionCode& CodeCache::function(FunctionId id) {
  std::unique_ptr<FunctionCode>& code = functions_[id.index()];
  if (!code) {
    code = std::make_unique<FunctionCode>();
    code->id = id;
    code->numLocals = static_cast<uint32_t>(program_[id].variables.size());
    for (VariableId parameter : program_[id].parameters) code->parameters.push_back(place(parameter));
  }
  return *code;
}

std::unique_ptr<LocationCode> CodeCache::compileLocation(LocationId id) {
  const Location& location = program_[id];
  auto code = std::make_unique<LocationCode>();
  code->id = id;
  code->kind = location.kind;
  for (EdgeId edge : location.out) {
    code->edges.push_back(EdgeCompiler(*this, function(location.function)).compile(edge));
    const Edge& e = program_[edge];
    if (location.out.size() == 1 && e.target == id && e.operations.empty()) code->isSelfLoop = true;
  }
  return code;
}

} // namespace assay::symex
