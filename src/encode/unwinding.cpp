#include "encode/unwinding.h"

#include "term/traverse.h"

#include <algorithm>
#include <array>

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

Unwinding::Unwinding(const Flow& flow, Start start, const Allowance& allowance)
    : flow_(flow), program_(flow.program()), terms_(flow.terms()), start_(start), allowance_(allowance),
      pointsTo_(flow.program()), encoder_(flow.program(), pointsTo_, repeatedAllocations(flow)),
      arrays_(arrayCells(flow.program(), pointsTo_)) {
  bool aborts = false;
  for (const Location& location : program_.locations()) aborts = aborts || location.kind == LocationKind::Abort;
  keepsPointers_ = aborts && flow.checksMemtrack();
  arrivals_.emplace_back(flow.heads().size());
  loopBacks_.resize(flow.heads().size());
  loopEntries_.resize(flow.heads().size());
  if (start == Start::Free) beginFree();
}

Term Unwinding::fresh(std::string_view name, Sort sort) {
  return terms_.mkFreshVariable("kiki!" + std::string(name), sort);
}

void Unwinding::beginInitial(Pending& pending) {
  UnwindingState state;
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (const Term initial = program_.variables()[v].initial) state.variables.set(v, initial);
  encoder_.begin(state.memory);
  pending.emplace(0, std::move(state));
}

void Unwinding::beginFree() {
  // One number says behind which head's back edge the execution is: the heads exclude each other.
  const Term place = fresh("place", terms_.bvSort(32));
  Pending pending;
  beginInitial(pending);
  isPrefix_ = true;
  while (!pending.empty() && !isOutOfTime()) {
    auto first = pending.extract(pending.begin());
    const LocationId location = flow_.order()[first.key()];
    if (const uint32_t head = flow_.headNumber(location); head != Flow::kNone) passHead(head, first.mapped(), place);
    visit(location, std::move(first.mapped()), pending);
  }
  isPrefix_ = false;
}

// Every back edge to the head is taken after the loop was entered there, and in between only what the loop writes has
// changed: so `looped`, made from how the loop is entered, covers all states behind back edges.
void Unwinding::passHead(uint32_t head, UnwindingState& state, Term place) {
  const LocationId location = flow_.heads()[head];
  UnwindingState looped = state;
  for (VariableId v : flow_.writtenInLoop(head)) {
    const bool isPointer = program_[v].sort() == program_.pointerSort();
    const Term pointer = isPointer ? encoder_.anyPointer(pointsTo_.of(v)) : Term();
    looped.variables.set(v.index(), pointer ? pointer : fresh(program_[v].name(), program_[v].sort()));
  }
  havocMemory(head, looped);
  const Term select = fresh("loop-select", terms_.boolSort()), isHere = terms_.mkEqual(place, terms_.mkBv(32, head));
  const Term isEntered = state.guard.term(terms_);
  looped = atPlace(std::move(looped), arrayPlace(program_));
  loopEntries_[head] = LoopBack{isEntered, atPlace(state, arrayPlace(program_))};
  loopBacks_[head] = LoopBack{terms_.mkAnd(isEntered, terms_.mkOr(select, isHere)), looped};
  arrivals_[0][head] = looped;
  arrivals_[0][head]->guard.add(terms_, isHere);

  looped.guard.add(terms_, select);
  state.guard.add(terms_, terms_.mkNot(select));
  mergeVariables(state, looped, location);
  state.memory = looped.memory; // covers what it was before
}

// The objects that the loop's operations may write, found from their pointers in a state that covers all its iterations.
void Unwinding::havocMemory(uint32_t head, UnwindingState& state) {
  bool mayFree = false, isAny = false;
  std::vector<uint64_t> written;
  const auto add = [&](Term pointer) {
    const auto objects = encoder_.objectsOf(this->pointer(pointer, state));
    if (objects)
      written.insert(written.end(), objects->begin(), objects->end());
    else
      isAny = true;
  };
  for (EdgeId edge : flow_.edgesOfLoop(head))
    for (const Operation& operation : program_[edge].operations) {
      if (operation.as<Allocate>()) isComplete_ = false; // objects of earlier iterations are not represented
      mayFree = mayFree || operation.as<Free>();
      if (const Store* store = operation.as<Store>()) add(store->pointer);
      if (const Copy* copy = operation.as<Copy>()) add(copy->target);
      if (const Fill* fill = operation.as<Fill>()) add(fill->target);
      if (const Free* free = operation.as<Free>()) add(free->pointer);
    }
  std::vector<uint64_t> existing;
  state.memory.forEach([&](size_t number, const MemoryObjectPtr& object) {
    if (object && (isAny || std::find(written.begin(), written.end(), number) != written.end()))
      existing.push_back(number);
  });
  for (uint64_t number : existing) encoder_.havoc(state.memory, number, mayFree);
}

UnwindingState Unwinding::atPlace(UnwindingState state, Term place) {
  if (arrays_.empty()) return state;
  auto contents = std::make_shared<UnwindingState::Contents>();
  for (const ArrayCell& array : arrays_)
    if (const Term value = encoder_.contentsAt(state.memory, array, place))
      contents->emplace_back(array.contents, value);
  if (place != arrayPlace(program_)) contents->emplace_back(arrayPlace(program_), place);
  state.contents = std::move(contents);
  return state;
}

bool Unwinding::hasArrivals(uint32_t layer) const {
  for (const auto& state : arrivals_[layer])
    if (state) return true;
  return false;
}

// A single operation on memory can take long: this is asked before each.
bool Unwinding::isOutOfTime() {
  constexpr std::chrono::nanoseconds kOperation{2000}; // beside the terms that it makes
  allowance_.work().add(kOperation);
  isBroken_ = isBroken_ || allowance_.expired();
  return isBroken_;
}

bool Unwinding::addLayer(const Allowance& allowance) {
  allowance_ = allowance;
  Pending pending;
  if (numLayers_ == 0 && start_ == Start::Initial) beginInitial(pending);
  for (uint32_t head = 0; head < flow_.heads().size(); ++head) {
    auto& arrival = arrivals_[numLayers_][head];
    if (!arrival) continue;
    arrival->guard.collapse(terms_);
    const uint32_t rank = flow_.rank(flow_.heads()[head]);
    if (numLayers_ < kKeptLayers)
      pending.emplace(rank, *arrival);
    else
      pending.emplace(rank, std::move(*arrival));
  }
  arrivals_.emplace_back(flow_.heads().size());
  while (!pending.empty() && !isOutOfTime()) {
    auto first = pending.extract(pending.begin());
    visit(flow_.order()[first.key()], std::move(first.mapped()), pending);
  }
  if (isBroken_) return false;
  ++numLayers_;
  for (auto& arrival : arrivals_[numLayers_])
    if (arrival && numLayers_ < kKeptLayers) *arrival = atPlace(std::move(*arrival), arrayPlace(program_));
  return true;
}

void Unwinding::visit(LocationId id, UnwindingState state, Pending& pending) {
  const Location& location = program_[id];
  switch (location.kind) {
  case LocationKind::Plain:
    break;
  case LocationKind::Error:
    if (isPrefix_) return;
    endings_.push_back({id, true, state.guard.term(terms_), numLayers_, "", location.position});
    return;
  case LocationKind::Unsupported:
  case LocationKind::Limit:
    if (isPrefix_) return;
    endings_.push_back({id, false, state.guard.term(terms_), numLayers_, location.message, location.position});
    return;
  case LocationKind::Abort:
    if (!isPrefix_) abort(id, state);
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
    UnwindingState next = state;
    next.guard = std::move(ways[i].second);
    follow(program_[ways[i].first], std::move(next), pending);
  }
  state.guard = std::move(ways.back().second);
  follow(program_[ways.back().first], std::move(state), pending);
}

// The checks for leaks stand where the program ends regularly, and not at every abort.
void Unwinding::abort(LocationId id, const UnwindingState& state) {
  const auto require = [&](Term isClean, const char* message) {
    PathGuard guard = state.guard;
    guard.add(terms_, terms_.mkNot(isClean));
    if (!guard.isFalse())
      endings_.push_back({id, false, guard.term(terms_), numLayers_, message, program_[id].position});
  };
  if (flow_.checksMemcleanup())
    require(encoder_.isAllFreed(state.memory), "the program aborts with memory that is not freed");
  if (!flow_.checksMemtrack()) return;
  Term isTracked = terms_.mkFalse();
  try {
    isTracked = encoder_.isAllTracked(state.memory, roots(state, Roots::Named));
  } catch (const NotEncoded&) { // then nothing is known
  }
  require(isTracked, "the program aborts with memory that may be lost");
}

/// Everything that may be a pointer, or without temporaries of the translation.
std::vector<Term> Unwinding::roots(const UnwindingState& state, Roots which) const {
  std::vector<Term> result;
  for (uint32_t v = 0; v < program_.variables().size(); ++v) {
    if (which == Roots::Named && program_[VariableId(v)].sourceName.empty()) continue;
    if (const Term value = state.variables.get(v); value && value.sort() == program_.pointerSort())
      result.push_back(value);
  }
  return result;
}

void Unwinding::follow(const Edge& edge, UnwindingState state, Pending& pending) {
  for (const Operation& operation : edge.operations) {
    if (state.guard.isFalse() || isOutOfTime()) return;
    execute(edge, operation, state);
  }
  if (!state.guard.isFalse()) arrive(edge, std::move(state), pending);
}

void Unwinding::execute(const Edge& edge, const Operation& operation, UnwindingState& state) {
  if (const Assign* assign = operation.as<Assign>()) {
    state.variables.set(assign->variable.index(), instantiate(assign->value, state));
  } else if (const Input* input = operation.as<Input>()) {
    const Term value = fresh(program_[input->variable].name(), program_[input->variable].sort());
    inputs_.push_back({state.guard.term(terms_), value});
    state.variables.set(input->variable.index(), value);
  } else if (operation.as<Return>()) {
    return; // the end of the program
  } else if (const Call* call = operation.as<Call>()) {
    obstacle(edge, operation, state, "call of " + program_[call->callee].name);
  } else {
    try {
      executeMemory(edge, operation, state);
    } catch (const NotEncoded& reason) {
      if (isPrefix_) isComplete_ = false;
      obstacle(edge, operation, state, std::string("not encoded: ") + reason.what());
    }
  }
}

void Unwinding::executeMemory(const Edge& edge, const Operation& operation, UnwindingState& state) {
  const auto value = [&](Term term) { return instantiate(term, state); };
  const auto at = [&](Term term) { return pointer(term, state); };
  if (const Load* load = operation.as<Load>()) {
    const auto [isDefined, loaded] = encoder_.load(state.memory, at(load->pointer), program_[load->variable].sort());
    require(edge, operation, state, isDefined);
    state.variables.set(load->variable.index(), loaded);
  } else if (const Store* store = operation.as<Store>()) {
    require(edge, operation, state, encoder_.store(state.memory, at(store->pointer), value(store->value)));
  } else if (const Allocate* allocate = operation.as<Allocate>()) {
    const Term address = encoder_.allocate(state.memory, *allocate, value(allocate->size), state.guard.term(terms_));
    state.variables.set(allocate->variable.index(), address);
  } else if (const Free* free = operation.as<Free>()) {
    require(edge, operation, state, encoder_.free(state.memory, at(free->pointer), free->storage));
  } else if (const Copy* copy = operation.as<Copy>()) {
    require(edge, operation, state, encoder_.copy(state.memory, at(copy->target), at(copy->source), value(copy->size)));
  } else if (const Fill* fill = operation.as<Fill>()) {
    require(edge, operation, state,
            encoder_.fill(state.memory, at(fill->target), value(fill->byte), value(fill->size)));
  } else {
    executeQuery(edge, operation, state);
  }
}

void Unwinding::executeQuery(const Edge& edge, const Operation& operation, UnwindingState& state) {
  const Query& query = *operation.as<Query>();
  const auto argument = [&](size_t i) { return instantiate(query.arguments[i], state); };
  const auto at = [&]() { return pointer(query.arguments[0], state); };
  Term answer;
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable:
    answer = encoder_.isAccessible(state.memory, at(), argument(1), query.kind == QueryKind::Writable);
    break;
  case QueryKind::Freeable:
    answer = encoder_.isFreeable(state.memory, at());
    break;
  case QueryKind::ObjectSize:
    answer = encoder_.objectSize(state.memory, at());
    break;
  case QueryKind::AllFreed:
    answer = encoder_.isAllFreed(state.memory);
    break;
  case QueryKind::AllTracked: {
    // C knows nothing of a temporary that still holds what the user's variables have lost; the interpreter does.
    const Term isHeld = encoder_.isAllTracked(state.memory, roots(state, Roots::All));
    answer = encoder_.isAllTracked(state.memory, roots(state, Roots::Named));
    require(edge, operation, state, terms_.mkOr(terms_.mkNot(isHeld), answer),
            "a block that no variable of the program points to any more");
    break;
  }
  }
  state.variables.set(query.variable.index(), answer);
}

// Where the operation is not defined, the execution leaves the model.
void Unwinding::require(const Edge& edge, const Operation& operation, UnwindingState& state, Term isDefined,
                        const char* otherwise) {
  if (state.guard.implies(isDefined)) return;
  UnwindingState undefined;
  undefined.guard = state.guard;
  undefined.guard.add(terms_, terms_.mkNot(isDefined));
  state.guard.add(terms_, isDefined);
  if (!undefined.guard.isFalse()) obstacle(edge, operation, undefined, otherwise);
}

void Unwinding::obstacle(const Edge& edge, const Operation& operation, UnwindingState& state, std::string message) {
  const Term guard = state.guard.term(terms_);
  state.guard.add(terms_, terms_.mkFalse());
  if (isPrefix_) return;
  const SourcePosition position = operation.position.known() ? operation.position : edge.position;
  const bool isCall = operation.as<Call>() != nullptr;
  endings_.push_back({edge.source, false, guard, numLayers_, std::move(message), position,
                      isCall ? EdgeId(static_cast<uint32_t>(&edge - program_.edges().data())) : EdgeId()});
}

void Unwinding::arrive(const Edge& edge, UnwindingState state, Pending& pending) {
  if (flow_.isBackEdge(edge)) {
    if (isPrefix_) return;
    auto& arrival = arrivals_[numLayers_ + 1][flow_.headNumber(edge.target)];
    if (arrival)
      join(*arrival, state, edge);
    else
      arrival = std::move(state);
    return;
  }
  const auto [it, isNew] = pending.try_emplace(flow_.rank(edge.target));
  if (isNew)
    it->second = std::move(state);
  else
    join(it->second, state, edge);
}

void Unwinding::join(UnwindingState& into, const UnwindingState& from, const Edge& edge) {
  UnwindingState joined = into;
  const Term isFrom = mergeVariables(joined, from, edge.target);
  try {
    encoder_.merge(joined.memory, from.memory, isFrom);
  } catch (const NotEncoded& reason) {
    if (isPrefix_) isComplete_ = false;
    endings_.push_back({edge.source, false, from.guard.term(terms_), numLayers_,
                        std::string("not encoded: ") + reason.what(), edge.position});
    return;
  }
  into = std::move(joined);
}

/// Returns the condition that tells `from` from `into` where either holds.
Term Unwinding::mergeVariables(UnwindingState& into, const UnwindingState& from, LocationId location) {
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

namespace {

/// The value of what stands for contents of arrays. Where these are not known, they are anything.
Term contentsOf(TermManager& terms, Term variable, const UnwindingState& state) {
  if (state.contents)
    for (const auto& [cell, value] : *state.contents)
      if (cell == variable) return value;
  return isArrayContents(variable) ? terms.mkFreshVariable("kiki!unknown", variable.sort()) : variable;
}

} // namespace

// A variable without a value is one that no execution reads before it writes it: any value does.
Term instantiate(const Program& program, Term term, const UnwindingState& state) {
  TermManager& terms = program.terms();
  const auto isLeaf = [](Term t) { return t.isValue() || t.isVariable(); };
  const auto leafValue = [&](Term t) {
    if (t.isValue()) return t;
    const VariableId v = program.variableOf(t);
    const Term value = v.valid() ? state.variables.get(v.index()) : contentsOf(terms, t, state);
    return value ? value : terms.mkZero(t.sort());
  };
  const auto rebuilt = [&](Term t, const auto& valueOf) {
    std::array<Term, 3> children;
    bool changed = false;
    for (uint32_t i = 0; i < t.size(); ++i) {
      children[i] = valueOf(t[i]);
      changed = changed || children[i] != t[i];
    }
    return changed ? terms.rebuild(t, std::span(children).first(t.size())) : t;
  };
  // Most terms are small, and nothing has to be remembered of them.
  if (isLeaf(term)) return leafValue(term);
  bool isSmall = true;
  for (uint32_t i = 0; i < term.size(); ++i) isSmall = isSmall && isLeaf(term[i]);
  if (isSmall) return rebuilt(term, leafValue);
  TermMap<Term> memo;
  const auto known = [&](Term t) { return memo.at(t); };
  const auto leave = [&](Term t) { memo.insert(t, isLeaf(t) ? leafValue(t) : rebuilt(t, known)); };
  postOrder(term, [&](Term t) { return !memo.contains(t); }, leave);
  return memo.at(term);
}

} // namespace assay
