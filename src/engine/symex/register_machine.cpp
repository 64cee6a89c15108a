#include "engine/symex/register_machine.h"

#include "program/word_operators.h"
#include "term/semantics.h"

#include <cassert>
#include <span>

namespace assay::symex {

void RegisterMachine::use(State& state) {
  if (temporaries_.size() < code_.maxTemporaries()) temporaries_.resize(code_.maxTemporaries());
  bases_ = {state.frame->locals.data(), state.globals->data(), temporaries_.data(),
            state.frame->function->constants.data()};
}

void RegisterMachine::ownFrame(State& state) {
  if (state.frame.use_count() != 1) {
    state.frame = std::make_shared<Frame>(*state.frame);
    bases_[0] = state.frame->locals.data();
  }
}

void RegisterMachine::set(State& state, Ref ref, SymValue value) {
  if (ref.space == Space::Local) {
    ownFrame(state);
  } else if (ref.space == Space::Global && state.globals.use_count() != 1) {
    state.globals = std::make_shared<std::vector<SymValue>>(*state.globals);
    bases_[1] = state.globals->data();
  }
  bases_[static_cast<size_t>(ref.space)][ref.index] = value;
}

FrameRef RegisterMachine::newFrame(const Program& program, FunctionCode& callee, const CallCode& call) const {
  auto frame = std::make_shared<Frame>();
  frame->function = &callee;
  frame->locals.resize(callee.numLocals);
  const std::vector<VariableId>& variables = program[call.callee].variables;
  for (size_t i = 0; i < variables.size(); ++i) {
    const Sort sort = program[variables[i]].sort();
    if (Registers::isWide(sort)) frame->locals[i] = SymValue::of(terms_.mkZero(sort));
  }
  for (size_t i = 0; i < call.arguments.size() && i < callee.parameters.size(); ++i)
    frame->locals[callee.parameters[i].index] = get(call.arguments[i]);
  return frame;
}

// clang-format off
#define ASSAY_WORD_CASE(name)                                                                                          \
  case Op::name: result.word = word::name(a, b, i.shift); return true;                                                 \
  case Op::name##I: result.word = word::name(a, i.immediate, i.shift); return true;
#define ASSAY_UNARY_CASE(name)                                                                                         \
  case Op::name: result.word = word::name(a, i.shift, i.extra); return true;
#define ASSAY_FLOAT_UNARY_CASE(name)                                                                                   \
  case Op::name##32: result.word = word::Host<float>::name(a, i.shift, i.extra); return true;                          \
  case Op::name##64: result.word = word::Host<double>::name(a, i.shift, i.extra); return true;
#define ASSAY_FLOAT_BINARY_CASE(name)                                                                                  \
  case Op::name##32: result.word = word::Host<float>::name(a, b); return true;                                         \
  case Op::name##64: result.word = word::Host<double>::name(a, b); return true;

/// The fast path: all operands are words.
[[gnu::always_inline]] inline bool RegisterMachine::evaluateWords(const Instr& i, SymValue& result) const {
  uint64_t a = 0, b = 0, c = 0;
  switch (i.numOperands) {
  case 3: { const SymValue v = get(i.operands[2]); if (!v.isConcrete()) return false; c = v.word; } [[fallthrough]];
  case 2: { const SymValue v = get(i.operands[1]); if (!v.isConcrete()) return false; b = v.word; } [[fallthrough]];
  case 1: { const SymValue v = get(i.operands[0]); if (!v.isConcrete()) return false; a = v.word; } break;
  default: break;
  }
  result.term = Term();
  switch (i.op) {
    ASSAY_WORD_OPERATORS(ASSAY_WORD_CASE)
    ASSAY_WORD_COMPARISONS(ASSAY_WORD_CASE)
    ASSAY_WORD_UNARY(ASSAY_UNARY_CASE)
    ASSAY_FLOAT_UNARY(ASSAY_FLOAT_UNARY_CASE)
    ASSAY_FLOAT_BINARY(ASSAY_FLOAT_BINARY_CASE)
  case Op::Concat: result.word = a << i.extra | b; return true;
  case Op::Ite: result.word = a ? b : c; return true;
  case Op::Within: result.word = word::Within(a, b, i.shift, i.extra); return true;
  default: return false;
  }
}
// clang-format on

/// A term that an instruction computes, of its operands. What the instruction skips (the comparison below a Not) is
/// built on the way.
Term RegisterMachine::build(const Instr& instr, Term term) const {
  if (term.isValue()) return term;
  for (unsigned i = 0; i < instr.numOperands; ++i)
    if (instr.operandTerms[i] == term) return get(instr.operands[i]).toTerm(terms_, term.sort());
  std::array<Term, 3> children;
  for (uint32_t k = 0; k < term.size(); ++k) children[k] = build(instr, term[k]);
  return terms_.rebuild(term, std::span(children.data(), term.size()));
}

void RegisterMachine::evaluate(State& state, const Instr& instr) {
  SymValue result;
  if (!evaluateWords(instr, result))
    result = instr.term ? SymValue::of(build(instr, instr.term)) : get(instr.operands[0]);
  if (instr.dst.space == Space::Global) return set(state, instr.dst, result);
  assert(instr.dst.space != Space::Local || state.frame.use_count() == 1);
  bases_[static_cast<size_t>(instr.dst.space)][instr.dst.index] = result;
}

} // namespace assay::symex
