#include "engine/shapes/machine.h"

#include "program/check_table.h"
#include "program/leak_search.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace assay::shapes {

/// Constraints that have nothing to do with the condition are left out: as a rule they can be satisfied by themselves.
/// If they cannot, the answer is only less precise.
bool Oracle::maySatisfy(std::span<const Term> constraints, Term condition) {
  if (condition.isFalse()) return false;
  if (condition.isTrue() || deadline_.expired()) return true;
  std::vector<Term> asked{condition};
  std::unordered_set<Term> symbols;
  for (Term symbol : symbolsOf(condition)) symbols.insert(symbol);
  std::vector<bool> isTaken(constraints.size());
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < constraints.size(); ++i) {
      if (isTaken[i]) continue;
      const std::vector<Term>& free = symbolsOf(constraints[i]);
      if (std::none_of(free.begin(), free.end(), [&](Term symbol) { return symbols.contains(symbol); })) continue;
      isTaken[i] = grows = true;
      asked.push_back(constraints[i]);
      symbols.insert(free.begin(), free.end());
    }
  }
  asked = renamed(asked);
  std::vector<uint32_t> key;
  for (Term term : asked) key.push_back(term.id());
  const auto [answer, isNew] = answers_.try_emplace(std::move(key), true);
  if (!isNew) return answer->second;
  solver_.setLimits({.deadline = Deadline(limits_.query)});
  return answer->second = !solver_.check(asked).isUnsat();
}

const std::vector<Term>& Oracle::symbolsOf(Term term) {
  const auto [it, isNew] = symbols_.try_emplace(term);
  if (isNew) it->second = freeVariables(term);
  return it->second;
}

/// Most questions are asked again and again, each time about other fresh symbols.
std::vector<Term> Oracle::renamed(const std::vector<Term>& question) {
  std::unordered_map<Term, Term> names;
  std::map<uint32_t, size_t> used;
  for (Term part : question)
    for (Term symbol : symbolsOf(part)) {
      const auto [name, isNew] = names.try_emplace(symbol);
      if (!isNew) continue;
      std::vector<Term>& pool = names_[symbol.sort().id()];
      const size_t number = used[symbol.sort().id()]++;
      if (number == pool.size()) pool.push_back(terms().mkFreshVariable("asked", symbol.sort()));
      name->second = pool[number];
    }
  Substitution rename(terms(), names);
  std::vector<Term> result;
  for (Term part : question) result.push_back(rename.apply(part));
  return result;
}

bool Oracle::implies(std::span<const Term> constraints, Term condition) {
  if (condition.isTrue()) return true;
  if (std::find(constraints.begin(), constraints.end(), condition) != constraints.end()) return true;
  return !maySatisfy(constraints, terms().mkNot(condition));
}

namespace {

/// What a write of `size` bytes there may have changed, inside of the block.
void forgetAt(const Program& program, Oracle& oracle, State& state, const Value& pointer, uint64_t size) {
  TermManager& terms = program.terms();
  const auto at = [&](uint64_t offset) { return terms.mkBv(program.layout().width, offset); };
  state.blocks.at(pointer.object).fields.eraseIf([&](const auto& entry) {
    const auto& [offset, field] = entry;
    const Term end = terms.mkBvAdd(pointer.number, at(size));
    const Term overlaps =
        terms.mkAnd(terms.mkBvUlt(pointer.number, at(offset + field.bytes)), terms.mkBvUlt(at(offset), end));
    return oracle.maySatisfy(state.constraints, overlaps);
  });
}

/// Replaces symbols that can have only one value by that value.
void learn(const Program& program, State& state, Term condition) {
  Heap heap(program, state);
  TermManager& terms = program.terms();
  std::vector<Term> todo{condition};
  const auto become = [&](Term symbol, Term value) {
    heap.substitute(symbol, value);
    Substitution substitution(terms);
    substitution.add(symbol, value);
    for (Term& rest : todo) rest = substitution.apply(rest);
  };
  while (!todo.empty()) {
    const Term part = todo.back();
    todo.pop_back();
    if (part.isTrue()) continue;
    if (part.isVariable()) {
      become(part, terms.mkTrue());
    } else if (part.kind() == Kind::Not && part[0].isVariable()) {
      become(part[0], terms.mkFalse());
    } else if (part.kind() == Kind::And) {
      todo.push_back(part[0]);
      todo.push_back(part[1]);
    } else if (part.kind() == Kind::Equal && part[0].isVariable() && part[1].isValue()) {
      become(part[0], part[1]);
    } else if (part.kind() == Kind::Equal && part[1].isVariable() && part[0].isValue()) {
      become(part[1], part[0]);
    } else {
      state.constraints.push_back(part);
    }
  }
}

} // namespace

/// As in program/block_reachability.h: pointers stand at aligned places, elsewhere only what points into its block
/// counts. Of a segment that is singly linked, a pointer to its last node does not lead to the others.
bool isTracked(const Program& program, const State& state) {
  if (state.mayHaveLost) return false;
  const uint64_t word = program.layout().width / 8;
  std::set<uint32_t> reached;
  std::vector<uint32_t> work;
  const auto reach = [&](const Value& value, uint64_t at) {
    if (!value.isPointer() || value.isIndexed()) return;
    const Block& block = state.blocks.at(value.object);
    if (block.isSegment() && value.last && !block.links->isDouble) return;
    if (at % word != 0 && (value.offset < 0 || static_cast<uint64_t>(value.offset) > block.size)) return;
    if (reached.insert(value.object).second) work.push_back(value.object);
  };
  for (const auto& [variable, value] : state.variables)
    if (isLeakRoot(program[variable], LeakRoots::Named)) reach(value, 0);
  for (const auto& [number, block] : state.statics)
    for (const auto& [offset, field] : block.fields) reach(field.value, offset);
  for (const auto& [number, block] : state.blocks)
    if (block.isAlive && block.kind != BlockKind::Heap) reach(Value::pointer(number, 0), 0);
  while (!work.empty()) {
    const Block& block = state.blocks.at(work.back());
    work.pop_back();
    if (!block.isAlive) continue;
    for (const auto& [offset, field] : block.fields) reach(field.value, offset);
  }
  return std::all_of(state.blocks.begin(), state.blocks.end(),
                     [&](const auto& entry) { return !entry.second.isLiveHeap() || reached.contains(entry.first); });
}

bool Machine::giveUp(const std::string& why, SourcePosition position) {
  if (reason_.empty()) reason_ = textWithPlace(program_, why, position);
  work_.clear();
  return false;
}

bool Machine::run(LocationId from, State state, const OnHead& onHead) {
  work_.clear();
  reason_.clear();
  if (!leave({std::move(state), from, EdgeId(), 0})) return false;
  while (!work_.empty()) {
    if (deadline_.expired()) return giveUp("out of time", {});
    Item item = std::move(work_.back());
    work_.pop_back();
    ++steps_;
    if (item.edge.valid() ? !follow(std::move(item), onHead) : !arrive(std::move(item), onHead)) return false;
  }
  return true;
}

bool Machine::arrive(Item item, const OnHead& onHead) {
  const Location& location = program_[item.location];
  if (location.kind != LocationKind::Plain) {
    if (end(location, item.location, item.state)) return true;
    failed_ = std::move(item.state);
    return false;
  }
  if (!isHead_[item.location.index()]) return leave(std::move(item));
  if (onHead(item.location, std::move(item.state))) return true;
  work_.clear();
  return false;
}

bool Machine::end(const Location& location, LocationId id, const State& state) {
  switch (location.kind) {
  case LocationKind::Error:
    return giveUp("a violation is not excluded: " + location.message, location.position);
  case LocationKind::Unsupported:
    return giveUp(location.message, location.position);
  case LocationKind::Limit:
    limitsReached_.insert(id);
    return true;
  case LocationKind::Abort: {
    const bool hasBlocks =
        state.mayHaveLost || std::any_of(state.blocks.begin(), state.blocks.end(),
                                         [](const auto& entry) { return entry.second.isLiveHeap(); });
    if (leaks_.memcleanup && hasBlocks) return giveUp("blocks that are live at an abort", location.position);
    if (leaks_.memtrack && !isTracked(program_, state))
      return giveUp("blocks that may be lost at an abort", location.position);
    return true;
  }
  default:
    return true;
  }
}

/// All edges that may be taken.
bool Machine::leave(Item item) {
  std::vector<std::pair<EdgeId, Term>> branches;
  for (EdgeId id : program_[item.location].out) {
    Evaluation evaluation(program_, item.state);
    const std::optional<Value> guard = evaluation.evaluate(program_[id].guard);
    if (!guard) return settle(std::move(item), evaluation.openCase());
    if (guard->isNumber() && oracle_.maySatisfy(item.state.constraints, guard->number))
      branches.emplace_back(id, guard->number);
  }
  for (size_t i = 0; i < branches.size(); ++i) {
    const auto [id, guard] = branches[i];
    const bool isLast = i + 1 == branches.size();
    work_.push_back({isLast ? std::move(item.state) : item.state, item.location, id, 0});
    learn(program_, work_.back().state, guard);
  }
  return true;
}

bool Machine::assume(State& state, Term condition) {
  if (!oracle_.maySatisfy(state.constraints, condition)) return false;
  learn(program_, state, condition);
  return true;
}

/// The item comes back once for each way in which the case may be.
bool Machine::settle(Item item, const OpenCase& open) {
  if (open.condition) {
    for (const Term condition : {open.condition, program_.terms().mkNot(open.condition)}) {
      Item branch = item;
      if (assume(branch.state, condition)) work_.push_back(std::move(branch));
    }
    return true;
  }
  std::vector<State> others = Heap(program_, item.state).open(open.segment, open.last);
  const auto [location, edge, operation] = std::tuple(item.location, item.edge, item.operation);
  work_.push_back(std::move(item));
  for (State& other : others) work_.push_back({std::move(other), location, edge, operation});
  return true;
}

bool Machine::follow(Item item, const OnHead& onHead) {
  const Edge& edge = program_[item.edge];
  for (; item.operation < edge.operations.size(); ++item.operation) {
    switch (perform(item, edge.operations[item.operation])) {
    case Step::Next:
      break;
    case Step::Split:
    case Step::Gone:
      return true;
    case Step::GaveUp:
      failed_ = std::move(item.state);
      return false;
    }
  }
  item.location = edge.target;
  item.edge = EdgeId();
  return arrive(std::move(item), onHead);
}

std::optional<Value> Machine::evaluate(Item& item, Term term) {
  Evaluation evaluation(program_, item.state);
  std::optional<Value> value = evaluation.evaluate(term);
  if (!value) settle(std::move(item), evaluation.openCase());
  return value;
}

Machine::Step Machine::perform(Item& item, const Operation& operation) {
  SourcePosition position = operation.position;
  if (!position.known()) position = program_[item.edge].position;
  return operation.visit(
      [&](const Assign& assign) {
        const std::optional<Value> value = evaluate(item, assign.value);
        if (!value) return Step::Split;
        item.state.variables[assign.variable] = *value;
        return Step::Next;
      },
      [&](const Input& input) {
        const Sort sort = program_[input.variable].sort();
        if (sort.isArray()) return giveUpAt("an array as input", position);
        item.state.variables[input.variable] = Heap(program_, item.state).fresh(sort);
        return Step::Next;
      },
      [&](const Load& action) { return load(item, action, position); },
      [&](const Store& action) { return store(item, action, position); },
      [&](const Allocate& action) { return allocate(item, action, position); },
      [&](const Free& action) { return release(item, action, position); },
      [&](const Copy& action) { return copy(item, action, position); },
      [&](const Fill& action) { return fill(item, action, position); },
      [&](const Query& action) { return query(item, action); }, [](const Return&) { return Step::Next; },
      [&](const Call&) { return giveUpAt("a call that is not inlined", position); }, NoThreads<Step>());
}

Machine::Step Machine::access(Item& item, const Value& pointer, uint64_t size, bool isWrite, SourcePosition position,
                              Heap::Target& target) {
  const std::optional<bool> isValid = isAccessible(item.state, pointer, size, isWrite);
  if (!isValid || !*isValid) return giveUpAt("an access that is not known to be inside of an object", position);
  target = *Heap(program_, item.state).target(pointer);
  if (target.number != 0 && target.block->isSegment()) {
    settle(std::move(item), {Term(), target.number, pointer.last});
    return Step::Split;
  }
  if (sites_ && target.number != 0) sites_->access({item.edge, item.operation}, target.block->site);
  return Step::Next;
}

std::optional<bool> Machine::isAccessible(State& state, const Value& pointer, uint64_t size, bool isWrite) const {
  if (size == 0) return true;
  if (pointer.isNull()) return false;
  const std::optional<Heap::Target> target = Heap(program_, state).target(pointer);
  if (!target) return {};
  const uint64_t limit = target->number != 0 ? target->block->size : program_.objects[target->staticObject].size;
  if (pointer.isIndexed()) {
    TermManager& terms = program_.terms();
    if (size > limit) return {};
    const Term isInside = terms.mkBvUle(pointer.number, terms.mkBv(program_.layout().width, limit - size));
    return oracle_.implies(state.constraints, isInside) ? std::optional(true) : std::nullopt;
  }
  const bool isConstant = target->number == 0 && program_.objects[target->staticObject].constant;
  const bool isInside = target->offset >= 0 && static_cast<uint64_t>(target->offset) <= limit &&
                        size <= limit - static_cast<uint64_t>(target->offset);
  return isInside && !(isWrite && isConstant);
}

std::optional<bool> Machine::isFreeable(const State& state, const Value& pointer) const {
  if (pointer.isNull()) return true;
  if (!pointer.isPointer() || pointer.isIndexed()) return {};
  const Block& block = state.blocks.at(pointer.object);
  if (!block.isAlive) return {};
  return block.kind == BlockKind::Heap && pointer.offset == 0;
}

Machine::Step Machine::load(Item& item, const Load& load, SourcePosition position) {
  const std::optional<Value> pointer = evaluate(item, load.pointer);
  if (!pointer) return Step::Split;
  const Sort sort = program_[load.variable].sort();
  Heap::Target target;
  const Step step = access(item, *pointer, Heap::bytesOf(sort), false, position, target);
  if (step == Step::Next) {
    Heap heap(program_, item.state);
    item.state.variables[load.variable] = pointer->isIndexed() ? heap.fresh(sort) : heap.load(target, sort);
  }
  return step;
}

Machine::Step Machine::store(Item& item, const Store& store, SourcePosition position) {
  const std::optional<Value> pointer = evaluate(item, store.pointer);
  if (!pointer) return Step::Split;
  const std::optional<Value> value = evaluate(item, store.value);
  if (!value) return Step::Split;
  const Sort sort = store.value.sort();
  Heap::Target target;
  const Step step = access(item, *pointer, Heap::bytesOf(sort), true, position, target);
  if (step == Step::Next && pointer->isIndexed()) {
    forgetAt(program_, oracle_, item.state, *pointer, Heap::bytesOf(sort));
    return step;
  }
  const bool isPointer = store.reads == TypeClass::Pointer;
  if (step == Step::Next &&
      !Heap(program_, item.state).store(target, *value, sort, isPointer, oracle_.limits().writtenBytes))
    return giveUpAt("a write to a large static object", position);
  return step;
}

Machine::Step Machine::allocate(Item& item, const Allocate& allocate, SourcePosition position) {
  const std::optional<Value> size = evaluate(item, allocate.size);
  if (!size) return Step::Split;
  if (!size->isConstant()) return giveUpAt("a block of unknown size", position);
  Block block;
  block.size = size->number.value().toUint64();
  if (block.size > program_.layout().maxObjectSize()) return giveUpAt("a block that is too large", position);
  block.kind = allocate.storage == Storage::Heap    ? BlockKind::Heap
               : allocate.storage == Storage::Stack ? BlockKind::Stack
                                                    : BlockKind::Library;
  if (sites_) block.site = sites_->at({item.edge, item.operation});
  const uint32_t number = item.state.nextBlock++;
  const Block& made = item.state.blocks[number] = block;
  item.state.variables[allocate.variable] = Value::pointer(number, 0);
  if (allocate.contents == Contents::Zero && block.size > 0) {
    const Value zero = Value::of(program_.terms().mkBv(8, 0));
    if (!Heap(program_, item.state).fill({&made, number, 0, 0}, zero, block.size, oracle_.limits().writtenBytes))
      return giveUpAt("a large block of zeros", position);
  }
  return Step::Next;
}

Machine::Step Machine::release(Item& item, const Free& release, SourcePosition position) {
  const std::optional<Value> pointer = evaluate(item, release.pointer);
  if (!pointer) return Step::Split;
  if (pointer->isNull()) return Step::Next;
  const bool isHeap = release.storage == Storage::Heap;
  if (isHeap && isFreeable(item.state, *pointer) != true)
    return giveUpAt("a free of what is not known to be a live block", position);
  if (!pointer->isPointer() || pointer->isIndexed() || pointer->offset != 0)
    return giveUpAt("the end of an object that is not known", position);
  Block& block = item.state.blocks.at(pointer->object);
  if (block.isSegment()) {
    settle(std::move(item), {Term(), pointer->object, pointer->last});
    return Step::Split;
  }
  if (!isHeap && block.kind == BlockKind::Heap) return giveUpAt("the end of an object that is not known", position);
  block.isAlive = false;
  block.fields.clear();
  return Step::Next;
}

Machine::Step Machine::copy(Item& item, const Copy& copy, SourcePosition position) {
  const std::optional<Value> to = evaluate(item, copy.target);
  if (!to) return Step::Split;
  const std::optional<Value> from = evaluate(item, copy.source);
  if (!from) return Step::Split;
  const std::optional<Value> size = evaluate(item, copy.size);
  if (!size) return Step::Split;
  if (!size->isConstant()) return giveUpAt("a copy of unknown size", position);
  const uint64_t count = size->number.value().toUint64();
  if (count == 0) return Step::Next;
  if (to->isIndexed() || from->isIndexed()) return giveUpAt("a copy of what is at an index", position);
  Heap::Target source, target;
  if (const Step step = access(item, *from, count, false, position, source); step != Step::Next) return step;
  if (const Step step = access(item, *to, count, true, position, target); step != Step::Next) return step;
  if (!Heap(program_, item.state).copy(target, source, count, oracle_.limits().writtenBytes))
    return giveUpAt("a copy of a large static object", position);
  return Step::Next;
}

Machine::Step Machine::fill(Item& item, const Fill& fill, SourcePosition position) {
  const std::optional<Value> to = evaluate(item, fill.target);
  if (!to) return Step::Split;
  const std::optional<Value> byte = evaluate(item, fill.byte);
  if (!byte) return Step::Split;
  const std::optional<Value> size = evaluate(item, fill.size);
  if (!size) return Step::Split;
  if (!size->isConstant() || to->isIndexed()) return giveUpAt("a fill of unknown size, or at an index", position);
  const uint64_t count = size->number.value().toUint64();
  if (count == 0) return Step::Next;
  Heap::Target target;
  if (const Step step = access(item, *to, count, true, position, target); step != Step::Next) return step;
  if (!Heap(program_, item.state).fill(target, *byte, count, oracle_.limits().writtenBytes))
    return giveUpAt("a fill of a large object", position);
  return Step::Next;
}

Machine::Step Machine::query(Item& item, const Query& query) {
  std::vector<Value> arguments;
  for (Term argument : query.arguments) {
    const std::optional<Value> value = evaluate(item, argument);
    if (!value) return Step::Split;
    arguments.push_back(*value);
  }
  TermManager& terms = program_.terms();
  State& state = item.state;
  std::optional<bool> answer;
  switch (query.kind) {
  case QueryKind::Readable:
  case QueryKind::Writable:
    if (arguments[1].isConstant())
      answer =
          isAccessible(state, arguments[0], arguments[1].number.value().toUint64(), query.kind == QueryKind::Writable);
    break;
  case QueryKind::Freeable:
    answer = isFreeable(state, arguments[0]);
    break;
  case QueryKind::AllTracked:
    if (isTracked(program_, state)) answer = true;
    break;
  case QueryKind::AllFreed:
    if (!state.mayHaveLost)
      answer = std::none_of(state.blocks.begin(), state.blocks.end(),
                            [](const auto& entry) { return entry.second.isLiveHeap(); });
    break;
  case QueryKind::ObjectSize: {
    Value size = Heap(program_, state).fresh(program_.pointerSort());
    if (arguments[0].isNull()) size = Value::of(terms.mkBv(program_.layout().width, 0));
    const std::optional<Heap::Target> target = Heap(program_, state).target(arguments[0]);
    if (target && !arguments[0].isIndexed()) {
      const uint64_t bytes = target->number != 0 ? target->block->size : program_.objects[target->staticObject].size;
      const bool isIn = target->offset >= 0 && static_cast<uint64_t>(target->offset) <= bytes;
      size = Value::of(terms.mkBv(program_.layout().width, isIn ? bytes : 0));
    }
    state.variables[query.variable] = size;
    return Step::Next;
  }
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    meetThreads();
  }
  state.variables[query.variable] =
      answer ? Value::of(terms.mkBool(*answer)) : Heap(program_, state).fresh(terms.boolSort());
  return Step::Next;
}

} // namespace assay::shapes
