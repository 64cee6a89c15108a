#include "analysis/threads/thread_walk.h"

#include "program/threads.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint32_t kNoContext = UINT32_MAX;

uint64_t hashOf(FunctionId function, uint32_t thread, EdgeId site, EdgeId userEdge, const ThreadState& state) {
  uint64_t hash = function.index();
  const auto mix = [&](uint64_t number) { hash = (hash ^ number) * 0x9e3779b97f4a7c15ull + (hash >> 29); };
  mix(thread);
  mix(site.valid() ? site.index() + 1 : 0);
  mix(userEdge.valid() ? userEdge.index() + 1 : 0);
  mix(state.regions);
  for (const HeldLock& held : state.held) mix(held.lock.id() * 2 + (held.isExclusive ? 1 : 0));
  for (const TakenLock& taken : state.taken) mix((taken.lock ? taken.lock.id() : 7) * 19 + taken.targets);
  for (uint32_t number : state.created) mix(number);
  for (uint32_t number : state.joined) mix(number + 77);
  for (uint32_t number : state.gone) mix(number + 177);
  for (const auto& [id, value] : state.values) mix(id.index() * 31 + value.id());
  for (const KnownCell& cell : state.cells) mix(cell.address.id() * 17 + cell.value.id());
  for (Term term : state.assumed) mix(term.id());
  for (Term term : state.fresh) mix(term.id() + 5);
  for (Term term : state.passed) mix(term.id() + 9);
  for (const HeldSince& since : state.heldSince) mix(since.created * 3 + since.lock.id());
  for (Term term : state.history) mix(term.id() + 13);
  for (const LockedBy& locked : state.before) mix(locked.thread * 5 + locked.lock.id());
  for (const Meeting& meeting : state.met)
    mix(meeting.object.id() * 8 + (meeting.mayBeMade ? 4 : 0) + (meeting.mayHaveSignalled ? 2 : 0) +
        (meeting.hasPassed ? 1 : 0));
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
  case ThreadRole::BarrierInitialise:
  case ThreadRole::BarrierWait:
  case ThreadRole::SemaphoreInitialise:
  case ThreadRole::SemaphorePost:
  case ThreadRole::SemaphoreWait:
    return true;
  case ThreadRole::None:
  case ThreadRole::Create:
  case ThreadRole::Join:
  case ThreadRole::Once:
    return false;
  }
  return false;
}

} // namespace

ThreadWalk::ThreadWalk(const Program& program, const ThreadWalkLimits& limits, const Deadline& deadline)
    : program_(program), terms_(program.terms()), limits_(limits), deadline_(deadline), sets_(program),
      editor_(program), calls_(program), isOnce_(program), memory_(program, limits.cells, sets_, editor_, table_),
      effects_(program, sets_, editor_, table_, memory_, facts_, findings_),
      joins_(program, sets_, table_, facts_, findings_) {
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.emplace_back(i);
}

bool ThreadWalk::run() {
  // Whatever is assumed at first is kept only if the walk does not contradict it. Who has ended with a thread is known
  // of a whole walk, so the walks begin once more with that.
  for (const bool knowsEnds : {false, true}) {
    facts_.writes.clear();
    do {
      if (++round_ > limits_.rounds) stop("too many rounds");
      facts_.hasChanged = false;
      walk();
      if (failure_.empty()) collect();
      if (!failure_.empty()) return false;
    } while (facts_.hasChanged);
    if (knowsEnds) break;
    bool isAnyEnd = false;
    for (uint32_t thread = 0; thread < table_.size(); ++thread)
      isAnyEnd |= thread < facts_.ended.size() && facts_.ended[thread] && !facts_.ended[thread]->empty();
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
  memory_.begin(facts_.writes);
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
  ThreadEnds ended;
  findings_.isCollecting = true;
  for (int pass = 0; pass < 2; ++pass) ended = passOnce();
  findings_.isCollecting = false;
  for (const auto& [child, targets] : findings_.takenBack)
    if (table_[child].lent)
      std::erase_if(*table_[child].lent,
                    [&](const HeldLock& lock) { return sets_.mayOverlap(lock.targets, 1, targets, 1); });
  joins_.lookForOtherHandles();
  if (!facts_.hasChanged) facts_.ended = std::move(ended);
  for (const ThreadAccess& access : findings_.accesses)
    if (access.isWrite && !access.isFresh &&
        facts_.writes.insert({access.thread, access.targets, access.bytes, access.state->created, access.state->joined})
            .second)
      facts_.hasChanged = true;
}

/// Goes along every edge once more, and notes what is there.
ThreadEnds ThreadWalk::passOnce() {
  findings_.clear();
  ThreadEnds ended(table_.size());
  for (uint32_t context = 0; context < contexts_.size() && failure_.empty(); ++context) {
    if (deadline_.expired()) stop("out of time");
    std::vector<LocationId> locations;
    for (const auto& [location, states] : contexts_[context].at) locations.push_back(location);
    std::ranges::sort(locations);
    for (LocationId location : locations) {
      if (program_[location].kind == LocationKind::ThreadEnd) {
        noteEnds(context, contexts_[context].at[location], ended);
        noteKept(context, contexts_[context].at[location]);
      }
      const LocationKind kind = program_[location].kind;
      const bool isObstacle = kind == LocationKind::Unsupported || kind == LocationKind::Limit;
      if (isObstacle && !contexts_[context].isInRole()) findings_.obstacles.insert(location);
      visit(context, location);
    }
    if (rootOf_[contexts_[context].thread] != context) continue;
    noteEnds(context, contexts_[context].exits, ended);
    // The program ends with main.
    if (contexts_[context].thread != ThreadTable::kMain) noteKept(context, contexts_[context].exits);
  }
  return ended;
}

void ThreadWalk::noteKept(uint32_t context, const std::vector<ThreadState>& states) {
  for (const ThreadState& state : states)
    for (const TakenLock& taken : state.taken) findings_.kept.push_back({contexts_[context].thread, taken.targets});
}

void ThreadWalk::noteEnds(uint32_t context, const std::vector<ThreadState>& states, ThreadEnds& ended) const {
  std::optional<ThreadNumbers>& known = ended[contexts_[context].thread];
  for (const ThreadState& state : states)
    if (!known)
      known = state.joined;
    else
      std::erase_if(*known, [&](uint32_t number) { return !hasNumber(state.joined, number); });
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
  if (sets_.excludes(guard)) return false;
  const Term known = editor_.evaluate(state, guard);
  return !known || editor_.assume(state, known);
}

void ThreadWalk::follow(uint32_t context, EdgeId id, ThreadState state) {
  const Edge& edge = program_[id];
  if (program_[edge.target].kind == LocationKind::Error || !assumeGuard(state, edge.guard)) return;
  for (const Operation& operation : edge.operations)
    if (!apply(context, id, operation, state)) return;
  joins_.follow(contexts_[context].thread, id, state);
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
        memory_.load(read, state);
        return true;
      },
      [&](const Store& written) {
        memory_.store(written, state);
        return true;
      },
      [&](const Allocate& allocate) {
        editor_.assign(state, allocate.variable, {});
        state.fresh.push_back(program_[allocate.variable].term);
        return true;
      },
      [&](const Free&) { return true; },
      [&](const Copy& copy) {
        memory_.forget(state, sets_.of(copy.target), accessedBytes(copy.size), {});
        return true;
      },
      [&](const Fill& fill) {
        memory_.forget(state, sets_.of(fill.target), accessedBytes(fill.size), {});
        return true;
      },
      [&](const Query& query) {
        // Where a race was found, the execution has ended.
        const bool isAboutRaces = query.kind == QueryKind::UnracedRead || query.kind == QueryKind::UnracedWrite;
        editor_.assign(state, query.variable, isAboutRaces ? terms_.mkTrue() : Term());
        return true;
      },
      [&](const Step& step) {
        if (state.regions == 0) memory_.letOthersRun(thread, state);
        if (step.access == AccessKind::Write && !contexts_[context].isOfLocks)
          effects_.overwrite(state, sets_.of(step.pointer), accessedBytes(step.size));
        if (findings_.isCollecting && step.access != AccessKind::None) note(context, edge, step, state);
        return true;
      },
      [&](const Spawn& made) {
        spawn(context, edge, made, state);
        return true;
      },
      [&](const Await& await) {
        memory_.letOthersRun(thread, state);
        editor_.assign(state, await.variable, {});
        if (findings_.isCollecting && !contexts_[context].isInRole())
          findings_.otherWaits.push_back({thread, edge, std::make_shared<ThreadState>(state)});
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
  if (findings_.isCollecting) return;
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
  if (findings_.isCollecting) return;
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
  if (findings_.isCollecting && facts_.hasChanged) return kNoContext;
  const auto make = [&](bool isJoined) {
    ofFunction.push_back(static_cast<uint32_t>(contexts_.size()));
    Context& made = contexts_.emplace_back();
    made.function = function;
    made.thread = thread;
    made.site = site;
    made.isOfLocks = site == kInLocks;
    made.userEdge = userEdge;
    made.isJoined = isJoined;
    made.entry = entry;
    return ofFunction.back();
  };
  const size_t most = site.valid() ? limits_.libraryEntries : limits_.entries;
  if (ofFunction.size() < most && contexts_.size() < limits_.contexts) {
    number = make(false);
    sameHash.push_back(number);
  } else if (ofFunction.empty() || contexts_.size() >= limits_.contexts + table_.size() * 100) {
    stop("too many calls in different states");
    return 0;
  } else {
    // One context for all that come now from the same places.
    const auto joined = std::ranges::find_if(ofFunction, [&](uint32_t other) {
      return contexts_[other].isJoined && contexts_[other].site == site && contexts_[other].userEdge == userEdge;
    });
    if (joined == ofFunction.end()) {
      number = make(true);
    } else {
      number = *joined;
      if (findings_.isCollecting) return number;
      editor_.join(contexts_[number].entry, entry);
      entry = contexts_[number].entry;
    }
  }
  if (findings_.isCollecting) {
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
    if (findings_.isCollecting) findings_.obstacles.insert(program_[edge].source);
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

  const bool isOfUser = program_[program_[program_[edge].source].function].position.known();
  if (callee.role != ThreadRole::None)
    effects_.noteRequest(role, isOfUser || !from.userEdge.valid() ? edge : from.userEdge, state);
  if (isByRole(callee.role)) return callByRole(context, role, call, std::move(state));
  ThreadState entry;
  entry.regions = state.regions;
  entry.held = state.held;
  entry.taken = state.taken;
  entry.created = state.created;
  entry.joined = state.joined;
  entry.gone = state.gone;
  entry.destroyed = state.destroyed;
  entry.initialised = state.initialised;
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
  entry.before = state.before;
  entry.met = state.met;
  // What one thread alone does, once, is done as under a lock.
  if (callee.role == ThreadRole::Once) effects_.enterOnce(role, entry);
  if (calls_.isRecursive(call.callee))
    editor_.forgetVariablesOf(entry, [&](FunctionId function) { return calls_.isRecursive(function); });

  // A function of the user's that the library calls is none of the library's.
  EdgeId site = from.site;
  if (callee.position.known())
    site = {};
  else if (callee.role == ThreadRole::Once)
    site = kInLocks;
  else if (callee.role != ThreadRole::None && !from.isInRole())
    site = edge;
  const EdgeId userEdge = callee.position.known() ? EdgeId() : isOfUser ? edge : from.userEdge;
  const uint32_t there = contextFor(call.callee, thread, site, userEdge, std::move(entry));
  if (!failure_.empty() || there == kNoContext) return;
  if (!findings_.isCollecting) contexts_[there].callers.emplace(context, program_[edge].source);
  const std::vector<ThreadState> exits = contexts_[there].exits;
  for (const ThreadState& exit : exits) {
    ThreadState after = state;
    after.regions = exit.regions;
    after.held = exit.held;
    after.taken = exit.taken;
    after.created = exit.created;
    after.joined = exit.joined;
    after.gone = exit.gone;
    after.destroyed = exit.destroyed;
    after.initialised = exit.initialised;
    after.cells = exit.cells;
    after.passed = exit.passed;
    after.heldSince = exit.heldSince;
    after.history = exit.history;
    after.before = exit.before;
    after.met = exit.met;
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
    for (ThreadState& next : effects_.after(role, std::move(after))) arrive(context, target, std::move(next));
  }
}

/// What the function does is what its role says; its body only tells what it accesses. So that is looked at in few
/// states.
void ThreadWalk::callByRole(uint32_t context, const RoleCall& role, const Call& call, ThreadState state) {
  const Function& callee = program_[call.callee];
  ThreadState entry;
  entry.regions = state.regions;
  entry.created = state.created;
  entry.joined = state.joined;
  entry.gone = state.gone;
  entry.destroyed = state.destroyed;
  entry.met = state.met;
  for (size_t i = 0; i < std::min(callee.parameters.size(), role.arguments.size()); ++i) {
    const Term argument = role.arguments[i];
    if (!argument) continue;
    entry.values.try_emplace(callee.parameters[i], argument);
    if (const Term symbol = editor_.freshIn(state, argument)) entry.fresh.push_back(symbol);
  }
  const uint32_t there = contextFor(call.callee, role.thread, kInLocks, {}, std::move(entry));
  if (!failure_.empty() || there == kNoContext) return;
  if (!findings_.isCollecting) contexts_[there].callers.emplace(context, program_[role.edge].source);
  if (contexts_[there].exits.empty()) return;
  memory_.letOthersRun(role.thread, state);
  const bool isWhole = role.role == ThreadRole::Initialise || role.role == ThreadRole::SetKind;
  for (size_t i = 0; i < role.targets.size(); ++i)
    if (call.arguments[i].sort() == program_.pointerSort())
      memory_.forget(state, role.targets[i], isWhole ? PointerSetTable::kWhole : kBytesOfLock, role.arguments[i]);
  if (role.role == ThreadRole::Wait)
    for (Term argument : role.arguments) editor_.publish(state, argument);
  if (call.result.valid()) editor_.assign(state, call.result, {});
  for (ThreadState& next : effects_.after(role, std::move(state)))
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
  // By their values, which may have other names in the words below.
  for (const ThreadArgument& argument : arguments) editor_.publish(state, argument.value);
  const std::optional<CreateLoop>& loop = createLoopAt(contexts_[context].site);
  if (loop && loop->callee == contexts_[context].function) {
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
  facts_.hasChanged |= table_.size() != before;
  ThreadKind& kind = table_[thread];
  if (!kind.isRepeated && (hasNumber(state.created, thread) || table_[parent].isRepeated)) {
    kind.isRepeated = true;
    facts_.hasChanged = true;
  }
  if (findings_.isCollecting) noteCreation(kind, arguments, state);
  if (!findings_.isCollecting) {
    ThreadState entry;
    entry.joined = state.joined;
    entry.gone = state.gone;
    entry.destroyed = state.destroyed;
    entry.initialised = state.initialised;
    entry.passed = state.passed;
    entry.before = state.before;
    for (Term lock : state.history) entry.before.push_back({parent, lock});
    for (const Meeting& meeting : state.met)
      if (meeting.hasPassed) entry.met.push_back({.object = meeting.object, .hasPassed = true});
    for (const KnownCell& cell : state.cells)
      if (editor_.symbols(cell.address).empty() &&
          (editor_.symbols(cell.value).empty() || effects_.isHandle(cell.value)))
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
    facts_.hasChanged |= facts_.heldAtCreation.insert(lock.lock.id()).second;
    const HeldSince since{thread, lock.lock};
    if (!hasNumber(state.created, thread) && std::ranges::find(state.heldSince, since) == state.heldSince.end())
      state.heldSince.push_back(since);
  }
  if (hasNumber(state.created, thread))
    std::erase_if(state.heldSince, [&](const HeldSince& since) { return since.created == thread; });
  std::erase(state.joined, thread);
  std::erase(state.gone, thread);
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
  if (isNew && site.valid() && site != kInLocks) at->second = findCreateLoop(program_, site, isOnce_);
  return at->second;
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
  access.bytes = access.isFree ? PointerSetTable::kWhole : accessedBytes(access.size);
  if (access.isFree) access.size = {};
  if (access.bytes == 0) return;
  access.thread = context.thread;
  access.edge = edge;
  access.isWrite = step.access == AccessKind::Write;
  access.isAtomic = !access.isFree && (step.isAtomic || state.regions > 0);
  access.isOverLock = access.isWrite && std::ranges::any_of(state.initialised, [&](PointerSetId lock) {
                        return sets_.mayOverlap(sets_.of(step.pointer), access.bytes, lock, kBytesOfLock);
                      });
  access.isOfLocks = context.isOfLocks;
  access.isAlone = table_.isAlone(context.thread, state);
  access.targets = sets_.of(step.pointer);
  // Its value here may tell more than all of them, and so does what this thread was given.
  if (const Term known = access.pointer ? inCreatorsWords(context.thread, access.pointer) : Term();
      known && isOfProgram(known))
    access.targets = sets_.of(known, step.pointer);
  access.userEdge = context.userEdge.valid() ? context.userEdge : edge;
  auto there = std::make_shared<ThreadState>(state);
  // What pthread_once does with its flag, every thread may do.
  if (context.isInRole())
    std::erase_if(there->held, [&](const HeldLock& held) { return facts_.onceFlags.contains(held.lock.id()); });
  access.state = std::move(there);
  findings_.accesses.push_back(std::move(access));
}

std::vector<LentLock> ThreadWalk::lentTo(uint32_t thread) const {
  std::vector<LentLock> result;
  // A thread that has ended whenever its creator ends has what was lent to that one.
  for (uint32_t at = thread; at != ThreadTable::kMain; at = table_[at].parent) {
    if (table_[at].lent)
      for (const HeldLock& lock : *table_[at].lent) result.push_back({lock, table_[at].parent});
    const uint32_t parent = table_[at].parent;
    const bool endsBefore = table_.isUnique(at) && parent < facts_.ended.size() && facts_.ended[parent] &&
                            hasNumber(*facts_.ended[parent], at);
    if (!endsBefore) break;
  }
  return result;
}

ThreadAnnotation ThreadWalk::takeAnnotation() {
  ThreadAnnotation result;
  result.contexts = std::exchange(contexts_, {});
  result.roots = rootOf_;
  result.ended = facts_.ended;
  result.returned = editor_.returnedSymbol();
  result.handles = effects_.handles();
  result.joinedBehind = joins_.exits();
  for (uint32_t thread = 0; thread < table_.size(); ++thread) {
    const ThreadKind& kind = table_[thread];
    result.threads.push_back(kind);
    if (const std::optional<CreateLoop>& loop = createLoopAt(kind.site); loop && table_.isUnique(kind.parent))
      result.createdInLoops.emplace(thread, *loop);
  }
  return result;
}

} // namespace assay
