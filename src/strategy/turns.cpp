#include "strategy/turns.h"

#include <algorithm>

namespace assay {

size_t Turns::add(double share, Duration begin) {
  entries_.push_back({share, begin});
  return entries_.size() - 1;
}

// In the order in which they were added, until no processor is left.
void Turns::admit() {
  Duration earliest = Duration::max();
  size_t numRunning = 0;
  for (const Entry& entry : entries_) {
    if (!entry.hasBegun || entry.hasEnded) continue;
    earliest = std::min(earliest, entry.clock);
    ++numRunning;
  }
  for (Entry& entry : entries_) {
    if (entry.hasBegun || entry.hasEnded || (entry.begin > now_ && numRunning >= numProcessors_)) continue;
    entry.hasBegun = true;
    entry.clock = earliest == Duration::max() ? Duration{} : earliest;
    ++numRunning;
  }
}

void Turns::next(Duration passed) {
  now_ += passed;
  for (Entry& entry : entries_)
    if (entry.runs) entry.clock += passed / entry.share;
  admit();
  std::vector<Entry*> waiting;
  for (Entry& entry : entries_) {
    entry.runs = false;
    if (entry.hasBegun && !entry.hasEnded) waiting.push_back(&entry);
  }
  std::ranges::stable_sort(waiting, {}, &Entry::clock);
  if (waiting.size() > numProcessors_) waiting.resize(numProcessors_);
  for (Entry* entry : waiting) entry->runs = true;
}

} // namespace assay
