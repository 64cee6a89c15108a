#include "engine/symex/executor.h"

#include "engine/symex/implied.h"
#include "engine/symex/memory_operations.h"
#include "program/word_operators.h"
#include "term/semantics.h"

#include <algorithm>
#include <cassert>

namespace assay::symex {

Executor::Executor(const Program& program, RefutationLog& refutations, Env& env, std::vector<bool>* wanted)
    : program_(program), terms_(program.terms()), env_(env), code_(program), solver_(terms_, refutations, env),
      pruner_(program, code_, solver_, env, wanted == nullptr), visits_(program.locations().size()), wanted_(wanted),
      mergesPointers_(env.options.pointers == "merge"), spared_(env.statistics.counter("queries spared by others")) {
  for (const Location& location : program.locations()) {
    if (location.kind != LocationKind::Error) continue;
    hasMemtrack_ |= location.property == Property::ValidMemtrack;
    hasMemcleanup_ |= location.property == Property::ValidMemcleanup;
  }
}

StatePtr Executor::initialState() {
  StatePtr state = makeInitialState();
  state->id = nextId_++;
  ++visits_[state->location->id.index()];
  return state;
}

StatePtr Executor::makeInitialState() {
  auto state = std::make_unique<State>(program_);
  state->model = solver_.firstModel();
  state->globals = std::make_shared<std::vector<SymValue>>(code_.numGlobals());
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& variable = program_.variables()[i];
    if (!variable.function.valid())
      (*state->globals)[code_.place(VariableId(i)).index] = SymValue::of(variable.initial);
  }
  const Function& entry = program_[program_.entry()];
  state->frame = std::make_shared<Frame>();
  state->frame->function = &code_.function(program_.entry());
  for (VariableId variable : entry.variables) {
    const Sort sort = program_[variable].sort();
    state->frame->locals.push_back(SymValue::of(terms_.mkZero(sort)));
  }
  state->location = &code_.location(entry.entry);
  return state;
}

void Executor::close(std::vector<bool> isClosed) {
  isClosed_ = std::move(isClosed);
  pruner_.close(isClosed_);
}

void Executor::forget() {
  solver_.forget();
  pruner_.forget();
}

void Executor::useState(State& state) {
  if (temporaries_.size() < code_.maxTemporaries()) temporaries_.resize(code_.maxTemporaries());
  bases_ = {state.frame->locals.data(), state.globals->data(), temporaries_.data(),
            state.frame->function->constants.data()};
}

void Executor::ownFrame(State& state) {
  if (state.frame.use_count() != 1) {
    state.frame = std::make_shared<Frame>(*state.frame);
    bases_[0] = state.frame->locals.data();
  }
}

void Executor::set(State& state, Ref ref, SymValue value) {
  if (ref.space == Space::Local) {
    ownFrame(state);
  } else if (ref.space == Space::Global && state.globals.use_count() != 1) {
    state.globals = std::make_shared<std::vector<SymValue>>(*state.globals);
    bases_[1] = state.globals->data();
  }
  bases_[static_cast<size_t>(ref.space)][ref.index] = value;
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
bool Executor::evaluateWords(const Instr& i, SymValue& result) const {
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
  default: return false;
  }
}
// clang-format on

/// The operator on terms. What the instruction skips (the comparison below a Not) is built on the way.
Term Executor::buildTerm(const Instr& instr) const {
  const auto operand = [&](Term term) -> Term {
    if (term.isValue()) return term;
    for (unsigned i = 0; i < instr.numOperands; ++i) {
      if (instr.operandTerms[i] == term) return get(instr.operands[i]).toTerm(terms_, term.sort());
    }
    return Term();
  };
  std::array<Term, 3> children;
  for (uint32_t k = 0; k < instr.term.size(); ++k) {
    const Term child = instr.term[k];
    children[k] = operand(child);
    if (children[k]) continue;
    std::array<Term, 3> inner;
    for (uint32_t j = 0; j < child.size(); ++j) inner[j] = operand(child[j]);
    children[k] = terms_.rebuild(child, std::span(inner.data(), child.size()));
  }
  return terms_.rebuild(instr.term, std::span(children.data(), instr.term.size()));
}

void Executor::evaluate(State& state, const std::vector<Instr>& code) {
  for (const Instr& instr : code) {
    SymValue result;
    if (!evaluateWords(instr, result)) result = SymValue::of(buildTerm(instr));
    set(state, instr.dst, result);
  }
  instructions_ += code.size();
}

bool Executor::decide(State& state, Term condition, State** other) {
  if (condition.isValue()) return condition.isTrue();
  const bool holds = state.model->holds(condition);
  if (isReplaying_) {
    imply(state, holds ? condition : terms_.mkNot(condition));
    return holds;
  }
  const Term opposite = holds ? terms_.mkNot(condition) : condition;
  ModelRef model;
  const Answer answer = solver_.check(state.path, state.model, opposite, model);
  const Term chosen = holds ? condition : terms_.mkNot(condition);
  if (answer.isUnsat()) {
    imply(state, chosen);
    return holds;
  }
  if (answer.isSat()) {
    auto sibling = std::make_unique<State>(state);
    sibling->id = nextId_++;
    sibling->parent = state.id;
    sibling->path = solver_.extend(state.path, opposite);
    sibling->model = std::move(model);
    ++sibling->forks;
    substituteImplied(*sibling, opposite, terms_);
    if (other) *other = sibling.get();
    split_->push_back(std::move(sibling));
  } else if (!env_.deadline.expired()) {
    noteCut("the solver gave up (" + answer.toString() + ") at " + placeOf(state));
  } else {
    noteCut("out of time");
  }
  state.path = solver_.extend(state.path, chosen);
  ++state.forks;
  imply(state, chosen);
  return holds;
}

void Executor::imply(State& state, Term constraint) {
  substituteImplied(state, constraint, terms_);
  useState(state);
}

std::string Executor::placeOf(const State& state) const {
  SourcePosition position;
  if (state.edge) {
    if (state.instr < state.edge->code.size()) {
      for (size_t i = state.instr; i < state.edge->code.size() && !position.known(); ++i) {
        if (state.edge->code[i].operation) position = state.edge->code[i].operation->position;
      }
    }
    if (!position.known()) position = program_[state.edge->id].position;
  }
  if (!position.known()) position = program_[state.location->id].position;
  for (const Frame* frame = state.frame.get(); frame && !position.known(); frame = frame->caller.get()) {
    if (frame->call) position = frame->call->position;
  }
  return position.known() ? program_.format(position) : "an unknown place";
}

Executor::Step Executor::cut(const State& state, const std::string& what) {
  if (isReplaying_) return Step::Cut;
  noteCut(what + " at " + placeOf(state));
  return Step::Cut;
}

Stop Executor::run(State& state, uint64_t budget, std::vector<StatePtr>& split) {
  split_ = &split;
  tookWantedEdge_ = false;
  const size_t before = split.size();
  const uint64_t end = instructions_ + budget;
  useState(state);
  for (;;) {
    const Step step = state.edge ? runEdge(state) : chooseEdge(state);
    switch (step) {
    case Step::Finished:
      return Stop::Finished;
    case Step::Error:
      return Stop::Error;
    case Step::Cut:
      return Stop::Cut;
    case Step::Next:
      break;
    }
    if (split.size() != before) return Stop::Paused;
    if (instructions_ >= end) {
      state.wantsSnapshot = true;
      return Stop::Paused;
    }
  }
}

Executor::Step Executor::chooseEdge(State& state) {
  const LocationCode& location = *state.location;
  ++instructions_;
  const size_t count = location.edges.size();
  for (uint32_t i = state.nextEdge; i < count; ++i) {
    const EdgeCode& edge = location.edges[i];
    // Guards cover everything: the last one holds if no other does.
    if (edge.unguarded || i + 1 == count) return takeEdge(state, edge);
    evaluate(state, edge.guardCode);
    const SymValue guard = get(edge.guard);
    if (guard.isConcrete()) {
      if (guard.word != 0) return takeEdge(state, edge);
      continue;
    }
    State* other = nullptr;
    const bool holds = decideEdge(state, i, guard.term, &other);
    if (other && holds) other->nextEdge = i + 1;
    if (other && !holds) {
      other->edge = &edge;
      other->instr = 0;
      other->nextEdge = 0;
    }
    if (holds) return takeEdge(state, edge);
    state.nextEdge = i + 1;
  }
  return cut(state, "no guard holds");
}

bool Executor::decideEdge(State& state, size_t edge, Term guard, State** other) {
  if (isClosed_.empty() || guard.isValue()) return decide(state, guard, other);
  const bool holds = state.model->holds(guard);
  if (!isOppositeClosed(*state.location, edge, holds)) return decide(state, guard, other);
  ++spared_;
  imply(state, holds ? guard : terms_.mkNot(guard));
  return holds;
}

/// If the state's own model leads to such a check, the state goes there: then the proof of the check was wrong.
bool Executor::isOppositeClosed(const LocationCode& location, size_t edge, bool holds) const {
  const auto isClosed = [&](const EdgeCode& other) {
    return isClosed_[other.target.index()] && other.code.empty() && !other.call;
  };
  if (!holds) return isClosed(location.edges[edge]);
  return std::all_of(location.edges.begin() + static_cast<ptrdiff_t>(edge) + 1, location.edges.end(), isClosed);
}

Executor::Step Executor::takeEdge(State& state, const EdgeCode& edge) {
  state.edge = &edge;
  state.instr = 0;
  state.nextEdge = 0;
  return Step::Next;
}

Executor::Step Executor::runEdge(State& state) {
  const EdgeCode& edge = *state.edge;
  if (wanted_ && (*wanted_)[edge.id.index()] && !isReplaying_) {
    (*wanted_)[edge.id.index()] = false;
    tookWantedEdge_ = true;
  }
  const auto end = static_cast<uint32_t>(edge.code.size());
  const size_t before = split_->size();
  const Step step = runOperations(state, end);
  // What was split off comes first to the searcher.
  if (step != Step::Next || split_->size() != before) return step;
  if (edge.call) return enterFunction(state);
  if (edge.returns) return leaveFunction(state);
  return arrive(state, edge.target);
}

Executor::Step Executor::runOperations(State& state, uint32_t end) {
  const std::vector<Instr>& code = state.edge->code;
  for (uint32_t at = state.instr; at < end; ++at) {
    const Instr& instr = code[at];
    ++instructions_;
    if (instr.operation == nullptr) {
      SymValue result;
      if (!evaluateWords(instr, result)) {
        result = instr.term ? SymValue::of(buildTerm(instr)) : get(instr.operands[0]);
      }
      set(state, instr.dst, result);
      continue;
    }
    state.instr = instr.first;
    const size_t before = split_->size();
    const Step step = operation(state, instr);
    if (step != Step::Next) return step;
    if (split_->size() != before) {
      state.instr = at + 1;
      return Step::Next;
    }
  }
  state.instr = end;
  return Step::Next;
}

Executor::Step Executor::arrive(State& state, LocationId id) {
  const LocationCode& location = code_.location(id);
  state.location = &location;
  state.edge = nullptr;
  state.nextEdge = 0;
  state.instr = 0;
  ++state.arrivals;
  useState(state); // compilation may have moved constants
  if (isReplaying_) return location.kind == LocationKind::Plain ? Step::Next : Step::Cut;
  ++visits_[id.index()];
  switch (location.kind) {
  case LocationKind::Plain:
    if (location.isSelfLoop || repeats(state)) {
      hasEndlessPath_ = true;
      return endWithoutChecks(state, "a loop without end");
    }
    if (pruner_.isFutile(state)) return Step::Finished;
    if (pruner_.isCovered(state, instructions_)) {
      hasEndlessPath_ = true;
      return endWithoutChecks(state, "what may be a loop without end");
    }
    return Step::Next;
  case LocationKind::Abort:
    if (hasMemcleanup_ && state.memory.liveHeapObjects() > 0) return cut(state, "blocks that are live at an abort");
    return endWithoutChecks(state, "an abort");
  case LocationKind::Error:
    return Step::Error;
  case LocationKind::Limit:
    limitsReached_.insert(id);
    return Step::Finished;
  case LocationKind::Unsupported:
    return cut(state, "unsupported: " + program_[id].message);
  default:
    return Step::Finished;
  }
}

Executor::Step Executor::endWithoutChecks(State& state, const char* how) {
  if (!hasMemtrack_ || MemoryOperations(*this, state, Instr()).isTracked()) return Step::Finished;
  return cut(state, std::string("blocks that may be lost at ") + how);
}

bool Executor::repeats(State& state) {
  Snapshot& old = state.snapshot;
  if (old.location == state.location && old.memoryVersion == state.memoryVersion && old.inputs == state.inputs &&
      old.frame->call == state.frame->call && old.frame->caller == state.frame->caller &&
      old.frame->locals == state.frame->locals && *old.globals == *state.globals)
    return true;
  if (state.wantsSnapshot) {
    old = {state.location, state.frame, state.globals, state.memoryVersion, state.inputs};
    state.wantsSnapshot = false;
  }
  return false;
}

Executor::Step Executor::enterFunction(State& state) {
  const CallCode& call = *state.edge->call;
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) return cut(state, "call of '" + callee.name + "', which has no body,");
  auto frame = std::make_shared<Frame>();
  frame->function = &code_.function(call.callee);
  frame->call = &call;
  frame->locals.resize(frame->function->numLocals);
  for (size_t i = 0; i < callee.variables.size(); ++i) {
    const Sort sort = program_[callee.variables[i]].sort();
    if (Registers::isWide(sort)) frame->locals[i] = SymValue::of(terms_.mkZero(sort));
  }
  for (size_t i = 0; i < call.arguments.size() && i < frame->function->parameters.size(); ++i)
    frame->locals[frame->function->parameters[i].index] = get(call.arguments[i]);
  frame->caller = std::move(state.frame);
  state.frame = std::move(frame);
  ++state.depth;
  return arrive(state, callee.entry);
}

Executor::Step Executor::leaveFunction(State& state) {
  const EdgeCode& edge = *state.edge;
  const SymValue value = edge.returnsValue ? get(edge.returned) : SymValue();
  for (uint32_t number : state.frame->stackObjects) {
    if (state.memory.object(number).alive) state.memory.kill(number);
  }
  const CallCode* call = state.frame->call;
  if (!call) {
    state.location = &code_.location(edge.target);
    return Step::Finished;
  }
  FrameRef caller = state.frame->caller;
  state.frame = std::move(caller);
  --state.depth;
  useState(state);
  if (call->hasResult) set(state, call->result, value);
  return arrive(state, call->returnTo);
}

Executor::Step Executor::input(State& state, const Instr& instr) {
  const Sort sort = program_[instr.operation->as<Input>()->variable].sort();
  const std::string name = "input!" + std::to_string(state.inputs) +
                           (sort.isBool() ? std::string("!bool") : "!" + std::to_string(sort.width()));
  const Term variable = terms_.mkVariable(name, sort);
  ++state.inputs;
  state.record = std::make_shared<const RecordNode>(true, ArbitraryBytes{variable, 0, 0, 0}, state.record);
  set(state, instr.dst, SymValue::of(variable));
  return Step::Next;
}

Executor::Step Executor::operation(State& state, const Instr& instr) {
  if (instr.op == Op::Input) return input(state, instr);
  return MemoryOperations(*this, state, instr).run();
}

} // namespace assay::symex
