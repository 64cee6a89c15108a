#include "analysis/threads/thread_walk.h"

#include "program/threads.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 32;
constexpr uint32_t kNoContext = UINT32_MAX;

/// The number of a constant size; otherwise as large as it may be.
uint64_t bytesOf(Term size) {
  return size && size.isValue() ? std::min(size.value().toUint64(), kMostBytes) : PointerSetTable::kWhole;
}

uint64_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

uint64_t hashOf(FunctionId function, uint32_t thread, EdgeId site, EdgeId userEdge, const ThreadState& state) {
  uint64_t hash = function.index();
  const auto mix = [&](uint64_t number) { hash = (hash ^ number) * 0x9e3779b97f4a7c15ull + (hash >> 29); };
  mix(thread);
  mix(site.valid() ? site.index() + 1 : 0);
  mix(userEdge.valid() ? userEdge.index() + 1 : 0);
  mix(state.regions);
  for (const HeldLock& held : state.held) mix(held.lock.id() * 8 + held.count * 2 + (held.isExclusive ? 1 : 0));
  for (uint32_t number : state.created) mix(number);
  for (uint32_t number : state.joined) mix(number + 77);
  for (const auto& [id, value] : state.values) mix(id.index() * 31 + value.id());
  for (const KnownCell& cell : state.cells) mix(cell.address.id() * 17 + cell.value.id());
  for (Term term : state.assumed) mix(term.id());
  for (Term term : state.fresh) mix(term.id() + 5);
  for (Term term : state.passed) mix(term.id() + 9);
  for (const HeldSince& since : state.heldSince) mix(since.created * 3 + since.lock.id());
  for (Term term : state.history) mix(term.id() + 13);
  return hash;
}

/// Whether the role says all that a function does but for its accesses.
bool isByRole(ThreadRole role) {
  switch (role) {
  case ThreadRole::Lock:
  case ThreadRole::LockShared:
  case ThreadRole::TryLock:
  case ThreadRole::TryLockShared:
  case ThreadRole::Unlock:
  case ThreadRole::Wait:
  case ThreadRole::Initialise:
  case ThreadRole::Destroy:
  case ThreadRole::Detach:
  case ThreadRole::SetKind:
    return true;
  case ThreadRole::None:
  case ThreadRole::Create:
  case ThreadRole::Join:
  case ThreadRole::Once:
    return false;
  }
  return false;
}

/// A literal of a guard; the negation of one has none below it.
void forEachLiteral(Term guard, const std::function<void(Term)>& visit) {
  std::vector<Term> parts;
  splitConjunction(guard, parts);
  for (Term part : parts) visit(part);
}

} // namespace

ThreadWalk::ThreadWalk(const Program& program, const ThreadWalkLimits& limits, const Deadline& deadline)
    : program_(program), terms_(program.terms()), limits_(limits), deadline_(deadline), sets_(program),
      editor_(program), calls_(program), joinLoops_(findJoinLoops(program)), isOnce_(program) {
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.emplace_back(i);
}

bool ThreadWalk::run() {
  // Whatever is assumed at first is kept only if the walk does not contradict it. Who has ended with a thread is known
  // of a whole walk, so the walks begin once more with that.
  for (const bool knowsEnds : {false, true}) {
    writesAnywhere_.clear();
    writesTo_.clear();
    writes_.clear();
    do {
      if (++round_ > limits_.rounds) stop("too many rounds");
      hasChanged_ = false;
      walk();
      if (failure_.empty()) collect();
      if (!failure_.empty()) return false;
    } while (hasChanged_);
    if (knowsEnds) break;
    bool isAnyEnd = false;
    for (uint32_t thread = 0; thread < table_.size(); ++thread)
      isAnyEnd |= thread < ended_.size() && ended_[thread] && !ended_[thread]->empty();
    if (!isAnyEnd) break;
  }
  return true;
}

void ThreadWalk::walk() {
  contexts_.clear();
  contextsByHash_.clear();
  contextsOf_.clear();
  work_.clear();
  isWaiting_.clear();
  rootOf_.assign(1, 0);
  for (uint32_t thread = 0; thread < table_.size(); ++thread) {
    table_[thread].isCreated = false;
    table_[thread].arguments.clear();
    table_[thread].assumed.clear();
  }
  writesAnywhere_.clear();
  writesTo_.clear();
  for (const Write& write : writes_) {
    if (sets_[write.targets].isAny) writesAnywhere_.push_back(&write);
    for (const PointerTarget& target : sets_[write.targets].targets) writesTo_[target.object].push_back(&write);
  }
  ThreadState first;
  for (VariableId id : threadLocals_)
    if (const Term initial = program_[id].initial) first.values.try_emplace(id, initial);
  contextFor(program_.entry(), ThreadTable::kMain, {}, {}, std::move(first));
  uint32_t steps = 0;
  while (!work_.empty() && failure_.empty()) {
    if ((++steps & 63) == 0 && deadline_.expired()) return stop("out of time");
    const auto [context, location] = work_.back();
    work_.pop_back();
    isWaiting_.erase({context, location});
    visit(context, location);
  }
}

/// Once for what threads are given, and once more for all that depends on it.
void ThreadWalk::collect() {
  for (uint32_t thread = 0; thread < table_.size(); ++thread) table_[thread].lent.reset();
  Ends ended;
  isCollecting_ = true;
  for (int pass = 0; pass < 2; ++pass) ended = passOnce();
  isCollecting_ = false;
  for (const auto& [child, targets] : takenBack_)
    if (table_[child].lent)
      std::erase_if(*table_[child].lent,
                    [&](const HeldLock& lock) { return sets_.mayOverlap(lock.targets, 1, targets, 1); });
  lookForErrorCheck();
  lookForOtherHandles();
  if (!hasChanged_) ended_ = std::move(ended);
  for (const ThreadAccess& access : accesses_)
    if (access.isWrite && !access.isFresh &&
        writes_.insert({access.thread, access.targets, access.bytes, access.state->created, access.state->joined})
            .second)
      hasChanged_ = true;
}

/// Goes along every edge once more, and notes what is there.
ThreadWalk::Ends ThreadWalk::passOnce() {
  accesses_.clear();
  broken_.clear();
  initialised_.clear();
  locked_.clear();
  obstacles_.clear();
  takenBack_.clear();
  Ends ended(table_.size());
  for (uint32_t context = 0; context < contexts_.size() && failure_.empty(); ++context) {
    if (deadline_.expired()) stop("out of time");
    std::vector<LocationId> locations;
    for (const auto& [location, states] : contexts_[context].at) locations.push_back(location);
    std::ranges::sort(locations);
    for (LocationId location : locations) {
      if (program_[location].kind == LocationKind::ThreadEnd) noteEnds(context, contexts_[context].at[location], ended);
      const LocationKind kind = program_[location].kind;
      const bool isObstacle = kind == LocationKind::Unsupported || kind == LocationKind::Limit;
      if (isObstacle && !contexts_[context].isInRole()) obstacles_.insert(location);
      visit(context, location);
    }
    if (rootOf_[contexts_[context].thread] == context) noteEnds(context, contexts_[context].exits, ended);
  }
  return ended;
}

void ThreadWalk::noteEnds(uint32_t context, const std::vector<ThreadState>& states, Ends& ended) const {
  std::optional<ThreadNumbers>& known = ended[contexts_[context].thread];
  for (const ThreadState& state : states)
    if (!known)
      known = state.joined;
    else
      std::erase_if(*known, [&](uint32_t number) { return !hasNumber(state.joined, number); });
}

/// Initialisers and assignments can make a mutex of the kind that refuses.
void ThreadWalk::lookForErrorCheck() {
  const auto isSuspect = [&](PointerSetId locks) {
    if (sets_[locks].isAny) return true;
    return std::ranges::any_of(sets_[locks].targets,
                               [&](const PointerTarget& target) {
                                 constexpr uint8_t kErrorCheck = 2;
                                 return sets_.pointsTo().isStatic(target.object) &&
                                        std::ranges::find(program_.objects[target.object].bytes, kErrorCheck) !=
                                            program_.objects[target.object].bytes.end();
                               }) ||
           std::ranges::any_of(accesses_, [&](const ThreadAccess& access) {
             return access.isWrite && !access.isOfLibrary &&
                    sets_.mayOverlap(access.targets, access.bytes, locks, kBytesOfLock);
           });
  };
  if (mayBeErrorCheck_ || !std::ranges::any_of(locked_, isSuspect)) return;
  mayBeErrorCheck_ = true;
  hasChanged_ = true;
}

void ThreadWalk::lookForOtherHandles() {
  const uint64_t size = program_.layout().width / 8;
  for (size_t i = 0; i < joinLoops_.size(); ++i) {
    if (brokenJoinLoops_.contains(i)) continue;
    const JoinLoop& loop = joinLoops_[i];
    const PointerSetId cells = sets_.of(loop.cells);
    const FunctionId function = program_[program_[loop.create].source].function;
    const auto isElsewhen = [&](EdgeId edge) {
      const LocationId from = program_[edge].source;
      return program_[from].function == function && !std::ranges::binary_search(loop.between, from);
    };
    const auto isOther = [&](EdgeId edge, Term pointer, uint64_t bytes) {
      return !isElsewhen(edge) && sets_.mayOverlap(sets_.of(pointer), bytes, cells, size);
    };
    bool isBroken = std::ranges::any_of(accesses_, [&](const ThreadAccess& access) {
      return access.isWrite && access.userEdge != loop.create && !isElsewhen(access.userEdge) &&
             sets_.mayOverlap(access.targets, access.bytes, cells, size);
    });
    // What is no access that others see: to a local of the function that nobody else knows.
    for (uint32_t edge = 0; edge < program_.edges().size() && !isBroken; ++edge) {
      const LocationId from = program_.edges()[edge].source;
      if (!from.valid() || program_[from].function != function) continue;
      for (const Operation& operation : program_.edges()[edge].operations)
        isBroken |= operation.visit(
            [&](const Store& store) { return isOther(EdgeId(edge), store.pointer, bytesOf(store.value.sort())); },
            [&](const Copy& copy) { return isOther(EdgeId(edge), copy.target, bytesOf(copy.size)); },
            [&](const Fill& fill) { return isOther(EdgeId(edge), fill.target, bytesOf(fill.size)); },
            [](const OneOf<Load, Allocate, Free, Query> auto&) { return false; },
            [](const OfVariables auto&) { return false; }, [](const OfThreads auto&) { return false; });
    }
    if (!isBroken) continue;
    brokenJoinLoops_.insert(i);
    hasChanged_ = true;
  }
}

/// Where a loop is left that joins all threads of another loop.
void ThreadWalk::joinAll(uint32_t context, EdgeId edge, ThreadState& state) const {
  for (size_t i = 0; i < joinLoops_.size(); ++i) {
    if (brokenJoinLoops_.contains(i) || std::ranges::find(joinLoops_[i].exits, edge) == joinLoops_[i].exits.end())
      continue;
    for (uint32_t thread = 1; thread < table_.size(); ++thread) {
      if (table_[thread].site != joinLoops_[i].create || table_[thread].parent != contexts_[context].thread ||
          !table_.isUnique(contexts_[context].thread))
        continue;
      insertNumber(state.joined, thread);
      if (thread < ended_.size() && ended_[thread])
        for (uint32_t other : *ended_[thread]) insertNumber(state.joined, other);
    }
  }
}

void ThreadWalk::enqueue(uint32_t context, LocationId location) {
  if (isWaiting_.emplace(context, location).second) work_.emplace_back(context, location);
}

void ThreadWalk::visit(uint32_t context, LocationId location) {
  const std::vector<ThreadState> states = contexts_[context].at[location];
  for (EdgeId edge : program_[location].out)
    for (const ThreadState& state : states) follow(context, edge, state);
}

/// What contradicts the guard: what is assumed, what values are, where pointers may point.
bool ThreadWalk::assumeGuard(ThreadState& state, Term guard) {
  if (guard.isTrue()) return true;
  bool isExcluded = false;
  forEachLiteral(guard, [&](Term literal) { isExcluded |= sets_.excludes(literal); });
  // "None of these": a pointer that may be nothing else is excluded.
  if (isExcluded) return false;
  const Term known = editor_.evaluate(state, guard);
  return !known || editor_.assume(state, known);
}

void ThreadWalk::follow(uint32_t context, EdgeId id, ThreadState state) {
  const Edge& edge = program_[id];
  if (program_[edge.target].kind == LocationKind::Error || !assumeGuard(state, edge.guard)) return;
  for (const Operation& operation : edge.operations)
    if (!apply(context, id, operation, state)) return;
  if (!joinLoops_.empty()) joinAll(context, id, state);
  arrive(context, edge.target, std::move(state));
}

bool ThreadWalk::apply(uint32_t context, EdgeId edge, const Operation& operation, ThreadState& state) {
  const uint32_t thread = contexts_[context].thread;
  return operation.visit(
      [&](const Assign& assign) {
        editor_.assign(state, assign.variable, editor_.evaluate(state, assign.value), assign.value);
        return true;
      },
      [&](const Input& input) {
        editor_.assign(state, input.variable, {});
        return true;
      },
      [&](const Load& read) {
        load(read, state);
        return true;
      },
      [&](const Store& written) {
        store(written, state);
        return true;
      },
      [&](const Allocate& allocate) {
        editor_.assign(state, allocate.variable, {});
        state.fresh.push_back(program_[allocate.variable].term);
        return true;
      },
      [&](const Free&) { return true; },
      [&](const Copy& copy) {
        forgetCells(state, sets_.of(copy.target), bytesOf(copy.size), {});
        return true;
      },
      [&](const Fill& fill) {
        forgetCells(state, sets_.of(fill.target), bytesOf(fill.size), {});
        return true;
      },
      [&](const Query& query) {
        // Where a race was found, the execution has ended.
        const bool isAboutRaces = query.kind == QueryKind::UnracedRead || query.kind == QueryKind::UnracedWrite;
        editor_.assign(state, query.variable, isAboutRaces ? terms_.mkTrue() : Term());
        return true;
      },
      [&](const Step& step) {
        if (state.regions == 0) letOthersRun(thread, state);
        if (isCollecting_ && step.access != AccessKind::None) note(context, edge, step, state);
        return true;
      },
      [&](const Spawn& made) {
        spawn(context, edge, made, state);
        return true;
      },
      [&](const Await& await) {
        letOthersRun(thread, state);
        editor_.assign(state, await.variable, {});
        return true;
      },
      [&](const Atomic& region) {
        if (region.begins)
          ++state.regions;
        else if (state.regions > 0)
          --state.regions;
        return true;
      },
      [&](const Call& called) {
        call(context, edge, called, std::move(state));
        return false;
      },
      [&](const Return& returned) {
        editor_.leave(state, contexts_[context].function, returned.value);
        leave(context, std::move(state));
        return false;
      });
}

void ThreadWalk::arrive(uint32_t context, LocationId location, ThreadState state) {
  const Location& target = program_[location];
  if (isCollecting_) return;
  std::unique_ptr<Liveness>& liveness = liveness_[target.function];
  if (!liveness) liveness = std::make_unique<Liveness>(program_, target.function);
  FlatMap<VariableId, Term> live;
  for (const auto& [id, value] : state.values)
    if (program_[id].function != target.function || liveness->isLive(id, location)) live.try_emplace(id, value);
  state.values = std::move(live);
  if (joinInto(contexts_[context].at[location], std::move(state))) enqueue(context, location);
}

bool ThreadWalk::joinInto(std::vector<ThreadState>& states, ThreadState state) {
  const auto like = std::ranges::find_if(states, [&](const ThreadState& other) { return other.isLike(state); });
  if (like != states.end()) return editor_.join(*like, state);
  if (states.size() < limits_.states) {
    states.push_back(std::move(state));
    return true;
  }
  bool changes = states.size() > 1;
  ThreadState& all = states.front();
  for (size_t i = 1; i < states.size(); ++i) editor_.join(all, states[i]);
  states.resize(1);
  changes |= editor_.join(states.front(), state);
  return changes;
}

void ThreadWalk::leave(uint32_t context, ThreadState state) {
  if (isCollecting_) return;
  if (!joinInto(contexts_[context].exits, std::move(state))) return;
  for (const auto& [caller, location] : contexts_[context].callers) enqueue(caller, location);
}

uint32_t ThreadWalk::contextFor(FunctionId function, uint32_t thread, EdgeId site, EdgeId userEdge, ThreadState entry) {
  std::vector<uint32_t>& sameHash = contextsByHash_[hashOf(function, thread, site, userEdge, entry)];
  for (uint32_t number : sameHash) {
    const Context& there = contexts_[number];
    if (there.function == function && there.thread == thread && there.site == site && there.userEdge == userEdge &&
        there.entry == entry)
      return number;
  }
  std::vector<uint32_t>& ofFunction = contextsOf_[{function, thread}];
  uint32_t number = 0;
  // What has changed since the walk is looked at in the next one.
  if (isCollecting_ && hasChanged_) return kNoContext;
  const size_t most = site.valid() ? limits_.libraryEntries : limits_.entries;
  if (ofFunction.size() < most && contexts_.size() < limits_.contexts) {
    number = static_cast<uint32_t>(contexts_.size());
    sameHash.push_back(number);
    Context& made = contexts_.emplace_back();
    made.function = function;
    made.thread = thread;
    made.site = site;
    made.userEdge = userEdge;
    made.entry = entry;
    ofFunction.push_back(number);
  } else if (ofFunction.empty() || contexts_.size() >= limits_.contexts + table_.size() * 100) {
    stop("too many calls in different states");
    return 0;
  } else {
    // One context for all that come now. It is in the library if one of them is not in the user's functions.
    const auto joined = std::ranges::find_if(ofFunction, [&](uint32_t other) {
      return contexts_[other].isJoined && contexts_[other].isInRole() == site.valid();
    });
    if (joined == ofFunction.end()) {
      number = static_cast<uint32_t>(contexts_.size());
      Context& made = contexts_.emplace_back();
      made.function = function;
      made.thread = thread;
      made.site = site;
      made.userEdge = userEdge;
      made.isJoined = true;
      made.entry = entry;
      ofFunction.push_back(number);
    } else {
      number = *joined;
      if (isCollecting_) return number;
      editor_.join(contexts_[number].entry, entry);
      entry = contexts_[number].entry;
    }
  }
  if (isCollecting_) {
    stop("a state that was not met before");
    return number;
  }
  std::vector<ThreadState>& states = contexts_[number].at[program_[function].entry];
  if (contexts_[number].isJoined) {
    if (states.empty()) {
      states.push_back(std::move(entry));
      enqueue(number, program_[function].entry);
    } else if (editor_.join(states.front(), entry)) {
      enqueue(number, program_[function].entry);
    }
  } else {
    states.push_back(std::move(entry));
    enqueue(number, program_[function].entry);
  }
  return number;
}

void ThreadWalk::call(uint32_t context, EdgeId edge, const Call& call, ThreadState state) {
  const Function& callee = program_[call.callee];
  const Context& from = contexts_[context];
  const uint32_t thread = from.thread;
  const LocationId target = program_[edge].target;
  if (!callee.hasBody()) {
    if (isCollecting_) obstacles_.insert(program_[edge].source);
    state.fresh.clear();
    state.cells.clear();
    if (call.result.valid()) editor_.assign(state, call.result, {});
    return arrive(context, target, std::move(state));
  }
  RoleCall role{thread, edge, callee.role, {}, {}, call.result, false, {}};
  for (Term argument : call.arguments) {
    role.arguments.push_back(editor_.evaluate(state, argument));
    if (!role.arguments.back()) state.fresh.clear();
  }
  // What functions for threads are given, they access.
  if (callee.role != ThreadRole::None)
    for (Term& argument : role.arguments)
      if (argument) argument = accessedThrough(program_, argument);
  if (callee.role != ThreadRole::None) {
    role.isAlone = table_.isAlone(thread, state);
    for (size_t i = 0; i < call.arguments.size(); ++i) {
      role.targets.push_back(call.arguments[i].sort() == program_.pointerSort() ? sets_.of(call.arguments[i]) : 0);
      role.isFresh.push_back(role.arguments[i] && editor_.freshIn(state, role.arguments[i]));
    }
  }

  if (isByRole(callee.role)) return callByRole(context, role, call, std::move(state));
  ThreadState entry;
  entry.regions = state.regions;
  entry.held = state.held;
  entry.created = state.created;
  entry.joined = state.joined;
  entry.destroyed = state.destroyed;
  entry.cells = state.cells;
  std::vector<Term> known;
  for (VariableId id : threadLocals_)
    if (const auto value = state.values.find(id); value != state.values.end()) {
      entry.values.try_emplace(id, value->second);
      known.push_back(value->second);
    }
  for (size_t i = 0; i < std::min(callee.parameters.size(), role.arguments.size()); ++i)
    if (role.arguments[i]) {
      entry.values.try_emplace(callee.parameters[i], role.arguments[i]);
      known.push_back(role.arguments[i]);
    }
  const auto isPassed = [&](Term symbol) {
    return std::ranges::any_of(known, [&](Term value) { return editor_.mentions(value, symbol); });
  };
  std::vector<Term> keptFresh;
  for (Term symbol : state.fresh) (isPassed(symbol) ? entry.fresh : keptFresh).push_back(symbol);
  for (Term condition : state.assumed)
    if (std::ranges::all_of(editor_.symbols(condition), isPassed)) entry.assumed.push_back(condition);
  entry.passed = state.passed;
  entry.heldSince = state.heldSince;
  entry.history = state.history;
  // What one thread alone does, once, is done as under a lock.
  if (callee.role == ThreadRole::Once) enterOnce(role, entry);
  if (calls_.isRecursive(call.callee))
    editor_.forgetVariablesOf(entry, [&](FunctionId function) { return calls_.isRecursive(function); });

  const bool isOfUser = program_[program_[program_[edge].source].function].position.known();
  // A function of the user's that the library calls is none of the library's.
  const EdgeId site = callee.position.known()                               ? EdgeId()
                      : callee.role != ThreadRole::None && !from.isInRole() ? edge
                                                                            : from.site;
  const EdgeId userEdge = callee.position.known() ? EdgeId() : isOfUser ? edge : from.userEdge;
  const uint32_t there = contextFor(call.callee, thread, site, userEdge, std::move(entry));
  if (!failure_.empty() || there == kNoContext) return;
  if (!isCollecting_) contexts_[there].callers.emplace(context, program_[edge].source);
  const std::vector<ThreadState> exits = contexts_[there].exits;
  for (const ThreadState& exit : exits) {
    ThreadState after = state;
    after.regions = exit.regions;
    after.held = exit.held;
    after.created = exit.created;
    after.joined = exit.joined;
    after.destroyed = exit.destroyed;
    after.cells = exit.cells;
    after.passed = exit.passed;
    after.heldSince = exit.heldSince;
    after.history = exit.history;
    after.fresh = keptFresh;
    after.fresh.insert(after.fresh.end(), exit.fresh.begin(), exit.fresh.end());
    after.returned = exit.returned;
    after.spawned = exit.spawned;
    FlatMap<VariableId, Term> values;
    for (const auto& [id, value] : state.values)
      if (!program_[id].isThreadLocal) values.try_emplace(id, value);
    for (const auto& [id, value] : exit.values)
      if (program_[id].isThreadLocal) values.try_emplace(id, value);
    after.values = std::move(values);
    editor_.takeReturned(after, call.result);
    for (ThreadState& next : afterRole(role, std::move(after))) arrive(context, target, std::move(next));
  }
}

/// What the function does is what its role says; its body only tells what it accesses. So that is looked at in few states.
void ThreadWalk::callByRole(uint32_t context, const RoleCall& role, const Call& call, ThreadState state) {
  const Function& callee = program_[call.callee];
  ThreadState entry;
  entry.regions = state.regions;
  entry.created = state.created;
  entry.joined = state.joined;
  for (size_t i = 0; i < std::min(callee.parameters.size(), role.arguments.size()); ++i) {
    const Term argument = role.arguments[i];
    if (!argument) continue;
    entry.values.try_emplace(callee.parameters[i], argument);
    if (const Term symbol = editor_.freshIn(state, argument)) entry.fresh.push_back(symbol);
  }
  const EdgeId anySite(0); // nothing begins there
  const uint32_t there = contextFor(call.callee, role.thread, anySite, {}, std::move(entry));
  if (!failure_.empty() || there == kNoContext) return;
  if (!isCollecting_) contexts_[there].callers.emplace(context, program_[role.edge].source);
  if (contexts_[there].exits.empty()) return;
  letOthersRun(role.thread, state);
  const bool isWhole = role.role == ThreadRole::Initialise || role.role == ThreadRole::SetKind;
  for (size_t i = 0; i < role.targets.size(); ++i)
    if (call.arguments[i].sort() == program_.pointerSort())
      forgetCells(state, role.targets[i], isWhole ? PointerSetTable::kWhole : kBytesOfLock, role.arguments[i]);
  if (role.role == ThreadRole::Wait)
    for (Term argument : role.arguments) editor_.publish(state, argument);
  if (call.result.valid()) editor_.assign(state, call.result, {});
  for (ThreadState& next : afterRole(role, std::move(state)))
    arrive(context, program_[role.edge].target, std::move(next));
}

void ThreadWalk::spawn(uint32_t context, EdgeId edge, const Spawn& spawn, ThreadState& state) {
  const uint32_t parent = contexts_[context].thread;
  const EdgeId site = contexts_[context].site.valid() ? contexts_[context].site : edge;
  std::vector<ThreadArgument> arguments;
  for (Term argument : spawn.arguments) {
    ThreadArgument& given = arguments.emplace_back();
    given.value = editor_.evaluate(state, argument);
    given.isFresh = given.value && editor_.freshIn(state, given.value);
  }
  if (const std::optional<CreateLoop>& loop = createLoopAt(contexts_[context].site)) {
    // The same words for all of them: what their creator's loop counts.
    Substitution passed(terms_);
    const std::vector<VariableId>& parameters = program_[contexts_[context].function].parameters;
    TermSet known;
    for (size_t i = 0; i < std::min(parameters.size(), loop->arguments.size()); ++i)
      if (const Term argument = loop->arguments[i]) {
        passed.add(program_[parameters[i]].term, argument);
        known.insert(program_[parameters[i]].term);
      }
    for (size_t i = 0; i < arguments.size(); ++i)
      if (std::ranges::all_of(editor_.symbols(spawn.arguments[i]), [&](Term symbol) { return known.contains(symbol); }))
        arguments[i].value = passed(spawn.arguments[i]);
  }
  Term start;
  if (!arguments.empty() && arguments[0].value && arguments[0].value.isValue()) start = arguments[0].value;
  const uint32_t before = table_.size();
  const uint32_t thread = table_.find(parent, site, spawn.callee, start);
  hasChanged_ |= table_.size() != before;
  ThreadKind& kind = table_[thread];
  if (!kind.isRepeated && (hasNumber(state.created, thread) || table_[parent].isRepeated)) {
    kind.isRepeated = true;
    hasChanged_ = true;
  }
  for (const ThreadArgument& argument : arguments) editor_.publish(state, argument.value);
  if (isCollecting_) noteCreation(kind, arguments, state);
  if (!isCollecting_) {
    ThreadState entry;
    entry.joined = state.joined;
    entry.destroyed = state.destroyed;
    entry.passed = state.passed;
    for (const KnownCell& cell : state.cells)
      if (editor_.symbols(cell.address).empty() &&
          (editor_.symbols(cell.value).empty() || threadOfHandle_.contains(cell.value.id())))
        entry.cells.push_back(cell);
    for (VariableId id : threadLocals_)
      if (const Term initial = program_[id].initial) entry.values.try_emplace(id, initial);
    const Function& callee = program_[spawn.callee];
    for (size_t i = 0; i < std::min(callee.parameters.size(), arguments.size()); ++i)
      if (arguments[i].value && arguments[i].value.isValue())
        entry.values.try_emplace(callee.parameters[i], arguments[i].value);
    rootOf_.resize(table_.size(), UINT32_MAX);
    if (rootOf_[thread] == UINT32_MAX || rootOf_[thread] == 0) {
      const auto number = static_cast<uint32_t>(contexts_.size());
      Context& made = contexts_.emplace_back();
      made.function = spawn.callee;
      made.thread = thread;
      made.isJoined = true;
      made.entry = entry;
      made.at[callee.entry].push_back(entry);
      rootOf_[thread] = number;
      enqueue(number, callee.entry);
    } else {
      Context& root = contexts_[rootOf_[thread]];
      if (editor_.join(root.at[callee.entry].front(), entry)) enqueue(rootOf_[thread], callee.entry);
    }
  }
  for (const HeldLock& lock : state.held) {
    if (!lock.lock.isValue()) continue;
    hasChanged_ |= heldAtCreation_.insert(lock.lock.id()).second;
    const HeldSince since{thread, lock.lock};
    if (!hasNumber(state.created, thread) && std::ranges::find(state.heldSince, since) == state.heldSince.end())
      state.heldSince.push_back(since);
  }
  if (hasNumber(state.created, thread))
    std::erase_if(state.heldSince, [&](const HeldSince& since) { return since.created == thread; });
  std::erase(state.joined, thread);
  insertNumber(state.created, thread);
  state.spawned = thread;
  editor_.assign(state, spawn.thread, {});
}

/// What holds for all threads of this kind when they are created.
void ThreadWalk::noteCreation(ThreadKind& kind, const std::vector<ThreadArgument>& arguments,
                              const ThreadState& state) {
  if (!std::exchange(kind.isCreated, true)) {
    kind.arguments = arguments;
    kind.assumed = state.assumed;
  }
  for (size_t i = 0; i < kind.arguments.size(); ++i) {
    if (kind.arguments[i].value != arguments[i].value) kind.arguments[i].value = {};
    kind.arguments[i].isFresh &= arguments[i].isFresh;
  }
  std::erase_if(kind.assumed,
                [&](Term condition) { return std::ranges::find(state.assumed, condition) == state.assumed.end(); });
  if (!kind.lent) kind.lent = state.held;
  std::erase_if(*kind.lent, [&](const HeldLock& lock) {
    const HeldLock* there = state.findHeld(lock.lock);
    return there == nullptr || there->isExclusive != lock.isExclusive;
  });
}

/// If the function of the library that creates threads was called there directly, in such a loop.
const std::optional<CreateLoop>& ThreadWalk::createLoopAt(EdgeId site) {
  const auto [at, isNew] = createLoops_.try_emplace(site);
  if (isNew && site.valid()) at->second = findCreateLoop(program_, site, isOnce_);
  return at->second;
}

Term ThreadWalk::handleOf(uint32_t thread, Sort sort) {
  const auto [at, isNew] = handles_.try_emplace((uint64_t{thread} << 32) | sort.width(), Term());
  if (isNew) {
    at->second = terms_.mkFreshVariable("thread", sort);
    threadOfHandle_.emplace(at->second.id(), thread);
  }
  return at->second;
}

// ---- memory

void ThreadWalk::load(const Load& load, ThreadState& state) {
  const Term address = editor_.evaluateAddress(state, load.pointer);
  const Variable& variable = program_[load.variable];
  const PointerSetId targets = sets_.of(load.pointer);
  if (address)
    for (const KnownCell& cell : state.cells)
      if (cell.address == address && cell.value.sort() == variable.sort())
        return editor_.assign(state, load.variable, cell.value);
  editor_.assign(state, load.variable, {});
  if (address && !editor_.mentions(address, variable.term) && variable.function.valid())
    remember(state, address, targets, variable.term);
}

void ThreadWalk::store(const Store& store, ThreadState& state) {
  const Term address = editor_.evaluateAddress(state, store.pointer), value = editor_.evaluate(state, store.value);
  if (value)
    editor_.publish(state, value);
  else
    state.fresh.clear();
  const PointerSetId targets = sets_.of(store.pointer);
  forgetCells(state, targets, bytesOf(store.value.sort()), address);
  if (address && value) remember(state, address, targets, value);
}

void ThreadWalk::remember(ThreadState& state, Term address, PointerSetId targets, Term value) {
  if (sets_[targets].isAny) return;
  if (state.cells.size() >= limits_.cells) state.cells.erase(state.cells.begin());
  state.cells.push_back({address, targets, value});
}

void ThreadWalk::forgetCells(ThreadState& state, PointerSetId targets, uint64_t size, Term address) {
  std::erase_if(state.cells, [&](const KnownCell& cell) {
    const uint64_t sizeOfCell = bytesOf(cell.value.sort());
    if (!sets_.mayOverlap(targets, size, cell.targets, sizeOfCell)) return false;
    if (!address || size == PointerSetTable::kWhole) return true;
    const Term distance = terms_.mkBvSub(address, cell.address);
    if (!distance.isValue()) return true;
    const auto bytes = static_cast<int64_t>(distance.value().toUint64() << (64 - distance.sort().width())) >>
                       (64 - distance.sort().width());
    return bytes >= 0 ? static_cast<uint64_t>(bytes) < sizeOfCell : static_cast<uint64_t>(-bytes) < size;
  });
}

void ThreadWalk::letOthersRun(uint32_t thread, ThreadState& state) {
  if (state.cells.empty()) return;
  std::erase_if(state.cells, [&](const KnownCell& cell) {
    const uint64_t size = bytesOf(cell.value.sort());
    const auto changes = [&](const Write* write) {
      if (!sets_.mayOverlap(write->targets, write->bytes, cell.targets, size)) return false;
      ThreadState writer;
      writer.created = write->created;
      writer.joined = write->joined;
      return table_.areParallel(thread, state, write->thread, writer);
    };
    return std::ranges::any_of(writesAnywhere_, changes) ||
           std::ranges::any_of(sets_[cell.targets].targets, [&](const PointerTarget& target) {
             const auto here = writesTo_.find(target.object);
             return here != writesTo_.end() && std::ranges::any_of(here->second, changes);
           });
  });
}

/// Whether it is a term over the program's variables.
bool ThreadWalk::isOfProgram(Term term) {
  return std::ranges::all_of(editor_.symbols(term), [&](Term symbol) { return program_.variableOf(symbol).valid(); });
}

/// The term, where parameters of the thread's first function are what its creator has said.
Term ThreadWalk::inCreatorsWords(uint32_t thread, Term term) const {
  if (thread == ThreadTable::kMain) return term;
  const ThreadKind& kind = table_[thread];
  Substitution given(terms_);
  const std::vector<VariableId>& parameters = program_[kind.function].parameters;
  for (size_t i = 0; i < std::min(parameters.size(), kind.arguments.size()); ++i)
    if (const Term value = kind.arguments[i].value) given.add(program_[parameters[i]].term, value);
  return given(term);
}

void ThreadWalk::note(uint32_t number, EdgeId edge, const Step& step, const ThreadState& state) {
  const Context& context = contexts_[number];
  ThreadAccess access;
  access.pointer = editor_.evaluateAddress(state, step.pointer);
  access.isFresh = access.pointer && editor_.freshIn(state, access.pointer);
  access.size = editor_.evaluate(state, step.size);
  // To free a block is no access to C. But what is done to it meanwhile by who does not wait may come too late.
  access.isFree =
      step.access == AccessKind::Write && access.size && access.size.isValue() && access.size.value().isZero();
  access.bytes = access.isFree ? PointerSetTable::kWhole : bytesOf(access.size);
  if (access.isFree) access.size = {};
  if (access.bytes == 0) return;
  access.thread = context.thread;
  access.edge = edge;
  access.isWrite = step.access == AccessKind::Write;
  access.isAtomic = !access.isFree && (step.isAtomic || state.regions > 0);
  access.isOfLibrary = context.isInRole();
  access.isAlone = table_.isAlone(context.thread, state);
  access.targets = sets_.of(step.pointer);
  // Its value here may tell more than all of them, and so does what this thread was given.
  if (const Term known = access.pointer ? inCreatorsWords(context.thread, access.pointer) : Term();
      known && isOfProgram(known))
    access.targets = sets_.of(known);
  access.userEdge = context.userEdge.valid() ? context.userEdge : edge;
  auto there = std::make_shared<ThreadState>(state);
  // What pthread_once does with its flag, every thread may do.
  if (context.isInRole())
    std::erase_if(there->held, [&](const HeldLock& held) { return onceFlags_.contains(held.lock.id()); });
  access.state = std::move(there);
  accesses_.push_back(std::move(access));
}

// ---- roles

std::vector<ThreadState> ThreadWalk::afterRole(const RoleCall& call, ThreadState state) {
  const auto succeeded = [&](const ThreadState& given, bool hasSucceeded) -> std::optional<ThreadState> {
    if (!call.result.valid()) return given;
    ThreadState next = given;
    const Term zero = terms_.mkZero(program_[call.result].sort());
    const Term result = editor_.evaluate(next, program_[call.result].term);
    if (!editor_.assume(next, hasSucceeded ? terms_.mkEqual(result, zero) : terms_.mkDistinct(result, zero)))
      return std::nullopt;
    if (hasSucceeded && !result.isValue()) editor_.assign(next, call.result, zero);
    return next;
  };
  switch (call.role) {
  case ThreadRole::None:
  case ThreadRole::Detach:
    break;
  case ThreadRole::Create:
    if (state.spawned && !call.arguments.empty() && call.arguments[0]) {
      const Term handle = handleOf(*state.spawned, program_.pointerSort());
      forgetCells(state, call.targets[0], bytesOf(handle.sort()), call.arguments[0]);
      remember(state, call.arguments[0], call.targets[0], handle);
    }
    state.spawned.reset();
    break;
  case ThreadRole::Join:
    if (!call.arguments.empty() && call.arguments[0]) {
      const auto thread = threadOfHandle_.find(call.arguments[0].id());
      if (thread != threadOfHandle_.end() && thread->second != call.thread && table_.isUnique(thread->second)) {
        insertNumber(state.joined, thread->second);
        if (thread->second < ended_.size() && ended_[thread->second])
          for (uint32_t other : *ended_[thread->second]) insertNumber(state.joined, other);
      }
    }
    break;
  case ThreadRole::Lock:
    lock(call, true, state);
    break;
  case ThreadRole::LockShared:
    lock(call, false, state);
    break;
  case ThreadRole::TryLock:
  case ThreadRole::TryLockShared: {
    std::vector<ThreadState> both;
    if (std::optional<ThreadState> locked = succeeded(state, true)) {
      lock(call, call.role == ThreadRole::TryLock, *locked);
      both.push_back(std::move(*locked));
    }
    if (std::optional<ThreadState> refused = succeeded(state, false)) both.push_back(std::move(*refused));
    return both;
  }
  case ThreadRole::Unlock:
    unlock(call, 0, false, state);
    break;
  case ThreadRole::Wait:
    unlock(call, 1, true, state);
    break;
  case ThreadRole::Once:
    leaveOnce(call, state);
    break;
  case ThreadRole::Initialise:
    makeAnew(call, false, state);
    break;
  case ThreadRole::Destroy:
    makeAnew(call, true, state);
    break;
  case ThreadRole::SetKind:
    if (!mayBeErrorCheck_ && (call.arguments.size() < 2 || !call.arguments[1] || !call.arguments[1].isValue() ||
                              (call.arguments[1].value().toUint64() & 3) == 2))
      mayBeErrorCheck_ = hasChanged_ = true;
    break;
  }
  std::vector<ThreadState> result;
  result.push_back(std::move(state));
  return result;
}

void ThreadWalk::lock(const RoleCall& call, bool isExclusive, ThreadState& state) {
  const Term lock = call.arguments.at(0);
  const PointerSetId targets = call.targets[0];
  if (isCollecting_) locked_.insert(targets);
  if (!lock || sets_[targets].isAny) return;
  // One that was destroyed is not locked.
  constexpr uint64_t kStart = 1; // bytes: locks begin where their addresses are
  for (PointerSetId gone : state.destroyed)
    if (sets_.mayOverlap(gone, kStart, targets, kStart)) return;
  if (lock.isValue() && heldAtCreation_.contains(lock.id()) &&
      std::ranges::find(state.history, lock) == state.history.end())
    state.history.push_back(lock);
  const auto held = std::ranges::find(state.held, lock, &HeldLock::lock);
  if (held == state.held.end()) {
    constexpr size_t kMostHeld = 12;
    if (state.held.size() >= kMostHeld) return;
    state.held.push_back({lock, targets, isExclusive, 1});
    std::ranges::sort(state.held, {}, [](const HeldLock& other) { return other.lock.id(); });
  } else if (!mayBeErrorCheck_ && held->count < 3) {
    ++held->count; // of a normal one, there is no return
  }
}

void ThreadWalk::enterOnce(const RoleCall& call, ThreadState& state) {
  const Term flag = call.arguments.at(0);
  if (!flag || state.findHeld(flag)) return;
  onceFlags_.insert(flag.id());
  state.held.push_back({flag, call.targets[0], true, 1});
  std::ranges::sort(state.held, {}, [](const HeldLock& other) { return other.lock.id(); });
}

void ThreadWalk::leaveOnce(const RoleCall& call, ThreadState& state) {
  const Term flag = call.arguments.at(0);
  if (!flag) return;
  std::erase_if(state.held, [&](const HeldLock& held) { return held.lock == flag; });
  if (flag.isValue() && std::ranges::find(state.passed, flag) == state.passed.end()) state.passed.push_back(flag);
}

/// `isReopened`: and locked again.
void ThreadWalk::unlock(const RoleCall& call, size_t argument, bool isReopened, ThreadState& state) {
  const Term lock = call.arguments.at(argument);
  const PointerSetId targets = call.targets[argument];
  takeBack(call.thread, targets, state);
  std::erase_if(state.heldSince,
                [&](const HeldSince& since) { return !lock || !lock.isValue() || since.lock == lock; });
  const auto held = lock ? std::ranges::find(state.held, lock, &HeldLock::lock) : state.held.end();
  if (held == state.held.end()) return breakLocks(targets, call.edge, "is opened by who may not hold it");
  if (isReopened) return;
  if (--held->count == 0) state.held.erase(held);
  if (!mayBeErrorCheck_) return;
  // The same one by another name, which was refused when it was locked by that.
  std::erase_if(state.held, [&](const HeldLock& other) {
    return other.lock != lock && sets_.mayOverlap(other.targets, 1, targets, 1);
  });
}

/// A lock is opened: threads that its holder has created, and that may be alive, do without it now.
void ThreadWalk::takeBack(uint32_t holder, PointerSetId targets, const ThreadState& state) {
  if (!isCollecting_) return;
  for (uint32_t child : state.created)
    if (table_[child].parent == holder && table_.mayRun(child, holder, state)) takenBack_.emplace(child, targets);
}

void ThreadWalk::makeAnew(const RoleCall& call, bool isDestroyed, ThreadState& state) {
  const PointerSetId targets = call.targets.at(0);
  if (isCollecting_ && !isDestroyed) initialised_.insert(targets);
  if (!call.isAlone && !call.isFresh[0]) {
    breakLocks(targets, call.edge,
               isDestroyed ? "is destroyed while others may use it" : "is initialised while others may use it");
    return;
  }
  std::erase_if(state.held, [&](const HeldLock& held) { return sets_.mayOverlap(held.targets, 1, targets, 1); });
  if (isDestroyed) {
    insertNumber(state.destroyed, targets);
  } else if (call.arguments[0] && call.arguments[0].isValue()) {
    std::erase_if(state.destroyed, [&](PointerSetId gone) { return gone == targets; });
  }
}

void ThreadWalk::breakLocks(PointerSetId targets, EdgeId edge, const char* why) {
  if (isCollecting_) broken_.push_back({targets, edge, why});
}

std::vector<LentLock> ThreadWalk::lentTo(uint32_t thread) const {
  std::vector<LentLock> result;
  // A thread that has ended whenever its creator ends has what was lent to that one.
  for (uint32_t at = thread; at != ThreadTable::kMain; at = table_[at].parent) {
    if (table_[at].lent)
      for (const HeldLock& lock : *table_[at].lent) result.push_back({lock, table_[at].parent});
    const uint32_t parent = table_[at].parent;
    const bool endsBefore =
        table_.isUnique(at) && parent < ended_.size() && ended_[parent] && hasNumber(*ended_[parent], at);
    if (!endsBefore) break;
  }
  return result;
}

void ThreadWalk::forEachStateAt(LocationId location,
                                const std::function<void(uint32_t, const ThreadState&)>& visit) const {
  for (const Context& context : contexts_)
    if (const auto at = context.at.find(location); at != context.at.end())
      for (const ThreadState& state : at->second) visit(context.thread, state);
}

} // namespace assay
