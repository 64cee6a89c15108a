#include "encode/memory_encoder.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

constexpr size_t kMaxPlaces = 48;     // of elements of arrays, at which invariants are used
constexpr size_t kMaxWays = 12;       // of a pointer of which only the points-to set is known
constexpr size_t kMaxTargets = 24;    // of a pointer of which nothing is known
constexpr uint64_t kMaxOffsets = 40;  // of an access at a symbolic offset, as cells
constexpr uint64_t kMaxBytes = 2048;  // of a copy or fill
constexpr size_t kMaxCells = 1 << 20; // of one object

Term toBytes(TermManager& terms, Term value) {
  if (value.sort().isBool()) return terms.mkBoolToBv(value, 8);
  return terms.mkBvZeroResize(value, (value.sort().width() + 7) / 8 * 8);
}

} // namespace

MemoryEncoder::MemoryEncoder(const Program& program, const PointsTo& pointsTo,
                             const std::set<const Allocate*>& repeated)
    : program_(program), pointsTo_(pointsTo), terms_(program.terms()), pointers_(program.terms(), program.layout()),
      allocated_(pointsTo.numObjects() + 1), isRepeated_(pointsTo.numObjects() + 1),
      nextNumber_(pointsTo.numObjects() + 1) {
  for (const Allocate* allocate : repeated) isRepeated_[pointsTo.siteOf(*allocate)] = true;
}

void MemoryEncoder::begin(MemoryObjects& memory) {
  for (uint32_t number = 1; number <= program_.objects().size(); ++number) {
    const StaticObject& object = program_.object(number);
    auto made = std::make_shared<MemoryObject>();
    made->isAlive = terms_.mkTrue();
    made->size = word(object.size);
    made->isConstant = object.constant;
    made->initial = std::make_shared<InitialContents>();
    made->initial->kind = InitialContents::Kind::Bytes;
    made->initial->object = &object;
    made->initial->origin = number;
    memory.set(number, std::move(made));
  }
}

Term MemoryEncoder::allocate(MemoryObjects& memory, const Allocate& operation, Term size, Term guard) {
  const uint32_t site = pointsTo_.siteOf(operation);
  const uint64_t number = isRepeated_[site] ? nextNumber_ : site;
  if (number >= program_.layout().wildObject()) throw NotEncoded("too many objects");
  auto made = std::make_shared<MemoryObject>();
  made->isAlive = terms_.mkTrue();
  made->size = size;
  made->isHeap = operation.storage == Storage::Heap;
  made->isStack = !made->isHeap;
  if (const auto known = initialOf_.find(site); known != initialOf_.end()) {
    made->initial = known->second;
  } else {
    made->initial = std::make_shared<InitialContents>();
    made->initial->kind =
        operation.contents == Contents::Any ? InitialContents::Kind::Any : InitialContents::Kind::Zero;
    made->initial->origin = site;
    allocated_[site].push_back(number);
    if (isRepeated_[site])
      ++nextNumber_;
    else
      initialOf_.emplace(site, made->initial);
  }
  allocations_.push_back({guard, made->initial});
  memory.set(number, std::move(made));
  return word(program_.layout().address(number));
}

std::vector<uint64_t> MemoryEncoder::numbersOf(const PointerTarget& target) const {
  if (target.object == PointsTo::kZero || target.object == PointsTo::kWild) return {};
  if (pointsTo_.isStatic(target.object)) return {target.object};
  return allocated_[target.object];
}

std::optional<std::vector<uint64_t>> MemoryEncoder::objectsOf(const Pointer& pointer) {
  if (const auto known = pointers_.objects(pointer.term)) return known;
  if (pointer.set.isAny) return std::nullopt;
  std::vector<uint64_t> result;
  for (const PointerTarget& target : pointer.set.targets)
    for (uint64_t number : numbersOf(target)) result.push_back(number);
  return result;
}

// A choice of addresses: constant ones, or such with unknown bits in the offset.
Term MemoryEncoder::anyPointer(const PointerSet& set) {
  const PointerLayout& layout = program_.layout();
  if (set.isAny) return {};
  std::vector<Term> ways;
  const auto add = [&](uint64_t number, Progression offset, uint64_t start) {
    if (offset.isExact()) {
      ways.push_back(word((number << layout.offsetBits) + start + static_cast<uint64_t>(offset.base)));
      return;
    }
    const uint32_t low = std::min(static_cast<uint32_t>(std::countr_zero(offset.stride)), layout.offsetBits - 2);
    Term address = terms_.mkBvConcat(terms_.mkBv(layout.objectBits(), number),
                                     terms_.mkFreshVariable("kiki!offset", terms_.bvSort(layout.offsetBits - low)));
    if (low > 0) address = terms_.mkBvConcat(address, terms_.mkBv(low, static_cast<uint64_t>(offset.base)));
    ways.push_back(address);
  };
  bool isObject = false;
  for (const PointerTarget& target : set.targets) {
    if (target.object == PointsTo::kZero) add(0, target.offset, 0);
    if (target.object == PointsTo::kWild) add(layout.wildObject(), Progression::any(), 0);
    for (uint64_t number : numbersOf(target)) {
      add(number, target.offset, layout.guardBit());
      isObject = true;
    }
    if (ways.size() > kMaxWays) return {};
  }
  if (!isObject) return {};
  Term result = ways[0];
  for (size_t i = 1; i < ways.size(); ++i)
    result = terms_.mkIte(terms_.mkFreshVariable("kiki!way", terms_.boolSort()), ways[i], result);
  return result;
}

/// Bytes that something unknown has written, as far as the points-to analysis knows.
Term MemoryEncoder::anyContents(uint32_t object, uint64_t offset, uint32_t size) {
  if (object != 0 && 8 * size == program_.layout().width) {
    const PointsTo::Contents& contents = pointsTo_.contents(object);
    if (contents.isUniform) {
      const auto cell =
          contents.cells.find(static_cast<int64_t>(contents.stride == 0 ? offset : offset % contents.stride));
      if (cell != contents.cells.end() && cell->second.size == size)
        if (const Term value = anyPointer(cell->second.value)) return value;
    }
  }
  return terms_.mkFreshVariable("kiki!bytes", terms_.bvSort(8 * size));
}

std::vector<MemoryEncoder::Target> MemoryEncoder::targets(const MemoryObjects& memory, const Pointer& pointer,
                                                          bool isWrite) {
  std::vector<Target> result;
  const auto add = [&](uint64_t number) {
    const MemoryObjectPtr& object = memory.get(number);
    if (!object || object->isAlive.isFalse() || (isWrite && object->isConstant)) return;
    const Term isHere = pointers_.isInto(pointer.term, number);
    if (!isHere.isFalse()) result.push_back({number, object, isHere, pointers_.offset(pointer.term, number)});
  };
  if (const auto known = objectsOf(pointer)) {
    for (uint64_t number : *known) add(number);
    return result;
  }
  for (uint64_t number = 1; number < nextNumber_; ++number) add(number);
  if (result.size() > kMaxTargets) throw NotEncoded("an access that may touch too many objects");
  return result;
}

Term MemoryEncoder::isInside(const Target& target, Term size) {
  const Term room = terms_.mkBvSub(target.object->size, target.offset);
  return terms_.mkAnd(target.object->isAlive,
                      terms_.mkAnd(terms_.mkBvUle(target.offset, target.object->size), terms_.mkBvUle(size, room)));
}

Term MemoryEncoder::isDefined(const std::vector<Target>& targets, Term size) {
  std::vector<Term> ways;
  for (const Target& target : targets) ways.push_back(terms_.mkAnd(target.isHere, isInside(target, size)));
  return terms_.mkOr(ways);
}

Term MemoryEncoder::isAccessible(const MemoryObjects& memory, const Pointer& pointer, Term size, bool isWrite) {
  return terms_.mkOr(terms_.mkEqual(size, word(0)), isDefined(targets(memory, pointer, isWrite), size));
}

Term MemoryEncoder::isFreeable(const MemoryObjects& memory, const Pointer& pointer) {
  std::vector<Term> ways{terms_.mkEqual(pointer.term, word(0))};
  for (const Target& target : targets(memory, pointer, false))
    if (target.object->isHeap)
      ways.push_back(
          terms_.mkAnd(terms_.mkAnd(target.isHere, target.object->isAlive), terms_.mkEqual(target.offset, word(0))));
  return terms_.mkOr(ways);
}

Term MemoryEncoder::objectSize(const MemoryObjects& memory, const Pointer& pointer) {
  Term result = word(0);
  for (const Target& target : targets(memory, pointer, false))
    result = terms_.mkIte(terms_.mkAnd(target.isHere, isInside(target, word(0))), target.object->size, result);
  return result;
}

Term MemoryEncoder::isAllFreed(const MemoryObjects& memory) {
  std::vector<Term> dead;
  memory.forEach([&](size_t, const MemoryObjectPtr& object) {
    if (object && object->isHeap) dead.push_back(terms_.mkNot(object->isAlive));
  });
  return terms_.mkAnd(dead);
}

Term MemoryEncoder::free(MemoryObjects& memory, const Pointer& pointer, Storage storage) {
  const Term isDefined = storage == Storage::Heap ? isFreeable(memory, pointer) : terms_.mkTrue();
  for (const Target& target : targets(memory, pointer, false)) {
    if (target.object->isHeap != (storage == Storage::Heap)) continue;
    auto changed = std::make_shared<MemoryObject>(*target.object);
    const Term isFreed = terms_.mkAnd(target.isHere, terms_.mkEqual(target.offset, word(0)));
    changed->isAlive = terms_.mkAnd(changed->isAlive, terms_.mkNot(isFreed));
    if (changed->isAlive.isFalse()) {
      changed->cells.clear();
      changed->array = Term();
    }
    memory.set(target.number, std::move(changed));
  }
  return isDefined;
}

void MemoryEncoder::havoc(MemoryObjects& memory, uint64_t object, bool alsoLife) {
  const MemoryObjectPtr& old = memory.get(object);
  if (!old || old->isConstant) return;
  auto changed = std::make_shared<MemoryObject>(*old);
  changed->cells.clear();
  changed->array = Term();
  changed->initial = std::make_shared<InitialContents>();
  changed->initial->kind = InitialContents::Kind::Any;
  changed->initial->unit = old->initial->unit;
  changed->initial->origin = old->initial->origin;
  if (alsoLife && (changed->isHeap || changed->isStack))
    changed->isAlive = terms_.mkAnd(changed->isAlive, terms_.mkFreshVariable("kiki!alive", terms_.boolSort()));
  memory.set(object, std::move(changed));
}

// ---- Contents at constant offsets ----

void MemoryEncoder::initialPieces(InitialContents& initial, uint64_t offset, uint64_t end, std::vector<Piece>& result) {
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
  auto& unknown = initial.unknown;
  if (initial.array) {
    MemoryObject object;
    object.array = initial.array;
    object.initial = std::shared_ptr<InitialContents>(std::shared_ptr<void>(), &initial);
    result.push_back(
        {offset, static_cast<uint32_t>(end - offset), read(object, offset, static_cast<uint32_t>(end - offset))});
    return;
  }
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

std::vector<MemoryEncoder::Piece> MemoryEncoder::pieces(const MemoryObject& object, uint64_t offset, uint32_t size) {
  if (object.array) return {{offset, size, read(object, offset, size)}};
  std::vector<Piece> result;
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

Term MemoryEncoder::read(const MemoryObject& object, uint64_t offset, uint32_t size) {
  if (object.array) return readArray(object, word(offset), size);
  Term value;
  for (const Piece& piece : pieces(object, offset, size))
    value = value.isNull() ? piece.value : terms_.mkBvConcat(piece.value, value);
  return value;
}

void MemoryEncoder::write(MemoryObject& object, uint64_t offset, uint32_t size, Term value) {
  if (object.array) {
    object.array = writeArray(object.array, object.initial->unit, word(offset), size, value);
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

// ---- Access through pointers ----

std::optional<std::vector<uint64_t>> MemoryEncoder::offsets(const Target& target, uint32_t size) {
  const Term objectSize = target.object->size;
  const uint64_t limit = objectSize.isValue() ? objectSize.value().toUint64() : program_.layout().maxObjectSize();
  std::vector<uint64_t> result;
  const auto add = [&](uint64_t offset) {
    if (size <= limit && offset <= limit - size) result.push_back(offset);
  };
  if (const auto constants = pointers_.constants(target.offset)) {
    for (uint64_t offset : *constants) add(offset);
    return result;
  }
  const auto [modulus, remainder] = pointers_.congruence(target.offset, 1 << 16);
  if (limit / modulus > kMaxOffsets) return std::nullopt;
  for (uint64_t offset = remainder; offset < limit; offset += modulus) add(offset);
  return result;
}

Term MemoryEncoder::readTarget(const Target& target, uint32_t size) {
  if (target.object->array) return readArray(*target.object, target.offset, size);
  const auto possible = offsets(target, size);
  if (!possible) {
    MemoryObject object = *target.object;
    becomeArray(object, unitFor(target, size));
    return readArray(object, target.offset, size);
  }
  Term value;
  for (uint64_t offset : *possible) {
    const Term here = read(*target.object, offset, size);
    value = value.isNull() ? here : terms_.mkIte(terms_.mkEqual(target.offset, word(offset)), here, value);
  }
  return value;
}

MemoryObject& MemoryEncoder::own(MemoryObjects& memory, Target& target) {
  target.object.reset();
  MemoryObjectPtr& slot = memory.edit(target.number);
  if (slot.use_count() > 1) slot = std::make_shared<MemoryObject>(*slot);
  return const_cast<MemoryObject&>(*slot); // was made as one that can be changed, and nobody else looks at it
}

void MemoryEncoder::writeTarget(MemoryObjects& memory, Target& target, uint32_t size, Term value) {
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
    const Term written = writeArray(changed.array, changed.initial->unit, target.offset, size, value);
    changed.array = terms_.mkIte(target.isHere, written, changed.array);
  }
}

Term MemoryEncoder::contentsAt(const MemoryObjects& memory, const ArrayCell& array, Term place) {
  const std::vector<uint64_t> numbers = numbersOf({array.object, {}});
  if (numbers.size() != 1 || !memory.get(numbers[0])) return {};
  const uint32_t width = program_.layout().width;
  Term offset = place;
  if (array.logStride > 0)
    offset = terms_.mkBvConcat(terms_.mkBvExtract(place, width - 1 - array.logStride, 0),
                               terms_.mkBv(array.logStride, array.offset));
  try {
    return readTarget({numbers[0], memory.get(numbers[0]), terms_.mkTrue(), offset}, array.size);
  } catch (const NotEncoded&) {
    return {};
  }
}

void MemoryEncoder::noteRead(const Target& target) {
  const uint32_t origin = target.object->initial->origin;
  const PointsTo::Contents& contents = pointsTo_.contents(origin);
  if (!contents.isUniform || !std::has_single_bit(contents.stride) || placesRead_.size() >= kMaxPlaces) return;
  const uint32_t shift = static_cast<uint32_t>(std::countr_zero(contents.stride)), width = program_.layout().width;
  Term place = target.offset;
  if (shift > 0) place = terms_.mkBvZeroExtend(terms_.mkBvExtract(place, width - 1, shift), shift);
  if (std::find(placesRead_.begin(), placesRead_.end(), place) == placesRead_.end()) placesRead_.push_back(place);
}

std::pair<Term, Term> MemoryEncoder::load(const MemoryObjects& memory, const Pointer& pointer, Sort sort) {
  const uint32_t width = sort.isBool() ? 1 : sort.width(), size = (width + 7) / 8;
  const std::vector<Target> all = targets(memory, pointer, false);
  Term value;
  for (const Target& target : all) {
    const Term here = readTarget(target, size);
    if (here.isNull()) continue;
    noteRead(target);
    value = value.isNull() ? here : terms_.mkIte(target.isHere, here, value);
  }
  if (value.isNull()) return {terms_.mkFalse(), terms_.mkZero(sort)};
  value = terms_.mkBvExtract(value, width - 1, 0);
  return {isDefined(all, word(size)), sort.isBool() ? terms_.mkBvToBool(value) : value};
}

Term MemoryEncoder::store(MemoryObjects& memory, const Pointer& pointer, Term value) {
  const Term bytes = toBytes(terms_, value);
  const uint32_t size = bytes.sort().width() / 8;
  std::vector<Target> all = targets(memory, pointer, true);
  const Term isDefined = this->isDefined(all, word(size));
  for (Target& target : all) writeTarget(memory, target, size, bytes);
  return isDefined;
}

uint64_t MemoryEncoder::constantSize(Term size) const {
  if (!size.isValue()) throw NotEncoded("a copy or fill of unknown size");
  const uint64_t bytes = size.value().toUint64();
  if (bytes > kMaxBytes) throw NotEncoded("a copy or fill of many bytes");
  return bytes;
}

Term MemoryEncoder::copy(MemoryObjects& memory, const Pointer& target, const Pointer& source, Term size) {
  const uint64_t bytes = constantSize(size);
  if (bytes == 0) return terms_.mkTrue();
  const std::vector<Target> from = targets(memory, source, false), to = targets(memory, target, true);
  const Term isDefined = terms_.mkAnd(this->isDefined(from, size), this->isDefined(to, size));
  if (isDefined.isFalse()) return isDefined;
  // In the pieces in which the source was written, if there is one source; all are read before any is written.
  std::vector<Piece> content;
  if (from.size() == 1 && from[0].offset.isValue()) {
    const uint64_t offset = from[0].offset.value().toUint64();
    content = pieces(*from[0].object, offset, static_cast<uint32_t>(bytes));
    for (Piece& piece : content) piece.offset -= offset;
  } else {
    const uint64_t step = bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 1;
    for (uint64_t at = 0; at < bytes; at += step)
      content.push_back({at, static_cast<uint32_t>(step),
                         load(memory, moved(source, at), terms_.bvSort(8 * static_cast<uint32_t>(step))).second});
  }
  for (const Piece& piece : content) store(memory, moved(target, piece.offset), piece.value);
  return isDefined;
}

Term MemoryEncoder::fill(MemoryObjects& memory, const Pointer& target, Term byte, Term size) {
  const uint64_t bytes = constantSize(size);
  if (bytes == 0) return terms_.mkTrue();
  const Term isDefined = this->isDefined(targets(memory, target, true), size);
  if (isDefined.isFalse()) return isDefined;
  for (uint64_t at = 0; at < bytes;) {
    const uint64_t step = std::min<uint64_t>(8, bytes - at);
    Term value = byte;
    for (uint64_t i = 1; i < step; ++i) value = terms_.mkBvConcat(byte, value);
    store(memory, moved(target, at), value);
    at += step;
  }
  return isDefined;
}

// ---- Joins ----

void MemoryEncoder::merge(MemoryObjects& into, const MemoryObjects& from, Term isFrom) {
  MemoryObjects::forEachDifference(into, from, [&](size_t number) {
    const MemoryObjectPtr mine = into.get(number), other = from.get(number);
    if (mine && other) {
      into.set(number, merged(*mine, *other, isFrom));
      return;
    }
    // On the other branch the object does not exist.
    auto changed = std::make_shared<MemoryObject>(mine ? *mine : *other);
    changed->isAlive = terms_.mkAnd(changed->isAlive, mine ? terms_.mkNot(isFrom) : isFrom);
    into.set(number, std::move(changed));
  });
}

MemoryObjectPtr MemoryEncoder::merged(const MemoryObject& into, const MemoryObject& from, Term isFrom) {
  if (into.isAlive.isFalse() || from.isAlive.isFalse()) { // contents matter only where it is alive
    auto result = std::make_shared<MemoryObject>(into.isAlive.isFalse() ? from : into);
    result->isAlive = terms_.mkIte(isFrom, from.isAlive, into.isAlive);
    return result;
  }
  auto result = std::make_shared<MemoryObject>(into);
  result->isAlive = terms_.mkIte(isFrom, from.isAlive, into.isAlive);
  result->size = terms_.mkIte(isFrom, from.size, into.size);
  const auto choose = [&](uint64_t offset, uint32_t size) {
    const Term mine = read(into, offset, size), other = read(from, offset, size);
    result->cells[offset] = {size, terms_.mkIte(isFrom, other, mine)};
  };
  const bool isOther = into.initial != from.initial; // then every byte may differ
  const bool isSmall = into.size.isValue() && into.size == from.size && into.size.value().toUint64() <= kMaxBytes;
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
    for (const Piece& piece : pieces(into, 0, static_cast<uint32_t>(into.size.value().toUint64())))
      choose(piece.offset, piece.size);
    return result;
  }
  for (const auto& [offset, cell] : into.cells) {
    const auto same = from.cells.find(offset);
    if (same == from.cells.end() || !(same->second == cell)) choose(offset, cell.size);
  }
  for (const auto& [offset, cell] : from.cells) {
    uint64_t at = offset;
    const uint64_t end = offset + cell.size;
    auto mine = into.cells.upper_bound(at);
    if (mine != into.cells.begin() && std::prev(mine)->first + std::prev(mine)->second.size > at) --mine;
    for (; mine != into.cells.end() && mine->first < end; ++mine) {
      if (at < mine->first) choose(at, static_cast<uint32_t>(mine->first - at));
      at = mine->first + mine->second.size;
    }
    if (at < end) choose(at, static_cast<uint32_t>(end - at));
  }
  return result;
}

} // namespace assay
