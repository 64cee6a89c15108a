#include "encode/threads/thread_memory.h"

#include "analysis/threads/thread_state.h"
#include "term/term_manager.h"

#include <algorithm>

namespace assay {

namespace {

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

} // namespace

Term ThreadMemory::initialOf(uint32_t object, CellRange range) const {
  const StaticObject& o = program_.objects[object];
  Term value;
  for (uint64_t i = 0; i < range.size; ++i) {
    const uint64_t at = range.offset + i;
    const Term byte = terms_.mkBv(8, at < o.bytes.size() ? o.bytes[at] : 0);
    value = value ? terms_.mkBvConcat(byte, value) : byte;
  }
  return value;
}

/// Of a stack object; invalid if it is not known.
CTypeId ThreadMemory::typeOf(const Allocate& site) const {
  const CTypeId address = program_[site.variable].cType;
  return address.valid() ? (*program_.types)[address].target : CTypeId();
}

/// Only what is a whole number, as an object or as a part of one, has a name.
Term ThreadMemory::nameAs(Term cell, std::string name, CTypeId type, CellRange range) {
  uint64_t offset = range.offset;
  while (type.valid()) {
    const CType& t = (*program_.types)[type];
    if (t.kind == CType::Scalar || t.kind == CType::Pointer) {
      if (offset == 0 && t.size == range.size) system_.names.emplace(cell, ValueName{std::move(name), t.typeClass});
      break;
    }
    CTypeId part;
    if (t.kind == CType::Array && t.target.valid() && (*program_.types)[t.target].size > 0) {
      const uint64_t size = (*program_.types)[t.target].size;
      name += "[" + std::to_string(offset / size) + "]";
      offset %= size;
      part = t.target;
    } else if (t.kind == CType::Struct) {
      for (const CMember& member : t.members) {
        const uint64_t begin = member.bitOffset / 8;
        if (member.isBitField || offset < begin || offset >= begin + member.bitSize / 8) continue;
        if (!member.name.empty()) name += "." + member.name;
        offset -= begin;
        part = member.type;
        break;
      }
    }
    type = part;
  }
  return cell;
}

Term ThreadMemory::newCell(std::string name, CellRange range, Term initial) {
  if (range.offset != 0) name += "+" + std::to_string(range.offset);
  const Term term = terms_.mkFreshVariable("cell:" + name, terms_.bvSort(static_cast<uint32_t>(range.size * 8)));
  system_.cells.push_back({term, std::move(name), initial});
  return term;
}

Term ThreadMemory::sharedCell(uint32_t object, CellRange range) {
  Term& term = sharedCells_[{object, range}];
  const StaticObject& o = program_.objects[object];
  if (!term) term = nameAs(newCell(o.name, range, initialOf(object, range)), o.name, o.cType, range);
  return term;
}

Term ThreadMemory::sharedStackCell(const Allocate* site, CellRange range) {
  Term& term = sharedStackCells_[{site, range}];
  if (!term) term = nameAs(newCell(site->name, range, {}), site->name, typeOf(*site), range);
  return term;
}

Term ThreadMemory::stackCell(const StackObject& object, CellRange range) {
  const auto number = values_.stackNumbers().at({object.context, object.site});
  Term& term = stackCells_[{number, range}];
  if (!term)
    term = nameAs(terms_.mkFreshVariable("thread" + std::to_string(object.thread) + ":" + object.site->name,
                                         terms_.bvSort(static_cast<uint32_t>(range.size * 8))),
                  object.site->name, typeOf(*object.site), range);
  return term;
}

/// What the pointer may be to is vague from now on, if it was not before.
void ThreadMemory::leaveVague(const PointerSet& set, SourcePosition position) {
  if (set.isAny)
    throw ThreadSystemFailure{"something is written through a pointer of which nothing is known", position};
  bool isNew = false;
  for (const PointerTarget& target : set.targets) {
    if (pointsTo_.isStatic(target.object)) isNew |= use_.vagueObjects.insert(target.object).second;
    if (!pointsTo_.isSite(target.object)) continue;
    isNew |= use_.vagueSites.insert(target.object).second;
  }
  if (isNew) throw MoreIsKnown{};
}

void ThreadMemory::leaveVague(const ThreadPath& path, Term pointer, SourcePosition position) {
  if (const StackObject* object = values_.stackObject(values_.evaluate(path, pointer, true)))
    values_.leaveVague(object->site);
  leaveVague(pointsTo_.of(pointer), position);
}

/// The cell at a constant address. Nothing: the object is vague, or there is none.
std::optional<ThreadMemory::Cell> ThreadMemory::cellAt(const ThreadPath& path, uint64_t address, uint64_t size) {
  const PointerLayout& layout = program_.layout();
  const uint64_t number = layout.object(address);
  const int64_t offset = layout.offset(address);
  if (offset < 0) return std::nullopt;
  const CellRange wanted{static_cast<uint64_t>(offset), size};
  const uint64_t first = program_.objects.size() + 1;
  if (number >= first && number < first + values_.stackObjects().size()) {
    const StackObject& object = values_.stackObjects()[number - first];
    const bool isShared = use_.sharedSites.contains(object.site);
    if (!isShared && object.thread != values_.context(path.context).thread) {
      // Of the first thread there is one, so its objects may be common.
      if (object.thread != 0) values_.leaveVague(object.site);
      use_.sharedSites.insert(object.site);
      throw MoreIsKnown{};
    }
    bool isNew = false;
    const auto range = rangeFor(use_.ofStack[object.site], wanted, isNew);
    if (!range) values_.leaveVague(object.site);
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
    throw MoreIsKnown{};
  }
  hasChanged_ |= isNew && ranges.size() <= before; // some were put together
  return Cell{{}, sharedCell(object, *range), {}, static_cast<uint32_t>((wanted.offset - range->offset) * 8)};
}

/// The cells that the access may be to; nothing: memory is vague there.
std::optional<std::vector<ThreadMemory::Cell>> ThreadMemory::cellsFor(const ThreadPath& path, Term pointer,
                                                                      uint64_t size) {
  const Term address = accessedThrough(program_, values_.evaluate(path, pointer, true));
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
      if (addresses.size() > maxAddresses_) isVague = true;
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

Term ThreadMemory::load(const ThreadPath& path, Term pointer, Sort sort) {
  const uint32_t width = sort.isBool() ? 1 : sort.width();
  const uint64_t size = (width + 7) / 8;
  const auto cells = cellsFor(path, pointer, size);
  if (!cells) return values_.fresh(sort);
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

void ThreadMemory::store(ThreadPath& path, Term pointer, Term value, SourcePosition position) {
  const uint32_t width = value.sort().isBool() ? 1 : value.sort().width();
  const uint64_t size = (width + 7) / 8;
  if (value.sort().isBool()) value = terms_.mkBoolToBv(value);
  value = terms_.mkBvZeroResize(value, static_cast<uint32_t>(size * 8));
  const auto cells = cellsFor(path, pointer, size);
  const StackObject* stored = values_.stackObject(value);
  if (stored) values_.leaveVague(stored->site);
  if (!cells) {
    // An address that is known is that of a vague object, or of none.
    if (!accessedThrough(program_, values_.evaluate(path, pointer, true)).isValue())
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
Term ThreadMemory::answer(const ThreadPath& path, const Query& query) {
  if (query.kind == QueryKind::Readable || query.kind == QueryKind::Writable) {
    const Term address = accessedThrough(program_, values_.evaluate(path, query.arguments[0], true));
    const Term size = values_.evaluate(path, query.arguments[1]);
    if (address.isValue() && size.isValue() &&
        liesInside(address.value().toUint64(), size.value().toUint64(), query.kind == QueryKind::Writable))
      return terms_.mkTrue();
  }
  return values_.fresh(program_[query.variable].sort());
}

/// In a static object.
bool ThreadMemory::liesInside(uint64_t address, uint64_t size, bool isWritten) const {
  const uint64_t number = program_.layout().object(address);
  const int64_t offset = program_.layout().offset(address);
  if (number == 0 || number > program_.objects.size() || offset < 0) return false;
  const StaticObject& object = program_.objects[number];
  return !(isWritten && object.constant) && object.kind != ObjectKind::Function && size <= object.size &&
         static_cast<uint64_t>(offset) <= object.size - size;
}

void ThreadMemory::allocate(ThreadPath& path, const Allocate& allocate, bool isAgain) {
  if (allocate.storage != Storage::Stack || !allocate.size.isValue() || isAgain ||
      use_.vagueSites.contains(pointsTo_.siteOf(allocate))) {
    use_.vagueSites.insert(pointsTo_.siteOf(allocate));
    return values_.assign(path, allocate.variable, values_.fresh(program_.pointerSort()));
  }
  const auto [it, isNew] = values_.stackNumbers().try_emplace({path.context, &allocate},
                                                              static_cast<uint32_t>(values_.stackObjects().size()));
  if (isNew) values_.stackObjects().push_back({values_.context(path.context).thread, path.context, &allocate});
  const uint64_t number = program_.objects.size() + 1 + it->second;
  if (number >= program_.layout().wildObject()) throw ThreadSystemFailure{"too many objects"};
  const bool isShared = use_.sharedSites.contains(&allocate);
  for (CellRange range : use_.ofStack[&allocate]) {
    const Term cell =
        isShared ? sharedStackCell(&allocate, range) : stackCell(values_.stackObjects()[it->second], range);
    path.values[cell] = allocate.contents == Contents::Zero ? terms_.mkZero(cell.sort()) : values_.fresh(cell.sort());
  }
  values_.assign(path, allocate.variable, terms_.mkBv(program_.layout().width, program_.layout().address(number)));
}

std::vector<Term> ThreadMemory::stackCellsOf(uint32_t context) {
  std::vector<Term> cells;
  for (const auto& [key, number] : values_.stackNumbers())
    if (key.first == context && !use_.sharedSites.contains(key.second))
      for (CellRange range : use_.ofStack[key.second])
        cells.push_back(stackCell(values_.stackObjects()[number], range));
  return cells;
}

} // namespace assay
