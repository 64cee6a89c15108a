#include "encode/memory/encoder.h"

#include "encode/memory/leaks.h"
#include "program/callers_block.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

constexpr size_t kMostInvariantPlaces = 48; // of elements of arrays, at which invariants are used

Term toBytes(TermManager& terms, Term value) {
  if (value.sort().isBool()) return terms.mkBoolToBv(value, 8);
  return terms.mkBvZeroResize(value, (value.sort().width() + 7) / 8 * 8);
}

Term isInside(TermManager& terms, const MemoryTarget& target, Term size) {
  const Term room = terms.mkBvSub(target.object->size, target.offset);
  return terms.mkAnd(target.object->isAlive,
                     terms.mkAnd(terms.mkBvUle(target.offset, target.object->size), terms.mkBvUle(size, room)));
}

uint64_t constantSize(Term size) {
  if (!size.isValue()) throw NotEncoded("a copy or fill of unknown size");
  const uint64_t bytes = size.value().toUint64();
  if (bytes > kMaxWrittenBytes) throw NotEncoded("a copy or fill of many bytes");
  return bytes;
}

} // namespace

MemoryEncoder::MemoryEncoder(const Program& program, const PointsTo& pointsTo,
                             const std::set<const Allocate*>& repeated)
    : program_(program), pointsTo_(pointsTo), terms_(program.terms()), targets_(program, pointsTo, repeated),
      contents_(program, pointsTo, targets_) {}

void MemoryEncoder::begin(MemoryObjects& memory) {
  for (uint32_t number = 1; number <= program_.objects.size(); ++number) {
    const StaticObject& object = program_.objects[number];
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
  const uint64_t number = targets_.numberOf(site);
  if (number >= program_.layout().wildObject()) throw NotEncoded("too many objects");
  auto made = std::make_shared<MemoryObject>();
  made->isAlive = terms_.mkTrue();
  made->size = size;
  made->isHeap = operation.storage == Storage::Heap;
  made->isStack = !made->isHeap;
  made->isCallers = isCallersBlock(operation);
  if (const auto known = initialOf_.find(site); known != initialOf_.end()) {
    made->initial = known->second;
  } else {
    made->initial = std::make_shared<InitialContents>();
    made->initial->kind =
        operation.contents == Contents::Any ? InitialContents::Kind::Any : InitialContents::Kind::Zero;
    made->initial->origin = site;
    if (!targets_.isRepeated(site)) initialOf_.emplace(site, made->initial);
    targets_.note(site);
  }
  allocations_.push_back({guard, made->initial});
  memory.set(number, std::move(made));
  return word(program_.layout().address(number));
}

// ---- Questions ----

Term MemoryEncoder::isDefined(const std::vector<MemoryTarget>& targets, Term size) {
  std::vector<Term> ways;
  for (const MemoryTarget& target : targets)
    ways.push_back(terms_.mkAnd(target.isHere, isInside(terms_, target, size)));
  return terms_.mkOr(ways);
}

Term MemoryEncoder::isAccessible(const MemoryObjects& memory, const EncodedPointer& pointer, Term size, bool isWrite) {
  return terms_.mkOr(terms_.mkEqual(size, word(0)), isDefined(targets_.targets(memory, pointer, isWrite), size));
}

Term MemoryEncoder::isFreeable(const MemoryObjects& memory, const EncodedPointer& pointer) {
  std::vector<Term> ways{terms_.mkEqual(pointer.term, word(0))};
  for (const MemoryTarget& target : targets_.targets(memory, pointer, false))
    if (target.object->isHeap)
      ways.push_back(
          terms_.mkAnd(terms_.mkAnd(target.isHere, target.object->isAlive), terms_.mkEqual(target.offset, word(0))));
  return terms_.mkOr(ways);
}

Term MemoryEncoder::objectSize(const MemoryObjects& memory, const EncodedPointer& pointer) {
  Term result = word(0);
  for (const MemoryTarget& target : targets_.targets(memory, pointer, false))
    result = terms_.mkIte(terms_.mkAnd(target.isHere, isInside(terms_, target, word(0))), target.object->size, result);
  return result;
}

Term MemoryEncoder::isAllFreed(const MemoryObjects& memory) {
  std::vector<Term> dead;
  memory.forEach([&](size_t, const MemoryObjectPtr& object) {
    if (object && object->isHeap && !object->isCallers) dead.push_back(terms_.mkNot(object->isAlive));
  });
  return terms_.mkAnd(dead);
}

Term MemoryEncoder::isAllTracked(const MemoryObjects& memory, const std::vector<Term>& roots) {
  return assay::isAllTracked(program_, targets_.pointers(), memory, roots);
}

Term MemoryEncoder::free(MemoryObjects& memory, const EncodedPointer& pointer, Storage storage) {
  const Term isDefined = storage == Storage::Heap ? isFreeable(memory, pointer) : terms_.mkTrue();
  for (const MemoryTarget& target : targets_.targets(memory, pointer, false)) {
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

// ---- Access through pointers ----

Term MemoryEncoder::contentsAt(const MemoryObjects& memory, const ArrayCell& array, Term place) {
  const std::vector<uint64_t> numbers = targets_.numbersOf(array.object);
  if (numbers.size() != 1 || !memory.get(numbers[0])) return {};
  const uint32_t width = program_.layout().width;
  Term offset = place;
  if (array.logStride > 0)
    offset = terms_.mkBvConcat(terms_.mkBvExtract(place, width - 1 - array.logStride, 0),
                               terms_.mkBv(array.logStride, array.offset));
  try {
    return contents_.readTarget({numbers[0], memory.get(numbers[0]), terms_.mkTrue(), offset}, array.size);
  } catch (const NotEncoded&) {
    return {};
  }
}

void MemoryEncoder::noteRead(const MemoryTarget& target) {
  const uint32_t origin = target.object->initial->origin;
  const ObjectShape& accesses = pointsTo_.accesses(origin);
  if (!accesses.isUniform || !std::has_single_bit(accesses.stride) || placesRead_.size() >= kMostInvariantPlaces)
    return;
  const uint32_t shift = static_cast<uint32_t>(std::countr_zero(accesses.stride)), width = program_.layout().width;
  Term place = target.offset;
  if (shift > 0) place = terms_.mkBvZeroExtend(terms_.mkBvExtract(place, width - 1, shift), shift);
  if (std::find(placesRead_.begin(), placesRead_.end(), place) == placesRead_.end()) placesRead_.push_back(place);
}

std::pair<Term, Term> MemoryEncoder::load(const MemoryObjects& memory, const EncodedPointer& pointer, Sort sort) {
  const uint32_t width = sort.isBool() ? 1 : sort.width(), size = (width + 7) / 8;
  const std::vector<MemoryTarget> all = targets_.targets(memory, pointer, false);
  Term value;
  for (const MemoryTarget& target : all) {
    const Term here = contents_.readTarget(target, size);
    if (here.isNull()) continue;
    noteRead(target);
    value = value.isNull() ? here : terms_.mkIte(target.isHere, here, value);
  }
  if (value.isNull()) return {terms_.mkFalse(), terms_.mkZero(sort)};
  value = terms_.mkBvExtract(value, width - 1, 0);
  return {isDefined(all, word(size)), sort.isBool() ? terms_.mkBvToBool(value) : value};
}

Term MemoryEncoder::store(MemoryObjects& memory, const EncodedPointer& pointer, Term value) {
  const Term bytes = toBytes(terms_, value);
  const uint32_t size = bytes.sort().width() / 8;
  std::vector<MemoryTarget> all = targets_.targets(memory, pointer, true);
  const Term isDefined = this->isDefined(all, word(size));
  for (MemoryTarget& target : all) contents_.writeTarget(memory, target, size, bytes);
  return isDefined;
}

Term MemoryEncoder::copy(MemoryObjects& memory, const EncodedPointer& target, const EncodedPointer& source, Term size) {
  const uint64_t bytes = constantSize(size);
  if (bytes == 0) return terms_.mkTrue();
  const std::vector<MemoryTarget> from = targets_.targets(memory, source, false),
                                  to = targets_.targets(memory, target, true);
  const Term isDefined = terms_.mkAnd(this->isDefined(from, size), this->isDefined(to, size));
  if (isDefined.isFalse()) return isDefined;
  // In the pieces in which the source was written, if there is one source; all are read before any is written.
  std::vector<MemoryPiece> content;
  if (from.size() == 1 && from[0].offset.isValue()) {
    const uint64_t offset = from[0].offset.value().toUint64();
    content = contents_.pieces(*from[0].object, offset, static_cast<uint32_t>(bytes));
    for (MemoryPiece& piece : content) piece.offset -= offset;
  } else {
    const uint64_t step = bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 1;
    for (uint64_t at = 0; at < bytes; at += step)
      content.push_back({at, static_cast<uint32_t>(step),
                         load(memory, moved(source, at), terms_.bvSort(8 * static_cast<uint32_t>(step))).second});
  }
  for (const MemoryPiece& piece : content) store(memory, moved(target, piece.offset), piece.value);
  return isDefined;
}

Term MemoryEncoder::fill(MemoryObjects& memory, const EncodedPointer& target, Term byte, Term size) {
  const uint64_t bytes = constantSize(size);
  if (bytes == 0) return terms_.mkTrue();
  const Term isDefined = this->isDefined(targets_.targets(memory, target, true), size);
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

void MemoryEncoder::merge(MemoryObjects& into, const MemoryObjects& from, Term isFrom) {
  MemoryObjects::forEachDifference(into, from, [&](size_t number) {
    const MemoryObjectPtr mine = into.get(number), other = from.get(number);
    if (mine && other) {
      into.set(number, contents_.merged(*mine, *other, isFrom));
      return;
    }
    // On the other branch the object does not exist.
    auto changed = std::make_shared<MemoryObject>(mine ? *mine : *other);
    changed->isAlive = terms_.mkAnd(changed->isAlive, mine ? terms_.mkNot(isFrom) : isFrom);
    into.set(number, std::move(changed));
  });
}

} // namespace assay
