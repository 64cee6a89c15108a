#include "transform/memory/free/contents.h"

#include "term/bit_vector.h"

#include <algorithm>

namespace assay {

void DeadObjects::beginEdge(LocationId source) {
  source_ = source;
  hasFreed_ = false;
}

bool DeadObjects::mayBeDead(uint32_t object) {
  auto known = afterFree_.find(object);
  if (known == afterFree_.end()) known = afterFree_.emplace(object, findReached(object)).first;
  return hasFreed_ || known->second.contains(source_);
}

/// Locations behind edges that may end the object's life.
std::set<LocationId> DeadObjects::findReached(uint32_t object) const {
  std::set<LocationId> reached;
  std::vector<LocationId> work;
  for (const Edge& edge : program_.edges()) {
    if (!edge.source.valid()) continue;
    for (const Operation& operation : edge.operations) {
      const Free* free = operation.as<Free>();
      if (!free) continue;
      const PointerSet set = pointsTo_.of(free->pointer);
      const bool isMeant = set.isAny || std::any_of(set.targets.begin(), set.targets.end(),
                                                    [&](const PointerTarget& t) { return t.object == object; });
      if (isMeant) work.push_back(edge.target);
    }
  }
  while (!work.empty()) {
    const LocationId location = work.back();
    work.pop_back();
    if (!reached.insert(location).second) continue;
    for (EdgeId out : program_[location].out) work.push_back(program_[out].target);
  }
  return reached;
}

MemoryContents::MemoryContents(const MemoryContext& context, const ObjectConditions& conditions, DeadObjects& dead,
                               MemoryPathWriter& writer)
    : context_(context), conditions_(conditions), dead_(dead), writer_(writer), terms_(context.terms),
      memory_(context.memory), table_(context.table), variables_(context.variables) {}

void MemoryContents::load(MemoryPath& path, const Load& load, const Operation& operation) {
  const Sort sort = context_.program[load.variable].sort();
  const uint32_t bytes = sort.isBool() ? 1 : (sort.width() + 7) / 8;
  const MemoryAccess access = accessTo(context_, load.pointer);
  requireAccess(path, access, memory_.word(bytes), false, operation);
  const Term value = read(access, bytes);
  const Term fitting = terms_.mkBvExtract(value, (sort.isBool() ? 1 : sort.width()) - 1, 0);
  writer_.assign(path, load.variable, sort.isBool() ? terms_.mkBvToBool(fitting) : fitting);
}

void MemoryContents::store(MemoryPath& path, const Store& store, const Operation& operation) {
  const Sort sort = store.value.sort();
  const uint32_t bytes = sort.isBool() ? 1 : (sort.width() + 7) / 8;
  const MemoryAccess access = accessTo(context_, store.pointer);
  requireAccess(path, access, memory_.word(bytes), true, operation);
  write(path, access,
        sort.isBool() ? terms_.mkBoolToBv(store.value, 8) : terms_.mkBvZeroResize(store.value, 8 * bytes));
}

void MemoryContents::requireAccess(MemoryPath& path, const MemoryAccess& access, Term bytes, bool isWrite,
                                   const Operation& operation) {
  using Part = CheckedAccesses::Part;
  if (context_.checked.isDefined(operation, isWrite ? Part::Writes : Part::Reads)) return;
  if (isAlwaysAccessible(access.set, bytes, isWrite)) return;
  const Term isNothing = terms_.mkEqual(bytes, memory_.word(0));
  const Term isDefined = terms_.mkOr(isNothing, conditions_.isAccessible(access, bytes, isWrite));
  const bool isConstant = bytes.kind() == Kind::BvConst;
  const std::string count = isConstant ? bytes.value().toString() : "some";
  writer_.require(
      path, isDefined,
      writer_.undefined(path, (isWrite ? "write of " : "read of ") + count + (count == "1" ? " byte" : " bytes")));
}

bool MemoryContents::isAlwaysAccessible(const PointerSet& set, Term bytes, bool isWrite) {
  if (set.isAny || set.targets.empty() || bytes.kind() != Kind::BvConst) return false;
  return std::all_of(set.targets.begin(), set.targets.end(), [&](const PointerTarget& target) {
    if (!isRealTarget(target) || !target.offset.isExact()) return false;
    const MemoryObjectTable::Object& object = table_[target.object];
    const int64_t offset = target.offset.base;
    const uint64_t count = bytes.value().toUint64();
    const bool isInside = offset >= 0 && object.size && count <= *object.size &&
                          static_cast<uint64_t>(offset) <= *object.size - count && !(isWrite && object.isConstant);
    if (!isInside || !object.site) return isInside;
    return table_.isOnce(target.object) && !context_.hasCalls && !dead_.mayBeDead(target.object);
  });
}

/// Whether the object pointed into is one of those that begin with anything.
Term MemoryContents::holdsAnything(const MemoryAccess& access) const {
  const std::vector<uint32_t> objects = table_.objectsOf(access.set);
  const bool isStaticElse = std::all_of(objects.begin(), objects.end(), [&](uint32_t object) {
    return table_[object].beginsWithAnything || !table_[object].site ||
           table_[object].array == MemoryObjectTable::kNone;
  });
  const Term number = memory_.numberOf(access.pointer);
  if (isStaticElse) return terms_.mkBvUlt(memory_.object(context_.program.objects.size()), number);
  return conditions_.hasState(number, MemoryVariables::kAnything);
}

Term MemoryContents::read(const MemoryAccess& access, uint32_t bytes) const {
  Term value;
  for (uint32_t i : access.arrays) {
    const Term one =
        memory_.read(table_.arrays()[i], variables_.contents[i].term, access.pointer, bytes, access.alignment);
    value = value.isNull() ? one : terms_.mkIte(holdsAnything(access), one, value);
  }
  return value.isNull() ? terms_.mkBv(8 * bytes, 0) : value; // then it is never defined
}

void MemoryContents::write(MemoryPath& path, const MemoryAccess& access, Term value) {
  for (uint32_t i : access.arrays) {
    if (!variables_.contents[i].valid()) continue;
    const ContentsArray& array = table_.arrays()[i];
    Term condition;
    if (access.arrays.size() > 1) {
      condition = holdsAnything(access);
      if (!array.beginsWithAnything) condition = terms_.mkNot(condition);
    }
    writer_.assign(
        path, variables_.contents[i],
        memory_.write(array, variables_.contents[i].term, access.pointer, value, access.alignment, condition));
  }
}

} // namespace assay
