#include "engine/symex/threads.h"

#include "engine/symex/implied.h"
#include "engine/symex/object_access.h"
#include "engine/symex/pointer_resolver.h"
#include "program/threads.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::symex {

namespace {

/// The state's own table, to be written.
std::vector<Thread>& ownThreads(State& state) {
  if (state.threads.use_count() != 1) state.threads = std::make_shared<std::vector<Thread>>(*state.threads);
  return *state.threads;
}

} // namespace

bool Threads::isAlone(const State& state) {
  const auto lives = [](const Thread& thread) { return thread.status != Thread::Ended; };
  return !state.threads || std::ranges::count_if(*state.threads, lives) == 1;
}

bool concernsThreads(const Operation& operation) {
  if (operation.isOfThreads()) return true;
  const Query* query = operation.as<Query>();
  return query && (query->kind == QueryKind::UnracedRead || query->kind == QueryKind::UnracedWrite);
}

Threads::Threads(const Program& program, CodeCache& code, RegisterMachine& machine, Decisions& decisions,
                 Pruner& pruner, const SymexLimits& limits, Env& env)
    : program_(program), terms_(program.terms()), code_(code), machine_(machine), decisions_(decisions),
      pruner_(pruner), limits_(limits), arePresent_(hasThreads(program)),
      hasPlaces_(
          std::ranges::any_of(program.objects, [](const StaticObject& object) { return object.position.known(); })),
      reduction_(program, code, limits, env, arePresent_ && limits.futureEntries > 1),
      released_(env.statistics.counter("alternatives after all")) {
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) locals_.emplace_back(i);
}

void Threads::begin(State& state) const {
  if (arePresent_) state.threads = std::make_shared<std::vector<Thread>>(1);
}

void Threads::replay(const RecordRef& record) {
  schedule_.clear();
  for (const RecordNode* node = record.get(); node; node = node->parent.get())
    if (node->isInput && node->taken.variable.isValue())
      schedule_.push_back(static_cast<uint32_t>(node->taken.variable.value().toUint64()));
}

Step Threads::run(State& state, const Instr& instr, uint32_t next) {
  const Operation& operation = *instr.operation;
  if (operation.as<assay::Step>()) return step(state, instr, next);
  if (operation.as<Await>()) return await(state, instr, next);
  if (operation.as<Spawn>()) return spawn(state, instr, next);
  if (const Atomic* region = operation.as<Atomic>()) return atomic(state, region->begins, next);
  return askForRaces(state, instr, operation.as<Query>()->kind == QueryKind::UnracedWrite);
}

Step Threads::step(State& state, const Instr& instr, uint32_t next) {
  const assay::Step& operation = *instr.operation->as<assay::Step>();
  if (operation.access != AccessKind::None && (*state.threads)[state.thread].atomicDepth > 0)
    reduction_.touch(state, operation.access == AccessKind::Write, operation.pointer, machine_.get(instr.operands[0]),
                     machine_.get(instr.operands[1]));
  if (operation.access == AccessKind::Write) state.hasWritten = true;
  if ((*state.threads)[state.thread].atomicDepth > 0 || isAlone(state)) return Step::Next;
  Thread& thread = ownThreads(state)[state.thread];
  thread.status = Thread::Ready;
  thread.access = operation.access;
  thread.isAtomic = operation.isAtomic;
  thread.commutes = reduction_.commutes(state.edge->id);
  if (operation.access != AccessKind::None) {
    thread.pointer = machine_.get(instr.operands[0]);
    thread.size = machine_.get(instr.operands[1]);
  }
  return choose(state, Condition::Met, next);
}

Step Threads::await(State& state, const Instr& instr, uint32_t next) {
  const Await& operation = *instr.operation->as<Await>();
  Thread& thread = ownThreads(state)[state.thread];
  thread.status = Thread::Ready;
  thread.access = AccessKind::Read;
  thread.isAtomic = true;
  thread.commutes = false;
  thread.sort = operation.value.sort();
  thread.pointer = machine_.get(instr.operands[0]);
  thread.size = SymValue::concrete(bytesOf(thread.sort));
  thread.await = operation.kind;
  thread.value = machine_.get(instr.operands[1]);
  thread.answer = instr.dst;
  const Condition condition = conditionOf(state, Thread(thread));
  if (condition == Condition::Unknown) return decisions_.cut(state, "an object too large to be followed");
  if (condition == Condition::Gone) return decisions_.cut(state, "undefined: a read outside of any object");
  if (condition == Condition::Met && ((*state.threads)[state.thread].atomicDepth > 0 || isAlone(state))) {
    reduction_.touch(state, false, operation.pointer, machine_.get(instr.operands[0]),
                     SymValue::concrete(bytesOf(operation.value.sort())));
    machine_.set(state, instr.dst, SymValue::concrete(1));
    return Step::Next;
  }
  ownThreads(state)[state.thread].status = Thread::Waiting;
  return choose(state, condition, next);
}

Step Threads::spawn(State& state, const Instr& instr, uint32_t next) {
  if (state.threads->size() >= limits_.threads) return decisions_.cut(state, "too many threads to be followed");
  const CallCode& call = state.edge->spawns[instr.immediate];
  Thread made;
  made.frame = machine_.newFrame(program_, code_.function(call.callee), call);
  made.location = &code_.location(program_[call.callee].entry);
  for (VariableId variable : locals_) made.locals.push_back(SymValue::of(program_[variable].initial));
  std::vector<Thread>& threads = ownThreads(state);
  const uint64_t number = threads.size();
  threads.push_back(std::move(made));
  machine_.use(state); // compilation may have moved constants
  const uint32_t width = program_[instr.operation->as<Spawn>()->thread].sort().width();
  machine_.set(state, instr.dst, SymValue::concrete(width < 64 ? number & ((uint64_t{1} << width) - 1) : number));
  state.hasWritten = true;
  ++state.turns;
  state.instr = next;
  return Step::Next;
}

Step Threads::atomic(State& state, bool begins, uint32_t next) {
  ownThreads(state)[state.thread].atomicDepth += begins ? 1 : -1;
  ++state.turns;
  state.instr = next;
  return Step::Next;
}

void Threads::touch(State& state, const Instr& instr) {
  if (instr.operation->as<Free>()) state.hasWritten = true;
  if (!state.reserve) return;
  const auto operand = [&](size_t index) { return machine_.get(instr.operands[index]); };
  if (const Copy* copy = instr.operation->as<Copy>()) {
    reduction_.touch(state, false, copy->source, operand(1), operand(2));
    reduction_.touch(state, true, copy->target, operand(0), operand(2));
  } else if (const Free* release = instr.operation->as<Free>()) {
    reduction_.touch(state, true, release->pointer, operand(0), SymValue::concrete(0));
  } else if (const Query* query = instr.operation->as<Query>(); query && query->arguments.empty()) {
    reduction_.touchAnything(state);
  }
}

Step Threads::end(State& state) {
  for (const Frame* frame = state.frame.get(); frame; frame = frame->caller.get())
    for (uint32_t number : frame->stackObjects)
      if (state.memory.object(number).alive) {
        state.memory.kill(number);
        touchWhole(state, number);
      }
  Thread& thread = ownThreads(state)[state.thread];
  thread.status = Thread::Ended;
  thread.access = AccessKind::None;
  return choose(state, Condition::Unmet, state.instr);
}

Threads::Condition Threads::conditionOf(State& state, const Thread& waiting) {
  PointerResolver pointers(program_, decisions_, limits_, state);
  const uint64_t number = pointers.resolve(waiting.pointer, waiting.size, false);
  if (number == 0) return Condition::Gone;
  std::vector<ArbitraryBytes> arbitrary;
  const std::optional<SymValue> loaded = ObjectAccess(program_, state.memory, number, limits_, arbitrary)
                                             .load(pointers.offsetIn(waiting.pointer, number), waiting.sort);
  if (!loaded) return Condition::Unknown;
  record(state, arbitrary);
  const Term is = knownValue(state, *loaded).toTerm(terms_, waiting.sort);
  const Term wanted = knownValue(state, waiting.value).toTerm(terms_, waiting.sort);
  Term condition;
  switch (waiting.await) {
  case AwaitKind::Equal:
    condition = terms_.mkEqual(is, wanted);
    break;
  case AwaitKind::Distinct:
    condition = terms_.mkNot(terms_.mkEqual(is, wanted));
    break;
  case AwaitKind::AtLeast:
    condition = terms_.mkBvSge(is, wanted);
    break;
  }
  return decisions_.decide(state, condition) ? Condition::Met : Condition::Unmet;
}

Step Threads::choose(State& state, Condition ofLast, uint32_t next) {
  wasCovered_ = false;
  std::vector<Candidate> ready;
  std::optional<uint32_t> firstLive;
  const auto consider = [&](uint32_t number) {
    const Thread thread = (*state.threads)[number]; // the table may be copied meanwhile
    if (thread.status == Thread::Ended) return true;
    firstLive = std::min(firstLive.value_or(number), number);
    Condition condition = Condition::Met;
    if (thread.status == Thread::Waiting) condition = number == state.thread ? ofLast : conditionOf(state, thread);
    if (condition != Condition::Unmet) ready.push_back({number, condition});
    return condition != Condition::Unknown;
  };
  bool isKnown = consider(state.thread);
  for (uint32_t number = 0; number < state.threads->size() && isKnown; ++number)
    if (number != state.thread) isKnown = consider(number);
  if (!isKnown) return decisions_.cut(state, "an object too large to be followed");
  if (!firstLive) {
    state.location = &code_.location(program_[program_.entry()].exit);
    return Step::Finished;
  }
  ++state.turns;
  state.instr = next;
  if (ready.empty()) {
    endTurn(state);
    goOn(state, *firstLive, Condition::Unmet);
    machine_.use(state);
    return Step::Next;
  }
  if (ready.size() > 1 && ready[0].number == state.thread && !decisions_.isReplaying() && isBeforeEnd(state, next)) {
    goOnWith(state, ready, 0);
    machine_.use(state);
    return Step::Next;
  }
  wasCovered_ = ready.size() > 1 && !decisions_.isReplaying() && pruner_.isCoveredAtTurn(state);
  if (wasCovered_) {
    endTurnCovered(state);
    return Step::Finished;
  }
  endTurn(state);
  if (ready.size() == 1) {
    if (ready[0].condition == Condition::Gone)
      return decisions_.cut(state, "undefined: a thread waits for what is outside of any object");
    goOn(state, ready[0].number, ready[0].condition);
  } else if (decisions_.isReplaying()) {
    if (schedule_.empty() || schedule_.back() >= ready.size()) {
      decisions_.lose();
      return Step::Cut;
    }
    const size_t index = schedule_.back();
    schedule_.pop_back();
    goOnWith(state, ready, index);
  } else if (const std::optional<size_t> first = turnThatCommutes(state, ready)) {
    auto reserve = std::make_shared<Reserve>();
    reserve->before = std::make_unique<State>(state);
    reserve->ready = ready;
    reserve->chosen = *first;
    reserve->number = pruner_.numberAtTurn();
    state.reserve = std::move(reserve);
    goOnWith(state, ready, *first);
  } else {
    for (size_t other = 1; other < ready.size(); ++other) splitWith(state, ready, other);
    if (ready[0].condition == Condition::Gone)
      return decisions_.cut(state, "undefined: a thread waits for what is outside of any object");
    goOnWith(state, ready, 0);
  }
  machine_.use(state);
  return Step::Next;
}

/// Whether all that is left to do is to end the program. If the thread has written nothing since others could go on, what they
/// could do now they could do before it read.
bool Threads::isBeforeEnd(const State& state, uint32_t next) const {
  if (state.hasWritten || !state.edge || next != state.edge->code.size() || state.edge->call) return false;
  const LocationKind kind = program_[state.edge->target].kind;
  return kind == LocationKind::Abort || kind == LocationKind::Halt || kind == LocationKind::Blocked ||
         (state.edge->returns && state.thread == 0 && !state.frame->call);
}

std::optional<size_t> Threads::turnThatCommutes(const State& state, const std::vector<Candidate>& ready) {
  const auto isMet = [](const Candidate& candidate) { return candidate.condition == Condition::Met; };
  if (!reduction_.isOn() || !std::ranges::all_of(ready, isMet)) return std::nullopt;
  std::vector<uint32_t> numbers;
  for (const Candidate& candidate : ready) numbers.push_back(candidate.number);
  return reduction_.pick(state, numbers);
}

/// The choice is an input of the execution.
void Threads::goOnWith(State& state, const std::vector<Candidate>& ready, size_t index) {
  state.record =
      std::make_shared<const RecordNode>(true, ArbitraryBytes{terms_.mkBv(32, index), 0, 0, 0}, state.record);
  goOn(state, ready[index].number, ready[index].condition);
}

void Threads::splitWith(State& state, const std::vector<Candidate>& ready, size_t index) {
  if (ready[index].condition == Condition::Gone)
    decisions_.cut(state, "undefined: a thread waits for what is outside of any object");
  else
    goOnWith(decisions_.split(state), ready, index);
}

void Threads::endTurn(State& state) {
  if (state.reserve && !state.reserve->isReleased) {
    if (reduction_.meetsOthers(state))
      release(state);
    else
      reduction_.follow(state.reserve->number, pruner_.numberAtTurn());
  }
  state.reserve = nullptr;
  state.touched.clear();
}

/// The others have their turns behind the state that covers this one, unless that comes back to where the turn began.
void Threads::endTurnCovered(State& state) {
  if (!state.reserve || state.reserve->isReleased || reduction_.meetsOthers(state)) return;
  if (reduction_.followUnlessCyclic(state.reserve->number, pruner_.numberAtTurn())) state.reserve = nullptr;
}

void Threads::release(State& state) {
  const std::shared_ptr<Reserve> reserve = std::move(state.reserve);
  if (!reserve || std::exchange(reserve->isReleased, true)) return;
  ++released_;
  for (size_t other = 0; other < reserve->ready.size(); ++other)
    if (other != reserve->chosen) splitWith(*reserve->before, reserve->ready, other);
  reserve->before = nullptr;
}

/// The thread runs from now on. It is told whether what it has waited for has come.
void Threads::goOn(State& state, uint32_t number, Condition condition) {
  if (number != state.thread) {
    suspend(state);
    resume(state, number);
  }
  Thread& thread = ownThreads(state)[number];
  state.hasWritten = thread.access == AccessKind::Write;
  if (thread.access != AccessKind::None) reduction_.touch(state, thread);
  thread.access = AccessKind::None;
  if (std::exchange(thread.status, Thread::Ready) != Thread::Waiting) return;
  const Ref answer = thread.answer;
  machine_.use(state);
  machine_.set(state, answer, SymValue::concrete(condition == Condition::Met ? 1 : 0));
}

void Threads::suspend(State& state) {
  Thread& thread = ownThreads(state)[state.thread];
  thread.frame = std::move(state.frame);
  if (thread.status == Thread::Ended) {
    thread = Thread();
    thread.status = Thread::Ended;
    return;
  }
  thread.location = state.location;
  thread.nextEdge = state.nextEdge;
  thread.edge = state.edge;
  thread.instr = state.instr;
  thread.depth = state.depth;
  thread.locals.clear();
  for (VariableId variable : locals_) thread.locals.push_back((*state.globals)[code_.place(variable).index]);
}

void Threads::resume(State& state, uint32_t number) {
  Thread& thread = ownThreads(state)[number];
  state.thread = number;
  state.frame = std::move(thread.frame);
  thread.frame = nullptr;
  state.location = thread.location;
  state.nextEdge = thread.nextEdge;
  state.edge = thread.edge;
  state.instr = thread.instr;
  state.depth = thread.depth;
  if (locals_.empty()) return;
  if (state.globals.use_count() != 1) state.globals = std::make_shared<std::vector<SymValue>>(*state.globals);
  for (size_t i = 0; i < locals_.size(); ++i) (*state.globals)[code_.place(locals_[i]).index] = thread.locals[i];
}

/// Whether an access is inside of a live object. Of a pointer that may be anything, it is asked for each object that the program
/// may write and that stands in the source, as long as there are not too many.
Term Threads::isInside(const State& state, SymValue pointer, SymValue size) const {
  const PointerLayout& layout = program_.layout();
  const auto isIn = [&](uint64_t number) {
    const Object& object = state.memory.object(number);
    if (!object.alive || object.origin == ObjectOrigin::None) return terms_.mkFalse();
    const Term offset = terms_.mkBvSub(termOf(pointer), terms_.mkBv(layout.width, layout.address(number)));
    const Term length = termOf(object.size), accessed = termOf(size);
    return terms_.mkAnd(terms_.mkBvUle(accessed, length), terms_.mkBvUle(offset, terms_.mkBvSub(length, accessed)));
  };
  if (pointer.isConcrete()) {
    const uint64_t number = layout.object(pointer.word);
    return number > 0 && number < state.memory.numObjects() ? isIn(number) : terms_.mkFalse();
  }
  if (state.memory.numObjects() > limits_.objectsOfRaces) return terms_.mkTrue();
  Term result = terms_.mkFalse();
  for (uint64_t number = 1; number < state.memory.numObjects(); ++number) {
    const bool isStatic = number <= program_.objects.size();
    if (isStatic && (program_.objects[number].constant || (hasPlaces_ && !program_.objects[number].position.known())))
      continue;
    result = terms_.mkOr(result, isIn(number));
  }
  return result;
}

/// Whether two accesses have a byte in common. Pointers are packed, so those into different objects are far apart.
Term Threads::overlap(const State& state, SymValue a, SymValue sizeOfA, SymValue b, SymValue sizeOfB) const {
  const Term zero = terms_.mkZero(program_.pointerSort());
  const Term first = termOf(a), second = termOf(b), firstSize = termOf(sizeOfA), secondSize = termOf(sizeOfB);
  const Term meet =
      terms_.mkIte(terms_.mkBvUle(first, second), terms_.mkBvUlt(terms_.mkBvSub(second, first), firstSize),
                   terms_.mkBvUlt(terms_.mkBvSub(first, second), secondSize));
  if (meet.isFalse()) return meet;
  // Where there is no object, there is nothing that they share.
  const Term conditions[] = {isInside(state, a, sizeOfA), isInside(state, b, sizeOfB),
                             terms_.mkNot(terms_.mkEqual(firstSize, zero)),
                             terms_.mkNot(terms_.mkEqual(secondSize, zero)), meet};
  return terms_.mkAnd(conditions);
}

/// The answer is a condition where addresses are not concrete; the guard that looks at it is decided.
Step Threads::askForRaces(State& state, const Instr& instr, bool isWrite) {
  const SymValue pointer = machine_.get(instr.operands[0]), size = machine_.get(instr.operands[1]);
  const std::vector<Thread>& threads = *state.threads;
  Term isRaced = terms_.mkFalse(), meets = terms_.mkFalse();
  for (uint32_t number = 0; number < threads.size(); ++number) {
    const Thread& other = threads[number];
    if (number == state.thread || other.access == AccessKind::None) continue;
    if (!isWrite && other.access != AccessKind::Write) continue;
    if (threads[state.thread].atomicDepth > 0 && other.isAtomic) continue;
    const Term race = overlap(state, pointer, size, other.pointer, other.size);
    isRaced = terms_.mkOr(isRaced, race);
    meets = terms_.mkOr(meets, terms_.mkAnd(race, terms_.mkEqual(termOf(pointer), termOf(other.pointer))));
  }
  state.meets = meets;
  machine_.set(state, instr.dst, SymValue::of(terms_.mkNot(isRaced)));
  return Step::Next;
}

} // namespace assay::symex
