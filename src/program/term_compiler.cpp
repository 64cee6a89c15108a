#include "program/term_compiler.h"

#include "program/instruction_selection.h"
#include "term/semantics.h"

#include <algorithm>
#include <array>

namespace assay {

void TermCompiler::beginLocation() {
  known_.clear();
  usedBy_.clear();
  log_.clear();
  nextWord_ = result_.numWords;
  nextWide_ = result_.numWide;
}

std::optional<Register> TermCompiler::find(Term term) const {
  if (term.isVariable()) {
    const Register& place = registers_[program_.variableOf(term)];
    if (!place.isGlobal) return place;
  }
  const auto it = known_.find(term);
  return it == known_.end() ? std::nullopt : std::optional(it->second);
}

/// Children first, without recursion.
Register TermCompiler::compute(Term root, const Register* target) {
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

Register TermCompiler::emitLeaf(Term term, const Register* target) {
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

Register TermCompiler::emitTerm(Term term, const Register* target) {
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

Register TermCompiler::newTemporary(bool isWide) {
  uint32_t& next = isWide ? nextWide_ : nextWord_;
  uint32_t& size = isWide ? result_.frameWide : result_.frameWords;
  size = std::max(size, next + 1);
  return {false, isWide, next++};
}

void TermCompiler::remember(Term term, Register place) {
  known_[term] = place;
  log_.push_back(term);
  for (Term child : term.children()) usedBy_[child].push_back(term);
  // A plan may look through a child at what is below it.
  for (Term child : term.children()) {
    for (Term grandchild : child.children()) usedBy_[grandchild].push_back(term);
  }
}

void TermCompiler::define(VariableId variable) {
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

Register TermCompiler::beginDefinition(VariableId variable) {
  const Register& place = registers_[variable];
  return place.isGlobal ? newTemporary(place.isWide) : place;
}

void TermCompiler::endDefinition(VariableId variable, Register from) {
  define(variable);
  const Register& place = registers_[variable];
  if (!place.isGlobal) return;
  move(place, from);
  remember(program_[variable].term, from);
}

void TermCompiler::move(Register to, Register from) {
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

void TermCompiler::forgetAll() {
  known_.clear();
  usedBy_.clear();
}

void TermCompiler::forgetSince(size_t mark) {
  for (size_t i = mark; i < log_.size(); ++i) known_.erase(log_[i]);
  log_.resize(mark);
}

} // namespace assay
