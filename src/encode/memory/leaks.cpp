// Which heap objects the program can still reach: from roots (values of variables), from static and stack objects, and
// from heap objects that are reached themselves. The caller's blocks are none that has to be reached, and what they
// point to is. Only whole cells count as pointers, and whole elements of arrays; so an object that is said to be reached
// is reached, and an object that is not may be reached in a way that is not seen here.
#include "encode/memory/leaks.h"

namespace assay {

namespace {
constexpr size_t kMaxHeapObjects = 16;
constexpr uint64_t kMaxElements = 512; // of an array that are looked at one by one
} // namespace

Term isAllTracked(const Program& program, PointerTerms& pointers, const MemoryObjects& memory,
                  const std::vector<Term>& roots) {
  TermManager& terms = program.terms();
  std::vector<std::pair<uint64_t, MemoryObjectPtr>> heap, others;
  memory.forEach([&](size_t number, const MemoryObjectPtr& object) {
    if (object && !object->isAlive.isFalse())
      (object->isHeap && !object->isCallers ? heap : others).emplace_back(number, object);
  });
  if (heap.size() > kMaxHeapObjects) throw NotEncoded("which of many heap objects can be reached");

  const uint32_t width = program.pointerSort().width();
  /// Whether an element of the array points to the object.
  const auto elementPointsTo = [&](const MemoryObject& object, uint64_t number) {
    const uint32_t unit = object.initial->unit;
    if (unit * 8 != width) return terms.mkFalse();
    const auto isAt = [&](Term index) { return pointers.isInto(terms.mkSelect(object.array, index), number); };
    if (!object.size.isValue() || object.size.value().toUint64() / unit > kMaxElements) {
      if (isAt(terms.mkFreshVariable("kiki!element", program.pointerSort())).isFalse()) return terms.mkFalse();
      throw NotEncoded("which blocks a long array points to");
    }
    std::vector<Term> ways;
    for (uint64_t i = 0; i < object.size.value().toUint64() / unit; ++i) ways.push_back(isAt(terms.mkBv(width, i)));
    return terms.mkOr(ways);
  };
  const auto pointsTo = [&](const MemoryObject& object, uint64_t number) {
    std::vector<Term> ways;
    if (object.array) ways.push_back(elementPointsTo(object, number));
    for (const auto& [offset, cell] : object.cells)
      if (cell.value.sort() == program.pointerSort()) ways.push_back(pointers.isInto(cell.value, number));
    return terms.mkAnd(object.isAlive, terms.mkOr(ways));
  };
  std::vector<Term> isReached;
  for (const auto& [number, object] : heap) {
    std::vector<Term> ways;
    for (Term root : roots) ways.push_back(pointers.isInto(root, number));
    for (const auto& [other, holder] : others) ways.push_back(pointsTo(*holder, number));
    isReached.push_back(terms.mkOr(ways));
  }
  // A chain through the heap is no longer than there are objects.
  for (size_t length = 1; length < heap.size(); ++length) {
    std::vector<Term> next = isReached;
    for (size_t i = 0; i < heap.size(); ++i)
      for (size_t j = 0; j < heap.size(); ++j)
        if (i != j && !isReached[j].isFalse() && !next[i].isTrue())
          next[i] = terms.mkOr(next[i], terms.mkAnd(isReached[j], pointsTo(*heap[j].second, heap[i].first)));
    if (next == isReached) break;
    isReached = std::move(next);
  }
  std::vector<Term> tracked;
  for (size_t i = 0; i < heap.size(); ++i)
    tracked.push_back(terms.mkOr(terms.mkNot(heap[i].second->isAlive), isReached[i]));
  return terms.mkAnd(tracked);
}

} // namespace assay
