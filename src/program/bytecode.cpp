// From terms and operations to register code.
//
// Code is laid out along traces: behind an edge follows its target, if that has no code yet. A location's guards are
// tested in order; a conjunction is tested part by part, so most guards become one compare-and-branch each.
#include "program/bytecode.h"

#include "program/instruction_selection.h"
#include "program/term_compiler.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <unordered_map>

namespace assay {

namespace {

class Compiler {
public:
  Compiler(const Program& program, const Registers& registers, FunctionId function, bool tellsOperations)
      : program_(program), registers_(registers), function_(program[function]), tellsOperations_(tellsOperations),
        values_(program, registers, result_) {}

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
  void compile(const Step& s, const Operation& o);
  void compile(const Spawn& s, const Operation& o);
  void compile(const Await& a, const Operation& o);
  void compile(const Atomic& a, const Operation& o);
  void compile(const Call& c, const Operation& o);
  void compile(const Return& r, const Operation& o);

  const Program& program_;
  const Registers& registers_;
  const Function& function_;
  const bool tellsOperations_;
  FunctionCode result_;
  TermCompiler values_;
  std::unordered_map<LocationId, uint32_t> begin_; // of locations that have code
  std::vector<std::pair<uint32_t, LocationId>> jumps_;
  std::vector<LocationId> pending_;
};

LocationId Compiler::compileLocation(LocationId id) {
  const Location& location = program_[id];
  begin_.emplace(id, values_.here());
  if (location.kind != LocationKind::Plain) {
    values_.emit(location.kind == LocationKind::Exit ? Op::Return : Op::Stop).a = id.index();
    return {};
  }
  values_.beginLocation();
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
    size_t mark = values_.mark();
    if (!(isComplement && isLast)) {
      result_.origins.push_back({values_.here(), out[i], 0});
      mark = branchUnless(program_[out[i]].guard, toPatch);
    }
    compileEdge(out[i], static_cast<uint32_t>(i + 1 + program_[out[i]].operations.size()));
    const bool isReturn = !program_[out[i]].operations.empty() && program_[out[i]].operations.back().as<Return>();
    fallsOut = !toPatch.empty();
    if (!isReturn) next = jumpTo(program_[out[i]].target, isLast && !fallsOut);
    for (uint32_t branch : toPatch) result_.code[branch].dst = values_.here();
    values_.forgetSince(mark);
  }
  if (fallsOut) values_.emit(Op::NoEdge).a = id.index();
  return next;
}

/// Continues at the location: with its code, if it can follow right here (then it is returned), or by a jump.
LocationId Compiler::jumpTo(LocationId target, bool mayFallThrough) {
  const bool hasCode = begin_.contains(target);
  if (mayFallThrough && !hasCode) return target;
  if (!hasCode) pending_.push_back(target);
  jumps_.emplace_back(values_.here(), target);
  values_.emit(Op::Jump);
  return {};
}

void Compiler::compileEdge(EdgeId id, uint32_t steps) {
  const Edge& edge = program_[id];
  result_.origins.push_back({values_.here(), id, 0});
  Instruction& enter = values_.emit(Op::Enter);
  enter.a = id.index();
  enter.imm = steps;
  for (uint32_t i = 0; i < edge.operations.size(); ++i) {
    result_.origins.push_back({values_.here(), id, i});
    const Operation& operation = edge.operations[i];
    std::visit([&](const auto& action) { compile(action, operation); }, operation.action);
    if (!tellsOperations_ || operation.endsEdge()) continue;
    Instruction& did = values_.emit(Op::Did);
    did.a = id.index();
    did.b = i;
  }
}

/// Tests the parts of a conjunction one by one, while that does not blow up a conjunction with shared parts. Returns
/// how much was known before the first branch.
size_t Compiler::branchUnless(Term guard, std::vector<uint32_t>& toPatch) {
  constexpr unsigned kMaxParts = 64;
  size_t mark = values_.mark();
  std::vector<std::pair<Term, bool>> work{{guard, true}};
  for (unsigned parts = 1; !work.empty();) {
    auto [term, wanted] = work.back();
    work.pop_back();
    while (term.kind() == Kind::Not) {
      term = term[0];
      wanted = !wanted;
    }
    const bool splits = (term.kind() == Kind::And && wanted) || (term.kind() == Kind::Or && !wanted);
    if (splits && parts < kMaxParts && !values_.find(term)) {
      ++parts;
      work.emplace_back(term[1], wanted);
      work.emplace_back(term[0], wanted);
    } else {
      const bool isFirst = toPatch.empty();
      branchUnlessLeaf(term, wanted, toPatch);
      if (isFirst) mark = values_.mark();
    }
  }
  return mark;
}

void Compiler::branchUnlessLeaf(Term term, bool wanted, std::vector<uint32_t>& toPatch) {
  if (const auto constant = wordConstant(term)) {
    if ((*constant != 0) == wanted) return;
    toPatch.push_back(values_.here());
    values_.emit(Op::Jump);
    return;
  }
  const auto comparison = comparisonOf(term.kind());
  if (comparison && !Registers::isWide(term[0].sort()) && !values_.find(term)) {
    const Plan plan = comparisonPlan(*comparison, term[0], term[1]);
    const uint32_t a = values_.word(plan.operands[0]);
    const uint32_t b = plan.hasImmediate ? 0 : values_.word(plan.operands[1]);
    toPatch.push_back(values_.here());
    Instruction& branch = values_.emit(branchForm(wanted ? negate(plan.op) : plan.op));
    branch.a = a;
    branch.b = b;
    branch.shift = plan.shift;
    if (plan.hasImmediate) branch.imm = plan.immediate;
    return;
  }
  const uint32_t a = values_.word(term);
  toPatch.push_back(values_.here());
  values_.emit(wanted ? Op::BrFalse : Op::BrTrue).a = a;
}

void Compiler::compile(const Assign& a, const Operation&) {
  const Register& place = registers_[a.variable];
  if (place.isGlobal) {
    const Register value = values_.compute(a.value);
    values_.define(a.variable);
    values_.move(place, value);
    // A temporary keeps the global's value; a local variable's own register may change.
    const bool isTemporary = value.index >= (value.isWide ? result_.numWide : result_.numWords);
    if (isTemporary) values_.remember(program_[a.variable].term, value);
    return;
  }
  values_.compute(a.value, &place);
  values_.define(a.variable);
}

void Compiler::compile(const Input& i, const Operation& o) {
  const Register to = values_.beginDefinition(i.variable);
  values_.emit(Op::Input).a = static_cast<uint32_t>(result_.operations.size());
  const Sort sort = program_[i.variable].sort();
  result_.operations.push_back({&o, to, sort.isBool() ? 1 : sort.width()});
  values_.endDefinition(i.variable, to);
}

uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

void Compiler::compile(const Load& l, const Operation&) {
  const uint32_t pointer = values_.word(l.pointer);
  const Register to = values_.beginDefinition(l.variable);
  const Sort sort = program_[l.variable].sort();
  Instruction& load = values_.emit(to.isWide ? Op::WideLoad : Op::Load);
  load.dst = to.index;
  load.a = pointer;
  load.b = to.isWide ? sort.width() : bytesOf(sort);
  load.shift = to.isWide ? 0 : shiftOf(sort);
  values_.endDefinition(l.variable, to);
}

void Compiler::compile(const Store& s, const Operation&) {
  const uint32_t pointer = values_.word(s.pointer);
  const Register value = values_.compute(s.value);
  Instruction& store = values_.emit(value.isWide ? Op::WideStore : Op::Store);
  store.a = pointer;
  store.b = bytesOf(s.value.sort());
  store.c = value.index;
}

void Compiler::compile(const Allocate& a, const Operation& o) {
  const uint32_t size = values_.word(a.size);
  const Register to = values_.beginDefinition(a.variable);
  Instruction& allocate = values_.emit(Op::Allocate);
  allocate.dst = to.index;
  allocate.a = size;
  allocate.b = static_cast<uint32_t>(result_.operations.size());
  result_.operations.push_back({&o, to, program_.layout().width});
  values_.endDefinition(a.variable, to);
}

void Compiler::compile(const Free& f, const Operation&) {
  const uint32_t pointer = values_.word(f.pointer);
  Instruction& free = values_.emit(Op::FreeObject);
  free.a = pointer;
  free.extra = static_cast<uint8_t>(f.storage);
}

void Compiler::compile(const Copy& c, const Operation&) {
  const uint32_t target = values_.word(c.target), source = values_.word(c.source), size = values_.word(c.size);
  Instruction& copy = values_.emit(Op::Copy);
  copy.a = target;
  copy.b = source;
  copy.c = size;
}

void Compiler::compile(const Fill& f, const Operation&) {
  const uint32_t target = values_.word(f.target), byte = values_.word(f.byte), size = values_.word(f.size);
  Instruction& fill = values_.emit(Op::Fill);
  fill.a = target;
  fill.b = byte;
  fill.c = size;
}

void Compiler::compile(const Query& q, const Operation&) {
  std::array<uint32_t, 2> arguments{};
  for (size_t i = 0; i < q.arguments.size(); ++i) arguments[i] = values_.word(q.arguments[i]);
  const Register to = values_.beginDefinition(q.variable);
  Instruction& query = values_.emit(Op::Query);
  query.dst = to.index;
  query.extra = static_cast<uint8_t>(q.kind);
  query.a = arguments[0];
  query.b = arguments[1];
  values_.endDefinition(q.variable, to);
}

void Compiler::compile(const Step& s, const Operation&) {
  const bool isAccess = s.access != AccessKind::None;
  const uint32_t pointer = isAccess ? values_.word(s.pointer) : 0, size = isAccess ? values_.word(s.size) : 0;
  Instruction& step = values_.emit(Op::Step);
  step.extra = static_cast<uint8_t>(s.access);
  step.dst = s.isAtomic ? 1 : 0;
  step.a = pointer;
  step.b = size;
  values_.forgetAll();
}

void Compiler::compile(const Spawn& s, const Operation& operation) {
  CallCode call;
  call.callee = s.callee;
  call.position = operation.position;
  for (Term argument : s.arguments) call.arguments.push_back(values_.compute(argument));
  const Register to = values_.beginDefinition(s.thread);
  Instruction& spawn = values_.emit(Op::Spawn);
  spawn.dst = to.index;
  spawn.a = static_cast<uint32_t>(result_.calls.size());
  const uint32_t width = program_[s.thread].sort().width();
  spawn.shift = static_cast<uint8_t>(width < 64 ? 64 - width : 0);
  result_.calls.push_back(std::move(call));
  values_.endDefinition(s.thread, to);
}

void Compiler::compile(const Await& a, const Operation&) {
  const uint32_t pointer = values_.word(a.pointer), value = values_.word(a.value);
  const Register to = values_.beginDefinition(a.variable);
  Instruction& await = values_.emit(Op::Await);
  await.dst = to.index;
  await.extra = static_cast<uint8_t>(a.kind);
  await.a = pointer;
  await.b = value;
  await.c = bytesOf(a.value.sort());
  values_.forgetAll();
  values_.endDefinition(a.variable, to);
}

void Compiler::compile(const Atomic& a, const Operation&) { values_.emit(Op::Atomic).extra = a.begins ? 1 : 0; }

void Compiler::compile(const Call& c, const Operation& operation) {
  CallCode call;
  call.callee = c.callee;
  call.position = operation.position;
  for (Term argument : c.arguments) call.arguments.push_back(values_.compute(argument));
  call.hasResult = c.result.valid();
  if (call.hasResult) call.result = registers_[c.result];
  values_.emit(Op::Call).a = static_cast<uint32_t>(result_.calls.size());
  result_.calls.push_back(std::move(call));
}

void Compiler::compile(const Return& r, const Operation&) {
  const Register value = r.value ? values_.compute(r.value) : Register();
  Instruction& ret = values_.emit(Op::Return);
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
