#include "engine/symex/pruner.h"

#include "program/loops.h"
#include "term/traverse.h"

#include <algorithm>
#include <utility>

namespace assay::symex {

Pruner::Pruner(const Program& program, const CodeCache& code, SolverChain& solver, Pruning pruning,
               const SymexLimits& limits, Env& env, bool checksOnly)
    : program_(program), code_(code), solver_(solver), limits_(limits), isOn_(pruning != Pruning::None),
      checksOnly_(checksOnly && isOn_), leaks_(leakChecksOf(program)), points_(program.locations().size(), Point::None),
      joinCredit_(limits.compareCredit), headCredit_(limits.compareCredit), share_(limits.compareFirstShare),
      looks_(env.statistics.counter("states compared")), hits_(env.statistics.counter("states covered")),
      nanoseconds_(env.statistics.time("comparing states")) {
  if (leaks_.any()) checksOnly_ = false; // every end is a check
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.push_back(code.place(VariableId(i)).index);
  findPoints();
  findRelevant();
  if (checksOnly_) findReaching(std::vector<bool>(program.locations().size()), {});
}

void Pruner::findPoints() {
  for (uint32_t i = 0; i < program_.functions().size(); ++i) {
    const Function& function = program_.functions()[i];
    if (!function.hasBody()) continue;
    const LoopForest loops(program_, FunctionId(i));
    for (LocationId id : function.locations) {
      if (program_[id].in.size() > 1) points_[id.index()] = Point::Join;
    }
    for (const Loop& loop : loops.loops()) points_[loop.head.index()] = Point::Head;
  }
  for (const Edge& edge : program_.edges()) {
    if (edge.operations.empty() || !edge.operations.back().as<Call>()) continue;
    Point& point = points_[edge.target.index()];
    if (point == Point::None) point = Point::Join;
  }
}

void Pruner::compareAt(std::span<const uint32_t> locations) {
  const std::vector<Point> all = std::exchange(points_, std::vector<Point>(points_.size(), Point::None));
  for (const uint32_t location : locations)
    if (location < all.size()) points_[location] = all[location];
}

/// Backwards along assignments, calls and returns from guards and operations on memory.
void Pruner::findRelevant() {
  const size_t count = program_.variables().size();
  relevant_.assign(count, false);
  std::vector<std::vector<VariableId>> sources(count);
  std::vector<std::vector<Term>> returned(program_.functions().size());
  std::vector<VariableId> work;
  const auto need = [&](VariableId variable) {
    if (!variable.valid() || relevant_[variable.index()]) return;
    relevant_[variable.index()] = true;
    work.push_back(variable);
  };
  const auto flows = [&](Term from, VariableId to) {
    for (Term variable : freeVariables(from)) sources[to.index()].push_back(program_.variableOf(variable));
  };
  const auto flowIn = [&](const auto& call) {
    const std::vector<VariableId>& parameters = program_[call.callee].parameters;
    for (size_t i = 0; i < std::min(parameters.size(), call.arguments.size()); ++i)
      flows(call.arguments[i], parameters[i]);
  };
  for (const Edge& edge : program_.edges()) {
    for (const Operation& operation : edge.operations) {
      if (const auto* r = operation.as<Return>(); r && r->value)
        returned[program_[edge.source].function.index()].push_back(r->value);
    }
  }
  for (const Edge& edge : program_.edges()) {
    for (Term variable : freeVariables(edge.guard)) need(program_.variableOf(variable));
    for (const Operation& operation : edge.operations) {
      operation.visit([&](const Assign& assign) { flows(assign.value, assign.variable); },
                      [&](const Call& call) {
                        flowIn(call);
                        if (!call.result.valid()) return;
                        for (Term value : returned[call.callee.index()]) flows(value, call.result);
                      },
                      [&](const Spawn& spawn) { flowIn(spawn); },
                      [&](const OneOf<Load, Store, Allocate, Free, Copy, Fill, Query, assay::Step, Await> auto&) {
                        for (Term term : operation.terms())
                          for (Term variable : freeVariables(term)) need(program_.variableOf(variable));
                      },
                      [](const OneOf<Input, Return, Atomic> auto&) {});
    }
  }
  while (!work.empty()) {
    const VariableId variable = work.back();
    work.pop_back();
    for (VariableId source : sources[variable.index()]) need(source);
  }
}

/// A location reaches a check if one of its successors does, or a function called on the way, or a thread that begins
/// there.
void Pruner::findReaching(const std::vector<bool>& isClosed, const std::vector<bool>& wanted) {
  const size_t count = program_.locations().size();
  reaches_.assign(count, false);
  std::vector<std::vector<LocationId>> callers(program_.functions().size());
  for (const Edge& edge : program_.edges()) {
    for (const Operation& operation : edge.operations) {
      if (const Call* call = operation.as<Call>()) callers[call->callee.index()].push_back(edge.source);
      if (const Spawn* spawn = operation.as<Spawn>()) callers[spawn->callee.index()].push_back(edge.source);
    }
  }
  std::vector<LocationId> work;
  const auto reach = [&](LocationId id) {
    if (reaches_[id.index()]) return;
    reaches_[id.index()] = true;
    work.push_back(id);
  };
  for (uint32_t i = 0; i < count; ++i) {
    const LocationKind kind = program_.locations()[i].kind;
    // Where the program stops being followed counts too: what was not modelled might have done anything.
    if ((kind == LocationKind::Error && !isClosed[i]) || kind == LocationKind::Unsupported ||
        kind == LocationKind::Limit)
      reach(LocationId(i));
  }
  for (size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i]) reach(program_.edges()[i].source);
  for (const Function& function : program_.functions()) {
    if (function.hasBody()) continue;
    for (LocationId caller : callers[static_cast<size_t>(&function - program_.functions().data())]) reach(caller);
  }
  while (!work.empty()) {
    const LocationId id = work.back();
    work.pop_back();
    const Location& location = program_[id];
    for (EdgeId edge : location.in) reach(program_[edge].source);
    const Function& function = program_[location.function];
    if (function.entry != id) continue;
    for (LocationId caller : callers[location.function.index()]) reach(caller);
  }
}

bool Pruner::isFutileBehind(const State& state) const {
  const auto isFutileAbove = [&](const Frame* top) {
    for (const Frame* frame = top; frame->call; frame = frame->caller.get())
      if (reaches_[frame->call->returnTo.index()]) return false;
    return true;
  };
  if (!isFutileAbove(state.frame.get())) return false;
  return !state.threads || std::ranges::all_of(*state.threads, [&](const Thread& thread) {
    return !thread.frame || (!reaches_[thread.location->id.index()] && isFutileAbove(thread.frame.get()));
  });
}

bool Pruner::isDue(State& state, uint64_t instructions) {
  const auto executed = static_cast<int64_t>(instructions - lastInstructions_);
  lastInstructions_ = instructions;
  joinCredit_ = std::min<int64_t>(joinCredit_ + executed * share_ / 16, limits_.compareCredit);
  headCredit_ = std::min<int64_t>(headCredit_ + executed, limits_.compareCredit);
  const uint64_t events = state.forks + state.inputs;
  if (state.comparedEvents != events) {
    state.comparedEvents = events;
    state.looksLeft = limits_.comparedLooks;
    state.isHeadDue = true;
  }
  if (met_.size() >= limits_.comparedStates) return false;
  if (points_[state.location->id.index()] == Point::Head && state.isHeadDue) {
    state.isHeadDue = false;
    credit_ = &headCredit_;
  } else if (state.looksLeft > 0) {
    --state.looksLeft;
    credit_ = &joinCredit_;
  } else {
    return false;
  }
  if (*credit_ <= 0) return false;
  return ++skipped_ > pause_;
}

const Pruner::Slots& Pruner::slotsAt(LocationId location) {
  std::unique_ptr<Slots>& slots = slots_[location];
  if (slots) return *slots;
  slots = std::make_unique<Slots>();
  const FunctionId function = program_[location].function;
  std::unique_ptr<Liveness>& liveness = liveness_[function];
  if (!liveness) liveness = std::make_unique<Liveness>(program_, function);
  for (VariableId variable : liveness->liveAt(location)) {
    if (!relevant_[variable.index()]) continue;
    const Ref place = code_.place(variable);
    (place.space == Space::Global ? slots->globals : slots->locals).push_back(place.index);
  }
  return *slots;
}

bool Pruner::counts(VariableId variable, LocationId location) {
  const Slots& slots = slotsAt(location);
  const Ref place = code_.place(variable);
  const std::vector<uint32_t>& counting = place.space == Space::Global ? slots.globals : slots.locals;
  return std::ranges::find(counting, place.index) != counting.end();
}

void Pruner::addValue(SymValue value) {
  if (value.isConcrete()) {
    print_.add(value.word);
  } else if (terms_.work() <= limits_.comparedTerms) {
    print_.add(terms_.of(value.term));
  }
}

void Pruner::addFrames(const State& state) {
  const Slots& slots = slotsAt(state.location->id);
  for (uint32_t index : slots.globals) addValue((*state.globals)[index]);
  work_ += slots.globals.size();
  addStack(state, state.location->id, state.frame.get());
}

void Pruner::addStack(const State& state, LocationId location, const Frame* top) {
  const Slots* slots = &slotsAt(location);
  const Ref* overwritten = nullptr; // by the function's result
  for (const Frame* frame = top;; frame = frame->caller.get()) {
    for (uint32_t index : slots->locals) {
      if (!overwritten || overwritten->index != index) addValue(frame->locals[index]);
    }
    work_ += slots->locals.size() + 2;
    for (uint32_t number : frame->stackObjects) {
      if (state.memory.object(number).alive) print_.add(number);
    }
    if (!frame->call) return;
    print_.add(reinterpret_cast<uintptr_t>(frame->call));
    slots = &slotsAt(frame->call->returnTo);
    overwritten = frame->call->hasResult && frame->call->result.space == Space::Local ? &frame->call->result : nullptr;
  }
}

/// The others, and what the one that runs is besides its call stack; at a turn it is like the others. All global variables
/// count, because any thread may read them.
void Pruner::addThreads(const State& state, bool isTurn) {
  std::vector<bool> isLocal(state.globals->size());
  for (uint32_t index : threadLocals_) isLocal[index] = true;
  for (size_t i = 0; i < isLocal.size(); ++i)
    if (!isLocal[i]) addValue((*state.globals)[i]);
  if (!isTurn) print_.add(state.thread);
  for (uint32_t number = 0; number < state.threads->size(); ++number) {
    const Thread& thread = (*state.threads)[number];
    print_.add(uint64_t{thread.atomicDepth} << 8 | thread.status);
    if (thread.status == Thread::Ended) continue;
    const bool runs = number == state.thread;
    if (runs)
      for (uint32_t index : threadLocals_) addValue((*state.globals)[index]);
    for (size_t i = 0; i < thread.locals.size() && !runs; ++i) addValue(thread.locals[i]);
    work_ += threadLocals_.size() + 4;
    if (runs && !isTurn) continue;
    const EdgeCode* edge = runs ? state.edge : thread.edge;
    const LocationId location = runs ? state.location->id : thread.location->id;
    print_.add(location.index());
    print_.add(edge ? edge->id.index() + uint64_t{1} : 0);
    print_.add(runs ? state.instr : thread.instr);
    print_.add(static_cast<uint64_t>(thread.access) << 16 | static_cast<uint64_t>(thread.isAtomic) << 8 |
               static_cast<uint64_t>(thread.await));
    if (thread.access != AccessKind::None) {
      addValue(thread.pointer);
      addValue(thread.size);
    }
    if (thread.status == Thread::Waiting) addValue(thread.value);
    addStack(state, location, (runs ? state.frame : thread.frame).get());
  }
  work_ += isLocal.size();
}

/// Whether a block is lost depends on all variables, dead or not.
void Pruner::addBlocksInDeadVariables(const State& state) {
  const PointerLayout& layout = program_.layout();
  const auto add = [&](SymValue value, uint64_t place) {
    if (value.isConcrete()) {
      const uint64_t number = layout.object(value.word);
      if (number == 0 || number >= state.memory.numObjects()) return;
      const Object& object = state.memory.object(number);
      if (!object.alive || object.origin != ObjectOrigin::Heap) return;
    }
    print_.add(place);
    addValue(value);
  };
  uint64_t place = 0;
  for (const SymValue& value : *state.globals) add(value, place++);
  for (const Frame* frame = state.frame.get(); frame; frame = frame->caller.get()) {
    for (const SymValue& value : frame->locals) add(value, place++);
  }
  work_ += place;
}

void Pruner::addMemory(const State& state) {
  const size_t count = state.memory.numObjects();
  work_ += count;
  for (size_t number = 1; number < count && terms_.work() <= limits_.comparedTerms; ++number) {
    const Object& object = state.memory.object(number);
    if (!object.alive) continue;
    if (object.origin == ObjectOrigin::Static && !object.contents) continue;
    print_.add(number);
    print_.add(static_cast<uint64_t>(object.origin) << 8 | static_cast<uint64_t>(object.initial));
    addValue(object.size);
    if (object.contents) work_ += object.contents->addTo(print_, terms_, limits_.comparedTerms);
  }
}

/// A constraint's fingerprint; that of its negation differs in the last bit.
Fingerprint Pruner::literalOf(Term constraint) {
  const bool isNegated = constraint.kind() == Kind::Not;
  Fingerprint print = terms_.of(isNegated ? constraint[0] : constraint);
  print.b = (print.b & ~uint64_t{1}) | (isNegated ? 1 : 0);
  return print;
}

/// The constraints on what the state's values depend on, directly or not.
Pruner::Constraints Pruner::constraintsOf(const State& state) {
  Constraints result;
  if (terms_.variables().empty()) return result;
  const std::vector<Term> variables = terms_.variables();
  for (const PathNode* node : solver_.relevantTo(state.path, variables)) {
    if (result.size() > limits_.comparedConstraints || terms_.work() > limits_.comparedTerms) break;
    result.push_back(literalOf(node->constraint));
  }
  work_ += state.path ? state.path->length : 0;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// The work is not limited: what is split at each turn and never compared is hopeless.
bool Pruner::isCoveredAtTurn(const State& state) {
  number_ = 0;
  if (!isOn_ || met_.size() >= limits_.comparedStates || ++skipped_ <= pause_) return false;
  credit_ = &turnCredit_;
  return covered(state, true);
}

bool Pruner::covered(const State& state, bool isTurn) {
  const bool countsBlocks = leaks_.memtrack && state.memory.liveHeapObjects() > 0;
  if (state.threads && countsBlocks) return false; // other threads' variables would count, too
  const Statistics::Timer timer(nanoseconds_);
  ++looks_;
  print_ = Fingerprint();
  terms_ = TermFingerprints();
  work_ = 0;
  print_.add(isTurn ? UINT64_MAX : state.location->id.index());
  if (!isTurn) addFrames(state);
  if (state.threads) addThreads(state, isTurn);
  addMemory(state);
  if (countsBlocks) addBlocksInDeadVariables(state);
  Constraints mine = constraintsOf(state);
  *credit_ -= static_cast<int64_t>(work_ + limits_.compareTermWork * terms_.work() + limits_.compareLookWork);
  if (++recentLooks_ == limits_.comparePeriod) {
    if (recentHits_ * limits_.compareHitPart > limits_.comparePeriod)
      share_ = std::min<int64_t>(share_ * 2, limits_.compareLargestShare);
    if (recentHits_ == 0) share_ = std::max<int64_t>(share_ / 2, limits_.compareLeastShare);
    recentLooks_ = recentHits_ = 0;
  }
  const bool isTooLarge = terms_.work() > limits_.comparedTerms || mine.size() > limits_.comparedConstraints;
  pause_ = isTooLarge ? std::min<uint64_t>(2 * pause_ + 1, limits_.comparedPause) : 0;
  skipped_ = 0;
  if (isTooLarge) return false;
  Met& met = met_[print_];
  if (met.number == 0) met.number = ++numbers_;
  if (isTurn && mine.empty()) number_ = met.number;
  std::vector<Constraints>& others = met.conditions;
  for (const Constraints& other : others) {
    if (!std::includes(mine.begin(), mine.end(), other.begin(), other.end())) continue;
    ++hits_;
    ++recentHits_;
    places_.insert(state.location->id);
    return true;
  }
  remember(std::move(mine), others);
  return false;
}

void Pruner::remember(Constraints mine, std::vector<Constraints>& others) const {
  for (bool isWider = true; isWider;) {
    std::erase_if(others, [&](const Constraints& other) {
      return std::includes(other.begin(), other.end(), mine.begin(), mine.end());
    });
    isWider = std::any_of(others.begin(), others.end(), [&](const Constraints& other) { return resolve(mine, other); });
  }
  if (others.size() < limits_.comparedConditions) others.push_back(std::move(mine));
}

bool Pruner::resolve(Constraints& mine, const Constraints& other) {
  if (mine.size() < other.size()) return false;
  auto opposite = mine.end();
  for (size_t i = 0, j = 0; j < other.size(); ++i) {
    if (i == mine.size()) return false;
    if (mine[i] == other[j]) {
      ++j;
    } else if (mine[i].a == other[j].a && (mine[i].b ^ other[j].b) == 1) {
      if (opposite != mine.end()) return false;
      opposite = mine.begin() + static_cast<ptrdiff_t>(i);
      ++j;
    }
  }
  if (opposite == mine.end()) return false;
  mine.erase(opposite);
  return true;
}

} // namespace assay::symex
