// Which threads may be there at the same time, by what they know to have created and joined.
#pragma once

#include "analysis/threads/thread_table.h"

#include <algorithm>
#include <vector>

namespace assay {

class ThreadOrder {
public:
  explicit ThreadOrder(const std::vector<ThreadKind>& kinds) : kinds_(kinds) {}

  bool isUnique(uint32_t thread) const { return !kinds_[thread].isRepeated; }
  /// The ancestor of the thread, or itself, that the other one creates; 0 if there is none.
  uint32_t childOf(uint32_t creator, uint32_t thread) const {
    while (thread != 0 && kinds_[thread].parent != creator) thread = kinds_[thread].parent;
    return thread;
  }
  bool comesOf(uint32_t thread, uint32_t ancestor) const {
    return thread == ancestor || childOf(ancestor, thread) != 0;
  }
  /// Only a thread of which there is one knows that it has not created others; they come after a child of its own.
  bool mayHaveBegun(uint32_t thread, uint32_t knower, const ThreadState& knows) const {
    const uint32_t child = isUnique(knower) ? childOf(knower, thread) : 0;
    return child == 0 || hasNumber(knows.created, child);
  }
  /// Whether such a thread may be alive beside the one that knows this.
  bool mayRun(uint32_t thread, uint32_t knower, const ThreadState& knows) const {
    if (thread == knower && isUnique(thread)) return false;
    return !hasNumber(knows.joined, thread) && !hasNumber(knows.gone, thread) && mayHaveBegun(thread, knower, knows);
  }
  bool areParallel(uint32_t a, const ThreadState& ofA, uint32_t b, const ThreadState& ofB) const {
    // No thread has ended for the one and not begun for the other.
    const auto contradicts = [&](const ThreadState& later, uint32_t knower, const ThreadState& earlier) {
      return std::ranges::any_of(
          later.joined, [&](uint32_t ended) { return ended != knower && !mayHaveBegun(ended, knower, earlier); });
    };
    return mayRun(b, a, ofA) && mayRun(a, b, ofB) && !contradicts(ofA, b, ofB) && !contradicts(ofB, a, ofA);
  }
  bool isAlone(uint32_t thread, const ThreadState& knows) const {
    for (uint32_t other = 0; other < kinds_.size(); ++other)
      if (mayRun(other, thread, knows)) return false;
    return thread == 0;
  }

private:
  const std::vector<ThreadKind>& kinds_;
};

} // namespace assay
