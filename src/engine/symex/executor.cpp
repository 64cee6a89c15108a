#include "engine/symex/executor.h"

#include "engine/symex/block_search.h"
#include "engine/symex/memory_operations.h"
#include "program/threads.h"

#include <algorithm>

namespace assay::symex {

namespace {

/// Whether the opposite answer to the guard of an edge leads to closed checks, at once, and to nothing else. If the
/// state's own model leads to such a check, the state goes there: then the proof of the check was wrong.
bool isOppositeClosed(const std::vector<bool>& closed, const LocationCode& location, size_t edge, bool holds) {
  const auto isClosed = [&](const EdgeCode& other) {
    return closed[other.target.index()] && other.code.empty() && !other.call;
  };
  if (!holds) return isClosed(location.edges[edge]);
  return std::all_of(location.edges.begin() + static_cast<ptrdiff_t>(edge) + 1, location.edges.end(), isClosed);
}

/// Whether the state is what it was when it was last here. Takes a snapshot if one is due.
bool repeats(State& state) {
  Snapshot& old = state.snapshot;
  if (old.location == state.location && old.memoryVersion == state.memoryVersion && old.inputs == state.inputs &&
      old.turns == state.turns && old.frame->call == state.frame->call && old.frame->caller == state.frame->caller &&
      old.frame->locals == state.frame->locals && *old.globals == *state.globals)
    return true;
  if (state.wantsSnapshot) {
    old = {state.location, state.frame, state.globals, state.memoryVersion, state.inputs, state.turns};
    state.wantsSnapshot = false;
  }
  return false;
}

} // namespace

Term InputVariables::of(uint64_t number, Sort sort) {
  variables_.resize(std::max<size_t>(variables_.size(), number + 1));
  Term& known = variables_[number];
  if (known && known.sort() == sort) return known;
  const std::string width = sort.isBool() ? "bool" : std::to_string(sort.width());
  return known = terms_.mkVariable("input!" + std::to_string(number) + "!" + width, sort);
}

Executor::Executor(const Program& program, RefutationLog& refutations, const SymexPlan& plan, Env& env, Wanted wanted)
    : program_(program), limits_(plan.limits), terms_(program.terms()), env_(env), code_(program), inputs_(terms_),
      solver_(terms_, refutations, limits_, env), machine_(code_, terms_),
      decisions_(program, solver_, machine_, limits_, env),
      pruner_(program, code_, solver_, plan.pruning, limits_, env, !wanted.edges || wanted.isAll),
      merger_(program, code_, machine_, decisions_, pruner_, limits_, env,
              !wanted.edges && plan.pruning != Pruning::None && !hasThreads(program)),
      threads_(program, code_, machine_, decisions_, pruner_, limits_, env),
      learner_(program, code_, solver_, refutations, plan.pruning, limits_, env), visits_(program.locations().size()),
      wanted_(wanted), mergesPointers_(plan.pointers == PointerTargets::Merge),
      spared_(env.statistics.counter("queries spared by others")), leaks_(leakChecksOf(program)) {
  if (wanted_.isAll) pruner_.want(*wanted_.edges);
}

StatePtr Executor::initialState() {
  StatePtr state = makeInitialState();
  state->id = decisions_.newId();
  ++visits_[state->location->id.index()];
  learner_.begin(*state);
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
  threads_.begin(*state);
  return state;
}

void Executor::close(std::vector<bool> isClosed) {
  isClosed_ = std::move(isClosed);
  pruner_.close(isClosed_);
}

void Executor::forget() {
  solver_.forget();
  pruner_.forget();
  learner_.forget();
}

Stop Executor::run(State& state, uint64_t budget, std::vector<StatePtr>& split) {
  decisions_.splitTo(split);
  if (tookWantedEdge_ && wanted_.isAll) pruner_.want(*wanted_.edges);
  tookWantedEdge_ = false;
  const size_t before = split.size();
  const uint64_t end = instructions_ + budget;
  machine_.use(state);
  // Where no question reaches a solver, nobody else looks at the time, and steps of long paths are slow.
  constexpr uint64_t kStepsBetweenLooks = 256;
  for (uint64_t step = 1;; ++step) {
    if (step % kStepsBetweenLooks == 0 && env_.deadline.expired()) return Stop::Paused;
    const Step taken = state.edge ? runEdge(state) : chooseEdge(state);
    if (taken != Step::Next) {
      if (taken != Step::Finished) Learner::lose(state);
      learner_.ended(state);
      threads_.release(state);
      return taken == Step::Finished ? Stop::Finished : taken == Step::Error ? Stop::Error : Stop::Cut;
    }
    if (split.size() != before) return Stop::Paused;
    if (instructions_ >= end) {
      state.wantsSnapshot = true;
      return Stop::Paused;
    }
  }
}

Step Executor::chooseEdge(State& state) {
  const LocationCode& location = *state.location;
  ++instructions_;
  const size_t count = location.edges.size();
  for (uint32_t i = state.nextEdge; i < count; ++i) {
    const EdgeCode& edge = location.edges[i];
    // Guards cover everything: the last one holds if no other does.
    if (edge.unguarded || i + 1 == count) {
      state.take(edge);
      return Step::Next;
    }
    for (const Instr& instr : edge.guardCode) machine_.evaluate(state, instr);
    instructions_ += edge.guardCode.size();
    const SymValue guard = machine_.get(edge.guard);
    if (const Join* join = guard.isConcrete() ? nullptr : merger_.merge(state, guard.term)) {
      left_.isAny = true;
      learner_.merged(state, *join, merger_.pointers());
      return arrive(state, edge.target);
    }
    State* other = nullptr;
    const bool holds = guard.isConcrete() ? guard.word != 0 : decideEdge(state, i, guard.term, &other);
    if (other && holds) other->nextEdge = i + 1;
    if (other && !holds) other->take(edge);
    if (other)
      learner_.split(state, *other, edge, holds);
    else
      learner_.guard(state, edge, holds);
    if (holds) {
      state.take(edge);
      return Step::Next;
    }
    if (!guard.isConcrete()) state.nextEdge = i + 1;
  }
  if (location.kind == LocationKind::ThreadEnd) return endThread(state);
  // A function that a thread begins with may end at once.
  if (state.threads && location.kind != LocationKind::Plain) return arrive(state, location.id);
  return decisions_.cut(state, "no guard holds");
}

bool Executor::decideEdge(State& state, size_t edge, Term guard, State** other) {
  if (isClosed_.empty() || guard.isValue()) return decisions_.decide(state, guard, other);
  const bool holds = state.model->holds(guard);
  if (!isOppositeClosed(isClosed_, *state.location, edge, holds)) return decisions_.decide(state, guard, other);
  ++spared_;
  decisions_.imply(state, holds ? guard : terms_.mkNot(guard));
  return holds;
}

Step Executor::runEdge(State& state) {
  const EdgeCode& edge = *state.edge;
  if (wanted_.edges && (*wanted_.edges)[edge.id.index()] && !decisions_.isReplaying()) {
    (*wanted_.edges)[edge.id.index()] = false;
    tookWantedEdge_ = true;
  }
  const auto end = static_cast<uint32_t>(edge.code.size());
  const size_t before = decisions_.numSplit();
  const uint64_t turns = state.turns;
  const Step step = runOperations(state, end);
  // What was split off comes first to the searcher; and another thread may run now.
  if (step != Step::Next || decisions_.numSplit() != before || state.turns != turns) return step;
  learner_.edge(state);
  if (edge.call) return enterFunction(state);
  if (edge.returns) return leaveFunction(state);
  return arrive(state, edge.target);
}

Step Executor::runOperations(State& state, uint32_t end) {
  const std::vector<Instr>& code = state.edge->code;
  if (state.instr < end) machine_.ownFrame(state);
  for (uint32_t at = state.instr; at < end; ++at) {
    const Instr& instr = code[at];
    ++instructions_;
    if (instr.operation == nullptr) {
      machine_.evaluate(state, instr);
      continue;
    }
    state.instr = instr.first;
    const size_t before = decisions_.numSplit();
    if (threads_.arePresent() && concernsThreads(*instr.operation)) {
      const uint64_t turns = state.turns;
      const Step step = threads_.run(state, instr, at + 1);
      if (step != Step::Next) return afterTurn(state, step);
      if (state.turns != turns) return Step::Next;
      if (decisions_.numSplit() == before) continue;
      state.instr = at + 1;
      return Step::Next;
    }
    if (state.threads) threads_.touch(state, instr);
    learner_.beforeOperation(state, instr, machine_);
    const Step step =
        instr.operation->as<Input>()
            ? input(state, instr)
            : MemoryOperations(program_, machine_, decisions_, limits_, mergesPointers_, state, instr).run();
    if (step != Step::Next) return step;
    learner_.afterOperation(state, instr, machine_);
    if (decisions_.numSplit() != before) {
      state.instr = at + 1;
      return Step::Next;
    }
  }
  state.instr = end;
  return Step::Next;
}

Step Executor::arrive(State& state, LocationId id) {
  const LocationCode& location = code_.location(id);
  state.location = &location;
  state.edge = nullptr;
  state.nextEdge = 0;
  state.instr = 0;
  ++state.arrivals;
  machine_.use(state); // compilation may have moved constants
  const bool goesOn = location.kind == LocationKind::Plain || location.kind == LocationKind::ThreadEnd;
  if (decisions_.isReplaying()) return goesOn ? Step::Next : Step::Cut;
  ++visits_[id.index()];
  switch (location.kind) {
  case LocationKind::Plain:
    if (location.isSelfLoop || repeats(state)) {
      left_.mayBeEndless = true;
      Learner::lose(state);
      if (!Threads::isAlone(state)) return decisions_.cut(state, "a loop without end beside other threads");
      return endWithoutChecks(state, "a loop without end");
    }
    if (pruner_.isFutile(state)) return Step::Finished;
    if (pruner_.isPoint(id) && learner_.isSubsumed(state, instructions_)) {
      left_ = {.isAny = true, .mayBeEndless = true}; // no end was seen, at least
      return Step::Finished;
    }
    if (pruner_.isCovered(state, instructions_)) {
      left_ = {.isAny = true, .mayBeEndless = true};
      Learner::lose(state);
      return endWithoutChecks(state, "what may be a loop without end");
    }
    return Step::Next;
  case LocationKind::ThreadEnd: // nothing is left to be done there but that
    return Step::Next;
  case LocationKind::Abort:
    if (leaks_.memcleanup && state.memory.liveHeapObjects() > 0)
      return decisions_.cut(state, "blocks that are live at an abort");
    return endWithoutChecks(state, "an abort");
  case LocationKind::Error:
    return Step::Error;
  case LocationKind::Limit:
    limitsReached_.insert(id);
    return Step::Finished;
  case LocationKind::Unsupported:
    return decisions_.cut(state, "unsupported: " + program_[id].message);
  default:
    return Step::Finished;
  }
}

Step Executor::endWithoutChecks(State& state, const char* how) {
  if (!leaks_.memtrack || isTracked(program_, limits_, state)) return Step::Finished;
  return decisions_.cut(state, std::string("blocks that may be lost at ") + how);
}

Step Executor::endThread(State& state) {
  const Step step = threads_.end(state);
  return step == Step::Next ? step : afterTurn(state, step);
}

Step Executor::afterTurn(State& state, Step step) {
  if (step != Step::Finished || !threads_.wasCovered()) return step;
  left_ = {.isAny = true, .mayBeEndless = true};
  return endWithoutChecks(state, "what may be a loop without end");
}

Step Executor::enterFunction(State& state) {
  const CallCode& call = *state.edge->call;
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) return decisions_.cut(state, "call of '" + callee.name + "', which has no body,");
  FrameRef frame = machine_.newFrame(program_, code_.function(call.callee), call);
  frame->call = &call;
  frame->caller = std::move(state.frame);
  state.frame = std::move(frame);
  ++state.depth;
  return arrive(state, callee.entry);
}

Step Executor::leaveFunction(State& state) {
  const EdgeCode& edge = *state.edge;
  const SymValue value = edge.returnsValue ? machine_.get(edge.returned) : SymValue();
  for (uint32_t number : state.frame->stackObjects) {
    if (!state.memory.object(number).alive) continue;
    state.memory.kill(number);
    threads_.touchWhole(state, number);
  }
  const CallCode* call = state.frame->call;
  if (!call && state.thread != 0) return endThread(state);
  if (!call) {
    state.location = &code_.location(edge.target);
    return Step::Finished;
  }
  FrameRef caller = state.frame->caller;
  state.frame = std::move(caller);
  --state.depth;
  machine_.use(state);
  if (call->hasResult) machine_.set(state, call->result, value);
  return arrive(state, call->returnTo);
}

Step Executor::input(State& state, const Instr& instr) {
  const Term variable = inputs_.of(state.inputs, program_[instr.operation->as<Input>()->variable].sort());
  ++state.inputs;
  state.record = std::make_shared<const RecordNode>(true, ArbitraryBytes{variable, 0, 0, 0}, state.record);
  machine_.set(state, instr.dst, SymValue::of(variable));
  return Step::Next;
}

} // namespace assay::symex
