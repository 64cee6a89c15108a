#include "engine/symex/reduction.h"

#include "program/threads.h"
#include "term/evaluate.h"
#include "term/traverse.h"

#include <algorithm>
#include <set>

namespace assay::symex {

namespace {

const PointerSet kAnything = PointerSet::any();

/// Whether threads have variables in common: one that some operation assigns and another one reads.
bool sharesVariables(const Program& program) {
  std::set<VariableId> assigned;
  const auto isCommon = [&](VariableId id) { return !program[id].function.valid() && !program[id].isThreadLocal; };
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const VariableId id = operation.defines(); id.valid() && isCommon(id)) assigned.insert(id);
  if (assigned.empty()) return false;
  const auto reads = [&](Term term) {
    return std::ranges::any_of(freeVariables(term),
                               [&](Term variable) { return assigned.contains(program.variableOf(variable)); });
  };
  return std::ranges::any_of(program.edges(), [&](const Edge& edge) {
    return reads(edge.guard) || std::ranges::any_of(edge.operations, [&](const Operation& operation) {
             return std::ranges::any_of(operation.terms(), reads);
           });
  });
}

/// Whether executions go on, or end without a violation, where threads race. Then it matters to others what a thread stands before.
bool livesWithRaces(const Program& program) {
  return std::ranges::any_of(program.edges(), [&](const Edge& edge) {
    const bool asks = std::ranges::any_of(edge.operations, [](const Operation& operation) {
      const Query* query = operation.as<Query>();
      return query && (query->kind == QueryKind::UnracedRead || query->kind == QueryKind::UnracedWrite);
    });
    return asks && std::ranges::none_of(program[edge.target].out, [&](EdgeId next) {
             const Location& target = program[program[next].target];
             return target.kind == LocationKind::Error && target.out.empty();
           });
  });
}

/// Whether every function announces by steps what it does to objects that are not on stacks, as translations do, but for what
/// nobody's turn depends on. An automaton that is written by hand need not.
bool isAnnounced(const Program& program, const PointsTo& pointsTo) {
  std::set<uint32_t> onStack;
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>(); allocate && allocate->storage == Storage::Stack)
        onStack.insert(pointsTo.siteOf(*allocate));
  std::vector<PointerSet> announced(program.functions().size());
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations) {
      PointerSet& byFunction = announced[program[edge.source].function.index()];
      if (const assay::Step* step = operation.as<assay::Step>(); step && step->access != AccessKind::None)
        include(byFunction, pointsTo.of(step->pointer));
      if (const Await* await = operation.as<Await>()) include(byFunction, pointsTo.of(await->pointer));
    }
  const auto isKnown = [&](Term pointer, const PointerSet& byFunction) {
    if (byFunction.isAny) return true;
    const PointerSet accessed = pointsTo.of(pointer);
    return !accessed.isAny && std::ranges::all_of(accessed.targets, [&](const PointerTarget& target) {
      const uint32_t object = target.object;
      if (!isObject(object) || onStack.contains(object) || findTarget(byFunction, object)) return true;
      return pointsTo.isStatic(object) && program.objects[object].constant;
    });
  };
  return std::ranges::all_of(program.edges(), [&](const Edge& edge) {
    const FunctionId function = program[edge.source].function;
    if (program[function].isUnseen) return true;
    const PointerSet& byFunction = announced[function.index()];
    return std::ranges::all_of(edge.operations, [&](const Operation& operation) {
      return operation.visit(
          [&](const OneOf<Load, Store, Free> auto& access) { return isKnown(access.pointer, byFunction); },
          [&](const Fill& fill) { return isKnown(fill.target, byFunction); },
          [&](const Copy& copy) { return isKnown(copy.target, byFunction) && isKnown(copy.source, byFunction); },
          [](const OneOf<Assign, Input, Allocate, Query, assay::Step, Spawn, Await, Atomic, Call, Return> auto&) {
            return true;
          });
    });
  });
}

const Frame* frameOf(const State& state, uint32_t number) {
  return number == state.thread ? state.frame.get() : (*state.threads)[number].frame.get();
}

const LocationCode& locationOf(const State& state, uint32_t number) {
  return number == state.thread ? *state.location : *(*state.threads)[number].location;
}

bool hasOnStack(const State& state, uint32_t number, uint64_t object) {
  for (const Frame* frame = frameOf(state, number); frame; frame = frame->caller.get())
    if (std::ranges::find(frame->stackObjects, object) != frame->stackObjects.end()) return true;
  return false;
}

} // namespace

Reduction::Reduction(const Program& program, const CodeCache& code, const SymexLimits& limits, Env& env, bool isOn)
    : program_(program), code_(code), limits_(limits), env_(env),
      picked_(env.statistics.counter("turns without alternatives")) {
  if (!isOn || !hasThreads(program) || sharesVariables(program)) return;
  const Statistics::Timer timer(env.statistics, "futures of threads");
  livesWithRaces_ = livesWithRaces(program);
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.emplace_back(i);
  futures_ = std::make_unique<ThreadFutures>(program, limits.futureEntries);
  if (!isAnnounced(program, futures_->pointsTo())) {
    futures_ = nullptr;
    return;
  }
  for (const Edge& edge : program.edges())
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>())
        siteOf_[&allocate->name] = futures_->pointsTo().siteOf(*allocate);
}

void Reduction::learnWhatCommutes() {
  const Deadline deadline(env_.deadline, limits_.commuting);
  commuting_ = commutingEdges(program_, deadline, env_);
  env_.statistics.counter("edges that commute") = std::ranges::count(commuting_.isIn, true);
}

std::optional<size_t> Reduction::pick(const State& state, const std::vector<uint32_t>& ready) {
  if (++choices_ == limits_.choicesBefore) learnWhatCommutes();
  const std::vector<Future> futures = futuresOf(state, ready);
  for (const Guess guess : {Guess::Cautious, Guess::Bold})
    for (size_t i = 0; i < ready.size(); ++i) {
      if (meets(state, turnOf(state, ready[i], guess), ready[i], futures)) continue;
      ++picked_;
      return i;
    }
  return std::nullopt;
}

/// The others have not moved since the reserve was made.
bool Reduction::meetsOthers(const State& state) {
  const State& before = *state.reserve->before;
  std::vector<uint32_t> ready;
  for (const Candidate& candidate : state.reserve->ready) ready.push_back(candidate.number);
  Parts turn;
  const Thread& thread = (*state.threads)[state.thread];
  if (livesWithRaces_ && thread.access != AccessKind::None) turn.push_back(partOf(thread));
  for (const Part& part : state.touched) {
    // What was made in the turn is known to nobody else.
    if (part.set == nullptr && part.object >= before.memory.numObjects()) continue;
    turn.push_back(part);
  }
  return meets(before, turn, ready[state.reserve->chosen], futuresOf(before, ready));
}

void Reduction::follow(uint64_t before, uint64_t after) {
  if (before != 0) followers_[before].push_back(after);
}

bool Reduction::followUnlessCyclic(uint64_t before, uint64_t after) {
  if (before == 0 || after == 0) return false;
  std::vector<uint64_t> work{after};
  for (size_t at = 0; at < work.size(); ++at) {
    if (work[at] == before || work[at] == 0 || work.size() > limits_.followedTurns) return false;
    if (const auto next = followers_.find(work[at]); next != followers_.end())
      work.insert(work.end(), next->second.begin(), next->second.end());
  }
  follow(before, after);
  return true;
}

void Reduction::touch(State& state, const Part& part) const {
  if (!state.reserve) return;
  if (state.touched.size() < limits_.touchedParts)
    state.touched.push_back(part);
  else if (state.touched.size() == limits_.touchedParts)
    state.touched.push_back({.isWrite = true, .set = &kAnything});
}

void Reduction::touch(State& state, bool isWrite, Term term, SymValue pointer, SymValue size) const {
  if (state.reserve) touch(state, part(isWrite, term, pointer, size));
}

void Reduction::touchAnything(State& state) const { touch(state, {.isWrite = true, .set = &kAnything}); }

void Reduction::touch(State& state, const Thread& thread) const {
  if (state.reserve) touch(state, partOf(thread));
}

Part Reduction::partOf(const Thread& thread) const {
  Part result = part(thread.access == AccessKind::Write, {}, thread.pointer, thread.size);
  result.commutes = thread.commutes;
  return result;
}

Part Reduction::part(bool isWrite, Term term, SymValue pointer, SymValue size) const {
  Part result{.isWrite = isWrite};
  if (!pointer.isConcrete()) {
    // A value of another thread's: nothing is known of its term.
    if (!term) {
      result.set = &kAnything;
      return result;
    }
    const auto [at, isNew] = sets_.try_emplace(term);
    if (isNew) at->second = futures_->pointsTo().of(term);
    result.set = &at->second;
    return result;
  }
  const PointerLayout& layout = program_.layout();
  result.object = layout.object(pointer.word);
  result.begin = layout.offset(pointer.word);
  if (!size.isConcrete() || size.word == 0 || size.word > layout.maxObjectSize()) {
    result.begin = INT64_MIN;
    result.end = INT64_MAX;
  } else {
    result.end = result.begin + static_cast<int64_t>(size.word);
  }
  return result;
}

std::vector<Reduction::Future> Reduction::futuresOf(const State& state, const std::vector<uint32_t>& ready) {
  std::vector<Future> result(state.threads->size());
  for (uint32_t number : ready) result[number].isReady = true;
  for (uint32_t number = 0; number < result.size(); ++number) addFuture(state, number, result[number]);
  return result;
}

void Reduction::addFuture(const State& state, uint32_t number, Future& future) {
  const Thread& thread = (*state.threads)[number];
  if (thread.status == Thread::Ended) return;
  if (thread.status == Thread::Waiting) future.awaited = part(false, {}, thread.pointer, thread.size);
  std::vector<bool> isAhead; // assignments, by variable
  const auto assign = [&](VariableId variable) {
    isAhead.resize(program_.variables().size());
    isAhead[variable.index()] = true;
  };
  std::vector<std::pair<const Frame*, const ThreadFutures::Entries*>> places;
  LocationId location = locationOf(state, number).id;
  for (const Frame* frame = frameOf(state, number); frame; frame = frame->caller.get()) {
    const ThreadFutures::Entries& entries = futures_->from(location);
    places.emplace_back(frame, &entries);
    for (uint32_t entry : entries) {
      const VariableId assigned = (*futures_)[entry].assigned;
      if (assigned.valid()) assign(assigned);
    }
    if (!frame->call) break;
    if (frame->call->hasResult) assign(frame->call->resultVariable);
    location = frame->call->returnTo;
  }
  for (const auto& [frame, entries] : places)
    for (uint32_t entry : *entries)
      if (!(*futures_)[entry].assigned.valid()) future.parts.push_back(partOf(entry, state, number, *frame, isAhead));
}

/// What the thread stands before, and what follows in atomic regions. A bold guess leaves out what is not known exactly, and what
/// follows if the thread need not wait.
Reduction::Parts Reduction::turnOf(const State& state, uint32_t number, Guess guess) {
  Parts result;
  const Thread& thread = (*state.threads)[number];
  Part own;
  if (thread.access != AccessKind::None) result.push_back(own = partOf(thread));
  LocationId location = locationOf(state, number).id;
  uint32_t depth = thread.atomicDepth;
  for (const Frame* frame = frameOf(state, number); frame; frame = frame->caller.get()) {
    const auto atAwaits = guess == Guess::Bold ? ThreadFutures::AtAwaits::Waits : ThreadFutures::AtAwaits::GoesOn;
    for (uint32_t entry : futures_->turnFrom(location, depth, atAwaits)) {
      if ((*futures_)[entry].assigned.valid()) continue;
      Part touched = partOf(entry, state, number, *frame, {});
      touched.commutes = own.commutes && own.set == nullptr && touched.set == nullptr && own.object == touched.object &&
                         own.begin == touched.begin && own.end == touched.end && own.isWrite == touched.isWrite;
      if (guess == Guess::Cautious || touched.set == nullptr) result.push_back(touched);
    }
    if (depth == 0 || !frame->call) break;
    location = frame->call->returnTo;
  }
  return result;
}

Part Reduction::partOf(uint32_t entry, const State& state, uint32_t number, const Frame& frame,
                       const std::vector<bool>& isAhead) {
  const ThreadFutures::Entry& access = (*futures_)[entry];
  const Part loose{.isWrite = access.isWrite, .set = &access.targets};
  if (!access.isFixed) return loose;
  std::vector<uint64_t> key{entry};
  const auto add = [&](SymValue value) {
    key.push_back(value.word);
    return value.isConcrete();
  };
  const auto isSettled = [&](VariableId id) { return isAhead.empty() || !isAhead[id.index()]; };
  for (VariableId id : access.locals)
    if (!isSettled(id) || !add(frame.locals[code_.place(id).index])) return loose;
  for (VariableId id : access.threadLocals)
    if (!isSettled(id) || !add(localOf(state, number, id))) return loose;
  const auto [at, isNew] = addresses_.try_emplace(key);
  if (isNew) {
    Assignment values;
    size_t next = 1;
    const auto set = [&](VariableId id) {
      const Term variable = program_[id].term;
      if (variable.sort().isBool())
        values.setBool(variable, key[next] != 0);
      else if (variable.sort().isBitVec())
        values.setBv(variable, key[next]);
      ++next;
    };
    for (VariableId id : access.locals) set(id);
    for (VariableId id : access.threadLocals) set(id);
    Evaluator evaluator(values);
    at->second = {evaluator.evaluateBits(access.pointer).toUint64(), evaluator.evaluateBits(access.size).toUint64()};
  }
  return part(access.isWrite, {}, SymValue::concrete(at->second.first), SymValue::concrete(at->second.second));
}

/// Of the thread's own variables.
SymValue Reduction::localOf(const State& state, uint32_t number, VariableId id) const {
  if (number == state.thread) return (*state.globals)[code_.place(id).index];
  const auto at = std::ranges::find(threadLocals_, id);
  return (*state.threads)[number].locals[static_cast<size_t>(at - threadLocals_.begin())];
}

std::vector<bool> Reduction::movable(const State& state, const std::vector<Future>& futures, uint32_t without) const {
  std::vector<bool> result(futures.size());
  for (uint32_t number = 0; number < futures.size(); ++number)
    result[number] = number != without && futures[number].isReady;
  const auto isWoken = [&](const Part& awaited) {
    for (uint32_t number = 0; number < futures.size(); ++number)
      if (result[number] && meets(state, awaited, number, futures[number])) return true;
    return false;
  };
  for (bool isMore = true; isMore;) {
    isMore = false;
    for (uint32_t number = 0; number < futures.size(); ++number) {
      if (number == without || result[number] || !futures[number].awaited || !isWoken(*futures[number].awaited))
        continue;
      result[number] = isMore = true;
    }
  }
  return result;
}

bool Reduction::meets(const State& state, const Parts& turn, uint32_t number,
                      const std::vector<Future>& futures) const {
  if (turn.empty()) return false;
  const std::vector<bool> moves = movable(state, futures, number);
  for (uint32_t other = 0; other < futures.size(); ++other) {
    if (!moves[other]) continue;
    for (const Part& part : turn)
      if (meets(state, part, other, futures[other])) return true;
  }
  return false;
}

bool Reduction::meets(const State& state, const Part& part, uint32_t other, const Future& future) const {
  if (part.set == nullptr && hasOnStack(state, other, part.object)) return true;
  if (part.set != nullptr) {
    for (const Frame* frame = frameOf(state, other); frame; frame = frame->caller.get())
      for (uint64_t object : frame->stackObjects)
        if (mayBe(state, object, *part.set)) return true;
  }
  return !part.commutes &&
         std::ranges::any_of(future.parts, [&](const Part& theirs) { return overlap(state, part, theirs); });
}

bool Reduction::overlap(const State& state, const Part& a, const Part& b) const {
  if (!a.isWrite && !b.isWrite) return false;
  if (a.set == nullptr && b.set == nullptr) return a.object == b.object && a.begin < b.end && b.begin < a.end;
  if (a.set == nullptr) return mayBe(state, a.object, *b.set);
  if (b.set == nullptr) return mayBe(state, b.object, *a.set);
  if (a.set->isAny || b.set->isAny) return true;
  return std::ranges::any_of(a.set->targets, [&](const PointerTarget& target) {
    return isObject(target.object) && findTarget(*b.set, target.object) != nullptr;
  });
}

bool Reduction::mayBe(const State& state, uint64_t object, const PointerSet& set) const {
  if (set.isAny) return true;
  if (object == 0 || object >= state.memory.numObjects()) return false; // no object: nothing is touched
  if (object <= program_.objects.size()) return findTarget(set, static_cast<uint32_t>(object)) != nullptr;
  const auto site = siteOf_.find(state.memory.object(object).name);
  return site == siteOf_.end() || findTarget(set, site->second) != nullptr;
}

} // namespace assay::symex
