// Objects of the automaton without memory operations (memory_free.h): which numbers they have and which array holds
// their contents.
#pragma once

#include "analysis/points_to.h"
#include "transform/memory/free/memory_free.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

namespace assay {

bool isRealTarget(const PointerTarget& target);

/// The largest power of two that divides a number, at most kMaxUnit.
uint32_t alignmentOf(uint64_t value);
constexpr uint32_t kMaxUnit = 8;

struct ContentsArray {
  uint32_t unit = 1; // bytes of an element
  bool beginsWithAnything = false;
  bool isPacked = false;         // some access is known to be unaligned
  std::vector<uint32_t> objects; // of the points-to analysis
  /// If the array holds one object whose number never changes: how many of an address's low bits tell its elements
  /// apart.
  std::optional<uint64_t> soleNumber;
  uint32_t soleBits = 0;
};

class MemoryObjectTable {
public:
  MemoryObjectTable(const Program& program, const PointsTo& pointsTo, ObjectNumbers numbers);

  struct Object {
    const Allocate* site = nullptr; // null: static
    std::optional<uint64_t> number; // if it is one in all executions
    std::optional<uint64_t> size;   // if it is a constant
    bool isShared = false;          // the number is that of all that its allocation makes in a loop (reuse.h)
    bool hasOwnLife = false; // variables tell its life: it has a number, and every free can mean few objects only
    bool isConstant = false; // must not be written
    bool beginsWithAnything = false;
    uint32_t array = kNone; // that holds the contents; kNone: nothing accesses them
  };
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kFew = 8;
  static constexpr uint32_t kMaxElements = 64; // of a copy, a fill or a new object's contents that is written out

  uint32_t numObjects() const { return static_cast<uint32_t>(objects_.size()) - 1; }
  const Object& operator[](uint32_t object) const { return objects_[object]; }
  const std::vector<ContentsArray>& arrays() const { return arrays_; }
  /// Objects that the pointer may point into.
  std::vector<uint32_t> objectsOf(const PointerSet& set) const;
  /// Whether these objects are so few that the pointer is compared with each.
  static bool isFew(const PointerSet& set, std::span<const uint32_t> objects) {
    return !set.isAny && objects.size() <= kFew;
  }
  /// Arrays of these objects: at most two, the array that begins with zeros first.
  std::vector<uint32_t> arraysOf(std::span<const uint32_t> objects) const;
  /// What offsets of the pointer are multiples of: a power of two, at most kMaxUnit.
  uint32_t alignment(const PointerSet& set) const;

  /// Whether no execution makes more than one such object.
  bool isOnce(uint32_t object) const { return isOnce_[object]; }
  bool hasHeap() const { return hasHeap_; }
  /// The first number that is given out in sequence.
  uint64_t firstNumber() const { return firstNumber_; }
  bool hasSequence() const { return hasSequence_; }
  /// Whether numbers may run out.
  bool mayRunOut() const { return mayRunOut_; }

private:
  void collect(const PointsTo& pointsTo);
  void giveNumbers(ObjectNumbers numbers, const std::set<uint32_t>& shared);
  bool canBeRenewed(const Object& object) const;
  void findSoleObjects();
  void findOwnLives(const PointsTo& pointsTo);
  void makeClasses(const PointsTo& pointsTo);
  uint32_t find(uint32_t object);
  void access(const PointerSet& set, uint64_t size);

  const Program& program_;
  std::vector<Object> objects_; // by number in the points-to analysis; 0 is none
  std::vector<bool> isOnce_;
  std::vector<ContentsArray> arrays_;
  std::vector<uint32_t> parent_; // of the union-find forest
  std::vector<uint32_t> unit_;   // by object: what accesses want, of a root in the end
  std::vector<bool> isAccessed_;
  std::vector<bool> isPacked_;
  uint64_t firstNumber_ = 0;
  bool hasHeap_ = false;
  bool hasSequence_ = false;
  bool mayRunOut_ = false;
};

/// Calls visit(pointer, size term or null, size in bytes) for every access to contents.
template <class Visit>
void forEachAccess(const Program& program, const Operation& operation, Visit visit) {
  const auto bytesOf = [](Sort sort) -> uint64_t { return sort.isBool() ? 1 : (sort.width() + 7) / 8; };
  operation.visit([&](const Load& load) { visit(load.pointer, Term(), bytesOf(program[load.variable].sort())); },
                  [&](const Store& store) { visit(store.pointer, Term(), bytesOf(store.value.sort())); },
                  [&](const Copy& copy) {
                    visit(copy.target, copy.size, uint64_t{0});
                    visit(copy.source, copy.size, uint64_t{0});
                  },
                  [&](const Fill& fill) { visit(fill.target, fill.size, uint64_t{0}); },
                  [](const OneOf<Allocate, Free, Query> auto&) {}, [](const OfVariables auto&) {}, NoThreads());
}

} // namespace assay
