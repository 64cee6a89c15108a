// Strongly typed 32-bit indices: a LocationId cannot be taken for an EdgeId.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace assay {

template <class Tag>
class Id {
public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t index) : index_(index) {}
  constexpr uint32_t index() const { return index_; }
  constexpr bool valid() const { return index_ != kNone; }
  constexpr auto operator<=>(const Id&) const = default;

private:
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t index_ = kNone;
};

} // namespace assay

template <class Tag>
struct std::hash<assay::Id<Tag>> {
  size_t operator()(assay::Id<Tag> id) const noexcept { return id.index() * 0x9e3779b97f4a7c15ull; }
};
