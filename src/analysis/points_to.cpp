#include "analysis/points_to.h"

#include "program/liveness.h"
#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>

namespace assay {

namespace {

uint32_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

/// ite(object number of a == that of b, a, else): the front end's way to move a pointer.
struct SameObject {
  bool isThen;     // which branch is `a`
  Term other;      // b, if it is a term
  uint64_t number; // otherwise
};

std::optional<SameObject> sameObject(Term ite, const PointerLayout& layout) {
  Term condition = ite[0];
  bool isThen = true;
  if (condition.kind() == Kind::Not) {
    condition = condition[0];
    isThen = false;
  }
  if (condition.kind() != Kind::Equal) return std::nullopt;
  const auto numberOf = [&](Term t) {
    const bool isNumber = t.kind() == Kind::BvExtract && t.index(0) == layout.width - 1 &&
                          t.index(1) == layout.offsetBits && t[0].sort().width() == layout.width;
    return isNumber ? t[0] : Term();
  };
  const Term moved = ite[isThen ? 1 : 2];
  for (uint32_t side : {0u, 1u}) {
    if (numberOf(condition[side]) != moved) continue;
    const Term other = condition[1 - side];
    if (other.kind() == Kind::BvConst) return SameObject{isThen, Term(), other.value().toUint64()};
    if (const Term base = numberOf(other)) return SameObject{isThen, base, 0};
  }
  return std::nullopt;
}

const PointerTarget* find(const PointerSet& set, uint32_t object) {
  const auto at = std::lower_bound(set.targets.begin(), set.targets.end(), object,
                                   [](const PointerTarget& target, uint32_t o) { return target.object < o; });
  return at != set.targets.end() && at->object == object ? &*at : nullptr;
}

} // namespace

PointsTo::PointsTo(const Program& program) : program_(program), layout_(program.layout()) {
  collect();
  findDeadInputs();
  solve();
}

void PointsTo::collect() {
  variables_.resize(program_.variables().size());
  results_.resize(program_.functions().size());
  usersOf_.resize(program_.variables().size());
  callsOf_.resize(program_.functions().size());
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const uint32_t number = static_cast<uint32_t>(operations_.size());
      operations_.push_back(&operation);
      functionOf_.push_back(program_[edge.source].function);
      if (const Allocate* allocate = operation.as<Allocate>()) {
        sites_.push_back(allocate);
        siteOf_[allocate] = static_cast<uint32_t>(program_.objects().size() + sites_.size());
      }
      if (const Call* call = operation.as<Call>()) callsOf_[call->callee.index()].push_back(number);
      const std::vector<Term> read = operation.terms();
      for (Term variable : freeVariables(read))
        if (const VariableId v = program_.variableOf(variable); v.valid()) usersOf_[v.index()].push_back(number);
    }
  }
  contents_.resize(1 + program_.objects().size() + sites_.size());
  readers_.resize(contents_.size());
  isQueued_.assign(operations_.size(), true);
  for (uint32_t i = static_cast<uint32_t>(operations_.size()); i-- > 0;) worklist_.push_back(i);
}

// A pointer that is declared without a value is an input, which mostly nobody reads: it would spoil everything.
void PointsTo::findDeadInputs() {
  std::unordered_map<FunctionId, std::unique_ptr<Liveness>> liveness; // of functions that need it
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (size_t i = 0; i < edge.operations.size(); ++i) {
      const Input* const input = edge.operations[i].as<Input>();
      if (!input || program_[input->variable].sort() != program_.pointerSort()) continue;
      if (!program_[input->variable].function.valid()) continue;
      const Term variable = program_[input->variable].term;
      bool isRead = false, isWritten = false;
      for (size_t j = i + 1; j < edge.operations.size() && !isRead && !isWritten; ++j) {
        const std::vector<Term> read = freeVariables(edge.operations[j].terms());
        isRead = std::find(read.begin(), read.end(), variable) != read.end();
        isWritten = edge.operations[j].defines() == input->variable;
      }
      if (!isRead && !isWritten) {
        const FunctionId function = program_[edge.source].function;
        std::unique_ptr<Liveness>& known = liveness[function];
        if (!known) known = std::make_unique<Liveness>(program_, function);
        isRead = known->isLive(input->variable, edge.target);
      }
      if (!isRead) deadInputs_.insert(input);
    }
  }
}

void PointsTo::solve() {
  for (uint32_t v = 0; v < program_.variables().size(); ++v)
    if (const Term initial = program_.variables()[v].initial) includeVariable(VariableId(v), valueOf(initial));
  for (VariableId v : program_[program_.entry()].parameters) includeVariable(v, PointerSet::any());
  while (!worklist_.empty()) {
    const uint32_t next = worklist_.back();
    worklist_.pop_back();
    isQueued_[next] = false;
    process(next);
  }
}

void PointsTo::process(uint32_t number) {
  const Operation& operation = *operations_[number];
  if (const Assign* assign = operation.as<Assign>()) {
    includeVariable(assign->variable, valueOf(assign->value));
  } else if (const Input* input = operation.as<Input>()) {
    if (!deadInputs_.contains(input)) includeVariable(input->variable, PointerSet::any());
  } else if (const Load* read = operation.as<Load>()) {
    includeVariable(read->variable, load(number, read->pointer, bytesOf(program_[read->variable].sort())));
  } else if (const Store* write = operation.as<Store>()) {
    store(write->pointer, write->value);
  } else if (const Allocate* allocate = operation.as<Allocate>()) {
    includeVariable(allocate->variable, {false, {{siteOf_.at(allocate), {0, 0}}}});
  } else if (const Copy* copied = operation.as<Copy>()) {
    copy(number, *copied);
  } else if (const Fill* filled = operation.as<Fill>()) {
    fill(*filled);
  } else if (const Query* query = operation.as<Query>()) {
    includeVariable(query->variable, PointerSet::any());
  } else if (const Call* call = operation.as<Call>()) {
    processCall(*call);
  } else if (const Return* returned = operation.as<Return>(); returned && returned->value) {
    const FunctionId function = functionOf_[number];
    if (!include(results_[function.index()], valueOf(returned->value))) return;
    enqueue(callsOf_[function.index()]);
  }
}

void PointsTo::processCall(const Call& call) {
  const Function& callee = program_[call.callee];
  for (size_t i = 0; i < std::min(call.arguments.size(), callee.parameters.size()); ++i)
    includeVariable(callee.parameters[i], valueOf(call.arguments[i]));
  if (call.result.valid())
    includeVariable(call.result, callee.hasBody() ? results_[call.callee.index()] : PointerSet::any());
}

// ---- Sets

bool PointsTo::include(PointerSet& into, const PointerSet& from) {
  if (into.isAny) return false;
  if (from.isAny) {
    into = PointerSet::any();
    return true;
  }
  bool isChanged = false;
  for (const PointerTarget& target : from.targets) {
    const auto at = std::lower_bound(into.targets.begin(), into.targets.end(), target.object,
                                     [](const PointerTarget& t, uint32_t o) { return t.object < o; });
    if (at == into.targets.end() || at->object != target.object) {
      into.targets.insert(at, target);
      isChanged = true;
    } else if (const Progression both = join(at->offset, target.offset); both != at->offset) {
      at->offset = both;
      isChanged = true;
    }
  }
  if (into.targets.size() > kMaxTargets) into = PointerSet::any();
  return isChanged;
}

void PointsTo::includeVariable(VariableId variable, const PointerSet& value) {
  if (program_[variable].sort() != program_.pointerSort() || !include(variables_[variable.index()], value)) return;
  enqueue(usersOf_[variable.index()]);
}

void PointsTo::enqueue(const std::vector<uint32_t>& operations) {
  for (uint32_t operation : operations)
    if (!isQueued_[operation]) {
      isQueued_[operation] = true;
      worklist_.push_back(operation);
    }
}

// ---- Contents

void PointsTo::addReader(uint32_t object, uint32_t operation) {
  if (isReader_.insert(uint64_t{object} << 32 | operation).second) readers_[object].push_back(operation);
}

void PointsTo::changed(uint32_t object) { enqueue(readers_[object]); }

void PointsTo::spoil(uint32_t object) {
  Contents& contents = contents_[object];
  if (!contents.isUniform) return;
  contents.isUniform = false;
  contents.cells.clear();
  changed(object);
}

void PointsTo::spoilAll() {
  if (isSpoilt_) return;
  isSpoilt_ = true;
  for (uint32_t object = 1; object < contents_.size(); ++object) spoil(object);
}

/// Makes the object's stride a divisor of `stride`. False if its cells overlap then.
bool PointsTo::refine(uint32_t object, uint64_t stride) {
  Contents& contents = contents_[object];
  const uint64_t common = std::gcd(contents.stride, stride);
  if (common == contents.stride) return true;
  contents.stride = common;
  std::map<int64_t, Cell> old;
  old.swap(contents.cells);
  for (auto& [offset, cell] : old) {
    PointerSet* const merged = cellFor(object, {offset, common}, cell.size);
    if (!merged) return false;
    include(*merged, cell.value);
  }
  changed(object);
  return true;
}

PointerSet* PointsTo::cellFor(uint32_t object, Progression offset, uint32_t size) {
  Contents& contents = contents_[object];
  if (!contents.isUniform) return nullptr;
  if (!refine(object, offset.stride)) {
    spoil(object);
    return nullptr;
  }
  const int64_t stride = static_cast<int64_t>(contents.stride);
  const int64_t at = stride == 0 ? offset.base : (offset.base % stride + stride) % stride;
  // Cells of one period follow each other; the last may reach into the next period's first.
  auto next = contents.cells.lower_bound(at);
  const bool isThere = next != contents.cells.end() && next->first == at;
  if (isThere && next->second.size == size) return &next->second.value;
  bool overlaps = isThere || (stride != 0 && size > static_cast<uint64_t>(stride));
  if (next != contents.cells.end()) overlaps = overlaps || at + size > next->first;
  if (next != contents.cells.begin()) {
    const auto& [start, cell] = *std::prev(next);
    overlaps = overlaps || start + cell.size > at;
  }
  if (stride != 0 && !contents.cells.empty()) {
    const auto& [first, firstCell] = *contents.cells.begin();
    const auto& [last, lastCell] = *contents.cells.rbegin();
    overlaps = overlaps || at + size > first + stride || last + lastCell.size > at + stride;
  }
  if (overlaps) {
    spoil(object);
    return nullptr;
  }
  Cell& made = contents.cells[at];
  made = {size, initial(object, {at, contents.stride}, size)};
  changed(object);
  return &made.value;
}

PointerSet PointsTo::initial(uint32_t object, Progression offset, uint32_t size) {
  if (8 * size != layout_.width) return PointerSet::any();
  PointerSet result;
  if (contents_[object].isZeroed) include(result, constant(0));
  if (isSite(object)) {
    const Allocate& site = *sites_[object - program_.objects().size() - 1];
    include(result, site.contents == ::assay::Contents::Any ? PointerSet::any() : constant(0));
    return result;
  }
  const StaticObject& found = program_.object(object);
  const auto add = [&](int64_t at) {
    uint64_t bits = 0;
    for (uint64_t i = static_cast<uint64_t>(at), n = 0; n < size && i < found.bytes.size(); ++i, ++n)
      bits |= uint64_t{found.bytes[i]} << (8 * n);
    include(result, constant(bits));
  };
  const int64_t end = static_cast<int64_t>(found.bytes.size());
  if (offset.isExact()) {
    if (offset.base >= 0) add(offset.base);
  } else {
    include(result, constant(0)); // beyond what is initialised
    for (int64_t at = offset.base; at < end && !result.isAny; at += static_cast<int64_t>(offset.stride)) add(at);
  }
  return result;
}

void PointsTo::store(Term pointer, Term value) {
  const PointerSet targets = valueOf(pointer), written = valueOf(value);
  if (targets.isAny) {
    spoilAll();
    return;
  }
  for (const PointerTarget& target : targets.targets) {
    if (!isObject(target.object)) continue;
    PointerSet* const cell = cellFor(target.object, target.offset, bytesOf(value.sort()));
    if (cell && include(*cell, written)) changed(target.object);
  }
}

PointerSet PointsTo::load(uint32_t operation, Term pointer, uint32_t size) {
  const PointerSet targets = valueOf(pointer);
  if (targets.isAny) {
    isReadAnywhere_ = true;
    return PointerSet::any();
  }
  PointerSet result;
  for (const PointerTarget& target : targets.targets) {
    if (!isObject(target.object)) continue;
    addReader(target.object, operation);
    const PointerSet* const cell = cellFor(target.object, target.offset, size);
    include(result, cell ? *cell : PointerSet::any());
  }
  return result;
}

void PointsTo::copy(uint32_t operation, const Copy& copy) {
  const PointerSet to = valueOf(copy.target), from = valueOf(copy.source);
  if (to.isAny) spoilAll();
  if (from.isAny) {
    isReadAnywhere_ = true;
    for (const PointerTarget& target : to.targets)
      if (isObject(target.object)) spoil(target.object);
  }
  for (const PointerSet* side : {&to, &from})
    for (const PointerTarget& target : side->targets)
      if (isObject(target.object)) {
        contents_[target.object].isCopied = true;
        addReader(target.object, operation);
      }
  for (const PointerTarget& target : to.targets)
    for (const PointerTarget& source : from.targets)
      if (isObject(target.object) && isObject(source.object)) {
        if (copy.size.kind() == Kind::BvConst && target.offset.isExact() && source.offset.isExact()) {
          copyCells(target, source, copy.size.value().toUint64());
        } else {
          spoil(target.object);
          spoil(source.object);
        }
      }
}

// Cells of one are cells of the other: what was not accessed itself may be accessed in its copy.
void PointsTo::copyCells(const PointerTarget& to, const PointerTarget& from, uint64_t size) {
  const auto offsetsIn = [&](const PointerTarget& place) {
    std::vector<std::pair<int64_t, uint32_t>> found;
    const Contents& contents = contents_[place.object];
    for (const auto& [offset, cell] : contents.cells)
      if (offset + cell.size > place.offset.base && offset < place.offset.base + static_cast<int64_t>(size))
        found.emplace_back(offset - place.offset.base, cell.size);
    return found;
  };
  const auto isPlain = [&](const PointerTarget& place) {
    return contents_[place.object].isUniform && contents_[place.object].stride == 0;
  };
  if (!isPlain(to) || !isPlain(from) || size > layout_.maxObjectSize()) {
    spoil(to.object);
    spoil(from.object);
    return;
  }
  std::vector<std::pair<int64_t, uint32_t>> all = offsetsIn(to), others = offsetsIn(from);
  all.insert(all.end(), others.begin(), others.end());
  for (const auto& [offset, width] : all) {
    const bool isWhole = offset >= 0 && static_cast<uint64_t>(offset) + width <= size;
    PointerSet* const source = isWhole ? cellFor(from.object, {from.offset.base + offset, 0}, width) : nullptr;
    if (source) {
      const PointerSet value = *source; // another cell of the same object may move it
      PointerSet* const target = cellFor(to.object, {to.offset.base + offset, 0}, width);
      if (target && include(*target, value)) changed(to.object);
      if (target) continue;
    }
    spoil(to.object);
    spoil(from.object);
    return;
  }
}

void PointsTo::fill(const Fill& fill) {
  const PointerSet targets = valueOf(fill.target);
  if (targets.isAny) spoilAll();
  for (const PointerTarget& target : targets.targets)
    if (isObject(target.object)) {
      Contents& contents = contents_[target.object];
      contents.isCopied = true;
      if (fill.byte.kind() != Kind::BvConst || !fill.byte.value().isZero()) {
        spoil(target.object);
      } else if (!contents.isZeroed) {
        contents.isZeroed = true;
        for (auto& [offset, cell] : contents.cells) include(cell.value, constant(0));
        changed(target.object);
      }
    }
}

// ---- Terms

PointerSet PointsTo::of(Term pointer) const {
  if (!known_.contains(pointer)) known_.insert(pointer, valueOf(pointer));
  return known_.at(pointer);
}

PointerSet PointsTo::valueOf(Term term) const {
  if (term.sort() != program_.pointerSort()) return PointerSet::any();
  return settled(evaluate(term));
}

PointsTo::Value PointsTo::evaluate(Term root) const {
  TermMap<Value> done;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (done.contains(t)) {
      stack.pop_back();
      continue;
    }
    const size_t before = stack.size();
    const auto need = [&](Term child) {
      if (!done.contains(child)) stack.push_back(child);
    };
    if (t.kind() == Kind::BvAdd) {
      need(t[0]);
      need(t[1]);
    } else if (t.kind() == Kind::Ite) {
      need(t[1]);
      need(t[2]);
      if (const auto same = sameObject(t, layout_); same && same->other) need(same->other);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    Value value = evaluateNode(t, done);
    done.insert(t, std::move(value));
  }
  return done.at(root);
}

PointsTo::Value PointsTo::constant(uint64_t bits) const {
  const uint64_t number = layout_.object(bits);
  Value result;
  if (number == 0)
    result.targets = {{kZero, {static_cast<int64_t>(bits), 0}}};
  else if (number == layout_.wildObject())
    result.targets = {{kWild, Progression::any()}};
  else if (number <= program_.objects().size())
    result.targets = {{static_cast<uint32_t>(number), {layout_.offset(bits), 0}}};
  else
    result.isAny = true;
  return result;
}

/// As a way to move: less than an object's window.
bool PointsTo::isShort(Term move) const {
  const IntegerShape& shape = integers_(move);
  const int64_t window = static_cast<int64_t>(layout_.guardBit());
  return shape.low > -window && shape.high < window;
}

// One summand is the pointer, the other says how far it moves.
PointsTo::Value PointsTo::moved(const Value& base, Term by) const {
  const IntegerShape& move = integers_(by);
  const int64_t window = static_cast<int64_t>(layout_.guardBit());
  Value result;
  result.crosses = base.crosses || !isShort(by);
  const auto add = [&](const PointerTarget& target) {
    PointerSet one;
    one.targets = {target};
    include(result, one);
  };
  for (const PointerTarget& target : base.targets) {
    const Progression to = sum(target.offset, move.values);
    if (target.object == kWild) { // the number before 0
      add({kZero, Progression::any()});
      add({kWild, Progression::any()});
    } else if (target.object == kZero && (!to.isExact() || to.base < 0 || to.base >= window)) {
      // Integers are moved once; to go on is to compute an address.
      if (!target.offset.isExact()) return anything();
      add({kZero, Progression::any()});
      add({kWild, Progression::any()});
    } else {
      result.crosses = result.crosses || (to.isExact() && (to.base <= -window || to.base >= window));
      add({target.object, to});
    }
  }
  return result;
}

PointsTo::Value PointsTo::evaluateNode(Term t, const TermMap<Value>& below) const {
  switch (t.kind()) {
  case Kind::Variable: {
    const VariableId v = program_.variableOf(t);
    return v.valid() ? Value{variables_[v.index()], false} : anything();
  }
  case Kind::BvConst:
    return constant(t.value().toUint64());
  case Kind::BvAdd: {
    const auto isPointer = [&](const Value& value) {
      return !value.isAny && std::any_of(value.targets.begin(), value.targets.end(),
                                         [&](const PointerTarget& target) { return isObject(target.object); });
    };
    const auto isNothing = [](const Value& value) { return !value.isAny && value.targets.empty(); };
    const Value &a = below.at(t[0]), &b = below.at(t[1]);
    if (isNothing(a) || isNothing(b)) return {}; // not known yet
    if (isPointer(a) && isPointer(b)) return anything();
    if (isPointer(a)) return moved(a, t[1]);
    if (isPointer(b)) return moved(b, t[0]);
    if (a.isAny || b.isAny) return anything();
    return isShort(t[1]) ? moved(a, t[1]) : moved(b, t[0]);
  }
  case Kind::Ite: {
    Value result;
    const auto same = sameObject(t, layout_);
    for (uint32_t branch : {1u, 2u}) {
      Value value = below.at(t[branch]);
      if (same && branch == (same->isThen ? 1u : 2u)) {
        Value numbers = same->other ? below.at(same->other) : constant(same->number << layout_.offsetBits);
        if (!numbers.isAny && !numbers.crosses) {
          for (PointerTarget& target : numbers.targets) {
            const PointerTarget* const found = value.isAny ? nullptr : find(value, target.object);
            target.offset = found ? found->offset : Progression::any();
          }
          value = std::move(numbers);
        }
      }
      result.crosses = result.crosses || value.crosses;
      include(result, value);
    }
    return result;
  }
  case Kind::BvConcat:
    if (t[0].kind() != Kind::BvConst || t[0].sort().width() < layout_.objectBits()) return anything();
    {
      const uint64_t number = t[0].value().toUint64() >> (t[0].sort().width() - layout_.objectBits());
      Value result = constant(number << layout_.offsetBits);
      for (PointerTarget& target : result.targets) target.offset = Progression::any();
      return result;
    }
  default: {
    const IntegerShape& shape = integers_(t);
    const int64_t limit = int64_t{1} << layout_.offsetBits;
    if (shape.low < -limit || shape.high >= limit) return anything();
    Value small;
    small.targets = {{kZero, Progression::any()}};
    if (shape.low < 0) small.targets.push_back({kWild, Progression::any()});
    return small;
  }
  }
}

} // namespace assay
