#include "proof/threads/thread_check.h"

#include "term/substitute.h"
#include "term/term_manager.h"

#include <algorithm>

namespace assay {

namespace {

/// Whether the role says all that a function does but for its accesses.
bool saysAll(ThreadRole role) {
  return role != ThreadRole::None && role != ThreadRole::Create && role != ThreadRole::Join && role != ThreadRole::Once;
}

/// The more, the more the state says.
int64_t numSaid(const ThreadState& state) {
  const size_t surely = state.held.size() + state.flags.size() + state.joined.size() + state.gone.size() +
                        state.values.size() + state.cells.size() + state.assumed.size() + state.fresh.size() +
                        state.passed.size() + state.heldSince.size() + state.history.size() + state.before.size() +
                        state.regions;
  const size_t maybe = state.created.size() + state.destroyed.size() + state.initialised.size();
  return static_cast<int64_t>(surely) - static_cast<int64_t>(maybe);
}

std::vector<bool> recursiveFunctions(const Program& program, const CallGraph& calls) {
  std::vector<bool> result;
  for (uint32_t i = 0; i < program.functions().size(); ++i) result.push_back(calls.isRecursive(FunctionId(i)));
  return result;
}

/// The number of the constant that the first parameter is where the context begins, in all of its states; or 0.
uint64_t saidFirst(const Program& program, const ThreadContext& context) {
  const Function& function = program[context.function];
  const auto states = context.at.find(function.entry);
  if (states == context.at.end() || function.parameters.empty()) return 0;
  uint64_t first = 0;
  for (const ThreadState& state : states->second) {
    const auto value = state.values.find(function.parameters[0]);
    if (value == state.values.end() || !value->second.isValue() || (first && first != value->second.id())) return 0;
    first = value->second.id();
  }
  return first;
}

} // namespace

ThreadCheck::ThreadCheck(const Program& program, PointerSetTable& sets, const ThreadAnnotation& annotation,
                         const Deadline& deadline)
    : program_(program), terms_(program.terms()), sets_(sets), annotation_(annotation), deadline_(deadline),
      calls_(program), order_(annotation.threads),
      states_(program, sets, annotation.returned, recursiveFunctions(program, calls_)), owners_(program, sets) {
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.emplace_back(i);
  for (uint32_t i = 0; i < annotation.contexts.size(); ++i) {
    const Context& context = annotation.contexts[i];
    contextsOf_[{context.function, context.thread, context.site, context.userEdge, context.isOfLocks,
                 saidFirst(program, context)}]
        .push_back(i);
  }
}

void ThreadCheck::refuse(SourcePosition position, const std::string& why) {
  if (failure_.empty()) failure_ = why + (position.known() ? " at " + program_.files.format(position) : "");
}

bool ThreadCheck::check() {
  collectAccesses();
  checkBeginning();
  for (uint32_t i = 0; i < annotation_.contexts.size() && failure_.empty(); ++i) checkContext(i);
  // What the library does with the flag of something that is done once, every thread may do.
  for (SharedAccess& access : accesses_)
    if (access.isInRole)
      std::erase_if(access.held, [&](const HeldLock& held) { return locks_.onceFlags.contains(held.lock.id()); });
  return failure_.empty();
}

/// The term, where parameters of the thread's first function are what its creator has said: they are never assigned.
Term ThreadCheck::creatorsWords(uint32_t thread, Term term) const {
  if (thread == 0 || !isSpawnedOnly_.at(thread)) return term;
  const ThreadKind& kind = annotation_.threads[thread];
  const std::vector<VariableId>& parameters = program_[kind.function].parameters;
  Substitution given(terms_);
  for (size_t i = 0; i < std::min(parameters.size(), kind.arguments.size()); ++i)
    if (const Term value = kind.arguments[i].value) given.add(program_[parameters[i]].term, value);
  return given(term);
}

void ThreadCheck::collectAccesses() {
  for (const Context& context : annotation_.contexts)
    for (const auto& [location, states] : context.at)
      for (const ThreadState& state : states)
        for (const HeldFlag& flag : state.flags) {
          const PointerSet& set = sets_[sets_.of(flag.flag)];
          const auto insert = [&](uint32_t object) {
            HeldFlag& known = flags_[object].try_emplace(flag.flag.id(), flag).first->second;
            known.bytes = std::max(known.bytes, flag.bytes);
          };
          if (set.isAny) insert(kAnywhere);
          for (const PointerTarget& target : set.targets) insert(target.object);
        }
  for (uint32_t thread = 0; thread < annotation_.threads.size(); ++thread) {
    const FunctionId id = annotation_.threads[thread].function;
    bool& isSpawnedOnly = isSpawnedOnly_[thread] = thread != 0 && calls_.callers(id).empty();
    for (LocationId location : thread == 0 ? std::vector<LocationId>() : program_[id].locations)
      for (EdgeId edge : program_[location].out)
        for (const Operation& operation : program_[edge].operations)
          isSpawnedOnly &=
              std::ranges::find(program_[id].parameters, operation.defines()) == program_[id].parameters.end();
  }
  for (const Context& context : annotation_.contexts)
    for (const auto& [location, states] : context.at)
      for (EdgeId edge : program_[location].out) {
        const std::vector<Operation>& operations = program_[edge].operations;
        const Step* const step = operations.empty() ? nullptr : operations.front().as<Step>();
        if (!step || step->access == AccessKind::None) continue;
        for (const ThreadState& state : states) collectAccess(context, edge, *step, state);
      }
  for (size_t i = 0; i < accesses_.size(); ++i) {
    if (!accesses_[i].isWrite || accesses_[i].isFresh) continue;
    const PointerSet& set = sets_[accesses_[i].targets];
    if (set.isAny) writesTo_[kAnywhere].push_back(i);
    for (const PointerTarget& target : set.targets) writesTo_[target.object].push_back(i);
  }
  // Who has written in the same state has written the same.
  for (auto& [object, writes] : writesTo_) {
    const auto key = [&](size_t i) {
      const SharedAccess& access = accesses_[i];
      return std::tie(access.thread, access.targets, access.bytes, access.state->created, access.state->joined,
                      access.state->gone);
    };
    std::ranges::sort(writes, [&](size_t a, size_t b) { return key(a) < key(b); });
    const auto rest = std::ranges::unique(writes, [&](size_t a, size_t b) { return key(a) == key(b); });
    writes.erase(rest.begin(), rest.end());
  }
}

void ThreadCheck::collectAccess(const Context& context, EdgeId edge, const Step& step, const ThreadState& state) {
  states_.begin();
  const PostState here{.facts = state};
  SharedAccess access;
  access.thread = context.thread;
  access.edge = edge;
  access.userEdge = context.userEdge.valid() ? context.userEdge : edge;
  access.state = &state;
  access.pointer = states_.evaluateAddress(here, step.pointer);
  access.size = states_.evaluate(here, step.size);
  access.isWrite = step.access == AccessKind::Write;
  access.isFree = access.isWrite && access.size.isValue() && access.size.value().isZero();
  access.bytes = access.isFree ? PointerSetTable::kWhole : accessedBytes(access.size);
  if (access.bytes == 0) return;
  access.isAtomic = !access.isFree && (step.isAtomic || state.regions > 0);
  access.isOfLocks = context.isOfLocks;
  access.isAlone = order_.isAlone(context.thread, state);
  access.isFresh = bool(states_.freshIn(state, access.pointer));
  access.targets = states_.targetsOf(step.pointer, creatorsWords(context.thread, access.pointer));
  access.isOverLock = access.isWrite && std::ranges::any_of(state.initialised, [&](PointerSetId lock) {
                        return sets_.mayOverlap(sets_.of(step.pointer), access.bytes, lock, kBytesOfLock);
                      });
  access.held = state.held;
  access.isInRole = context.isInRole();
  accesses_.push_back(std::move(access));
}

void ThreadCheck::checkBeginning() {
  states_.begin();
  PostState first;
  first.isAllLost = true;
  for (VariableId id : threadLocals_)
    if (const Term initial = program_[id].initial) first.facts.values.try_emplace(id, initial);
  const Here here{annotation_.contexts.at(annotation_.roots.at(0)), {}};
  const LocationId entry = program_[program_.entry()].entry;
  const auto states = here.context.at.find(entry);
  for (const auto& [handle, thread] : annotation_.handles)
    if (program_.variableOf(handle).valid()) refuse({}, "a variable is taken for a thread's handle");
  const bool isMain = here.context.function == program_.entry() && here.context.thread == 0;
  if (!isMain || states == here.context.at.end() || std::ranges::none_of(states->second, [&](const ThreadState& state) {
        return states_.missing(first, state, program_.entry(), {}).empty();
      }))
    refuse(program_[entry].position, "the annotation does not hold at the program's start");
}

void ThreadCheck::checkContext(uint32_t number) {
  const Context& context = annotation_.contexts[number];
  for (const auto& [location, states] : context.at) {
    if (deadline_.expired()) return refuse({}, "out of time");
    const LocationKind kind = program_[location].kind;
    if (kind == LocationKind::Unsupported && !context.isInRole())
      return refuse(program_[location].position, program_[location].message);
    for (const ThreadState& state : states) {
      if (kind == LocationKind::ThreadEnd) checkEnd(context.thread, state);
      for (EdgeId edge : program_[location].out) follow({context, edge}, state);
    }
  }
  if (context.thread < annotation_.roots.size() && annotation_.roots[context.thread] == number)
    for (const ThreadState& state : context.exits) checkEnd(context.thread, state);
}

/// Whoever is said to have ended with such a thread has.
void ThreadCheck::checkEnd(uint32_t thread, const ThreadState& state) {
  if (thread >= annotation_.ended.size() || !annotation_.ended[thread]) return;
  if (!std::ranges::includes(state.joined, *annotation_.ended[thread]))
    refuse({}, "a thread may end before another one");
}

void ThreadCheck::follow(Here here, const ThreadState& from) {
  const Edge& edge = program_[here.edge];
  if (program_[edge.target].kind == LocationKind::Error) return;
  states_.begin();
  PostState state{.facts = from};
  if (!states_.assume(state, edge.guard)) return;
  for (const Operation& operation : edge.operations)
    if (!apply(here, operation, state)) return;
  const auto behind = annotation_.joinedBehind.find(here.edge);
  if (behind != annotation_.joinedBehind.end() && order_.isUnique(here.context.thread))
    for (uint32_t thread = 1; thread < annotation_.threads.size(); ++thread) {
      const ThreadKind& kind = annotation_.threads[thread];
      if (kind.parent != here.context.thread || !hasNumber(state.facts.created, thread)) continue;
      if (std::ranges::find(behind->second, kind.site) == behind->second.end()) continue;
      insertNumber(state.facts.gone, thread);
      onTrust_.insert("that loops join whom other loops have created");
    }
  arrive(here, state);
}

bool ThreadCheck::apply(Here here, const Operation& operation, PostState& state) {
  const auto assignUnknown = [&](VariableId variable) {
    const Term value = states_.unknown(program_[variable].sort());
    states_.assign(state, variable, value);
    return value;
  };
  return operation.visit(
      [&](const Assign& assign) {
        states_.assign(state, assign.variable, states_.evaluate(state, assign.value));
        return true;
      },
      [&](const Input& input) {
        assignUnknown(input.variable);
        return true;
      },
      [&](const Load& read) {
        const Term address = states_.evaluateAddress(state, read.pointer);
        const Sort sort = program_[read.variable].sort();
        const auto known = std::ranges::find_if(state.facts.cells, [&](const KnownCell& cell) {
          return cell.address == address && cell.value.sort() == sort;
        });
        if (known != state.facts.cells.end())
          states_.assign(state, read.variable, Term(known->value));
        else
          states_.remember(state, read.pointer, address, assignUnknown(read.variable));
        return true;
      },
      [&](const Store& written) {
        const Term address = states_.evaluateAddress(state, written.pointer);
        const Term value = states_.evaluate(state, written.value);
        storeFlag(here, address, written, value, state);
        const bool isNull = value.isValue() && value.sort().isBitVec() && value.value().isZero();
        owners_.noteStore(states_.targetsOf(written.pointer, address), value.sort(),
                          isNull || bool(states_.freshIn(state.facts, value)));
        states_.publish(state, value);
        forget(state, states_.targetsOf(written.pointer, address), accessedBytes(value.sort()), address);
        states_.remember(state, written.pointer, address, value);
        return true;
      },
      [&](const Allocate& allocate) {
        state.facts.fresh.push_back(assignUnknown(allocate.variable));
        return true;
      },
      [&](const Free&) { return true; },
      [&](const Copy& copy) {
        overwriteFlags(here, sets_.of(copy.target), PointerSetTable::kWhole, {}, state);
        owners_.noteWrite(sets_.of(copy.target));
        forget(state, sets_.of(copy.target), PointerSetTable::kWhole, {});
        return true;
      },
      [&](const Fill& fill) {
        overwriteFlags(here, sets_.of(fill.target), PointerSetTable::kWhole, {}, state);
        owners_.noteWrite(sets_.of(fill.target));
        forget(state, sets_.of(fill.target), PointerSetTable::kWhole, {});
        return true;
      },
      [&](const Query& query) {
        // Where a race was found, the execution has ended.
        const bool isAboutRaces = query.kind == QueryKind::UnracedRead || query.kind == QueryKind::UnracedWrite;
        if (isAboutRaces || isSurelyInside(query, sets_))
          states_.assign(state, query.variable, terms_.mkTrue());
        else
          assignUnknown(query.variable);
        return true;
      },
      [&](const Step& step) {
        if (state.facts.regions == 0) letOthersRun(here.context.thread, state);
        if (step.access != AccessKind::Write || here.context.isOfLocks) return true;
        const PointerSetId targets = sets_.of(step.pointer);
        const uint64_t size = accessedBytes(states_.evaluate(state, step.size));
        const auto isOver = [&](PointerSetId lock) { return sets_.mayOverlap(targets, size, lock, kBytesOfLock); };
        std::erase_if(state.facts.held, [&](const HeldLock& held) { return isOver(held.targets); });
        std::erase_if(state.facts.heldSince, [&](const HeldSince& since) { return isOver(sets_.of(since.lock)); });
        std::erase_if(state.facts.passed, [&](Term flag) { return isOver(sets_.of(flag)); });
        return true;
      },
      [&](const Spawn& made) {
        spawn(here, made, state);
        return true;
      },
      [&](const Await& await) {
        letOthersRun(here.context.thread, state);
        assignUnknown(await.variable);
        return true;
      },
      [&](const Atomic& region) {
        if (region.begins)
          ++state.facts.regions;
        else if (state.facts.regions > 0)
          --state.facts.regions;
        return true;
      },
      [&](const Call& called) {
        call(here, called, std::move(state));
        return false;
      },
      [&](const Return& returned) {
        leave(here, returned, state);
        return false;
      });
}

void ThreadCheck::arrive(Here here, const PostState& state) {
  const LocationId target = program_[here.edge].target;
  if (program_[target].kind == LocationKind::Exit) return refuse(here, "a function is left without a return");
  const auto states = here.context.at.find(target);
  std::string missing = "the location";
  if (states != here.context.at.end())
    for (const ThreadState& claimed : states->second) {
      missing = states_.missing(state, claimed, here.context.function, target);
      if (missing.empty()) return;
    }
  refuse(here, "the annotation says more than holds behind an edge of '" + program_[here.context.function].name +
                   "': " + missing);
}

void ThreadCheck::leave(Here here, const Return& returned, PostState& state) {
  state.returned = returned.value ? states_.evaluate(state, returned.value) : states_.unknown(program_.pointerSort());
  states_.lose(state, here.context.function, false);
  std::string missing = "the return";
  for (const ThreadState& claimed : here.context.exits) {
    missing = states_.missing(state, claimed, here.context.function, {});
    if (missing.empty()) return;
  }
  refuse(here, "the annotation says more than holds behind a return: " + missing);
}

const ThreadContext* ThreadCheck::findContext(Here here, const Function& callee, FunctionId id, bool isByRole,
                                              const PostState& entry, FunctionId of) {
  EdgeId site = here.context.site, userEdge = here.context.userEdge;
  const Function& caller = program_[here.context.function];
  if (caller.position.known()) userEdge = here.edge;
  if (callee.position.known()) {
    site = userEdge = {};
  } else if (isByRole || callee.role == ThreadRole::Once) {
    site = kInLocks;
  } else if (callee.role != ThreadRole::None && !here.context.isInRole()) {
    site = here.edge;
  }
  if (isByRole) userEdge = {};
  std::string missing = "a context";
  const Context* found = nullptr; // the one that says most
  int64_t said = INT64_MIN;
  const auto look = [&](const Context& there) {
    const auto states = there.at.find(callee.entry);
    if (states == there.at.end()) return;
    for (const ThreadState& claimed : states->second) {
      const int64_t says = numSaid(claimed);
      if (says <= said) continue;
      const std::string refused = states_.missing(entry, claimed, of, {});
      if (!refused.empty()) {
        missing = refused;
        continue;
      }
      found = &there;
      said = says;
    }
  };
  Calls calls{id, here.context.thread, site, userEdge, site == kInLocks};
  const auto first =
      callee.parameters.empty() ? entry.facts.values.end() : entry.facts.values.find(callee.parameters[0]);
  if (first != entry.facts.values.end() && first->second.isValue()) {
    calls.first = first->second.id();
    for (uint32_t number : contextsOf_[calls]) look(annotation_.contexts[number]);
    calls.first = 0;
  }
  for (uint32_t number : contextsOf_[calls]) look(annotation_.contexts[number]);
  if (!found) refuse(here, "the annotation says more than holds where '" + callee.name + "' is called: " + missing);
  return found;
}

void ThreadCheck::call(Here here, const Call& call, PostState state) {
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) return refuse(here, "a call of '" + callee.name + "', which has no body");
  RoleCall role{call, callee.role, {}, {}};
  for (Term argument : call.arguments) {
    const Term value = states_.evaluate(state, argument);
    role.arguments.push_back(callee.role == ThreadRole::None ? value : accessedThrough(program_, value));
    role.targets.push_back(argument.sort() == program_.pointerSort() ? sets_.of(argument) : 0);
  }
  if (saysAll(callee.role)) return callByRole(here, role, std::move(state));
  PostState entry = state;
  states_.lose(entry, call.callee, calls_.isRecursive(call.callee));
  for (size_t i = 0; i < std::min(callee.parameters.size(), role.arguments.size()); ++i)
    entry.facts.values[callee.parameters[i]] = role.arguments[i];
  entry.facts.spawned.reset();
  if (callee.role == ThreadRole::Once) enterOnce(role, entry);
  const Context* const there = findContext(here, callee, call.callee, false, entry, call.callee);
  if (there == nullptr) return;
  // Objects of which the callee has no address stay unknown to others.
  std::vector<Term> passed = role.arguments;
  for (VariableId id : threadLocals_)
    if (const auto value = state.facts.values.find(id); value != state.facts.values.end())
      passed.push_back(value->second);
  PostState kept = state;
  for (Term value : passed) states_.publish(kept, value);
  for (const ThreadState& exit : there->exits) resume(here, role, kept, entry, exit);
}

/// What holds behind the call: what the callee says of everything, but for the caller's variables.
void ThreadCheck::resume(Here here, const RoleCall& call, const PostState& before, const PostState& entry,
                         const ThreadState& exit) {
  PostState names = entry; // what the caller's variables hold, and nothing of the callee's
  states_.lose(names, call.call.callee, calls_.isRecursive(call.call.callee));
  for (VariableId id : threadLocals_) names.facts.values.erase(id);
  const bool hasResult = call.call.result.valid();
  names.returned = states_.unknown(hasResult ? program_[call.call.result].sort() : program_.pointerSort());
  if (names.returned.sort() != annotation_.returned.sort())
    names.returned = states_.unknown(annotation_.returned.sort());
  PostState after;
  after.facts = states_.translated(exit, names);
  FlatMap<VariableId, Term> values;
  for (const auto& [id, value] : before.facts.values)
    if (!program_[id].isThreadLocal) values.try_emplace(id, value);
  for (const auto& [id, value] : after.facts.values)
    if (program_[id].isThreadLocal) values.try_emplace(id, value);
  after.facts.values = std::move(values);
  for (Term condition : before.facts.assumed)
    if (std::ranges::find(after.facts.assumed, condition) == after.facts.assumed.end())
      after.facts.assumed.push_back(condition);
  after.facts.fresh.insert(after.facts.fresh.end(), before.facts.fresh.begin(), before.facts.fresh.end());
  const Term returned = std::exchange(after.facts.returned, {});
  if (hasResult) {
    Term value = returned ? returned : names.returned;
    const Sort sort = program_[call.call.result].sort();
    if (value.sort() != sort) value = states_.unknown(sort);
    states_.assign(after, call.call.result, value);
  }
  applyRole(here, call, std::move(after));
}

/// What the function does is what its role says; its body only tells what it accesses.
void ThreadCheck::callByRole(Here here, const RoleCall& call, PostState state) {
  const FunctionId id = call.call.callee;
  const Function& callee = program_[id];
  PostState entry = state;
  states_.lose(entry, id, calls_.isRecursive(id));
  entry.facts.initialised.clear(); // what functions for locks write breaks none
  for (size_t i = 0; i < std::min(callee.parameters.size(), call.arguments.size()); ++i)
    entry.facts.values[callee.parameters[i]] = call.arguments[i];
  const Context* const there = findContext(here, callee, id, true, entry, id);
  if (there == nullptr || there->exits.empty()) return;
  letOthersRun(here.context.thread, state);
  const bool isWhole = call.role == ThreadRole::Initialise || call.role == ThreadRole::SetKind;
  for (size_t i = 0; i < call.targets.size(); ++i)
    if (call.call.arguments[i].sort() == program_.pointerSort())
      forget(state, call.targets[i], isWhole ? PointerSetTable::kWhole : kBytesOfLock, call.arguments[i]);
  if (call.role == ThreadRole::Wait)
    for (Term argument : call.arguments) states_.publish(state, argument);
  if (call.call.result.valid())
    states_.assign(state, call.call.result, states_.unknown(program_[call.call.result].sort()));
  applyRole(here, call, std::move(state));
}

void ThreadCheck::spawn(Here here, const Spawn& spawn, PostState& state) {
  const uint32_t parent = here.context.thread;
  const EdgeId site = here.context.site.valid() ? here.context.site : here.edge;
  std::vector<Term> arguments;
  for (Term argument : spawn.arguments) arguments.push_back(states_.evaluate(state, argument));
  // Any of the kinds will do, if there is one thread of it where the annotation says so.
  const Function& callee = program_[spawn.callee];
  std::string missing = "the thread";
  for (uint32_t thread = 1; thread < annotation_.threads.size(); ++thread) {
    const ThreadKind& kind = annotation_.threads[thread];
    if (kind.parent != parent || kind.site != site || kind.function != spawn.callee) continue;
    if (!kind.isRepeated && (!order_.isUnique(parent) || hasNumber(state.facts.created, thread))) {
      missing = "that a thread is created once";
      continue;
    }
    if (thread >= annotation_.roots.size() || annotation_.roots[thread] >= annotation_.contexts.size()) continue;
    PostState entry;
    entry.isAllLost = true;
    ThreadState& facts = entry.facts;
    facts.joined = state.facts.joined;
    facts.gone = state.facts.gone;
    facts.destroyed = state.facts.destroyed;
    facts.initialised = state.facts.initialised;
    facts.passed = state.facts.passed;
    facts.before = state.facts.before;
    for (Term lock : state.facts.history) facts.before.push_back({parent, lock});
    for (const Meeting& meeting : state.facts.met)
      if (meeting.hasPassed) facts.met.push_back({.object = meeting.object, .hasPassed = true});
    for (const KnownCell& cell : state.facts.cells)
      if (states_.symbols(cell.address).empty() &&
          (states_.symbols(cell.value).empty() || annotation_.handles.contains(cell.value)))
        facts.cells.push_back(cell);
    for (VariableId id : threadLocals_)
      if (const Term initial = program_[id].initial) facts.values.try_emplace(id, initial);
    for (size_t i = 0; i < std::min(callee.parameters.size(), arguments.size()); ++i)
      if (arguments[i].isValue()) facts.values[callee.parameters[i]] = arguments[i];
    const Context& root = annotation_.contexts[annotation_.roots[thread]];
    const auto states = root.at.find(callee.entry);
    if (root.function != spawn.callee || root.thread != thread || states == root.at.end()) continue;
    for (const ThreadState& claimed : states->second) {
      missing = states_.missing(entry, claimed, spawn.callee, {});
      if (!missing.empty()) continue;
      checkCreation(here, thread, spawn, state);
      for (Term argument : arguments) states_.publish(state, argument);
      for (const HeldLock& lock : state.facts.held)
        if (lock.lock.isValue() && !hasNumber(state.facts.created, thread))
          state.facts.heldSince.push_back({thread, lock.lock});
      if (hasNumber(state.facts.created, thread))
        std::erase_if(state.facts.heldSince, [&](const HeldSince& since) { return since.created == thread; });
      std::erase(state.facts.joined, thread);
      std::erase(state.facts.gone, thread);
      insertNumber(state.facts.created, thread);
      state.facts.spawned = thread;
      states_.assign(state, spawn.thread, states_.unknown(program_[spawn.thread].sort()));
      return;
    }
  }
  refuse(here, "the annotation says more than holds where a thread is created: " + missing);
}

/// What is said of all threads of this kind holds for this one.
void ThreadCheck::checkCreation(Here here, uint32_t thread, const Spawn& spawn, const PostState& state) {
  const ThreadKind& kind = annotation_.threads[thread];
  for (size_t i = 0; i < kind.arguments.size(); ++i) {
    const Term given = states_.evaluate(state, spawn.arguments.at(i));
    const Term said = kind.arguments[i].value;
    if (said && states_.evaluate(state, said) != given) {
      if (!annotation_.createdInLoops.contains(thread)) refuse(here, "a thread may be given something else");
      trust("what threads are given that loops create");
    }
    if (kind.arguments[i].isFresh && !states_.freshIn(state.facts, given))
      refuse(here, "a thread may be given what others know");
  }
  for (Term condition : kind.assumed) {
    const Term now = states_.evaluate(state, condition);
    if (!now.isTrue() && std::ranges::find(state.facts.assumed, now) == state.facts.assumed.end())
      refuse(here, "a thread may be created under another condition");
  }
  if (!kind.lent) return;
  for (const HeldLock& lent : *kind.lent) {
    const HeldLock* held = lent.lock.isValue() ? state.facts.findHeld(lent.lock) : nullptr;
    if (lent.lock.isValue() && !(held && held->isExclusive >= lent.isExclusive))
      refuse(here, "a thread may be created without a lock");
  }
}

} // namespace assay
