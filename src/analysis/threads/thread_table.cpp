#include "analysis/threads/thread_table.h"

namespace assay {

uint32_t ThreadTable::find(uint32_t parent, EdgeId site, FunctionId function, Term start) {
  const uint64_t startsWith = start ? start.id() + 1 : 0;
  const auto [at, isNew] = numbers_.try_emplace({parent, site, function, startsWith}, size());
  if (isNew) {
    ThreadKind& made = kinds_.emplace_back();
    made.parent = parent;
    made.site = site;
    made.function = function;
    made.isRepeated = kinds_[parent].isRepeated;
  }
  return at->second;
}

bool ThreadTable::isOrComesOf(uint32_t thread, uint32_t ancestor) const {
  while (thread != ancestor && thread != kMain) thread = kinds_[thread].parent;
  return thread == ancestor;
}

/// A unique thread knows which threads it has created; its descendants come after one of these.
bool ThreadTable::mayHaveBegun(uint32_t thread, uint32_t other, const ThreadState& state) const {
  if (thread == kMain) return true;
  if (!isUnique(other)) return true;
  for (uint32_t child = thread; child != kMain; child = kinds_[child].parent)
    if (kinds_[child].parent == other) return hasNumber(state.created, child);
  return true;
}

bool ThreadTable::mayRun(uint32_t thread, uint32_t other, const ThreadState& state) const {
  if (thread == other && isUnique(thread)) return false;
  if (hasNumber(state.joined, thread) || hasNumber(state.gone, thread)) return false;
  return mayHaveBegun(thread, other, state);
}

bool ThreadTable::areParallel(uint32_t a, const ThreadState& ofA, uint32_t b, const ThreadState& ofB) const {
  if (!mayRun(b, a, ofA) || !mayRun(a, b, ofB)) return false;
  // One that has ended for the one has begun for the other.
  const auto isLater = [&](const ThreadState& later, uint32_t before, const ThreadState& earlier) {
    return std::ranges::any_of(
        later.joined, [&](uint32_t ended) { return ended != before && !mayHaveBegun(ended, before, earlier); });
  };
  return !isLater(ofA, b, ofB) && !isLater(ofB, a, ofA);
}

bool ThreadTable::isAlone(uint32_t thread, const ThreadState& state) const {
  if (thread != kMain) return false;
  for (uint32_t other = 1; other < size(); ++other)
    if (mayRun(other, thread, state)) return false;
  return true;
}

} // namespace assay
