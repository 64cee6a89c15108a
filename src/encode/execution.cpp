#include "encode/execution.h"

#include <set>
#include <utility>

namespace assay {

namespace {

std::set<const Allocate*> repeatedAllocations(const Flow& flow) {
  std::set<const Allocate*> result;
  const auto add = [&](const Edge& edge) {
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>()) result.insert(allocate);
  };
  for (uint32_t head = 0; head < flow.heads().size(); ++head)
    for (EdgeId edge : flow.edgesOfLoop(head)) add(flow.program()[edge]);
  if (flow.isIrreducible())
    for (const Edge& edge : flow.program().edges()) add(edge);
  return result;
}

} // namespace

struct Execution::Run {
  Pending pending;
  Client& client;
  Allowance allowance;
  bool isBroken = false;

  /// A single operation on memory can take long: this is asked before each.
  bool isOutOfTime() {
    constexpr std::chrono::nanoseconds kOperation{2000}; // beside the terms that it makes
    allowance.work().add(kOperation);
    isBroken = isBroken || allowance.expired();
    return isBroken;
  }
};

Execution::Execution(const Flow& flow, From from, std::string_view symbols)
    : flow_(flow), program_(flow.program()), terms_(flow.terms()), from_(from), prefix_(std::string(symbols) + "!"),
      memory_(flow.program(), flow.pointsTo(), repeatedAllocations(flow)) {
  bool aborts = false;
  for (const Location& location : program_.locations()) aborts = aborts || location.kind == LocationKind::Abort;
  keepsPointers_ = aborts && flow.leakChecks().memtrack;
}

Term Execution::fresh(std::string_view name, Sort sort) {
  return terms_.mkFreshVariable(prefix_ + std::string(name), sort);
}

SymbolicState Execution::initial() {
  SymbolicState state;
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (const Term initial = from_ == From::Start ? program_.variables()[v].initial : program_.variables()[v].term)
      state.variables.set(v, initial);
  memory_.begin(state.memory);
  return state;
}

bool Execution::run(Pending pending, Client& client, const Allowance& allowance) {
  Run run{std::move(pending), client, allowance};
  while (!run.pending.empty() && !run.isOutOfTime()) {
    auto first = run.pending.extract(run.pending.begin());
    const LocationId location = flow_.order()[first.key()];
    const uint32_t head = flow_.headNumber(location);
    if (head == Flow::kNone || client.visits(head, first.mapped())) visit(location, std::move(first.mapped()), run);
  }
  return !run.isBroken;
}

void Execution::visit(LocationId id, SymbolicState state, Run& run) {
  const Location& location = program_[id];
  const bool hears = run.client.hearsEnds();
  switch (location.kind) {
  case LocationKind::Plain:
    break;
  case LocationKind::Error:
    if (hears) run.client.ends({id, true, state.guard.term(terms_), 0, "", location.position});
    return;
  case LocationKind::Unsupported:
  case LocationKind::Limit:
    if (hears) run.client.ends({id, false, state.guard.term(terms_), 0, location.message, location.position});
    return;
  case LocationKind::Abort:
    if (hears) abort(id, state, run);
    return;
  default:
    return;
  }
  // The last edge takes the state itself: where there is only one way, nothing is copied.
  std::vector<std::pair<EdgeId, PathGuard>> ways;
  for (EdgeId edge : location.out) {
    PathGuard guard = state.guard;
    guard.add(terms_, instantiate(program_[edge].guard, state));
    if (!guard.isFalse()) ways.emplace_back(edge, std::move(guard));
  }
  if (ways.empty()) return;
  for (size_t i = 0; i + 1 < ways.size(); ++i) {
    SymbolicState next = state;
    next.guard = std::move(ways[i].second);
    follow(program_[ways[i].first], std::move(next), run);
  }
  state.guard = std::move(ways.back().second);
  follow(program_[ways.back().first], std::move(state), run);
}

// The checks for leaks stand where the program ends regularly, and not at every abort.
void Execution::abort(LocationId id, const SymbolicState& state, Run& run) {
  const auto require = [&](Term isClean, const char* message) {
    PathGuard guard = state.guard;
    guard.add(terms_, terms_.mkNot(isClean));
    if (!guard.isFalse()) run.client.ends({id, false, guard.term(terms_), 0, message, program_[id].position});
  };
  if (flow_.leakChecks().memcleanup)
    require(memory_.isAllFreed(state.memory), "the program aborts with memory that is not freed");
  if (!flow_.leakChecks().memtrack) return;
  Term isTracked = terms_.mkFalse();
  try {
    isTracked = memory_.isAllTracked(state.memory, roots(state, LeakRoots::Named));
  } catch (const NotEncoded&) { // then nothing is known
  }
  require(isTracked, "the program aborts with memory that may be lost");
}

/// Everything that may be a pointer, or without temporaries of the translation.
std::vector<Term> Execution::roots(const SymbolicState& state, LeakRoots which) const {
  std::vector<Term> result;
  for (uint32_t v = 0; v < program_.variables().size(); ++v) {
    if (!isLeakRoot(program_[VariableId(v)], which)) continue;
    if (const Term value = state.variables.get(v); value && value.sort() == program_.pointerSort())
      result.push_back(value);
  }
  return result;
}

void Execution::follow(const Edge& edge, SymbolicState state, Run& run) {
  for (const Operation& operation : edge.operations) {
    if (state.guard.isFalse() || run.isOutOfTime()) return;
    execute(edge, operation, state, run);
  }
  if (!state.guard.isFalse()) arrive(edge, std::move(state), run);
}

void Execution::execute(const Edge& edge, const Operation& operation, SymbolicState& state, Run& run) {
  operation.visit(
      [&](const Assign& assign) { state.variables.set(assign.variable.index(), instantiate(assign.value, state)); },
      [&](const Input& input) {
        const Term value = fresh(program_[input.variable].name(), program_[input.variable].sort());
        inputs_.push_back({state.guard.term(terms_), value});
        state.variables.set(input.variable.index(), value);
      },
      [](const Return&) {}, // the end of the program
      [&](const Call& call) { obstacle(edge, operation, state, run, "call of " + program_[call.callee].name); },
      [&](const OfMemory auto& action) {
        if (from_ == From::AnyState) return obstacle(edge, operation, state, run, "an operation on memory");
        try {
          executeMemory(action, {edge, operation, state, run});
        } catch (const NotEncoded& reason) {
          run.client.isIncomplete();
          obstacle(edge, operation, state, run, std::string("not encoded: ") + reason.what());
        }
      },
      NoThreads());
}

void Execution::executeMemory(const Load& load, Moment at) {
  SymbolicState& state = at.state;
  const auto [isDefined, loaded] =
      memory_.load(state.memory, pointer(load.pointer, state), program_[load.variable].sort());
  require(at, isDefined);
  state.variables.set(load.variable.index(), loaded);
}

void Execution::executeMemory(const Store& store, Moment at) {
  SymbolicState& state = at.state;
  require(at, memory_.store(state.memory, pointer(store.pointer, state), instantiate(store.value, state)));
}

void Execution::executeMemory(const Allocate& allocate, Moment at) {
  SymbolicState& state = at.state;
  const Term address =
      memory_.allocate(state.memory, allocate, instantiate(allocate.size, state), state.guard.term(terms_));
  state.variables.set(allocate.variable.index(), address);
}

void Execution::executeMemory(const Free& free, Moment at) {
  require(at, memory_.free(at.state.memory, pointer(free.pointer, at.state), free.storage));
}

void Execution::executeMemory(const Copy& copy, Moment at) {
  SymbolicState& state = at.state;
  require(at, memory_.copy(state.memory, pointer(copy.target, state), pointer(copy.source, state),
                           instantiate(copy.size, state)));
}

void Execution::executeMemory(const Fill& fill, Moment at) {
  SymbolicState& state = at.state;
  require(at, memory_.fill(state.memory, pointer(fill.target, state), instantiate(fill.byte, state),
                           instantiate(fill.size, state)));
}

void Execution::executeMemory(const Query& query, Moment at) {
  SymbolicState& state = at.state;
  const auto argument = [&](size_t i) { return instantiate(query.arguments[i], state); };
  const auto target = [&]() { return pointer(query.arguments[0], state); };
  Term answer;
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable:
    answer = memory_.isAccessible(state.memory, target(), argument(1), query.kind == QueryKind::Writable);
    break;
  case QueryKind::Freeable:
    answer = memory_.isFreeable(state.memory, target());
    break;
  case QueryKind::ObjectSize:
    answer = memory_.objectSize(state.memory, target());
    break;
  case QueryKind::AllFreed:
    answer = memory_.isAllFreed(state.memory);
    break;
  case QueryKind::AllTracked: {
    // C knows nothing of a temporary that still holds what the user's variables have lost; the interpreter does.
    const Term isHeld = memory_.isAllTracked(state.memory, roots(state, LeakRoots::All));
    answer = memory_.isAllTracked(state.memory, roots(state, LeakRoots::Named));
    require(at, terms_.mkOr(terms_.mkNot(isHeld), answer),
            "a block that no variable of the program points to any more");
    break;
  }
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
  state.variables.set(query.variable.index(), answer);
}

// Where the operation is not defined, the execution leaves the model.
void Execution::require(Moment at, Term isDefined, const char* otherwise) {
  SymbolicState& state = at.state;
  if (state.guard.implies(isDefined)) return;
  SymbolicState undefined;
  undefined.guard = state.guard;
  undefined.guard.add(terms_, terms_.mkNot(isDefined));
  state.guard.add(terms_, isDefined);
  if (!undefined.guard.isFalse()) obstacle(at.edge, at.operation, undefined, at.run, otherwise);
}

void Execution::obstacle(const Edge& edge, const Operation& operation, SymbolicState& state, Run& run,
                         std::string message) {
  const Term guard = state.guard.term(terms_);
  state.guard.add(terms_, terms_.mkFalse());
  if (!run.client.hearsEnds()) return;
  const SourcePosition position = operation.position.known() ? operation.position : edge.position;
  const bool isCall = operation.as<Call>() != nullptr;
  run.client.ends({edge.source, false, guard, 0, std::move(message), position,
                   isCall ? EdgeId(static_cast<uint32_t>(&edge - program_.edges().data())) : EdgeId()});
}

void Execution::arrive(const Edge& edge, SymbolicState state, Run& run) {
  if (flow_.isBackEdge(edge)) return run.client.goesBack(edge, std::move(state));
  const auto [it, isNew] = run.pending.try_emplace(flow_.rank(edge.target));
  if (isNew)
    it->second = std::move(state);
  else
    join(it->second, state, edge, run.client);
}

void Execution::join(SymbolicState& into, const SymbolicState& from, const Edge& edge, Client& client) {
  SymbolicState joined = into;
  const Term isFrom = mergeVariables(joined, from, edge.target);
  try {
    memory_.merge(joined.memory, from.memory, isFrom);
  } catch (const NotEncoded& reason) {
    client.isIncomplete();
    client.ends(
        {edge.source, false, from.guard.term(terms_), 0, std::string("not encoded: ") + reason.what(), edge.position});
    return;
  }
  into = std::move(joined);
}

Term Execution::mergeVariables(SymbolicState& into, const SymbolicState& from, LocationId location) {
  const Term isFrom = into.guard.join(terms_, from.guard);
  PersistentVector<Term>::forEachDifference(into.variables, from.variables, [&](size_t v) {
    if (v >= program_.variables().size()) return;
    const Term mine = into.variables.get(v), other = from.variables.get(v);
    const bool isKept = keepsPointers_ && program_.variables()[v].sort() == program_.pointerSort();
    if (!isKept && !flow_.isLive(v, location))
      into.variables.set(v, Term());
    else if (mine.isNull())
      into.variables.set(v, other);
    else if (!other.isNull())
      into.variables.set(v, terms_.mkIte(isFrom, other, mine));
  });
  return isFrom;
}

} // namespace assay
