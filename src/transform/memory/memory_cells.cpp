#include "transform/memory/memory_cells.h"

#include "analysis/pointer_premises.h"
#include "analysis/points_to.h"
#include "program/graph.h"
#include "program/leak_search.h"
#include "term/bit_vector.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace assay {

namespace {

class CellsToVariables {
public:
  CellsToVariables(Program& program, size_t mostElements)
      : program_(program), terms_(program.terms()), pointsTo_(program), layout_(program.layout()),
        mostElements_(mostElements) {}
  CellsMade run();

private:
  struct Site {
    const Allocate* allocate;
    EdgeId edge;
  };
  using CellKey = std::pair<uint32_t, int64_t>; // object and offset

  void choose();
  bool isSuitable(uint32_t object) const;
  std::optional<uint64_t> sizeOf(uint32_t object) const;
  std::map<int64_t, ObjectCell> cellsOf(uint32_t object) const;
  std::vector<PointerTarget> cellsAt(const PointerSet& set) const;
  bool isOnce(const Site& site) const;
  void excludeMixed();
  void makeVariables();
  void findPointers();
  std::vector<Operation> rewrite(EdgeId edge, const std::vector<Operation>& operations);
  void rewriteAccess(const Load& load, const Operation& operation, bool isSafe, std::vector<Operation>& into);
  void rewriteAccess(const Store& store, const Operation& operation, bool isSafe, std::vector<Operation>& into);
  void beginCells(const Allocate& allocate, const Operation& operation, std::vector<Operation>& into);
  void touch(Sort accessed, Term pointer, const Operation& operation, std::vector<Operation>& into);
  bool isAlwaysDefined(const PointerSet& set, EdgeId edge, bool isFreedHere);
  bool mayBeDead(uint32_t object, EdgeId edge);
  bool isChosen(const PointerSet& set) const;
  Term isAt(Term pointer, const PointerTarget& target);
  Term cell(const PointerTarget& target) const {
    return program_[variables_.at({target.object, target.offset.base})].term;
  }
  template <class Visit>
  void forEachAccess(Visit visit) const;

  Program& program_;
  TermManager& terms_;
  const PointsTo pointsTo_;
  const PointerLayout layout_;
  const size_t mostElements_;
  std::unordered_map<uint32_t, Site> sites_; // by object
  std::vector<bool> isChosen_;               // by object
  std::vector<bool> onCycle_;                // by location
  std::map<CellKey, VariableId> variables_;
  std::unordered_map<uint32_t, VariableId> addresses_;                     // of allocated objects
  std::unordered_map<uint32_t, std::unordered_set<LocationId>> afterFree_; // by object: where it may be dead
  std::map<uint32_t, VariableId> touched_;                                 // by width: where unread loads go
};

constexpr size_t kMaxCellsOfObject = 64; // of one object

bool isReal(const PointerTarget& target) {
  return target.object != PointsTo::kZero && target.object != PointsTo::kWild;
}

/// Calls visit(pointer) for every load and store.
template <class Visit>
void CellsToVariables::forEachAccess(Visit visit) const {
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      operation.visit([&](const OneOf<Load, Store> auto& access) { visit(access.pointer); },
                      [](const OneOf<Allocate, Free, Copy, Fill, Query> auto&) {}, [](const OfVariables auto&) {},
                      NoThreads());
    }
  }
}

CellsMade CellsToVariables::run() {
  choose();
  excludeMixed();
  if (std::find(isChosen_.begin(), isChosen_.end(), true) == isChosen_.end()) return {};
  std::vector<Obligation> premises = pointerPremises(program_, pointsTo_);
  makeVariables();
  findPointers();
  // What is asked about operations is asked before any of them is replaced.
  std::vector<std::pair<EdgeId, std::vector<Operation>>> rewritten;
  for (uint32_t e = 0; e < program_.edges().size(); ++e)
    if (program_.edges()[e].source.valid())
      rewritten.emplace_back(EdgeId(e), rewrite(EdgeId(e), program_.edges()[e].operations));
  for (auto& [edge, operations] : rewritten) program_[edge].operations = std::move(operations);
  return {static_cast<unsigned>(variables_.size()), std::move(premises)};
}

void CellsToVariables::choose() {
  const bool looksForLeaks = asksForLeaks(program_);
  for (uint32_t e = 0; e < program_.edges().size(); ++e) {
    const Edge& edge = program_.edges()[e];
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations)
      if (const Allocate* allocate = operation.as<Allocate>())
        sites_[pointsTo_.siteOf(*allocate)] = {allocate, EdgeId(e)};
  }
  onCycle_ = locationsOnCycles(program_, FlowGraph(program_, program_.entry()));
  isChosen_.assign(pointsTo_.numObjects() + 1, false);
  for (uint32_t object = 1; object < isChosen_.size(); ++object)
    isChosen_[object] = (pointsTo_.isStatic(object) || !looksForLeaks) && isSuitable(object);
}

/// The entry is not called, so what is not on a cycle of it is executed once.
bool CellsToVariables::isOnce(const Site& site) const {
  const LocationId source = program_[site.edge].source;
  return program_[source].function == program_.entry() && !onCycle_[source.index()];
}

/// Of an object that could become variables.
std::optional<uint64_t> CellsToVariables::sizeOf(uint32_t object) const {
  if (pointsTo_.isStatic(object))
    return program_.objects[object].constant ? std::nullopt : std::optional<uint64_t>(program_.objects[object].size);
  const auto site = sites_.find(object);
  if (site == sites_.end() || !isOnce(site->second)) return std::nullopt;
  const Term bytes = site->second.allocate->size;
  if (bytes.kind() != Kind::BvConst) return std::nullopt;
  return bytes.value().toUint64();
}

/// By offset. Where offsets are known modulo a stride alone: as many as the object has room for.
std::map<int64_t, ObjectCell> CellsToVariables::cellsOf(uint32_t object) const {
  const ObjectShape& shape = pointsTo_.accesses(object);
  if (shape.stride == 0) return shape.cells;
  std::map<int64_t, ObjectCell> cells;
  for (const auto& [offset, cell] : shape.cells)
    for (int64_t at = offset; static_cast<uint64_t>(at) + cell.size <= *sizeOf(object);
         at += static_cast<int64_t>(shape.stride))
      cells.emplace(at, cell);
  return cells;
}

bool CellsToVariables::isSuitable(uint32_t object) const {
  if (!pointsTo_.hasCells(object)) return false;
  const std::optional<uint64_t> size = sizeOf(object);
  if (!size) return false;
  const ObjectShape& shape = pointsTo_.accesses(object);
  if (shape.stride != 0) {
    if (*size / shape.stride * shape.cells.size() > mostElements_) return false;
    const size_t number = cellsOf(object).size();
    return number > 0 && number <= mostElements_;
  }
  return !shape.cells.empty() && shape.cells.size() <= kMaxCellsOfObject &&
         std::all_of(shape.cells.begin(), shape.cells.end(), [&](const auto& entry) {
           return entry.first >= 0 && entry.second.size <= *size &&
                  static_cast<uint64_t>(entry.first) <= *size - entry.second.size;
         });
}

/// What an access may mean, if it is defined.
std::vector<PointerTarget> CellsToVariables::cellsAt(const PointerSet& set) const {
  std::vector<PointerTarget> result;
  for (const PointerTarget& target : set.targets) {
    if (!isReal(target)) continue;
    const auto end = variables_.upper_bound({target.object, INT64_MAX});
    for (auto it = variables_.lower_bound({target.object, INT64_MIN}); it != end; ++it)
      if (target.offset.contains(it->first.second)) result.push_back({target.object, {it->first.second, 0}});
  }
  return result;
}

// An access to a chosen object and to another one would have to be done both ways.
void CellsToVariables::excludeMixed() {
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    forEachAccess([&](Term pointer) {
      const PointerSet set = pointsTo_.of(pointer);
      const auto isOut = [&](const PointerTarget& target) { return isReal(target) && !isChosen_[target.object]; };
      if (std::none_of(set.targets.begin(), set.targets.end(), isOut)) return;
      for (const PointerTarget& target : set.targets)
        if (isReal(target) && isChosen_[target.object]) {
          isChosen_[target.object] = false;
          isChanged = true;
        }
    });
  }
}

/// Pointers, floats and unsigned numbers, if the cell is the whole object.
TypeClass typeClassOf(const std::string& type) {
  const auto has = [&](std::string_view word) { return type.find(word) != std::string::npos; };
  if (type.empty()) return TypeClass::Unknown;
  if (has("*")) return TypeClass::Pointer;
  if (has("float") || has("double")) return TypeClass::Float;
  return has("unsigned") || has("size_t") ? TypeClass::Unsigned
         : has("int") || has("long")      ? TypeClass::Signed
                                          : TypeClass::Unknown;
}

void CellsToVariables::makeVariables() {
  for (uint32_t object = 1; object < isChosen_.size(); ++object) {
    if (!isChosen_[object]) continue;
    const bool isStatic = pointsTo_.isStatic(object);
    const std::string name = isStatic ? program_.objects[object].name : sites_.at(object).allocate->name;
    const uint64_t size =
        isStatic ? program_.objects[object].size : sites_.at(object).allocate->size.value().toUint64();
    const bool isNamed = isStatic || sites_.at(object).allocate->storage == Storage::Stack;
    for (const auto& [offset, cell] : cellsOf(object)) {
      const VariableId made =
          program_.addVariable(FunctionId(), name + "." + std::to_string(offset), terms_.bvSort(8 * cell.size));
      Variable& variable = program_[made];
      if (isNamed && cell.size == size) variable.sourceName = name;
      if (isStatic && cell.size == size) variable.typeClass = typeClassOf(program_.objects[object].type);
      const bool isPointer =
          !cell.value.isAny && std::any_of(cell.value.targets.begin(), cell.value.targets.end(), isReal);
      if (isPointer) variable.typeClass = TypeClass::Pointer;
      BitVector initial = BitVector::zero(8 * cell.size);
      if (isStatic)
        for (uint32_t i = 0; i < cell.size; ++i) {
          const auto& bytes = program_.objects[object].bytes;
          if (const uint64_t at = static_cast<uint64_t>(offset) + i; at < bytes.size())
            initial = initial.or_(BitVector(8 * cell.size, bytes[at]).shl(8 * i));
        }
      variable.initial = terms_.mkBv(initial);
      variables_[{object, offset}] = made;
    }
    if (isStatic) continue;
    const VariableId address = program_.addPointer(FunctionId(), "&" + name);
    program_[address].typeClass = TypeClass::Pointer;
    program_[address].initial = terms_.mkBv(layout_.width, 0);
    addresses_[object] = address;
  }
}

/// A cell is a pointer if all that is stored there is one, and all that is loaded from there is taken for one.
void CellsToVariables::findPointers() {
  for (const auto& [key, variable] : variables_)
    program_[variable].isPointer = program_[variable].sort() == program_.pointerSort();
  const auto noteNumber = [&](Term pointer) {
    for (const PointerTarget& target : cellsAt(pointsTo_.of(pointer)))
      program_[variables_.at({target.object, target.offset.base})].isPointer = false;
  };
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      operation.visit(
          [&](const Load& load) {
            if (!program_[load.variable].isPointer) noteNumber(load.pointer);
          },
          [&](const Store& store) {
            if (!store.value.isValue() && !pointsTo_.isPointer(store.value)) noteNumber(store.pointer);
          },
          [](const OneOf<Allocate, Free, Copy, Fill, Query> auto&) {}, [](const OfVariables auto&) {}, NoThreads());
    }
  }
}

bool CellsToVariables::isChosen(const PointerSet& set) const {
  return std::any_of(set.targets.begin(), set.targets.end(),
                     [&](const PointerTarget& target) { return isReal(target) && isChosen_[target.object]; });
}

Term CellsToVariables::isAt(Term pointer, const PointerTarget& target) {
  const Term start = pointsTo_.isStatic(target.object) ? terms_.mkBv(layout_.width, layout_.address(target.object))
                                                       : program_[addresses_.at(target.object)].term;
  const Term place = terms_.mkBvAdd(start, terms_.mkBv(layout_.width, static_cast<uint64_t>(target.offset.base)));
  return terms_.mkEqual(pointer, place);
}

/// Whether an object that something may free can be dead at the edge's start.
bool CellsToVariables::mayBeDead(uint32_t object, EdgeId edge) {
  const auto [known, isNew] = afterFree_.try_emplace(object);
  std::unordered_set<LocationId>& reached = known->second;
  if (isNew) {
    std::vector<LocationId> stack;
    for (const Edge& candidate : program_.edges()) {
      if (!candidate.source.valid()) continue;
      for (const Operation& operation : candidate.operations) {
        const Free* free = operation.as<Free>();
        if (!free) continue;
        const PointerSet set = pointsTo_.of(free->pointer);
        if (set.isAny || std::any_of(set.targets.begin(), set.targets.end(),
                                     [&](const PointerTarget& target) { return target.object == object; }))
          stack.push_back(candidate.target);
      }
    }
    while (!stack.empty()) {
      const LocationId location = stack.back();
      stack.pop_back();
      if (!reached.insert(location).second) continue;
      for (EdgeId out : program_[location].out) stack.push_back(program_[out].target);
    }
  }
  return reached.contains(program_[edge].source);
}

// One object, alive. A set of several objects has no other values either, but the one that is meant may be dead.
bool CellsToVariables::isAlwaysDefined(const PointerSet& set, EdgeId edge, bool isFreedHere) {
  for (const PointerTarget& target : set.targets) {
    if (!isReal(target) || !variables_.contains({target.object, target.offset.base}) || !target.offset.isExact())
      return false;
    if (!pointsTo_.isStatic(target.object) && (isFreedHere || mayBeDead(target.object, edge))) return false;
  }
  return true;
}

void CellsToVariables::touch(Sort accessed, Term pointer, const Operation& operation, std::vector<Operation>& into) {
  const Sort sort = terms_.bvSort(accessed.isBool() ? 8 : (accessed.width() + 7) / 8 * 8);
  const auto [known, isNew] = touched_.try_emplace(sort.width());
  if (isNew) {
    known->second = program_.addVariable(FunctionId(), "touched", sort);
    program_[known->second].initial = terms_.mkZero(sort);
  }
  into.push_back({Load{known->second, pointer}, operation.position});
}

void CellsToVariables::rewriteAccess(const Load& load, const Operation& operation, bool isSafe,
                                     std::vector<Operation>& into) {
  const Sort sort = program_[load.variable].sort();
  const PointerSet set = pointsTo_.of(load.pointer);
  if (!isSafe) touch(sort, load.pointer, operation, into);
  Term value;
  for (const PointerTarget& target : cellsAt(set))
    value = value.isNull() ? cell(target) : terms_.mkIte(isAt(load.pointer, target), cell(target), value);
  if (value.isNull()) value = terms_.mkZero(terms_.bvSort(sort.isBool() ? 8 : sort.width())); // it is never defined
  value = terms_.mkBvExtract(value, (sort.isBool() ? 1 : sort.width()) - 1, 0);
  into.push_back({Assign{load.variable, sort.isBool() ? terms_.mkBvToBool(value) : value}, operation.position});
}

void CellsToVariables::rewriteAccess(const Store& store, const Operation& operation, bool isSafe,
                                     std::vector<Operation>& into) {
  const Sort sort = store.value.sort();
  const PointerSet set = pointsTo_.of(store.pointer);
  if (!isSafe) touch(sort, store.pointer, operation, into);
  const std::vector<PointerTarget> targets = cellsAt(set);
  for (const PointerTarget& target : targets) {
    const uint32_t width = cell(target).sort().width();
    const Term bytes =
        sort.isBool() ? terms_.mkBoolToBv(store.value, width) : terms_.mkBvZeroResize(store.value, width);
    const Term value = targets.size() == 1 ? bytes : terms_.mkIte(isAt(store.pointer, target), bytes, cell(target));
    into.push_back({Assign{program_.variableOf(cell(target)), value}, operation.position});
  }
}

std::vector<Operation> CellsToVariables::rewrite(EdgeId edge, const std::vector<Operation>& operations) {
  std::vector<Operation> result;
  bool isFreedHere = false;
  for (const Operation& operation : operations)
    operation.visit(
        [&](const OneOf<Load, Store> auto& access) {
          const PointerSet set = pointsTo_.of(access.pointer);
          if (isChosen(set))
            rewriteAccess(access, operation, isAlwaysDefined(set, edge, isFreedHere), result);
          else
            result.push_back(operation);
        },
        [&](const Allocate& allocate) {
          result.push_back(operation);
          beginCells(allocate, operation, result);
        },
        [&](const Free&) {
          isFreedHere = true;
          result.push_back(operation);
        },
        [&](const OneOf<Copy, Fill, Query> auto&) { result.push_back(operation); },
        [&](const OfVariables auto&) { result.push_back(operation); }, NoThreads());
  return result;
}

/// What the variables of a new object's cells hold, if there are any.
void CellsToVariables::beginCells(const Allocate& allocate, const Operation& operation, std::vector<Operation>& into) {
  const uint32_t object = pointsTo_.siteOf(allocate);
  if (!isChosen_[object]) return;
  const Term address = program_[allocate.variable].term;
  into.push_back({Assign{addresses_.at(object), address}, operation.position});
  for (const auto& [offset, contents] : cellsOf(object)) {
    const VariableId variable = variables_.at({object, offset});
    const Term place = terms_.mkBvAdd(address, terms_.mkBv(layout_.width, static_cast<uint64_t>(offset)));
    if (allocate.contents == Contents::Any) // an input of its own kind, which only a load gives
      into.push_back({Load{variable, place}, operation.position});
    else
      into.push_back({Assign{variable, terms_.mkZero(program_[variable].sort())}, operation.position});
  }
}

} // namespace

CellsMade cellsToVariables(Program& program, size_t mostElements) {
  return CellsToVariables(program, mostElements).run();
}

} // namespace assay
