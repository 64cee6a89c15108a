#include "analysis/threads/thread_walk.h"

#include "program/threads.h"
#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

ThreadWalk::ThreadWalk(const Program& program, const ThreadWalkLimits& limits, const Deadline& deadline)
    : program_(program), terms_(program.terms()), limits_(limits), deadline_(deadline), sets_(program),
      editor_(program), calls_(program), isOnce_(program), memory_(program, limits.cells, sets_, editor_, table_),
      owners_(program, sets_), flags_(program, sets_, editor_, table_, facts_, findings_),
      effects_(program, sets_, editor_, table_, memory_, facts_, findings_),
      joins_(program, sets_, table_, facts_, findings_) {
  for (uint32_t i = 0; i < program.variables().size(); ++i)
    if (program.variables()[i].isThreadLocal) threadLocals_.emplace_back(i);
  orderOf_.resize(program.locations().size());
  for (uint32_t i = 0; i < program.functions().size(); ++i) {
    if (!program.functions()[i].hasBody()) continue;
    const FlowGraph flow(program, FunctionId(i));
    for (uint32_t node = 0; node < flow.size(); ++node) orderOf_[flow.location(node).index()] = node;
  }
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
  numContextsOf_.clear();
  joinedContexts_.clear();
  work_.clear();
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
    const Work next = *work_.begin();
    work_.erase(work_.begin());
    visit(next.context, next.edge);
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
  owners_.clear();
  ThreadEnds ended(table_.size());
  const auto noteKept = [&](uint32_t context, const std::vector<ThreadState>& states) {
    for (const ThreadState& state : states)
      for (const TakenLock& taken : state.taken) findings_.kept.push_back({contexts_[context].thread, taken.targets});
  };
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
      for (EdgeId edge : program_[location].out) visit(context, edge);
    }
    if (rootOf_[contexts_[context].thread] != context) continue;
    noteEnds(context, contexts_[context].exits, ended);
    // The program ends with main.
    if (contexts_[context].thread != ThreadTable::kMain) noteKept(context, contexts_[context].exits);
  }
  return ended;
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
  for (EdgeId edge : program_[location].out) work_.insert({context, orderOf_[location.index()], edge});
}

void ThreadWalk::visit(uint32_t context, EdgeId edge) {
  const std::vector<ThreadState> states = contexts_[context].at[program_[edge].source];
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
        flags_.store(written, thread, state);
        memory_.store(written, state, findings_.isCollecting ? &owners_ : nullptr);
        return true;
      },
      [&](const Allocate& allocate) {
        editor_.assign(state, allocate.variable, {});
        state.fresh.push_back(program_[allocate.variable].term);
        return true;
      },
      [&](const Free&) { return true; },
      [&](const Copy& copy) {
        flags_.overwrite(sets_.of(copy.target), accessedBytes(copy.size), thread, state);
        if (findings_.isCollecting) owners_.noteWrite(sets_.of(copy.target));
        memory_.forget(state, sets_.of(copy.target), accessedBytes(copy.size), {});
        return true;
      },
      [&](const Fill& fill) {
        flags_.overwrite(sets_.of(fill.target), accessedBytes(fill.size), thread, state);
        if (findings_.isCollecting) owners_.noteWrite(sets_.of(fill.target));
        memory_.forget(state, sets_.of(fill.target), accessedBytes(fill.size), {});
        return true;
      },
      [&](const Query& query) {
        // Where a race was found, the execution has ended.
        const bool isAboutRaces = query.kind == QueryKind::UnracedRead || query.kind == QueryKind::UnracedWrite;
        editor_.assign(state, query.variable, isAboutRaces || isSurelyInside(query, sets_) ? terms_.mkTrue() : Term());
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
  for (const auto& [caller, edge] : contexts_[context].callers)
    work_.insert({caller, orderOf_[program_[edge].source.index()], edge});
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
