// What a pointer may be, for the points-to analysis (points_to.h): a set of targets, each an object with a progression
// of offsets, or anything at all.
#pragma once

#include "analysis/integer_shape.h"

#include <cstdint>
#include <vector>

namespace assay {

struct PointerTarget {
  uint32_t object; // see PointsTo
  Progression offset;
  bool operator==(const PointerTarget&) const = default;
};

struct PointerSet {
  bool isAny = false;
  std::vector<PointerTarget> targets; // by increasing object
  bool operator==(const PointerSet&) const = default;
  static PointerSet any() { return {true, {}}; }
};

/// Adds a set to another. Returns whether `into` has become larger. A set of too many targets becomes "anything".
bool include(PointerSet& into, const PointerSet& from);
/// Null if there is none.
const PointerTarget* findTarget(const PointerSet& set, uint32_t object);

/// Numbers that stand for no object.
constexpr uint32_t kZeroObject = 0;          // null, small integers
constexpr uint32_t kWildObject = UINT32_MAX; // the wild one
inline bool isObject(uint32_t object) { return object != kZeroObject && object != kWildObject; }

} // namespace assay
