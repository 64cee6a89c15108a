// From terms and operations to register code.
//
// Code is laid out along traces: behind an edge follows its target, if that has no code yet. A location's guards are
// tested in order; a conjunction is tested part by part, so most guards become one compare-and-branch each. Within an
// edge a term is computed once: `known_` holds the registers of what has been computed, and the definition of a
// variable removes whatever was computed from it.
#include "program/bytecode.h"

#include "program/instruction_selection.h"
#include "term/semantics.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <unordered_map>

namespace assay {

namespace {

class Compiler {
public:
  Compiler(const Program& program, const Registers& registers, FunctionId function, bool tellsOperations)
      : program_(program), registers_(registers), function_(program[function]), tellsOperations_(tellsOperations) {}

  FunctionCode run() {
    for (VariableId variable : function_.variables) {
      const Register& place = registers_[variable];
      uint32_t& count = place.isWide ? result_.numWide : result_.numWords;
      count = std::max(count, place.index + 1);
    }
    for (VariableId parameter : function_.parameters) result_.parameters.push_back(registers_[parameter]);
    pending_.push_back(function_.entry);
    while (!pending_.empty()) {
      LocationId location = pending_.back();
      pending_.pop_back();
      while (location.valid() && !begin_.contains(location)) location = compileLocation(location);
    }
    for (const auto& [instruction, location] : jumps_) result_.code[instruction].dst = begin_.at(location);
    result_.frameWords = std::max(result_.frameWords, result_.numWords);
    result_.frameWide = std::max(result_.frameWide, result_.numWide);
    return std::move(result_);
  }

private:
  uint32_t here() const { return static_cast<uint32_t>(result_.code.size()); }
  Instruction& emit(Op op) {
    result_.code.emplace_back(op);
    return result_.code.back();
  }

  // Locations and edges.
  LocationId compileLocation(LocationId id);
  void compileEdge(EdgeId id, uint32_t steps);
  LocationId jumpTo(LocationId target, bool mayFallThrough);
  size_t branchUnless(Term guard, std::vector<uint32_t>& toPatch);
  void branchUnlessLeaf(Term term, bool wanted, std::vector<uint32_t>& toPatch);

  // Operations.
  void compile(const Assign& a, const Operation& o);
  void compile(const Input& i, const Operation& o);
  void compile(const Load& l, const Operation& o);
  void compile(const Store& s, const Operation& o);
  void compile(const Allocate& a, const Operation& o);
  void compile(const Free& f, const Operation& o);
  void compile(const Copy& c, const Operation& o);
  void compile(const Fill& f, const Operation& o);
  void compile(const Query& q, const Operation& o);
  void compile(const Call& c, const Operation& o);
  void compile(const Return& r, const Operation& o);

  // Terms.
  std::optional<Register> find(Term term) const;
  Register compute(Term root, const Register* target = nullptr);
  Register emitTerm(Term term, const Register* target);
  Register emitLeaf(Term term, const Register* target);
  uint32_t word(Term term) { return compute(term).index; }
  Register newTemporary(bool isWide);
  Register registerFor(Term term, const Register* target) {
    return target ? *target : newTemporary(Registers::isWide(term.sort()));
  }
  void remember(Term term, Register place);
  void define(VariableId variable);
  Register beginDefinition(VariableId variable);
  void endDefinition(VariableId variable, Register from);
  void move(Register to, Register from);
  void forgetSince(size_t mark);

  const Program& program_;
  const Registers& registers_;
  const Function& function_;
  const bool tellsOperations_;
  FunctionCode result_;
  std::unordered_map<LocationId, uint32_t> begin_; // of locations that have code
  std::vector<std::pair<uint32_t, LocationId>> jumps_;
  std::vector<LocationId> pending_;

  std::unordered_map<Term, Register> known_;           // of the present location
  std::unordered_map<Term, std::vector<Term>> usedBy_; // among known_: what was computed from a term
  std::vector<Term> log_;                              // terms in the order in which they became known
  uint32_t nextWord_ = 0, nextWide_ = 0;
};

LocationId Compiler::compileLocation(LocationId id) {
  const Location& location = program_[id];
  begin_.emplace(id, here());
  if (location.kind != LocationKind::Plain) {
    emit(location.kind == LocationKind::Exit ? Op::Return : Op::Stop).a = id.index();
    return {};
  }
  known_.clear();
  usedBy_.clear();
  log_.clear();
  nextWord_ = result_.numWords;
  nextWide_ = result_.numWide;
  const std::vector<EdgeId>& out = location.out;
  const auto negates = [&](size_t a, size_t b) {
    return program_.terms().mkNot(program_[out[a]].guard) == program_[out[b]].guard;
  };
  const bool isComplement = out.size() == 2 && (negates(0, 1) || negates(1, 0));
  LocationId next;
  bool fallsOut = true; // whether the code emitted so far can be left without an edge taken
  for (size_t i = 0; i < out.size(); ++i) {
    const bool isLast = i + 1 == out.size();
    std::vector<uint32_t> toPatch;
    // What a guard computes before its first branch is there for the edges behind it too; what comes later is not.
    size_t mark = log_.size();
    if (!(isComplement && isLast)) {
      result_.origins.push_back({here(), out[i], 0});
      mark = branchUnless(program_[out[i]].guard, toPatch);
    }
    compileEdge(out[i], static_cast<uint32_t>(i + 1 + program_[out[i]].operations.size()));
    const bool isReturn = !program_[out[i]].operations.empty() && program_[out[i]].operations.back().as<Return>();
    fallsOut = !toPatch.empty();
    if (!isReturn) next = jumpTo(program_[out[i]].target, isLast && !fallsOut);
    for (uint32_t branch : toPatch) result_.code[branch].dst = here();
    forgetSince(mark);
  }
  if (fallsOut) emit(Op::NoEdge).a = id.index();
  return next;
}

/// Continues at the location: with its code, if it can follow right here (then it is returned), or by a jump.
LocationId Compiler::jumpTo(LocationId target, bool mayFallThrough) {
  const bool hasCode = begin_.contains(target);
  if (mayFallThrough && !hasCode) return target;
  if (!hasCode) pending_.push_back(target);
  jumps_.emplace_back(here(), target);
  emit(Op::Jump);
  return {};
}

void Compiler::compileEdge(EdgeId id, uint32_t steps) {
  const Edge& edge = program_[id];
  result_.origins.push_back({here(), id, 0});
  Instruction& enter = emit(Op::Enter);
  enter.a = id.index();
  enter.imm = steps;
  for (uint32_t i = 0; i < edge.operations.size(); ++i) {
    result_.origins.push_back({here(), id, i});
    const Operation& operation = edge.operations[i];
    std::visit([&](const auto& action) { compile(action, operation); }, operation.action);
    if (!tellsOperations_ || operation.as<Call>() || operation.as<Return>()) continue;
    Instruction& did = emit(Op::Did);
    did.a = id.index();
    did.b = i;
  }
}

/// Tests the parts of a conjunction one by one, while that does not blow up a conjunction with shared parts. Returns
/// how much was known before the first branch.
size_t Compiler::branchUnless(Term guard, std::vector<uint32_t>& toPatch) {
  constexpr unsigned kMaxParts = 64;
  size_t mark = log_.size();
  std::vector<std::pair<Term, bool>> work{{guard, true}};
  for (unsigned parts = 1; !work.empty();) {
    auto [term, wanted] = work.back();
    work.pop_back();
    while (term.kind() == Kind::Not) {
      term = term[0];
      wanted = !wanted;
    }
    const bool splits = (term.kind() == Kind::And && wanted) || (term.kind() == Kind::Or && !wanted);
    if (splits && parts < kMaxParts && !find(term)) {
      ++parts;
      work.emplace_back(term[1], wanted);
      work.emplace_back(term[0], wanted);
    } else {
      const bool isFirst = toPatch.empty();
      branchUnlessLeaf(term, wanted, toPatch);
      if (isFirst) mark = log_.size();
    }
  }
  return mark;
}

void Compiler::branchUnlessLeaf(Term term, bool wanted, std::vector<uint32_t>& toPatch) {
  if (const auto constant = wordConstant(term)) {
    if ((*constant != 0) == wanted) return;
    toPatch.push_back(here());
    emit(Op::Jump);
    return;
  }
  const auto comparison = comparisonOf(term.kind());
  if (comparison && !Registers::isWide(term[0].sort()) && !find(term)) {
    const Plan plan = comparisonPlan(*comparison, term[0], term[1]);
    const uint32_t a = word(plan.operands[0]);
    const uint32_t b = plan.hasImmediate ? 0 : word(plan.operands[1]);
    toPatch.push_back(here());
    Instruction& branch = emit(branchForm(wanted ? negate(plan.op) : plan.op));
    branch.a = a;
    branch.b = b;
    branch.shift = plan.shift;
    if (plan.hasImmediate) branch.imm = plan.immediate;
    return;
  }
  const uint32_t a = word(term);
  toPatch.push_back(here());
  emit(wanted ? Op::BrFalse : Op::BrTrue).a = a;
}

Register Compiler::newTemporary(bool isWide) {
  uint32_t& next = isWide ? nextWide_ : nextWord_;
  uint32_t& size = isWide ? result_.frameWide : result_.frameWords;
  size = std::max(size, next + 1);
  return {false, isWide, next++};
}

std::optional<Register> Compiler::find(Term term) const {
  if (term.isVariable()) {
    const Register& place = registers_[program_.variableOf(term)];
    if (!place.isGlobal) return place;
  }
  const auto it = known_.find(term);
  return it == known_.end() ? std::nullopt : std::optional(it->second);
}

void Compiler::remember(Term term, Register place) {
  known_[term] = place;
  log_.push_back(term);
  for (Term child : term.children()) usedBy_[child].push_back(term);
  // A plan may look through a child at what is below it.
  for (Term child : term.children()) {
    for (Term grandchild : child.children()) usedBy_[grandchild].push_back(term);
  }
}

/// The variable is about to change: nothing computed from it holds any more.
void Compiler::define(VariableId variable) {
  std::vector<Term> work{program_[variable].term};
  known_.erase(work[0]);
  while (!work.empty()) {
    const auto it = usedBy_.find(work.back());
    work.pop_back();
    if (it == usedBy_.end()) continue;
    const std::vector<Term> users = std::move(it->second);
    usedBy_.erase(it);
    for (Term user : users) {
      known_.erase(user);
      work.push_back(user);
    }
  }
}

void Compiler::forgetSince(size_t mark) {
  for (size_t i = mark; i < log_.size(); ++i) known_.erase(log_[i]);
  log_.resize(mark);
}

/// Children first, without recursion. With a target, the value ends up there.
Register Compiler::compute(Term root, const Register* target) {
  std::vector<Term> work{root};
  while (!work.empty()) {
    const Term term = work.back();
    if (find(term)) {
      work.pop_back();
      continue;
    }
    if (term.size() > 0) {
      const Plan plan = planOf(term);
      const size_t before = work.size();
      for (unsigned i = plan.numOperands; i-- > 0;) {
        if (!find(plan.operands[i])) work.push_back(plan.operands[i]);
      }
      if (work.size() != before) continue;
    }
    work.pop_back();
    const bool isRoot = work.empty();
    const Register place =
        term.size() == 0 ? emitLeaf(term, isRoot ? target : nullptr) : emitTerm(term, isRoot ? target : nullptr);
    if (isRoot && target) return place;
    remember(term, place);
  }
  const Register place = *find(root);
  if (target) move(*target, place);
  return target ? *target : place;
}

Register Compiler::emitLeaf(Term term, const Register* target) {
  const Register to = registerFor(term, target);
  Instruction instruction{Op::Constant};
  if (term.isVariable()) {
    instruction.op = to.isWide ? Op::GetWideGlobal : Op::GetGlobal;
    instruction.a = registers_[program_.variableOf(term)].index;
  } else if (to.isWide) {
    instruction.op = Op::WideConstant;
    instruction.a = static_cast<uint32_t>(result_.wideConstants.size());
    result_.wideConstants.push_back(valueOfConstant(term));
  } else {
    instruction.imm = *wordConstant(term);
  }
  instruction.dst = to.index;
  result_.code.push_back(instruction);
  return to;
}

Register Compiler::emitTerm(Term term, const Register* target) {
  const Plan plan = planOf(term);
  std::array<Register, 3> operands;
  for (unsigned i = 0; i < plan.numOperands; ++i) operands[i] = *find(plan.operands[i]);
  if (plan.op == Op::Move && !target) return operands[0]; // a zero-extension is in the register already
  const Register to = registerFor(term, target);
  if (plan.op == Op::Generic) {
    emit(Op::Generic).a = static_cast<uint32_t>(result_.generics.size());
    result_.generics.push_back({term, {operands.begin(), operands.begin() + plan.numOperands}, to});
    return to;
  }
  Instruction& instruction = emit(plan.op);
  instruction.shift = plan.shift;
  instruction.extra = plan.extra;
  instruction.dst = to.index;
  instruction.a = operands[0].index;
  instruction.b = operands[1].index;
  if (plan.hasImmediate) {
    instruction.imm = plan.immediate;
  } else {
    instruction.c = operands[2].index;
  }
  return to;
}

void Compiler::move(Register to, Register from) {
  if (to.isGlobal) {
    Instruction& set = emit(to.isWide ? Op::SetWideGlobal : Op::SetGlobal);
    set.dst = to.index;
    set.a = from.index;
  } else if (from.index != to.index) {
    Instruction& instruction = emit(to.isWide ? Op::WideMove : Op::Move);
    instruction.dst = to.index;
    instruction.a = from.index;
  }
}

/// The register that an operation writes on behalf of a variable: its own, or a temporary on the way to a global.
Register Compiler::beginDefinition(VariableId variable) {
  const Register& place = registers_[variable];
  return place.isGlobal ? newTemporary(place.isWide) : place;
}

void Compiler::endDefinition(VariableId variable, Register from) {
  define(variable);
  const Register& place = registers_[variable];
  if (!place.isGlobal) return;
  move(place, from);
  remember(program_[variable].term, from);
}

void Compiler::compile(const Assign& a, const Operation&) {
  const Register& place = registers_[a.variable];
  if (place.isGlobal) {
    const Register value = compute(a.value);
    define(a.variable);
    move(place, value);
    // A temporary keeps the global's value; a local variable's own register may change.
    const bool isTemporary = value.index >= (value.isWide ? result_.numWide : result_.numWords);
    if (isTemporary) remember(program_[a.variable].term, value);
    return;
  }
  compute(a.value, &place);
  define(a.variable);
}

void Compiler::compile(const Input& i, const Operation& o) {
  const Register to = beginDefinition(i.variable);
  emit(Op::Input).a = static_cast<uint32_t>(result_.operations.size());
  const Sort sort = program_[i.variable].sort();
  result_.operations.push_back({&o, to, sort.isBool() ? 1 : sort.width()});
  endDefinition(i.variable, to);
}

uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

void Compiler::compile(const Load& l, const Operation&) {
  const uint32_t pointer = word(l.pointer);
  const Register to = beginDefinition(l.variable);
  const Sort sort = program_[l.variable].sort();
  Instruction& load = emit(to.isWide ? Op::WideLoad : Op::Load);
  load.dst = to.index;
  load.a = pointer;
  load.b = to.isWide ? sort.width() : bytesOf(sort);
  load.shift = to.isWide ? 0 : shiftOf(sort);
  endDefinition(l.variable, to);
}

void Compiler::compile(const Store& s, const Operation&) {
  const uint32_t pointer = word(s.pointer);
  const Register value = compute(s.value);
  Instruction& store = emit(value.isWide ? Op::WideStore : Op::Store);
  store.a = pointer;
  store.b = bytesOf(s.value.sort());
  store.c = value.index;
}

void Compiler::compile(const Allocate& a, const Operation& o) {
  const uint32_t size = word(a.size);
  const Register to = beginDefinition(a.variable);
  Instruction& allocate = emit(Op::Allocate);
  allocate.dst = to.index;
  allocate.a = size;
  allocate.b = static_cast<uint32_t>(result_.operations.size());
  result_.operations.push_back({&o, to, program_.layout().width});
  endDefinition(a.variable, to);
}

void Compiler::compile(const Free& f, const Operation&) {
  const uint32_t pointer = word(f.pointer);
  Instruction& free = emit(Op::FreeObject);
  free.a = pointer;
  free.extra = static_cast<uint8_t>(f.storage);
}

void Compiler::compile(const Copy& c, const Operation&) {
  const uint32_t target = word(c.target), source = word(c.source), size = word(c.size);
  Instruction& copy = emit(Op::Copy);
  copy.a = target;
  copy.b = source;
  copy.c = size;
}

void Compiler::compile(const Fill& f, const Operation&) {
  const uint32_t target = word(f.target), byte = word(f.byte), size = word(f.size);
  Instruction& fill = emit(Op::Fill);
  fill.a = target;
  fill.b = byte;
  fill.c = size;
}

void Compiler::compile(const Query& q, const Operation&) {
  std::array<uint32_t, 2> arguments{};
  for (size_t i = 0; i < q.arguments.size(); ++i) arguments[i] = word(q.arguments[i]);
  const Register to = beginDefinition(q.variable);
  Instruction& query = emit(static_cast<Op>(static_cast<uint16_t>(Op::Readable) + static_cast<uint16_t>(q.kind)));
  query.dst = to.index;
  query.a = arguments[0];
  query.b = arguments[1];
  endDefinition(q.variable, to);
}

void Compiler::compile(const Call& c, const Operation& operation) {
  CallCode call;
  call.callee = c.callee;
  call.position = operation.position;
  for (Term argument : c.arguments) call.arguments.push_back(compute(argument));
  call.hasResult = c.result.valid();
  if (call.hasResult) call.result = registers_[c.result];
  emit(Op::Call).a = static_cast<uint32_t>(result_.calls.size());
  result_.calls.push_back(std::move(call));
}

void Compiler::compile(const Return& r, const Operation&) {
  const Register value = r.value ? compute(r.value) : Register();
  Instruction& ret = emit(Op::Return);
  ret.extra = r.value ? (value.isWide ? 2 : 1) : 0;
  ret.a = value.index;
}

} // namespace

Registers::Registers(const Program& program) : registers_(program.variables().size()) {
  const auto assign = [&](VariableId variable, bool isGlobal, uint32_t& words, uint32_t& wide) {
    const bool isWide = Registers::isWide(program[variable].sort());
    registers_[variable.index()] = {isGlobal, isWide, isWide ? wide++ : words++};
  };
  for (uint32_t i = 0; i < program.variables().size(); ++i) {
    if (!program.variables()[i].function.valid()) assign(VariableId(i), true, numGlobalWords_, numGlobalWide_);
  }
  for (const Function& function : program.functions()) {
    uint32_t words = 0, wide = 0;
    for (VariableId variable : function.variables) assign(variable, false, words, wide);
  }
}

const FunctionCode::Origin* FunctionCode::originOf(size_t instruction) const {
  auto it = std::upper_bound(origins.begin(), origins.end(), instruction,
                             [](size_t at, const Origin& origin) { return at < origin.begin; });
  return it == origins.begin() ? nullptr : &*std::prev(it);
}

FunctionCode compileFunction(const Program& program, const Registers& registers, FunctionId function,
                             bool tellsOperations) {
  return Compiler(program, registers, function, tellsOperations).run();
}

} // namespace assay
