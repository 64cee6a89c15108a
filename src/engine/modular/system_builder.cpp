#include "engine/modular/system_builder.h"

#include "analysis/threads/thread_state.h"
#include "program/check_table.h"
#include "program/dominators.h"
#include "program/graph.h"
#include "program/liveness.h"
#include "program/loops.h"
#include "program/threads.h"
#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <tuple>

namespace assay {

namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// There is no system.
struct Failure {
  std::string what;
  SourcePosition position;
};
/// What was found out about memory is kept, and all moves are made again.
struct Again {};

/// Bytes of an object that are a cell: accesses to them lie inside.
struct CellRange {
  uint64_t offset, size;
  uint64_t end() const { return offset + size; }
  auto operator<=>(const CellRange&) const = default;
};
using CellRanges = std::vector<CellRange>; // disjoint

/// What is found out about memory; it only grows.
struct MemoryUse {
  std::map<uint32_t, CellRanges> ofObjects;      // static ones
  std::map<const Allocate*, CellRanges> ofStack; // stack objects
  std::set<uint32_t> vagueObjects;               // static ones
  std::set<uint32_t> vagueSites;                 // of allocations (points_to.h)
  std::set<const Allocate*> sharedSites;         // stack objects of the first thread
};

constexpr uint64_t kMaxCell = 8;

/// The range that holds these bytes. Nothing: the object is better left vague.
std::optional<CellRange> rangeFor(CellRanges& ranges, CellRange wanted, bool& hasChanged) {
  for (CellRange known : ranges)
    if (known.offset <= wanted.offset && wanted.end() <= known.end()) return known;
  CellRange all = wanted;
  std::erase_if(ranges, [&](CellRange known) {
    if (known.end() <= wanted.offset || wanted.end() <= known.offset) return false;
    all = {std::min(all.offset, known.offset), std::max(all.end(), known.end()) - std::min(all.offset, known.offset)};
    return true;
  });
  ranges.push_back(all);
  hasChanged = true;
  if (all.size > kMaxCell && all != wanted) return std::nullopt;
  return all;
}

bool comparesOrder(Term term) {
  bool does = false;
  forEachSubterm(term, [&](Term t) { does |= t.kind() == Kind::BvUlt || t.kind() == Kind::BvSlt; });
  return does;
}

class Builder {
public:
  Builder(const Program& program, const PointsTo& pointsTo, const SystemLimits& limits, const Deadline& deadline,
          MemoryUse& use)
      : program_(program), terms_(program.terms()), pointsTo_(pointsTo), limits_(limits), deadline_(deadline),
        use_(use) {}

  ThreadSystem build();

private:
  /// A call.
  struct Context {
    uint32_t parent = kNone;
    EdgeId call;
    FunctionId function;
    uint32_t thread = 0;
    uint32_t depth = 0;
  };
  /// A stack object of a thread, with an address of its own.
  struct StackObject {
    uint32_t thread, context;
    const Allocate* site;
  };
  struct Path {
    uint32_t context = 0;
    LocationId at;
    uint32_t regions = 0;
    bool hasBegun = false; // it is behind the node
    std::unordered_map<Term, Term> values;
    std::vector<Term> guards;
    std::vector<CreatedThread> created;
    std::vector<Term> joined;
  };
  using NodeKey = std::tuple<uint32_t, LocationId, uint32_t>; // context, location, regions

  struct FunctionFacts {
    LoopForest loops;
    Liveness liveness;
    std::vector<bool> isOnCycle;
    FunctionFacts(const Program& program, FunctionId function)
        : loops(program, function), liveness(program, function), isOnCycle(locationsOnCycles(program, loops.flow())) {}
  };

  [[noreturn]] void fail(std::string what, SourcePosition position = {}) const {
    throw Failure{std::move(what), position};
  }
  const FunctionFacts& factsOf(FunctionId function);
  uint32_t contextFor(uint32_t parent, EdgeId call, FunctionId function, uint32_t thread);

  // Variables.
  Term localOf(uint32_t context, VariableId variable);
  Term stackCell(const StackObject& object, CellRange range);
  Term sharedCell(uint32_t object, CellRange range);
  Term sharedStackCell(const Allocate* site, CellRange range);
  Term initialOf(uint32_t object, CellRange range) const;
  /// Any value.
  Term fresh(Sort sort);

  // Values.
  Term evaluate(const Path& path, Term term, bool isPointer = false);
  void assign(Path& path, VariableId variable, Term value);
  bool isStackAddress(Term value) const;
  const StackObject* stackObject(Term address) const;
  void leaveVague(const Allocate* site);
  void leaveVague(const PointerSet& set, SourcePosition position);
  void leaveVague(const Path& path, Term pointer, SourcePosition position);

  // Memory.
  struct Cell {
    Term condition; // under which the access is to it
    Term term;      // null: constant
    Term constant;
    uint32_t shift = 0; // bits below the access
  };
  std::optional<Cell> cellAt(const Path& path, uint64_t address, uint64_t size);
  std::optional<std::vector<Cell>> cellsFor(const Path& path, Term pointer, uint64_t size);
  Term load(Path& path, Term pointer, Sort sort);
  void store(Path& path, Term pointer, Term value, SourcePosition position);
  void allocate(Path& path, const Allocate& allocate, EdgeId edge);
  Term answer(const Path& path, const Query& query);
  bool liesInside(uint64_t address, uint64_t size, bool isWritten) const;

  // Paths.
  bool isCut(const Path& path) const;
  void expand(uint32_t node);
  void followFrom(uint32_t node, Path path, std::vector<Path>& open);
  void follow(uint32_t node, Path path, const Edge& edge, EdgeId id, std::vector<Path>& open);
  /// False: the path has ended.
  bool execute(uint32_t node, Path& path, const Operation& operation, EdgeId edge);
  bool call(uint32_t node, Path& path, const Call& call, EdgeId edge);
  bool giveBack(uint32_t node, Path& path, Term value);
  void spawn(Path& path, const Spawn& spawn, EdgeId edge);
  void create(Path& path, const Function& callee);
  bool isByRole(LocationId at) const;
  void callByRole(Path& path);
  Term resultByRole(const Function& callee);
  void arrive(uint32_t node, Path path);
  void end(uint32_t node, const Path& path, ThreadMove::End end, LocationId location = {});
  ThreadMove moveOf(uint32_t node, const Path& path) const;
  uint32_t nodeFor(uint32_t context, LocationId at, uint32_t regions);
  /// Keeps constants that arrive; where one is none any more, the node is expanded again.
  void meet(uint32_t node, const std::unordered_map<Term, Term>& values);
  std::vector<Term> liveLocals(uint32_t context, LocationId at);
  void findOutWhoIsUnique();

  const Program& program_;
  TermManager& terms_;
  const PointsTo& pointsTo_;
  const SystemLimits& limits_;
  const Deadline& deadline_;
  MemoryUse& use_;

  ThreadSystem system_;
  std::vector<Context> contexts_;
  std::map<std::tuple<uint32_t, EdgeId, uint32_t>, uint32_t> contextNumbers_;
  std::map<NodeKey, uint32_t> nodeNumbers_;
  std::vector<uint32_t> contextOfNode_;
  std::map<std::tuple<uint32_t, uint32_t, EdgeId>, uint32_t> threadNumbers_; // creator, context, edge
  std::vector<std::pair<uint32_t, EdgeId>> creations_;                       // by template: creator, edge
  std::map<std::pair<uint32_t, VariableId>, Term> locals_;       // by context, or thread for thread-local ones
  std::map<std::pair<uint32_t, VariableId>, Term> threadLocals_; // by template
  std::map<std::pair<uint32_t, CellRange>, Term> sharedCells_;
  std::map<std::pair<const Allocate*, CellRange>, Term> sharedStackCells_;
  std::map<std::tuple<uint32_t, CellRange>, Term> stackCells_; // by stack object
  std::vector<StackObject> stackObjects_;
  std::map<std::pair<uint32_t, const Allocate*>, uint32_t> stackNumbers_; // by context
  std::map<FunctionId, std::unique_ptr<FunctionFacts>> facts_;
  std::deque<uint32_t> worklist_;
  std::vector<bool> isQueued_, isMet_;
  bool hasChanged_ = false; // what is known of memory
};

const Builder::FunctionFacts& Builder::factsOf(FunctionId function) {
  std::unique_ptr<FunctionFacts>& facts = facts_[function];
  if (!facts) {
    facts = std::make_unique<FunctionFacts>(program_, function);
    if (facts->loops.isIrreducible()) fail("a loop with two ways in", program_[function].position);
  }
  return *facts;
}

uint32_t Builder::contextFor(uint32_t parent, EdgeId call, FunctionId function, uint32_t thread) {
  const auto [it, isNew] = contextNumbers_.try_emplace({parent, call, thread}, static_cast<uint32_t>(contexts_.size()));
  if (isNew) {
    const uint32_t depth = parent == kNone ? 0 : contexts_[parent].depth + 1;
    if (depth > limits_.depth) fail("calls in calls", program_[function].position);
    contexts_.push_back({parent, call, function, thread, depth});
  }
  return it->second;
}

Term Builder::localOf(uint32_t context, VariableId variable) {
  const Variable& v = program_[variable];
  if (!v.function.valid()) {
    if (!v.isThreadLocal) {
      Term& term = threadLocals_[{kNone, variable}];
      if (!term) {
        term = terms_.mkFreshVariable("shared:" + std::string(v.name()), v.sort());
        system_.cells.push_back({term, std::string(v.name()), v.initial});
      }
      return term;
    }
    const uint32_t thread = contexts_[context].thread;
    Term& term = threadLocals_[{thread, variable}];
    if (!term) term = terms_.mkFreshVariable("thread" + std::to_string(thread) + ":" + std::string(v.name()), v.sort());
    return term;
  }
  Term& term = locals_[{context, variable}];
  if (!term)
    term = terms_.mkFreshVariable("thread" + std::to_string(contexts_[context].thread) + ":" + std::string(v.name()),
                                  v.sort());
  return term;
}

Term Builder::initialOf(uint32_t object, CellRange range) const {
  const StaticObject& o = program_.objects[object];
  Term value;
  for (uint64_t i = 0; i < range.size; ++i) {
    const uint64_t at = range.offset + i;
    const Term byte = terms_.mkBv(8, at < o.bytes.size() ? o.bytes[at] : 0);
    value = value ? terms_.mkBvConcat(byte, value) : byte;
  }
  return value;
}

Term Builder::sharedCell(uint32_t object, CellRange range) {
  Term& term = sharedCells_[{object, range}];
  if (!term) {
    std::string name = program_.objects[object].name;
    if (range.offset != 0) name += "+" + std::to_string(range.offset);
    term = terms_.mkFreshVariable("cell:" + name, terms_.bvSort(static_cast<uint32_t>(range.size * 8)));
    system_.cells.push_back({term, name, initialOf(object, range)});
  }
  return term;
}

Term Builder::sharedStackCell(const Allocate* site, CellRange range) {
  Term& term = sharedStackCells_[{site, range}];
  if (!term) {
    std::string name = site->name;
    if (range.offset != 0) name += "+" + std::to_string(range.offset);
    term = terms_.mkFreshVariable("cell:" + name, terms_.bvSort(static_cast<uint32_t>(range.size * 8)));
    system_.cells.push_back({term, name, {}});
  }
  return term;
}

Term Builder::stackCell(const StackObject& object, CellRange range) {
  const auto number = stackNumbers_.at({object.context, object.site});
  Term& term = stackCells_[{number, range}];
  if (!term)
    term = terms_.mkFreshVariable("thread" + std::to_string(object.thread) + ":" + object.site->name,
                                  terms_.bvSort(static_cast<uint32_t>(range.size * 8)));
  return term;
}

Term Builder::fresh(Sort sort) { return terms_.mkFreshVariable("input", sort); }

const Builder::StackObject* Builder::stackObject(Term address) const {
  if (!address.isValue() || address.sort() != program_.pointerSort()) return nullptr;
  const uint64_t object = program_.layout().object(address.value().toUint64());
  const uint64_t first = program_.objects.size() + 1;
  if (object < first || object >= first + stackObjects_.size()) return nullptr;
  return &stackObjects_[object - first];
}

bool Builder::isStackAddress(Term value) const { return stackObject(value) != nullptr; }

void Builder::leaveVague(const Allocate* site) {
  use_.vagueSites.insert(pointsTo_.siteOf(*site));
  throw Again{};
}

/// What the pointer may be to is vague from now on, if it was not before.
void Builder::leaveVague(const PointerSet& set, SourcePosition position) {
  if (set.isAny) fail("something is written through a pointer of which nothing is known", position);
  bool isNew = false;
  for (const PointerTarget& target : set.targets) {
    if (pointsTo_.isStatic(target.object)) isNew |= use_.vagueObjects.insert(target.object).second;
    if (!pointsTo_.isSite(target.object)) continue;
    isNew |= use_.vagueSites.insert(target.object).second;
  }
  if (isNew) throw Again{};
}

void Builder::leaveVague(const Path& path, Term pointer, SourcePosition position) {
  if (const StackObject* object = stackObject(evaluate(path, pointer, true))) leaveVague(object->site);
  leaveVague(pointsTo_.of(pointer), position);
}

Term Builder::evaluate(const Path& path, Term term, bool isPointer) {
  std::unordered_map<Term, Term> map;
  const StackObject* involved = nullptr;
  for (Term variable : freeVariables(term)) {
    const VariableId id = program_.variableOf(variable);
    if (!id.valid()) continue;
    const Term local = localOf(path.context, id);
    const auto known = path.values.find(local);
    const Term value = known == path.values.end() ? local : known->second;
    if (const StackObject* object = stackObject(value)) involved = object;
    map.emplace(variable, value);
  }
  const Term result = map.empty() ? term : Substitution(terms_, map).apply(term);
  // Numbers of stack objects are made up: nothing may depend on them but whether they are equal.
  if (involved && !(isPointer && isStackAddress(result)) &&
      !(result.isValue() && result.sort().isBool() && !comparesOrder(term)))
    leaveVague(involved->site);
  return result;
}

void Builder::assign(Path& path, VariableId variable, Term value) {
  path.values[localOf(path.context, variable)] = value;
}

/// The cell at a constant address. Nothing: the object is vague, or there is none.
std::optional<Builder::Cell> Builder::cellAt(const Path& path, uint64_t address, uint64_t size) {
  const PointerLayout& layout = program_.layout();
  const uint64_t number = layout.object(address);
  const int64_t offset = layout.offset(address);
  if (offset < 0) return std::nullopt;
  const CellRange wanted{static_cast<uint64_t>(offset), size};
  const uint64_t first = program_.objects.size() + 1;
  if (number >= first && number < first + stackObjects_.size()) {
    const StackObject& object = stackObjects_[number - first];
    const bool isShared = use_.sharedSites.contains(object.site);
    if (!isShared && object.thread != contexts_[path.context].thread) {
      // Of the first thread there is one, so its objects may be common.
      if (object.thread != 0) leaveVague(object.site);
      use_.sharedSites.insert(object.site);
      throw Again{};
    }
    bool isNew = false;
    const auto range = rangeFor(use_.ofStack[object.site], wanted, isNew);
    if (!range) leaveVague(object.site);
    hasChanged_ |= isNew;
    const auto shift = static_cast<uint32_t>((wanted.offset - range->offset) * 8);
    return Cell{{}, isShared ? sharedStackCell(object.site, *range) : stackCell(object, *range), {}, shift};
  }
  if (number == 0 || number > program_.objects.size()) return std::nullopt;
  const auto object = static_cast<uint32_t>(number);
  const StaticObject& o = program_.objects[object];
  if (wanted.end() > o.size || use_.vagueObjects.contains(object)) return std::nullopt;
  if (o.constant) return Cell{{}, {}, initialOf(object, wanted), 0};
  bool isNew = false;
  CellRanges& ranges = use_.ofObjects[object];
  const size_t before = ranges.size();
  const auto range = rangeFor(ranges, wanted, isNew);
  if (!range) {
    use_.vagueObjects.insert(object);
    throw Again{};
  }
  hasChanged_ |= isNew && ranges.size() <= before; // some were put together
  return Cell{{}, sharedCell(object, *range), {}, static_cast<uint32_t>((wanted.offset - range->offset) * 8)};
}

/// The cells that the access may be to; nothing: memory is vague there.
std::optional<std::vector<Builder::Cell>> Builder::cellsFor(const Path& path, Term pointer, uint64_t size) {
  const Term address = accessedThrough(program_, evaluate(path, pointer, true));
  if (address.isValue()) {
    const std::optional<Cell> cell = cellAt(path, address.value().toUint64(), size);
    if (!cell) return std::nullopt;
    return std::vector{*cell};
  }
  const PointerSet set = pointsTo_.of(pointer);
  if (set.isAny) return std::nullopt;
  std::vector<uint64_t> addresses;
  bool isVague = false;
  for (const PointerTarget& target : set.targets) {
    if (pointsTo_.isSite(target.object)) isVague = true;
    if (!pointsTo_.isStatic(target.object)) continue;
    const StaticObject& object = program_.objects[target.object];
    isVague |= use_.vagueObjects.contains(target.object);
    const Progression at = target.offset;
    const int64_t stride = static_cast<int64_t>(at.stride);
    const int64_t first = stride == 0 ? at.base : ((at.base % stride) + stride) % stride;
    for (int64_t offset = first;
         offset >= 0 && offset + static_cast<int64_t>(size) <= static_cast<int64_t>(object.size);
         offset += std::max<int64_t>(stride, 1)) {
      addresses.push_back(program_.layout().address(target.object, static_cast<uint64_t>(offset)));
      if (addresses.size() > limits_.addresses) isVague = true;
      if (stride == 0 || isVague) break;
    }
  }
  if (isVague || addresses.empty()) return std::nullopt;
  std::vector<Cell> cells;
  for (uint64_t a : addresses) {
    std::optional<Cell> cell = cellAt(path, a, size);
    if (!cell) continue;
    cell->condition = terms_.mkEqual(address, terms_.mkBv(program_.layout().width, a));
    cells.push_back(*cell);
  }
  if (cells.empty()) return std::nullopt;
  return cells;
}

Term Builder::load(Path& path, Term pointer, Sort sort) {
  const uint32_t width = sort.isBool() ? 1 : sort.width();
  const uint64_t size = (width + 7) / 8;
  const auto cells = cellsFor(path, pointer, size);
  if (!cells) return fresh(sort);
  Term result;
  for (const Cell& cell : *cells) {
    Term value = cell.constant;
    if (!value) {
      const auto known = path.values.find(cell.term);
      value = known == path.values.end() ? cell.term : known->second;
    }
    value = terms_.mkBvExtract(value, cell.shift + width - 1, cell.shift);
    // Elsewhere there is nothing to be read.
    result = result ? terms_.mkIte(cell.condition, value, result) : value;
  }
  return sort.isBool() ? terms_.mkBvToBool(result) : result;
}

void Builder::store(Path& path, Term pointer, Term value, SourcePosition position) {
  const uint32_t width = value.sort().isBool() ? 1 : value.sort().width();
  const uint64_t size = (width + 7) / 8;
  if (value.sort().isBool()) value = terms_.mkBoolToBv(value);
  value = terms_.mkBvZeroResize(value, static_cast<uint32_t>(size * 8));
  const auto cells = cellsFor(path, pointer, size);
  const StackObject* stored = stackObject(value);
  if (stored && contexts_[path.context].thread != 0) leaveVague(stored->site);
  if (!cells) {
    // An address that is known is that of a vague object, or of none.
    if (!accessedThrough(program_, evaluate(path, pointer, true)).isValue())
      leaveVague(pointsTo_.of(pointer), position);
    return;
  }
  for (const Cell& cell : *cells) {
    if (!cell.term) continue; // constants are not written
    const auto known = path.values.find(cell.term);
    const Term old = known == path.values.end() ? cell.term : known->second;
    const uint32_t all = old.sort().width(), bits = static_cast<uint32_t>(size * 8);
    Term now = value;
    if (cell.shift > 0) now = terms_.mkBvConcat(now, terms_.mkBvExtract(old, cell.shift - 1, 0));
    if (cell.shift + bits < all) now = terms_.mkBvConcat(terms_.mkBvExtract(old, all - 1, cell.shift + bits), now);
    path.values[cell.term] = cell.condition ? terms_.mkIte(cell.condition, now, old) : now;
  }
}

/// Of static objects alone it is known that they are there.
Term Builder::answer(const Path& path, const Query& query) {
  if (query.kind == QueryKind::Readable || query.kind == QueryKind::Writable) {
    const Term address = accessedThrough(program_, evaluate(path, query.arguments[0], true));
    const Term size = evaluate(path, query.arguments[1]);
    if (address.isValue() && size.isValue() &&
        liesInside(address.value().toUint64(), size.value().toUint64(), query.kind == QueryKind::Writable))
      return terms_.mkTrue();
  }
  return fresh(program_[query.variable].sort());
}

/// In a static object.
bool Builder::liesInside(uint64_t address, uint64_t size, bool isWritten) const {
  const uint64_t number = program_.layout().object(address);
  const int64_t offset = program_.layout().offset(address);
  if (number == 0 || number > program_.objects.size() || offset < 0) return false;
  const StaticObject& object = program_.objects[number];
  return !(isWritten && object.constant) && object.kind != ObjectKind::Function && size <= object.size &&
         static_cast<uint64_t>(offset) <= object.size - size;
}

void Builder::allocate(Path& path, const Allocate& allocate, EdgeId edge) {
  const LocationId source = program_[edge].source;
  const FunctionId function = program_[source].function;
  if (allocate.storage != Storage::Stack || !allocate.size.isValue() || factsOf(function).isOnCycle[source.index()] ||
      use_.vagueSites.contains(pointsTo_.siteOf(allocate))) {
    use_.vagueSites.insert(pointsTo_.siteOf(allocate));
    return assign(path, allocate.variable, fresh(program_.pointerSort()));
  }
  const auto [it, isNew] =
      stackNumbers_.try_emplace({path.context, &allocate}, static_cast<uint32_t>(stackObjects_.size()));
  if (isNew) stackObjects_.push_back({contexts_[path.context].thread, path.context, &allocate});
  const uint64_t number = program_.objects.size() + 1 + it->second;
  if (number >= program_.layout().wildObject()) fail("too many objects");
  const bool isShared = use_.sharedSites.contains(&allocate);
  for (CellRange range : use_.ofStack[&allocate]) {
    const Term cell = isShared ? sharedStackCell(&allocate, range) : stackCell(stackObjects_[it->second], range);
    path.values[cell] = allocate.contents == Contents::Zero ? terms_.mkZero(cell.sort()) : fresh(cell.sort());
  }
  assign(path, allocate.variable, terms_.mkBv(program_.layout().width, program_.layout().address(number)));
}

bool Builder::isCut(const Path& path) const {
  const Location& location = program_[path.at];
  if (location.kind != LocationKind::Plain) return false;
  if (isInterruptible(program_, path.at)) {
    const bool waits = program_[location.out.front()].operations.front().as<Await>() != nullptr;
    if (path.regions == 0 || waits) return true;
  }
  return isByRole(path.at) || facts_.at(location.function)->loops.isHead(path.at);
}

ThreadMove Builder::moveOf(uint32_t node, const Path& path) const {
  ThreadMove move;
  move.source = node;
  move.guard = terms_.mkAnd(path.guards);
  move.values = path.values;
  move.created = path.created;
  move.joined = path.joined;
  return move;
}

void Builder::end(uint32_t node, const Path& path, ThreadMove::End end, LocationId location) {
  ThreadMove move = moveOf(node, path);
  move.end = end;
  move.location = location;
  system_.nodes[node].moves.push_back(static_cast<uint32_t>(system_.moves.size()));
  system_.moves.push_back(std::move(move));
}

std::vector<Term> Builder::liveLocals(uint32_t context, LocationId at) {
  std::vector<Term> live;
  const uint32_t thread = contexts_[context].thread;
  LocationId location = at;
  for (uint32_t c = context; c != kNone; c = contexts_[c].parent) {
    for (VariableId variable : factsOf(contexts_[c].function).liveness.liveAt(location))
      if (program_[variable].function.valid()) live.push_back(localOf(c, variable));
    for (const auto& [key, number] : stackNumbers_)
      if (key.first == c && !use_.sharedSites.contains(key.second))
        for (CellRange range : use_.ofStack[key.second]) live.push_back(stackCell(stackObjects_[number], range));
    if (contexts_[c].call.valid()) location = program_[contexts_[c].call].target;
  }
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal)
      live.push_back(threadLocals_.contains({thread, VariableId(i)}) ? threadLocals_.at({thread, VariableId(i)})
                                                                     : localOf(context, VariableId(i)));
  }
  std::ranges::sort(live, precedes);
  live.erase(std::ranges::unique(live).begin(), live.end());
  return live;
}

uint32_t Builder::nodeFor(uint32_t context, LocationId at, uint32_t regions) {
  const auto [it, isNew] =
      nodeNumbers_.try_emplace({context, at, regions}, static_cast<uint32_t>(system_.nodes.size()));
  if (isNew) {
    if (system_.nodes.size() >= limits_.nodes) fail("too many places where threads may be interrupted");
    ThreadNode& node = system_.nodes.emplace_back();
    node.thread = contexts_[context].thread;
    node.location = at;
    const std::vector<EdgeId>& out = program_[at].out;
    node.isOpen = regions == 0 ||
                  (isInterruptible(program_, at) && program_[out.front()].operations.front().as<Await>() != nullptr);
    contextOfNode_.push_back(context);
    isQueued_.push_back(false);
    isMet_.push_back(false);
  }
  return it->second;
}

void Builder::meet(uint32_t number, const std::unordered_map<Term, Term>& values) {
  const uint32_t context = contextOfNode_[number];
  ThreadNode& node = system_.nodes[number];
  const bool isFirst = !isMet_[number];
  isMet_[number] = true;
  bool hasChanged = isFirst;
  if (isFirst) {
    node.locals = liveLocals(context, node.location);
    for (Term local : node.locals)
      if (const auto known = values.find(local); known != values.end() && known->second.isValue())
        node.constants.emplace(local, known->second);
  } else {
    for (auto it = node.constants.begin(); it != node.constants.end();) {
      const auto known = values.find(it->first);
      const bool isSame = known != values.end() && known->second == it->second;
      hasChanged |= !isSame;
      it = isSame ? std::next(it) : node.constants.erase(it);
    }
  }
  if (hasChanged && !isQueued_[number]) {
    isQueued_[number] = true;
    worklist_.push_back(number);
  }
}

void Builder::arrive(uint32_t from, Path path) {
  const uint32_t target = nodeFor(path.context, path.at, path.regions);
  meet(target, path.values);
  ThreadMove move = moveOf(from, path);
  move.target = target;
  system_.nodes[from].moves.push_back(static_cast<uint32_t>(system_.moves.size()));
  system_.moves.push_back(std::move(move));
}

bool Builder::giveBack(uint32_t node, Path& path, Term value) {
  const Context context = contexts_[path.context];
  if (context.parent == kNone) {
    // The program ends with its first thread.
    if (context.thread != 0) end(node, path, ThreadMove::End::Thread);
    return false;
  }
  path.context = context.parent;
  const Edge& edge = program_[context.call];
  const Call* call = edge.operations.back().as<Call>();
  if (call->result.valid()) assign(path, call->result, value ? value : fresh(program_[call->result].sort()));
  path.at = edge.target;
  return true;
}

bool Builder::call(uint32_t node, Path& path, const Call& call, EdgeId edge) {
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) {
    end(node, path, ThreadMove::End::Obstacle, program_[edge].source);
    return false;
  }
  const Context from = contexts_[path.context];
  std::vector<Term> arguments;
  for (size_t i = 0; i < call.arguments.size(); ++i)
    arguments.push_back(
        evaluate(path, call.arguments[i], i < callee.parameters.size() && program_[callee.parameters[i]].isPointer));
  const uint32_t to = contextFor(path.context, edge, call.callee, from.thread);
  factsOf(call.callee);
  path.context = to;
  for (size_t i = 0; i < std::min(callee.parameters.size(), arguments.size()); ++i)
    assign(path, callee.parameters[i], arguments[i]);
  path.at = callee.entry;
  return true;
}

/// Whether the role says all that a call does. It is a move of its own.
bool Builder::isByRole(LocationId at) const {
  const Function& function = program_[program_[at].function];
  switch (function.role) {
  case ThreadRole::Create:
  case ThreadRole::Join:
  case ThreadRole::Detach:
    return at == function.entry;
  default:
    return false;
  }
}

void Builder::callByRole(Path& path) {
  const Context context = contexts_[path.context];
  const Function& callee = program_[context.function];
  if (callee.role == ThreadRole::Create) create(path, callee);
  if (callee.role == ThreadRole::Join) {
    path.joined.push_back(evaluate(path, program_[callee.parameters.at(0)].term));
    // What the thread returns is any value.
    const Term result = program_[callee.parameters.at(1)].term;
    const Term address = evaluate(path, result, true);
    if (!address.isValue() || !address.value().isZero()) leaveVague(path, result, callee.position);
  }
  path.context = context.parent;
  const Edge& edge = program_[context.call];
  if (const VariableId taker = edge.operations.back().as<Call>()->result; taker.valid())
    assign(path, taker, resultByRole(callee));
  path.at = edge.target;
  path.hasBegun = true;
}

/// What a creation returns, which does not fail; others may.
Term Builder::resultByRole(const Function& callee) {
  Term result;
  for (LocationId location : callee.locations)
    for (EdgeId id : program_[location].out)
      for (const Operation& operation : program_[id].operations)
        if (const Return* returns = operation.as<Return>()) {
          if (!returns->value || !returns->value.isValue() || (result && result != returns->value))
            return fresh(callee.result);
          result = returns->value;
        }
  return result ? result : fresh(callee.result);
}

/// In the context of the model, of which all that matters is whom it creates and where it says so.
void Builder::create(Path& path, const Function& callee) {
  const Spawn* spawn = nullptr;
  EdgeId edge;
  for (LocationId location : callee.locations)
    for (EdgeId id : program_[location].out)
      for (const Operation& operation : program_[id].operations)
        if (const Spawn* found = operation.as<Spawn>()) {
          if (spawn) fail("a model that creates several threads", callee.position);
          spawn = found;
          edge = id;
        }
  if (!spawn) fail("a model that creates no thread", callee.position);
  for (Term argument : spawn->arguments)
    for (Term variable : freeVariables(argument))
      if (const VariableId id = program_.variableOf(variable);
          std::ranges::find(callee.parameters, id) == callee.parameters.end())
        assign(path, id, fresh(variable.sort()));
  this->spawn(path, *spawn, edge);
  const Term handle = fresh(program_.pointerSort());
  path.values[system_.threads[path.created.back().thread].handle] = handle;
  store(path, program_[callee.parameters.at(0)].term, handle, callee.position);
}

void Builder::spawn(Path& path, const Spawn& spawn, EdgeId edge) {
  const uint32_t creator = contexts_[path.context].thread;
  // A thread that creates its own kind is one of many.
  uint32_t number = kNone;
  for (uint32_t t = creator; t != 0 && number == kNone; t = creations_[t].first)
    if (creations_[t].second == edge) number = t;
  if (number == kNone) {
    const auto [it, isNew] =
        threadNumbers_.try_emplace({creator, path.context, edge}, static_cast<uint32_t>(system_.threads.size()));
    number = it->second;
    if (isNew) {
      if (system_.threads.size() >= limits_.threads) fail("too many kinds of threads", program_[edge].position);
      const Term handle = terms_.mkFreshVariable("cell:handle", program_.pointerSort());
      system_.cells.push_back({handle, "handle of thread " + std::to_string(number), {}});
      system_.threads.push_back({spawn.callee, 0, true, handle});
      creations_.emplace_back(creator, edge);
      const uint32_t context = contextFor(kNone, edge, spawn.callee, number);
      factsOf(spawn.callee);
      system_.threads[number].start = nodeFor(context, program_[spawn.callee].entry, 0);
    }
  }
  CreatedThread created{number, {}};
  const uint32_t start = system_.threads[number].start;
  const uint32_t context = contextOfNode_[start];
  const std::vector<VariableId>& parameters = program_[spawn.callee].parameters;
  for (size_t i = 0; i < std::min(parameters.size(), spawn.arguments.size()); ++i) {
    const Term value = evaluate(path, spawn.arguments[i], program_[parameters[i]].isPointer);
    if (const StackObject* object = stackObject(value); object && creator != 0) leaveVague(object->site);
    created.values[localOf(context, parameters[i])] = value;
  }
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal && v.initial)
      created.values[localOf(context, VariableId(i))] = v.initial;
  }
  meet(start, created.values);
  path.created.push_back(std::move(created));
  assign(path, spawn.thread, fresh(program_[spawn.thread].sort()));
}

bool Builder::execute(uint32_t node, Path& path, const Operation& operation, EdgeId edge) {
  return operation.visit(
      [&](const Assign& a) {
        assign(path, a.variable, evaluate(path, a.value, program_[a.variable].isPointer));
        return true;
      },
      [&](const Input& input) {
        assign(path, input.variable, fresh(program_[input.variable].sort()));
        return true;
      },
      [&](const Load& l) {
        assign(path, l.variable, load(path, l.pointer, program_[l.variable].sort()));
        return true;
      },
      [&](const Store& s) {
        store(path, s.pointer, evaluate(path, s.value, true), operation.position);
        return true;
      },
      [&](const Allocate& a) {
        allocate(path, a, edge);
        return true;
      },
      [&](const Free&) { return true; },
      [&](const OneOf<Copy, Fill> auto& o) {
        leaveVague(path, o.target, operation.position);
        return true;
      },
      [&](const Query& query) {
        assign(path, query.variable, answer(path, query));
        return true;
      },
      [&](const Step&) { return true; },
      [&](const Spawn& s) {
        spawn(path, s, edge);
        return true;
      },
      [&](const Await& await) {
        // Where nobody can go on any more, somebody is told so.
        assign(path, await.variable, fresh(program_[await.variable].sort()));
        const Term held = load(path, await.pointer, await.value.sort());
        const Term value = evaluate(path, await.value);
        const Term goesOn = await.kind == AwaitKind::Equal      ? terms_.mkEqual(held, value)
                            : await.kind == AwaitKind::Distinct ? terms_.mkDistinct(held, value)
                                                                : terms_.mkBvSge(held, value);
        const Term told = path.values.at(localOf(path.context, await.variable));
        path.guards.push_back(terms_.mkImplies(told, goesOn));
        return true;
      },
      [&](const Atomic& atomic) {
        if (atomic.begins)
          ++path.regions;
        else if (path.regions > 0)
          --path.regions;
        return true;
      },
      [&](const Call& c) { return call(node, path, c, edge); },
      [&](const Return& r) {
        const bool isPointer = r.value && r.value.sort() == program_.pointerSort();
        return giveBack(node, path, r.value ? evaluate(path, r.value, isPointer) : Term());
      });
}

void Builder::follow(uint32_t node, Path path, const Edge& edge, EdgeId id, std::vector<Path>& open) {
  const Term guard = evaluate(path, edge.guard);
  if (guard.isFalse()) return;
  if (!guard.isTrue()) path.guards.push_back(guard);
  path.hasBegun = true;
  path.at = edge.target;
  for (const Operation& operation : edge.operations)
    if (!execute(node, path, operation, id)) return;
  open.push_back(std::move(path));
}

void Builder::followFrom(uint32_t node, Path path, std::vector<Path>& open) {
  if (path.hasBegun && isCut(path)) return arrive(node, std::move(path));
  const Location& location = program_[path.at];
  switch (location.kind) {
  case LocationKind::Plain:
    if (isByRole(path.at)) {
      callByRole(path);
      open.push_back(std::move(path));
      return;
    }
    for (EdgeId id : location.out) follow(node, path, program_[id], id, open);
    return;
  case LocationKind::Error:
    end(node, path, ThreadMove::End::Error, path.at);
    // Where all violations are looked for, executions go on behind one.
    for (EdgeId id : location.out) follow(node, path, program_[id], id, open);
    return;
  case LocationKind::Unsupported:
  case LocationKind::Limit:
    return end(node, path, ThreadMove::End::Obstacle, path.at);
  case LocationKind::ThreadEnd:
    return end(node, path, ThreadMove::End::Thread);
  case LocationKind::Exit:
  case LocationKind::Halt:
  case LocationKind::Abort:
  case LocationKind::Blocked:
    return;
  }
}

void Builder::expand(uint32_t number) {
  system_.nodes[number].moves.clear();
  Path path;
  path.context = contextOfNode_[number];
  path.at = system_.nodes[number].location;
  for (const auto& [key, node] : nodeNumbers_)
    if (node == number) path.regions = std::get<2>(key);
  for (const auto& [local, value] : system_.nodes[number].constants) path.values[local] = value;
  std::vector<Path> open{std::move(path)};
  uint32_t numPaths = 0;
  while (!open.empty()) {
    if (deadline_.expired()) fail("out of time");
    if (++numPaths > limits_.paths * 20 || open.size() > limits_.paths)
      fail("too many paths between two steps", program_[system_.nodes[number].location].position);
    Path next = std::move(open.back());
    open.pop_back();
    followFrom(number, std::move(next), open);
  }
}

/// A kind is unique if its creator is, and does not come to the place twice.
void Builder::findOutWhoIsUnique() {
  const auto successors = [&](uint32_t node, std::set<uint32_t>& seen) {
    std::vector<uint32_t> open{node};
    while (!open.empty()) {
      const uint32_t n = open.back();
      open.pop_back();
      if (!seen.insert(n).second) continue;
      for (uint32_t m : system_.nodes[n].moves)
        if (system_.moves[m].end == ThreadMove::End::Node) open.push_back(system_.moves[m].target);
    }
  };
  std::vector<std::vector<const ThreadMove*>> creators(system_.threads.size());
  for (const ThreadNode& node : system_.nodes)
    for (uint32_t m : node.moves)
      for (const CreatedThread& created : system_.moves[m].created)
        creators[created.thread].push_back(&system_.moves[m]);
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (uint32_t t = 1; t < system_.threads.size(); ++t) {
      if (!system_.threads[t].isUnique) continue;
      bool isUnique = true;
      for (const ThreadMove* move : creators[t]) {
        isUnique &= system_.threads[system_.nodes[move->source].thread].isUnique;
        isUnique &= std::ranges::count(move->created, t, &CreatedThread::thread) == 1;
        std::set<uint32_t> behind;
        if (move->end == ThreadMove::End::Node) successors(move->target, behind);
        for (const ThreadMove* other : creators[t]) {
          isUnique &= !behind.contains(other->source);
          isUnique &= system_.nodes[other->source].thread == system_.nodes[move->source].thread;
        }
      }
      if (isUnique) continue;
      system_.threads[t].isUnique = false;
      hasChanged = true;
    }
  }
}

ThreadSystem Builder::build() {
  const FunctionId entry = program_.entry();
  system_.threads.push_back({entry, 0, true, {}});
  creations_.emplace_back(0, EdgeId());
  const uint32_t context = contextFor(kNone, EdgeId(), entry, 0);
  factsOf(entry);
  system_.threads[0].start = nodeFor(context, program_[entry].entry, 0);
  std::unordered_map<Term, Term> values;
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& v = program_.variables()[i];
    if (!v.function.valid() && v.isThreadLocal && v.initial) values[localOf(context, VariableId(i))] = v.initial;
  }
  meet(system_.threads[0].start, values);
  while (!worklist_.empty()) {
    const uint32_t node = worklist_.front();
    worklist_.pop_front();
    isQueued_[node] = false;
    expand(node);
    if (hasChanged_) throw Again{};
  }
  findOutWhoIsUnique();
  for (ThreadNode& node : system_.nodes)
    std::erase_if(node.locals, [&](Term local) { return node.constants.contains(local); });
  return std::move(system_);
}

} // namespace

ThreadSystem threadSystemOf(const Program& program, const PointsTo& pointsTo, const SystemLimits& limits,
                            const Deadline& deadline) {
  MemoryUse use;
  for (uint32_t round = 0; round < 200; ++round) {
    try {
      return Builder(program, pointsTo, limits, deadline, use).build();
    } catch (const Again&) {
      continue;
    } catch (const Failure& failure) {
      ThreadSystem none;
      none.failure = failure.what;
      none.failedAt = failure.position;
      return none;
    }
  }
  ThreadSystem none;
  none.failure = "memory was not settled";
  return none;
}

} // namespace assay
