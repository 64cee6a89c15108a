#include "witness/c_place.h"

#include <vector>

namespace assay {

namespace {

/// How well a place fits an access: one value of the right kind, one value, or a part of something.
enum class Fit : uint8_t { Nothing, Part, Value, SameKind };

bool isValue(const CType& type) { return type.kind == CType::Scalar || type.kind == CType::Pointer; }

Fit fitOf(const CTypes& types, const CPlace& place, TypeClass reads) {
  const CType& type = types[place.type];
  if (!isValue(type) || !isWhole(types, place)) return Fit::Part;
  auto special = [](TypeClass c) { return c == TypeClass::Float || c == TypeClass::Pointer ? c : TypeClass::Unknown; };
  return special(type.typeClass) == special(reads) ? Fit::SameKind : Fit::Value;
}

/// The element that holds all of the bytes. Beyond the last one is nothing, unless the array is a flexible one.
bool descendArray(const CTypes& types, const CType& array, CPlace& place) {
  const uint64_t size = array.target.valid() ? types[array.target].size : 0;
  if (size == 0) return false;
  const uint64_t index = place.offset / size;
  if ((array.count > 1 && index >= array.count) || place.offset % size + place.size > size) return false;
  place = {place.path + "[" + std::to_string(index) + "]", array.target, place.offset % size, place.size};
  return true;
}

/// A flexible array member, the last of its structure, goes on as far as the block does; as old programs write it, it
/// has one element.
bool holds(const CTypes& types, const CType& record, const CMember& member, const CPlace& place) {
  if (member.isBitField || !member.type.valid() || place.offset < member.bitOffset / 8) return false;
  const CType& type = types[member.type];
  const bool isFlexible = &member == &record.members.back() && type.kind == CType::Array && type.count <= 1;
  return isFlexible || place.offset + place.size <= (member.bitOffset + member.bitSize) / 8;
}

} // namespace

bool isWhole(const CTypes& types, const CPlace& place) {
  return place.type.valid() && place.offset == 0 && place.size == types[place.type].size;
}

CPlace findPlace(const CTypes& types, CTypeId root, uint64_t offset, uint64_t size, std::optional<TypeClass> reads) {
  constexpr unsigned kMostSteps = 1000; // unions of unions
  CPlace best;
  Fit bestFit = Fit::Nothing;
  std::vector<CPlace> work{{"", root, offset, size}};
  for (unsigned step = 0; !work.empty() && bestFit != Fit::SameKind && step < kMostSteps; ++step) {
    CPlace place = std::move(work.back());
    work.pop_back();
    const bool isBlock = !reads && isWhole(types, place);
    const CType& type = types[place.type];
    const size_t before = work.size();
    if (type.kind == CType::Array && !isBlock) {
      if (CPlace element = place; descendArray(types, type, element)) work.push_back(std::move(element));
    } else if (type.isRecord() && !isBlock) {
      for (auto member = type.members.rbegin(); member != type.members.rend(); ++member)
        if (holds(types, type, *member, place))
          work.push_back({place.path + (member->name.empty() ? "" : "." + member->name), member->type,
                          place.offset - member->bitOffset / 8, place.size});
    }
    if (work.size() != before) continue;
    if (const Fit fit = fitOf(types, place, reads.value_or(TypeClass::Unknown)); fit > bestFit) {
      bestFit = fit;
      best = std::move(place);
    }
  }
  return best;
}

CPlace findElement(const CTypes& types, CTypeId element, uint64_t offset, uint64_t size,
                   std::optional<TypeClass> reads) {
  const uint64_t stride = types[element].size;
  if (stride == 0 || offset % stride + size > stride) return {"", {}, offset, size};
  CPlace place = findPlace(types, element, offset % stride, size, reads);
  place.path.insert(0, "[" + std::to_string(offset / stride) + "]");
  return place;
}

} // namespace assay
