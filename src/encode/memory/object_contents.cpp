#include "encode/memory/object_contents.h"

#include <algorithm>

namespace assay {

namespace {

constexpr uint64_t kMaxOffsets = 40;           // of an access at a symbolic offset, as cells
constexpr size_t kMaxCells = 1 << 20;          // of one object
constexpr uint64_t kMaxInitialBytes = 1 << 16; // of one that becomes an array

/// The object, to be changed: in place if no other state has it.
MemoryObject& own(MemoryObjects& memory, MemoryTarget& target) {
  target.object.reset();
  MemoryObjectPtr& slot = memory.edit(target.number);
  if (slot.use_count() > 1) slot = std::make_shared<MemoryObject>(*slot);
  return const_cast<MemoryObject&>(*slot); // was made as one that can be changed, and nobody else looks at it
}

} // namespace

ObjectContents::ObjectContents(const Program& program, const PointsTo& pointsTo, MemoryTargets& targets)
    : pointsTo_(pointsTo), terms_(program.terms()), layout_(program.layout()), targets_(targets),
      elements_(program.terms(), targets.pointers()) {}

/// Bytes that something unknown has written, as far as the points-to analysis knows.
Term ObjectContents::anyContents(uint32_t object, uint64_t offset, uint32_t size) {
  if (object != 0 && 8 * size == layout_.width) {
    const ObjectShape& accesses = pointsTo_.accesses(object);
    if (accesses.isUniform) {
      const auto cell =
          accesses.cells.find(static_cast<int64_t>(accesses.stride == 0 ? offset : offset % accesses.stride));
      if (cell != accesses.cells.end() && cell->second.size == size)
        if (const Term value = targets_.anyPointer(cell->second.value)) return value;
    }
  }
  return terms_.mkFreshVariable("kiki!bytes", terms_.bvSort(8 * size));
}

void ObjectContents::initialPieces(InitialContents& initial, uint64_t offset, uint64_t end,
                                   std::vector<MemoryPiece>& result) {
  if (offset >= end) return;
  if (initial.kind != InitialContents::Kind::Any) {
    const uint32_t size = static_cast<uint32_t>(end - offset);
    BitVector value = BitVector::zero(8 * size);
    if (initial.kind == InitialContents::Kind::Bytes)
      for (uint32_t i = 0; i < size; ++i)
        if (offset + i < initial.object->bytes.size() && initial.object->bytes[offset + i] != 0)
          value = value.or_(BitVector(8 * size, initial.object->bytes[offset + i]).shl(8 * i));
    result.push_back({offset, size, terms_.mkBv(value)});
    return;
  }
  if (initial.array) {
    const uint32_t size = static_cast<uint32_t>(end - offset);
    result.push_back({offset, size, elements_.read(initial.array, initial.unit, word(offset), size)});
    return;
  }
  unknownPieces(initial, offset, end, result);
}

/// Variables, as they were made before or are made now.
void ObjectContents::unknownPieces(InitialContents& initial, uint64_t offset, uint64_t end,
                                   std::vector<MemoryPiece>& result) {
  auto& unknown = initial.unknown;
  while (offset < end) {
    auto next = unknown.upper_bound(offset); // the first variable behind the offset
    if (next != unknown.begin()) {
      const auto& [start, variable] = *std::prev(next);
      if (offset < start + variable.first) {
        const uint64_t stop = std::min<uint64_t>(end, start + variable.first);
        result.push_back({offset, static_cast<uint32_t>(stop - offset),
                          terms_.mkBvExtract(variable.second, static_cast<uint32_t>(8 * (stop - start) - 1),
                                             static_cast<uint32_t>(8 * (offset - start)))});
        offset = stop;
        continue;
      }
    }
    const uint64_t stop = next == unknown.end() ? end : std::min(end, next->first);
    const uint32_t size = static_cast<uint32_t>(stop - offset);
    const Term variable = anyContents(initial.origin, offset, size);
    unknown.emplace(offset, std::pair(size, variable));
    result.push_back({offset, size, variable});
    offset = stop;
  }
}

std::vector<MemoryPiece> ObjectContents::pieces(const MemoryObject& object, uint64_t offset, uint32_t size) {
  if (object.array) return {{offset, size, read(object, offset, size)}};
  std::vector<MemoryPiece> result;
  const uint64_t end = offset + size;
  auto cell = object.cells.upper_bound(offset);
  if (cell != object.cells.begin() && std::prev(cell)->first + std::prev(cell)->second.size > offset) --cell;
  for (; cell != object.cells.end() && cell->first < end; ++cell) {
    const uint64_t start = cell->first, stop = start + cell->second.size;
    if (offset < start) {
      initialPieces(*object.initial, offset, start, result);
      offset = start;
    }
    const uint64_t until = std::min(stop, end);
    result.push_back({offset, static_cast<uint32_t>(until - offset),
                      terms_.mkBvExtract(cell->second.value, static_cast<uint32_t>(8 * (until - start) - 1),
                                         static_cast<uint32_t>(8 * (offset - start)))});
    offset = until;
  }
  initialPieces(*object.initial, offset, end, result);
  return result;
}

Term ObjectContents::read(const MemoryObject& object, uint64_t offset, uint32_t size) {
  if (object.array) return elements_.read(object.array, object.initial->unit, word(offset), size);
  Term value;
  for (const MemoryPiece& piece : pieces(object, offset, size))
    value = value.isNull() ? piece.value : terms_.mkBvConcat(piece.value, value);
  return value;
}

void ObjectContents::write(MemoryObject& object, uint64_t offset, uint32_t size, Term value) {
  if (object.array) {
    object.array = elements_.write(object.array, object.initial->unit, word(offset), size, value);
    return;
  }
  const uint64_t end = offset + size;
  auto cell = object.cells.upper_bound(offset);
  if (cell != object.cells.begin() && std::prev(cell)->first + std::prev(cell)->second.size > offset) --cell;
  while (cell != object.cells.end() && cell->first < end) {
    const uint64_t start = cell->first, stop = start + cell->second.size;
    const Term old = cell->second.value;
    cell = object.cells.erase(cell);
    if (start < offset)
      object.cells[start] = {static_cast<uint32_t>(offset - start),
                             terms_.mkBvExtract(old, static_cast<uint32_t>(8 * (offset - start) - 1), 0)};
    if (stop > end)
      object.cells[end] = {static_cast<uint32_t>(stop - end),
                           terms_.mkBvExtract(old, static_cast<uint32_t>(8 * (stop - start) - 1),
                                              static_cast<uint32_t>(8 * (end - start)))};
  }
  object.cells[offset] = {size, value};
  if (object.cells.size() > kMaxCells) throw NotEncoded("too large an object");
}

Term ObjectContents::initialArray(InitialContents& initial) {
  if (initial.array) return initial.array;
  const uint32_t unit = initial.unit;
  const Sort sort = terms_.arraySort(terms_.bvSort(layout_.width), terms_.bvSort(8 * unit));
  Term array;
  std::vector<uint64_t> special; // elements that differ from what the array begins with
  if (initial.kind == InitialContents::Kind::Any) {
    initial.arrayVariable = array = terms_.mkFreshVariable("kiki!array", sort);
    for (const auto& [offset, variable] : initial.unknown)
      for (uint64_t at = offset / unit; at * unit < offset + variable.first; ++at) special.push_back(at);
    special.erase(std::unique(special.begin(), special.end()), special.end());
  } else {
    array = terms_.mkConstArray(sort, terms_.mkBv(8 * unit, 0));
    if (initial.kind == InitialContents::Kind::Bytes) {
      const auto& bytes = initial.object->bytes;
      if (bytes.size() > kMaxInitialBytes) throw NotEncoded("a large initialised object");
      for (uint64_t at = 0; at * unit < bytes.size(); ++at) special.push_back(at);
    }
  }
  for (uint64_t at : special) {
    std::vector<MemoryPiece> parts;
    initialPieces(initial, at * unit, (at + 1) * unit, parts);
    Term value;
    for (const MemoryPiece& part : parts) value = value.isNull() ? part.value : terms_.mkBvConcat(part.value, value);
    array = terms_.mkStore(array, word(at), value);
  }
  initial.array = array;
  return array;
}

void ObjectContents::becomeArray(MemoryObject& object, uint32_t unit) {
  if (object.array) return;
  if (object.initial->unit == 0) object.initial->unit = unit;
  Term array = initialArray(*object.initial);
  for (const auto& [offset, cell] : object.cells)
    array = elements_.write(array, object.initial->unit, word(offset), cell.size, cell.value);
  object.cells.clear();
  object.array = array;
}

std::optional<std::vector<uint64_t>> ObjectContents::offsets(const MemoryTarget& target, uint32_t size) {
  const Term objectSize = target.object->size;
  const uint64_t limit = objectSize.isValue() ? objectSize.value().toUint64() : layout_.maxObjectSize();
  std::vector<uint64_t> result;
  const auto add = [&](uint64_t offset) {
    if (size <= limit && offset <= limit - size) result.push_back(offset);
  };
  if (const auto constants = targets_.pointers().constants(target.offset)) {
    for (uint64_t offset : *constants) add(offset);
    return result;
  }
  const auto [modulus, remainder] = targets_.pointers().congruence(target.offset, 1 << 16);
  if (limit / modulus > kMaxOffsets) return std::nullopt;
  for (uint64_t offset = remainder; offset < limit; offset += modulus) add(offset);
  return result;
}

uint32_t ObjectContents::unitFor(const MemoryTarget& target, uint32_t size) {
  const uint32_t unit = target.object->initial->unit;
  return unit != 0 ? unit : elements_.unitFor(target.offset, size);
}

Term ObjectContents::readTarget(const MemoryTarget& target, uint32_t size) {
  if (target.object->array)
    return elements_.read(target.object->array, target.object->initial->unit, target.offset, size);
  const auto possible = offsets(target, size);
  if (!possible) {
    MemoryObject object = *target.object;
    becomeArray(object, unitFor(target, size));
    return elements_.read(object.array, object.initial->unit, target.offset, size);
  }
  Term value;
  for (uint64_t offset : *possible) {
    const Term here = read(*target.object, offset, size);
    value = value.isNull() ? here : terms_.mkIte(terms_.mkEqual(target.offset, word(offset)), here, value);
  }
  return value;
}

void ObjectContents::writeTarget(MemoryObjects& memory, MemoryTarget& target, uint32_t size, Term value) {
  const bool isArray = !target.object->array.isNull();
  const auto possible = isArray ? std::nullopt : offsets(target, size);
  const uint32_t unit = isArray || possible ? 0 : unitFor(target, size);
  MemoryObject& changed = own(memory, target);
  if (possible) {
    for (uint64_t offset : *possible) {
      const Term isHere = terms_.mkAnd(target.isHere, terms_.mkEqual(target.offset, word(offset)));
      if (isHere.isFalse()) continue;
      write(changed, offset, size, isHere.isTrue() ? value : terms_.mkIte(isHere, value, read(changed, offset, size)));
    }
  } else {
    if (!isArray) becomeArray(changed, unit);
    const Term written = elements_.write(changed.array, changed.initial->unit, target.offset, size, value);
    changed.array = terms_.mkIte(target.isHere, written, changed.array);
  }
}

MemoryObjectPtr ObjectContents::merged(const MemoryObject& into, const MemoryObject& from, Term isFrom) {
  if (into.isAlive.isFalse() || from.isAlive.isFalse()) { // contents matter only where it is alive
    auto result = std::make_shared<MemoryObject>(into.isAlive.isFalse() ? from : into);
    result->isAlive = terms_.mkIte(isFrom, from.isAlive, into.isAlive);
    return result;
  }
  auto result = std::make_shared<MemoryObject>(into);
  result->isAlive = terms_.mkIte(isFrom, from.isAlive, into.isAlive);
  result->size = terms_.mkIte(isFrom, from.size, into.size);
  const bool isOther = into.initial != from.initial; // then every byte may differ
  const bool isSmall =
      into.size.isValue() && into.size == from.size && into.size.value().toUint64() <= kMaxWrittenBytes;
  if (into.array || from.array || (isOther && !isSmall)) {
    MemoryObject other = from;
    const uint32_t unit = std::max({into.initial->unit, from.initial->unit, 1u});
    becomeArray(*result, unit);
    becomeArray(other, unit);
    if (other.initial->unit != result->initial->unit) throw NotEncoded("arrays of different elements meet");
    result->array = terms_.mkIte(isFrom, other.array, result->array);
    return result;
  }
  if (isOther) {
    result->cells.clear();
    for (const MemoryPiece& piece : pieces(into, 0, static_cast<uint32_t>(into.size.value().toUint64())))
      result->cells[piece.offset] = chosen(into, from, isFrom, piece.offset, piece.size);
    return result;
  }
  mergeCells(*result, into, from, isFrom);
  return result;
}

/// What the bytes are after a join.
MemoryCell ObjectContents::chosen(const MemoryObject& into, const MemoryObject& from, Term isFrom, uint64_t offset,
                                  uint32_t size) {
  const Term mine = read(into, offset, size), other = read(from, offset, size);
  return {size, terms_.mkIte(isFrom, other, mine)};
}

/// Both have the same initial contents; the result has the cells of `into`.
void ObjectContents::mergeCells(MemoryObject& result, const MemoryObject& into, const MemoryObject& from, Term isFrom) {
  for (const auto& [offset, cell] : into.cells) {
    const auto same = from.cells.find(offset);
    if (same == from.cells.end() || !(same->second == cell))
      result.cells[offset] = chosen(into, from, isFrom, offset, cell.size);
  }
  for (const auto& [offset, cell] : from.cells) {
    uint64_t at = offset;
    const uint64_t end = offset + cell.size;
    const auto addUntil = [&](uint64_t stop) {
      if (at < stop) result.cells[at] = chosen(into, from, isFrom, at, static_cast<uint32_t>(stop - at));
    };
    auto mine = into.cells.upper_bound(at);
    if (mine != into.cells.begin() && std::prev(mine)->first + std::prev(mine)->second.size > at) --mine;
    for (; mine != into.cells.end() && mine->first < end; ++mine) {
      addUntil(mine->first);
      at = mine->first + mine->second.size;
    }
    addUntil(end);
  }
}

} // namespace assay
