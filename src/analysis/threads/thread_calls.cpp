// What a walk does where functions are called and threads are created: contexts, and what goes in and comes out.
#include "analysis/threads/thread_walk.h"

#include "program/threads.h"
#include "term/substitute.h"
#include "term/term_manager.h"

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
  for (const HeldFlag& held : state.flags) mix(held.flag.id() * 11 + held.condition.id());
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

/// What is known of the thread, whichever function it is in.
void passOn(const ThreadState& from, ThreadState& to) {
  to.regions = from.regions;
  to.held = from.held;
  to.flags = from.flags;
  to.taken = from.taken;
  to.created = from.created;
  to.joined = from.joined;
  to.gone = from.gone;
  to.destroyed = from.destroyed;
  to.initialised = from.initialised;
  to.cells = from.cells;
  to.passed = from.passed;
  to.heldSince = from.heldSince;
  to.history = from.history;
  to.before = from.before;
  to.met = from.met;
}

} // namespace

uint32_t ThreadWalk::contextFor(FunctionId function, uint32_t thread, EdgeId site, EdgeId userEdge, ThreadState entry) {
  std::vector<uint32_t>& sameHash = contextsByHash_[hashOf(function, thread, site, userEdge, entry)];
  for (uint32_t number : sameHash) {
    const Context& there = contexts_[number];
    if (there.function == function && there.thread == thread && there.site == site && there.userEdge == userEdge &&
        there.entry == entry)
      return number;
  }
  uint32_t& numOfFunction = numContextsOf_[{function, thread}];
  uint32_t number = 0;
  // What has changed since the walk is looked at in the next one.
  if (findings_.isCollecting && facts_.hasChanged) return kNoContext;
  const auto make = [&](bool isJoined) {
    ++numOfFunction;
    Context& made = contexts_.emplace_back();
    made.function = function;
    made.thread = thread;
    made.site = site;
    made.isOfLocks = site == kInLocks;
    made.userEdge = userEdge;
    made.isJoined = isJoined;
    made.entry = entry;
    return static_cast<uint32_t>(contexts_.size() - 1);
  };
  const size_t most = site.valid() ? limits_.libraryEntries : limits_.entries;
  if (numOfFunction < most && contexts_.size() < limits_.contexts) {
    number = make(false);
    sameHash.push_back(number);
  } else if (numOfFunction == 0 || contexts_.size() >= limits_.contexts + table_.size() * 100) {
    stop("too many calls in different states");
    return 0;
  } else {
    // One context for all that come now from the same places; of a function for locks, for all that mean the same.
    JoinedCalls calls{function, thread, site, userEdge, {}};
    if (site == kInLocks)
      for (VariableId parameter : program_[function].parameters)
        if (const auto value = entry.values.find(parameter); value != entry.values.end())
          calls.arguments.push_back(value->second.id());
    const auto [joined, isNew] = joinedContexts_.try_emplace(std::move(calls), kNoContext);
    if (isNew) {
      number = joined->second = make(true);
    } else {
      number = joined->second;
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
  passOn(state, entry);
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
  if (!findings_.isCollecting) contexts_[there].callers.emplace(context, edge);
  const std::vector<ThreadState> exits = contexts_[there].exits;
  for (const ThreadState& exit : exits) {
    ThreadState after = state;
    passOn(exit, after);
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
    if (!argument || argument.sort() != program_.pointerSort()) continue; // what is accessed depends on no other
    entry.values.try_emplace(callee.parameters[i], argument);
    if (const Term symbol = editor_.freshIn(state, argument)) entry.fresh.push_back(symbol);
  }
  const uint32_t there = contextFor(call.callee, role.thread, kInLocks, {}, std::move(entry));
  if (!failure_.empty() || there == kNoContext) return;
  if (!findings_.isCollecting) contexts_[there].callers.emplace(context, role.edge);
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

} // namespace assay
