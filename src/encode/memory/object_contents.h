// Contents of one object in an unwinding (state.h): as cells at constant offsets, or as an array.
#pragma once

#include "encode/memory/elements.h"
#include "encode/memory/state.h"
#include "encode/memory/targets.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

/// Bytes at a constant offset.
struct MemoryPiece {
  uint64_t offset;
  uint32_t size;
  Term value;
};

constexpr uint64_t kMaxWrittenBytes = 2048; // of a copy, a fill or a join, as cells

class ObjectContents {
public:
  ObjectContents(const Program& program, const PointsTo& pointsTo, MemoryTargets& targets);

  Term read(const MemoryObject& object, uint64_t offset, uint32_t size);
  void write(MemoryObject& object, uint64_t offset, uint32_t size, Term value);
  /// The bytes in the parts in which they were written.
  std::vector<MemoryPiece> pieces(const MemoryObject& object, uint64_t offset, uint32_t size);

  /// At a place of which the object is known.
  Term readTarget(const MemoryTarget& target, uint32_t size);
  void writeTarget(MemoryObjects& memory, MemoryTarget& target, uint32_t size, Term value);

  /// `into` where `isFrom` does not hold, `from` where it does.
  MemoryObjectPtr merged(const MemoryObject& into, const MemoryObject& from, Term isFrom);

private:
  Term anyContents(uint32_t object, uint64_t offset, uint32_t size);
  void initialPieces(InitialContents& initial, uint64_t offset, uint64_t end, std::vector<MemoryPiece>& result);
  void unknownPieces(InitialContents& initial, uint64_t offset, uint64_t end, std::vector<MemoryPiece>& result);
  Term initialArray(InitialContents& initial);
  void becomeArray(MemoryObject& object, uint32_t unit);
  uint32_t unitFor(const MemoryTarget& target, uint32_t size);
  /// Offsets at which an access of this size may happen; nothing if they are too many.
  std::optional<std::vector<uint64_t>> offsets(const MemoryTarget& target, uint32_t size);
  void mergeCells(MemoryObject& result, const MemoryObject& into, const MemoryObject& from, Term isFrom);
  MemoryCell chosen(const MemoryObject& into, const MemoryObject& from, Term isFrom, uint64_t offset, uint32_t size);
  Term word(uint64_t value) { return terms_.mkBv(layout_.width, value); }

  const PointsTo& pointsTo_;
  TermManager& terms_;
  const PointerLayout layout_;
  MemoryTargets& targets_;
  MemoryElements elements_;
};

} // namespace assay
