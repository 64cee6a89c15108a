// How objects' contents are accessed, for the points-to analysis (points_to.h).
#pragma once

#include "analysis/pointer_set.h"
#include "analysis/pointer_values.h"
#include "program/program.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace assay {

/// What stands in a block of the heap before it is written.
enum class Unwritten : uint8_t {
  Anything,
  NoPointer, // who reads a pointer has written it before, as C wants it; numbers are anything
};

struct ObjectCell {
  uint32_t size;
  PointerSet value;         // anything, if the cell is no pointer's size
  bool isUnwritten = false; // something that was not written may stand there: no pointer that is used
  bool includeCell(const ObjectCell& other);
};

struct ObjectShape {
  bool isUniform = true;               // one shape: `cells` holds all there is
  bool isCopied = false;               // some access is a copy or fill
  bool isZeroed = false;               // by a fill
  uint64_t stride = 0;                 // 0: all offsets are constants
  std::map<int64_t, ObjectCell> cells; // by offset, or offset modulo the stride
};

/// Shapes as they become known. `changed` is told of every object whose shape or values change.
class ObjectShapes {
public:
  ObjectShapes(const Program& program, const PointerValues& values, const std::vector<const Allocate*>& sites,
               Unwritten unwritten, std::function<void(uint32_t)> changed);

  /// The cell for an access, or null if contents are anything.
  ObjectCell* cellFor(uint32_t object, Progression offset, uint32_t size);
  /// A value of this size is written to the target.
  void write(const PointerTarget& target, uint32_t size, const PointerSet& value);
  /// `to` holds what `from` holds afterwards, in so many bytes, if their number is known.
  void copy(const PointerTarget& to, const PointerTarget& from, std::optional<uint64_t> size);
  void fillWithZeros(uint32_t object);
  void noteCopied(uint32_t object) { shapes_[object].isCopied = true; }
  /// The object's contents may be anything.
  void spoil(uint32_t object);
  void spoilAll();

  std::vector<ObjectShape> take() { return std::move(shapes_); }

private:
  bool refine(uint32_t object, uint64_t stride);
  ObjectCell initial(uint32_t object, Progression offset, uint32_t size) const;
  bool copyCells(const PointerTarget& to, const PointerTarget& from, uint64_t size);

  const Program& program_;
  const PointerLayout layout_;
  const PointerValues& values_;
  const std::vector<const Allocate*>& sites_;
  const Unwritten unwritten_;
  const std::function<void(uint32_t)> changed_;
  std::vector<ObjectShape> shapes_; // by object
  bool isSpoilt_ = false;           // something is written through a pointer of which nothing is known
};

} // namespace assay
