#include "encode/memory_free.h"

#include "encode/memory_free_rewriter.h"
#include "program/leak_search.h"
#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <cassert>

namespace assay {

MemoryFree withoutMemory(const Program& program, const PointsTo& pointsTo, ObjectNumbers numbers) {
  const MemoryObjectTable table(program, pointsTo, numbers);
  const CheckedAccesses checked(program);
  MemoryRewriter all(program, pointsTo, table, checked, nullptr);
  all.run();
  const std::set<std::string> needed = all.readVariables();
  MemoryRewriter rewriter(program, pointsTo, table, checked, &needed);
  rewriter.run();
  return rewriter.take();
}

MemoryRewriter::MemoryRewriter(const Program& program, const PointsTo& pointsTo, const MemoryObjectTable& table,
                               const CheckedAccesses& checked, const std::set<std::string>* needed)
    : old_(program), pointsTo_(pointsTo), table_(table), checked_(checked), needed_(needed),
      result_{program.clone(), {}, {}, {}, table.firstNumber()}, new_(result_.program), terms_(program.terms()),
      memory_(program.terms(), program.layout()), hasManyStatics_(program.objects().size() > kFewStatic),
      asksForLeaks_(asksForLeaks(program)) {}

const Program& MemoryRewriter::run() {
  for (uint32_t object = 0; object <= table_.numObjects(); ++object)
    result_.numbers.push_back(table_[object].number.value_or(0));
  makeVariables();
  findStacks();
  for (uint32_t e = 0; e < old_.edges().size(); ++e)
    if (old_[EdgeId(e)].source.valid() && isToBeRewritten(old_[EdgeId(e)])) rewrite(EdgeId(e));
  begin();
  new_.compact();
  return new_;
}

std::set<std::string> MemoryRewriter::readVariables() const {
  std::set<std::string> read;
  const auto look = [&](Term term, VariableId target) {
    for (Term variable : freeVariables(term))
      if (!target.valid() || new_[target].term != variable) read.emplace(variable.symbol());
  };
  for (const Edge& edge : new_.edges()) {
    if (!edge.source.valid()) continue;
    look(edge.guard, VariableId());
    for (const Operation& operation : edge.operations)
      for (Term term : operation.terms()) look(term, operation.defines());
  }
  return read;
}

// ---- Variables

/// Another automaton over the same terms may have the name for another sort.
MemoryRewriter::Cell MemoryRewriter::makeVariable(const std::string& name, Sort sort) {
  std::string free = name;
  const auto isTaken = [&] {
    const Term other = terms_.findVariable(free);
    return names_.contains(free) || (other && (other.sort() != sort || old_.variableOf(other).valid()));
  };
  while (isTaken()) free += '_';
  names_.insert(free);
  const Term term = terms_.mkVariable(free, sort);
  if (needed_ && !needed_->contains(free)) return {term, {}};
  Variable variable;
  variable.term = term;
  variable.initial = terms_.mkZero(sort);
  return {term, new_.addVariable(std::move(variable))};
}

void MemoryRewriter::makeVariables() {
  const PointerLayout& layout = old_.layout();
  const Sort number = terms_.bvSort(layout.objectBits()), limit = terms_.bvSort(layout.offsetBits);
  const auto nameOf = [&](uint32_t object) {
    const Allocate* site = table_[object].site;
    return site ? site->name : old_.object(object).name;
  };
  if (table_.hasSequence()) {
    next_ = makeVariable("memory.next", number);
    if (next_.valid()) new_[next_.variable].initial = memory_.object(table_.firstNumber());
  }
  limit_ = makeVariable("memory.limit", memory_.limitSort());
  state_ = makeVariable("memory.state", terms_.arraySort(number, terms_.bvSort(kStateBits)));
  live_ = makeVariable("memory.live", old_.pointerSort());
  if (asksForLeaks_) holder_ = makeVariable("memory.holder", terms_.arraySort(number, terms_.bvSort(kHolderBits)));
  for (const ContentsArray& array : table_.arrays()) {
    const bool isOne = array.objects.size() == 1;
    std::string name = "memory." + (isOne ? nameOf(array.objects[0]) : std::to_string(contents_.size()));
    contents_.push_back(makeVariable(name, memory_.contentsSort(array)));
    if (!contents_.back().valid()) continue;
    result_.arrays.push_back(
        {std::string(contents_.back().term.symbol()), array.unit, array.beginsWithAnything, array.objects});
  }
  limitOf_.resize(table_.numObjects() + 1);
  heapOf_.resize(limitOf_.size());
  for (uint32_t object = 1; object <= table_.numObjects(); ++object) {
    if (!table_[object].hasOwnLife) continue;
    const std::string suffix = nameOf(object) + "." + std::to_string(*table_[object].number);
    limitOf_[object] = makeVariable("limit." + suffix, limit);
    if (table_[object].site->storage == Storage::Heap)
      heapOf_[object] = makeVariable("live." + suffix, terms_.boolSort());
  }
}

/// The entry's objects matter no more when it returns, unless it is called.
void MemoryRewriter::findStacks() {
  std::set<FunctionId> allocating, called;
  for (const Edge& edge : old_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const Allocate* allocate = operation.as<Allocate>();
      if (allocate && allocate->storage == Storage::Stack) allocating.insert(old_[edge.source].function);
      if (const Call* call = operation.as<Call>()) called.insert(call->callee);
      hasCalls_ = hasCalls_ || (operation.as<Call>() && old_[operation.as<Call>()->callee].hasBody());
    }
  }
  const Sort number = terms_.bvSort(old_.layout().objectBits());
  for (FunctionId function : allocating) {
    if (!called.contains(function)) continue;
    if (stackOf_.empty()) chain_ = makeVariable("memory.chain", terms_.arraySort(number, number));
    const VariableId last = stackOf_[function] = new_.addVariable(function, "stack", number);
    const LocationId start = new_.addLocation(function);
    new_.addEdge(start, new_[function].entry, terms_.mkTrue(), {{Assign{last, memory_.object(0)}, {}}});
    new_[function].entry = start;
  }
}

/// What memory holds at the start, on an edge before all others.
void MemoryRewriter::begin() {
  std::vector<Operation> operations;
  for (size_t i = 0; i < contents_.size(); ++i)
    if (contents_[i].valid() && table_.arrays()[i].beginsWithAnything)
      operations.push_back({Input{contents_[i].variable, InputKind::Uninitialised, "memory"}, {}});
  storeInitialBytes(operations);
  if (hasManyStatics_) storeStatics(operations);
  beginRoots(operations);
  if (operations.empty()) return;
  const FunctionId entry = old_.entry();
  const LocationId start = new_.addLocation(entry), old = new_[entry].entry;
  new_.addEdge(start, old, terms_.mkTrue(), std::move(operations));
  new_[entry].entry = start;
}

Term MemoryRewriter::initialElement(const StaticObject& object, uint64_t offset, uint32_t unit) const {
  BitVector value = BitVector::zero(8 * unit);
  for (uint32_t i = 0; i < unit && offset + i < object.bytes.size(); ++i)
    value = value.or_(BitVector(8 * unit, object.bytes[offset + i]).shl(8 * i));
  return terms_.mkBv(value);
}

// Not too many stores an operation: terms are to be read.
void MemoryRewriter::storeInitialBytes(std::vector<Operation>& operations) {
  constexpr unsigned kStores = 32;
  for (size_t i = 0; i < contents_.size(); ++i) {
    if (!contents_[i].valid()) continue;
    const ContentsArray& array = table_.arrays()[i];
    Term value = term(contents_[i]);
    unsigned stores = 0;
    const auto flush = [&] {
      if (stores > 0) operations.push_back({Assign{contents_[i].variable, value}, {}});
      value = term(contents_[i]);
      stores = 0;
    };
    for (uint32_t object : array.objects) {
      if (table_[object].site) continue;
      const StaticObject& initial = old_.object(object);
      for (uint64_t offset = 0; offset < initial.bytes.size(); offset += array.unit) {
        const Term element = initialElement(initial, offset, array.unit);
        if (element.value().isZero()) continue;
        const Term index = memory_.elementIndex(array, old_.objectAddress(object, offset));
        value = terms_.mkStore(value, index, element);
        if (++stores == kStores) flush();
      }
    }
    flush();
  }
}

void MemoryRewriter::storeStatics(std::vector<Operation>& operations) {
  for (uint32_t object = 1; object <= old_.objects().size(); ++object) {
    const StaticObject& initial = old_.object(object);
    const Term number = memory_.object(object);
    if (limit_.valid() && initial.size > 0) {
      const Term sized = terms_.mkStore(term(limit_), number, memory_.size(initial.size));
      operations.push_back({Assign{limit_.variable, sized}, {}});
    }
    if (state_.valid() && initial.constant) {
      const Term marked = terms_.mkStore(term(state_), number, terms_.mkBv(kStateBits, kConstant));
      operations.push_back({Assign{state_.variable, marked}, {}});
    }
  }
}

// ---- Edges

bool MemoryRewriter::isToBeRewritten(const Edge& edge) const {
  return std::any_of(edge.operations.begin(), edge.operations.end(), [&](const Operation& operation) {
    const bool isOfMemory = operation.as<Load>() || operation.as<Store>() || operation.as<Allocate>() ||
                            operation.as<Free>() || operation.as<Copy>() || operation.as<Fill>() ||
                            operation.as<Query>();
    return isOfMemory || (operation.as<Return>() && stackOf_.contains(old_[edge.source].function));
  });
}

void MemoryRewriter::rewrite(EdgeId id) {
  const Edge& edge = old_[id];
  function_ = old_[edge.source].function;
  source_ = edge.source;
  hasFreed_ = false;
  Path path{edge.source, edge.guard, {}, id, edge.position, edge.position};
  for (const Operation& operation : edge.operations) {
    path.operationPosition = operation.position.known() ? operation.position : edge.position;
    rewrite(path, operation);
  }
  emit(path, edge.target);
}

void MemoryRewriter::rewrite(Path& path, const Operation& operation) {
  if (const Load* action = operation.as<Load>()) {
    load(path, *action, operation);
  } else if (const Store* action = operation.as<Store>()) {
    store(path, *action, operation);
  } else if (const Copy* action = operation.as<Copy>()) {
    copy(path, *action, operation);
  } else if (const Fill* action = operation.as<Fill>()) {
    fill(path, *action, operation);
  } else if (const Allocate* action = operation.as<Allocate>()) {
    allocate(path, *action);
  } else if (const Free* action = operation.as<Free>()) {
    free(path, *action, operation);
  } else if (const Query* action = operation.as<Query>()) {
    query(path, *action);
  } else {
    if (operation.as<Return>() && stackOf_.contains(function_)) leave(path);
    path.operations.push_back(operation);
  }
}

void MemoryRewriter::emit(Path& path, LocationId target) {
  if (path.edge.valid()) {
    new_[path.edge].guard = path.guard;
    new_[path.edge].operations = std::move(path.operations);
    new_.redirect(path.edge, path.at, target);
  } else {
    new_.addEdge(path.at, target, path.guard, std::move(path.operations), path.position);
  }
  path.at = target;
  path.guard = terms_.mkTrue();
  path.operations.clear();
  path.edge = EdgeId();
}

/// The path goes on where the condition holds.
void MemoryRewriter::require(Path& path, Term condition, LocationId otherwise) {
  if (condition.isTrue()) return;
  if (!path.operations.empty()) emit(path, new_.addLocation(function_));
  const Term fails = terms_.mkAnd(path.guard, terms_.mkNot(condition));
  if (!fails.isFalse()) new_.addEdge(path.at, otherwise, fails, {}, path.operationPosition);
  path.guard = terms_.mkAnd(path.guard, condition);
}

void MemoryRewriter::assign(Path& path, VariableId variable, Term value) {
  Operation& made = path.operations.emplace_back();
  made.action = Assign{variable, value};
  made.position = path.operationPosition;
}

/// Nothing if nobody reads it.
void MemoryRewriter::assign(Path& path, const Cell& cell, Term value) {
  if (cell.valid()) assign(path, cell.variable, value);
}

void MemoryRewriter::assignElement(Path& path, const Cell& array, Term index, Term value) {
  if (array.valid()) assign(path, array, terms_.mkStore(term(array), index, value));
}

LocationId MemoryRewriter::terminal(LocationKind kind, const std::string& message, SourcePosition position) {
  const auto [known, isNew] = terminals_.try_emplace({function_.index(), kind, message, position});
  if (isNew) {
    known->second = new_.addLocation(function_, kind);
    new_[known->second].message = message;
    new_[known->second].position = position;
  }
  return known->second;
}

void MemoryRewriter::meetObstacle(Path& path, Term condition, const std::string& message) {
  if (condition.isTrue()) return;
  const size_t before = terminals_.size();
  require(path, condition, terminal(LocationKind::Unsupported, message, path.operationPosition));
  if (terminals_.size() > before) result_.obstacles.push_back({message, path.operationPosition});
}

// ---- Operations

void MemoryRewriter::load(Path& path, const Load& load, const Operation& operation) {
  const Sort sort = old_[load.variable].sort();
  const uint32_t bytes = sort.isBool() ? 1 : (sort.width() + 7) / 8;
  const Access access = accessTo(load.pointer);
  requireAccess(path, access, memory_.word(bytes), false, operation);
  const Term value = read(access, bytes);
  const Term fitting = terms_.mkBvExtract(value, (sort.isBool() ? 1 : sort.width()) - 1, 0);
  assign(path, load.variable, sort.isBool() ? terms_.mkBvToBool(fitting) : fitting);
}

void MemoryRewriter::store(Path& path, const Store& store, const Operation& operation) {
  const Sort sort = store.value.sort();
  const uint32_t bytes = sort.isBool() ? 1 : (sort.width() + 7) / 8;
  const Access access = accessTo(store.pointer);
  requireAccess(path, access, memory_.word(bytes), true, operation);
  write(path, access,
        sort.isBool() ? terms_.mkBoolToBv(store.value, 8) : terms_.mkBvZeroResize(store.value, 8 * bytes));
}

void MemoryRewriter::copy(Path& path, const Copy& copy, const Operation& operation) {
  const Access target = accessTo(copy.target), source = accessTo(copy.source);
  if (copy.size == memory_.word(0)) return;
  requireAccess(path, source, copy.size, false, operation);
  requireAccess(path, target, copy.size, true, operation);
  if (isWrittenOut(target, copy.size) && isWrittenOut(source, copy.size)) {
    write(path, target, read(source, static_cast<uint32_t>(copy.size.value().toUint64())));
    return;
  }
  const uint32_t step = stepOf(copy.size, std::min(target.alignment, source.alignment));
  // Where the two may overlap, the end that is read first is the one that is overwritten last.
  const bool mayOverlap = std::find_first_of(target.arrays.begin(), target.arrays.end(), source.arrays.begin(),
                                             source.arrays.end()) != target.arrays.end();
  const Term isBackward = mayOverlap ? terms_.mkBvUlt(copy.source, copy.target) : terms_.mkFalse();
  loop(path, copy.size, step, [&](Path& body, Term done) {
    const Term fromEnd = terms_.mkBvSub(terms_.mkBvSub(copy.size, memory_.word(step)), done);
    const Term at = terms_.mkIte(isBackward, fromEnd, done);
    const Access to = moved(target, at, step), from = moved(source, at, step);
    write(body, to, read(from, step));
  });
}

void MemoryRewriter::fill(Path& path, const Fill& fill, const Operation& operation) {
  const Access target = accessTo(fill.target);
  if (fill.size == memory_.word(0)) return;
  requireAccess(path, target, fill.size, true, operation);
  const auto repeated = [&](uint32_t bytes) {
    Term value = fill.byte;
    for (uint32_t i = 1; i < bytes; ++i) value = terms_.mkBvConcat(fill.byte, value);
    return value;
  };
  if (fillsWholeArray(target, fill.size)) {
    const Cell& array = contents_[target.arrays[0]];
    const uint32_t unit = table_.arrays()[target.arrays[0]].unit;
    assign(path, array, terms_.mkConstArray(array.term.sort(), repeated(unit)));
  } else if (isWrittenOut(target, fill.size)) {
    write(path, target, repeated(static_cast<uint32_t>(fill.size.value().toUint64())));
  } else {
    const uint32_t step = stepOf(fill.size, target.alignment);
    loop(path, fill.size, step, [&](Path& body, Term done) { write(body, moved(target, done, step), repeated(step)); });
  }
}

void MemoryRewriter::allocate(Path& path, const Allocate& allocate) {
  const uint32_t object = pointsTo_.siteOf(allocate);
  const MemoryObjectTable::Object& made = table_[object];
  const bool isHeap = allocate.storage == Storage::Heap;
  if (!made.number && table_.mayRunOut()) {
    const Term wild = memory_.object(old_.layout().wildObject());
    require(path, terms_.mkBvUlt(term(next_), wild),
            terminal(LocationKind::Limit, "more objects than pointers can tell apart", path.operationPosition));
  }
  const Term number = made.number ? memory_.object(*made.number) : term(next_);
  const Term limit = terms_.mkBvExtract(allocate.size, old_.layout().offsetBits - 1, 0);
  const uint64_t state = (isHeap ? kLiveHeap : kStack) | (made.beginsWithAnything ? kAnything : 0);
  assignElement(path, limit_, number, limit);
  assignElement(path, state_, number, terms_.mkBv(kStateBits, state));
  assign(path, limitOf_[object], limit);
  assign(path, heapOf_[object], terms_.mkTrue());
  if (isHeap) assign(path, live_, terms_.mkBvAdd(term(live_), memory_.word(1)));
  if (made.isShared) renew(path, object);
  noteHolder(path, object, number);
  if (const auto stack = stackOf_.find(function_); stack != stackOf_.end() && allocate.storage == Storage::Stack) {
    assignElement(path, chain_, number, term(stack->second));
    assign(path, stack->second, number);
  }
  assign(path, allocate.variable, memory_.addressOf(number));
  if (!made.number) assign(path, next_, terms_.mkBvAdd(term(next_), memory_.object(1)));
}

/// The object takes the place of an earlier one: its contents begin anew.
void MemoryRewriter::renew(Path& path, uint32_t object) {
  const uint32_t i = table_[object].array;
  if (i == MemoryObjectTable::kNone || !contents_[i].valid()) return;
  const ContentsArray& array = table_.arrays()[i];
  const Sort sort = contents_[i].term.sort();
  const auto begin = [&](VariableId variable) {
    if (!array.beginsWithAnything) return assign(path, variable, terms_.mkZero(sort));
    Operation& made = path.operations.emplace_back();
    made.action = Input{variable, InputKind::Uninitialised, "memory"};
    made.position = path.operationPosition;
  };
  if (array.objects.size() == 1) return begin(contents_[i].variable);
  const VariableId fresh = local("fresh", sort);
  begin(fresh);
  Term contents = contents_[i].term;
  for (uint64_t offset = 0; offset < *table_[object].size; offset += array.unit) {
    const Term place = memory_.word(old_.layout().address(*table_[object].number, offset));
    const Term index = memory_.elementIndex(array, place);
    contents = terms_.mkStore(contents, index, terms_.mkSelect(term(fresh), index));
  }
  assign(path, contents_[i], contents);
}

void MemoryRewriter::free(Path& path, const Free& free, const Operation& operation) {
  hasFreed_ = true;
  const Access access = accessTo(free.pointer);
  const bool isHeap = free.storage == Storage::Heap;
  if (!isHeap) {
    require(path, isStackStart(access), undefined(path, "end of life"));
  } else if (!checked_.isDefined(operation, CheckedAccesses::Part::Frees)) {
    require(path, isFreeable(access), undefined(path, "free"));
  }
  // Object 0 has no size and no state: a null pointer changes nothing.
  const Term number = memory_.numberOf(free.pointer);
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool mayFree = std::any_of(objects.begin(), objects.end(), [&](uint32_t o) { return table_[o].site; });
  if (!mayFree) return;
  if (isHeap) {
    const Term fewer = terms_.mkBvSub(term(live_), memory_.word(1));
    const Term isNull = terms_.mkEqual(free.pointer, memory_.word(0));
    assign(path, live_, terms_.mkIte(isNull, term(live_), fewer));
  }
  assignElement(path, limit_, number, memory_.size(0));
  if (isHeap) assignElement(path, state_, number, terms_.mkBv(kStateBits, 0));
  for (uint32_t object : objects) {
    if (!limitOf_[object].valid() && !heapOf_[object].valid()) continue;
    const Term isIt = terms_.mkEqual(number, memory_.object(*table_[object].number));
    if (limitOf_[object].valid())
      assign(path, limitOf_[object], terms_.mkIte(isIt, memory_.size(0), term(limitOf_[object])));
    if (heapOf_[object].valid()) assign(path, heapOf_[object], terms_.mkAnd(term(heapOf_[object]), terms_.mkNot(isIt)));
  }
}

/// The function returns: its stack objects die, if they have not before.
void MemoryRewriter::leave(Path& path) {
  const Term last = term(stackOf_.at(function_));
  const LocationId head = new_.addLocation(function_);
  emit(path, head);
  const Term isEmpty = terms_.mkEqual(last, memory_.object(0));
  Path inside{head, terms_.mkNot(isEmpty), {}, EdgeId(), path.position, path.operationPosition};
  assignElement(inside, limit_, last, memory_.size(0));
  assign(inside, stackOf_.at(function_), terms_.mkSelect(term(chain_), last));
  emit(inside, head);
  path.guard = isEmpty;
}

void MemoryRewriter::query(Path& path, const Query& query) {
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable: {
    const Access access = accessTo(query.arguments[0]);
    const Term isNothing = terms_.mkEqual(query.arguments[1], memory_.word(0));
    const Term isInside = isAccessible(access, query.arguments[1], query.kind == QueryKind::Writable);
    assign(path, query.variable, terms_.mkOr(isNothing, isInside));
    break;
  }
  case QueryKind::Freeable:
    assign(path, query.variable, isFreeable(accessTo(query.arguments[0])));
    break;
  case QueryKind::ObjectSize:
    assign(path, query.variable, objectSize(accessTo(query.arguments[0])));
    break;
  case QueryKind::AllFreed:
    assign(path, query.variable, table_.hasHeap() ? terms_.mkEqual(term(live_), memory_.word(0)) : terms_.mkTrue());
    break;
  case QueryKind::AllTracked:
    allTracked(path, query);
    break;
  }
}

} // namespace assay
