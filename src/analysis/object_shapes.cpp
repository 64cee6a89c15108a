#include "analysis/object_shapes.h"

#include "util/planted.h"

#include <algorithm>
#include <numeric>

namespace assay {

namespace {

/// Whether the object is no block that the program has to write to first: a local that is declared without a value is
/// what some programs take for any value.
bool holdsInputs(const Allocate& site) {
  return site.storage != Storage::Heap || site.name == "__VERIFIER_nondet_memory" || site.name.starts_with("argv[");
}

} // namespace

bool ObjectCell::includeCell(const ObjectCell& other) {
  const bool isNews = other.isUnwritten && !isUnwritten;
  isUnwritten |= other.isUnwritten;
  return include(value, other.value) || isNews;
}

ObjectShapes::ObjectShapes(const Program& program, const PointerValues& values,
                           const std::vector<const Allocate*>& sites, Unwritten unwritten,
                           std::function<void(uint32_t)> changed)
    : program_(program), layout_(program.layout()), values_(values), sites_(sites), unwritten_(unwritten),
      changed_(std::move(changed)), shapes_(1 + program.objects.size() + sites.size()) {}

void ObjectShapes::spoil(uint32_t object) {
  ObjectShape& shape = shapes_[object];
  if (!shape.isUniform) return;
  shape.isUniform = false;
  shape.cells.clear();
  changed_(object);
}

void ObjectShapes::spoilAll() {
  if (isSpoilt_) return;
  isSpoilt_ = true;
  for (uint32_t object = 1; object < shapes_.size(); ++object) spoil(object);
}

/// Makes the object's stride a divisor of `stride`. False if its cells overlap then.
bool ObjectShapes::refine(uint32_t object, uint64_t stride) {
  ObjectShape& shape = shapes_[object];
  if (planted(Defect::ForgottenStride)) return true;
  const uint64_t common = std::gcd(shape.stride, stride);
  if (common == shape.stride) return true;
  shape.stride = common;
  std::map<int64_t, ObjectCell> old;
  old.swap(shape.cells);
  for (auto& [offset, cell] : old) {
    ObjectCell* const merged = cellFor(object, {offset, common}, cell.size);
    if (!merged) return false;
    merged->includeCell(cell);
  }
  changed_(object);
  return true;
}

ObjectCell* ObjectShapes::cellFor(uint32_t object, Progression offset, uint32_t size) {
  ObjectShape& shape = shapes_[object];
  if (!shape.isUniform) return nullptr;
  if (!refine(object, offset.stride)) {
    spoil(object);
    return nullptr;
  }
  const int64_t stride = static_cast<int64_t>(shape.stride);
  const int64_t at = stride == 0 ? offset.base : (offset.base % stride + stride) % stride;
  // Cells of one period follow each other; the last may reach into the next period's first.
  auto next = shape.cells.lower_bound(at);
  const bool isThere = next != shape.cells.end() && next->first == at;
  if (isThere && next->second.size == size) return &next->second;
  bool overlaps = isThere || (stride != 0 && size > static_cast<uint64_t>(stride));
  if (next != shape.cells.end()) overlaps = overlaps || at + size > next->first;
  if (next != shape.cells.begin()) {
    const auto& [start, cell] = *std::prev(next);
    overlaps = overlaps || start + cell.size > at;
  }
  if (stride != 0 && !shape.cells.empty()) {
    const auto& [first, firstCell] = *shape.cells.begin();
    const auto& [last, lastCell] = *shape.cells.rbegin();
    overlaps = overlaps || at + size > first + stride || last + lastCell.size > at + stride;
  }
  if (overlaps) {
    spoil(object);
    return nullptr;
  }
  ObjectCell& made = shape.cells[at];
  made = initial(object, {at, shape.stride}, size);
  changed_(object);
  return &made;
}

ObjectCell ObjectShapes::initial(uint32_t object, Progression offset, uint32_t size) const {
  if (8 * size != layout_.width) return {size, PointerSet::any()};
  ObjectCell cell{size, {}};
  PointerSet& result = cell.value;
  if (shapes_[object].isZeroed) include(result, values_.constant(0));
  if (object > program_.objects.size()) {
    const Allocate& site = *sites_[object - program_.objects.size() - 1];
    cell.isUnwritten = site.contents == Contents::Any && unwritten_ == Unwritten::NoPointer && !holdsInputs(site);
    const bool isAny = site.contents == Contents::Any && !cell.isUnwritten;
    include(result, isAny ? PointerSet::any() : values_.constant(0));
    return cell;
  }
  const StaticObject& found = program_.objects[object];
  const auto add = [&](int64_t at) {
    uint64_t bits = 0;
    for (uint64_t i = static_cast<uint64_t>(at), n = 0; n < size && i < found.bytes.size(); ++i, ++n)
      bits |= uint64_t{found.bytes[i]} << (8 * n);
    include(result, values_.constant(bits));
  };
  const int64_t end = static_cast<int64_t>(found.bytes.size());
  if (offset.isExact()) {
    if (offset.base >= 0) add(offset.base);
  } else {
    include(result, values_.constant(0)); // beyond what is initialised
    for (int64_t at = offset.base; at < end && !result.isAny; at += static_cast<int64_t>(offset.stride)) add(at);
  }
  return cell;
}

void ObjectShapes::write(const PointerTarget& target, uint32_t size, const PointerSet& value) {
  ObjectCell* const cell = cellFor(target.object, target.offset, size);
  if (cell && include(cell->value, value)) changed_(target.object);
}

void ObjectShapes::copy(const PointerTarget& to, const PointerTarget& from, std::optional<uint64_t> size) {
  if (size && to.offset.isExact() && from.offset.isExact() && copyCells(to, from, *size)) return;
  spoil(to.object);
  spoil(from.object);
}

// Cells of one are cells of the other: what was not accessed itself may be accessed in its copy.
bool ObjectShapes::copyCells(const PointerTarget& to, const PointerTarget& from, uint64_t size) {
  const auto offsetsIn = [&](const PointerTarget& place) {
    std::vector<std::pair<int64_t, uint32_t>> found;
    const ObjectShape& shape = shapes_[place.object];
    for (const auto& [offset, cell] : shape.cells)
      if (offset + cell.size > place.offset.base && offset < place.offset.base + static_cast<int64_t>(size))
        found.emplace_back(offset - place.offset.base, cell.size);
    return found;
  };
  const auto isPlain = [&](const PointerTarget& place) {
    return shapes_[place.object].isUniform && shapes_[place.object].stride == 0;
  };
  if (!isPlain(to) || !isPlain(from) || size > layout_.maxObjectSize()) return false;
  std::vector<std::pair<int64_t, uint32_t>> all = offsetsIn(to), others = offsetsIn(from);
  all.insert(all.end(), others.begin(), others.end());
  for (const auto& [offset, width] : all) {
    const bool isWhole = offset >= 0 && static_cast<uint64_t>(offset) + width <= size;
    ObjectCell* const source = isWhole ? cellFor(from.object, {from.offset.base + offset, 0}, width) : nullptr;
    if (source) {
      const ObjectCell value = *source; // another cell of the same object may move it
      ObjectCell* const target = cellFor(to.object, {to.offset.base + offset, 0}, width);
      if (target && target->includeCell(value)) changed_(to.object);
      if (target) continue;
    }
    return false;
  }
  return true;
}

void ObjectShapes::fillWithZeros(uint32_t object) {
  ObjectShape& shape = shapes_[object];
  if (shape.isZeroed) return;
  shape.isZeroed = true;
  for (auto& [offset, cell] : shape.cells) include(cell.value, values_.constant(0));
  changed_(object);
}

} // namespace assay
