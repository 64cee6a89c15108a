#include "engine/predicates/known_steps.h"

#include <algorithm>
#include <utility>

namespace assay {

AbstractState::AbstractState(const Cube& literals) : bits_(literals.empty() ? 0 : literals.back() / 64 + 1) {
  for (PredicateLiteral each : literals) bits_[each / 64] |= uint64_t(1) << (each % 64);
}

bool AbstractState::holds(PredicateLiteral literal) const {
  return literal / 64 < bits_.size() && ((bits_[literal / 64] >> (literal % 64)) & 1) != 0;
}

bool AbstractState::isIn(const Cube& cube) const {
  return std::ranges::all_of(cube, [&](PredicateLiteral each) { return holds(each); });
}

bool AbstractState::isOutside(const Cube& cube) const {
  return std::ranges::any_of(cube, [&](PredicateLiteral each) { return holds(each ^ 1U); });
}

void KnownSteps::add(uint32_t head, const CutRelation::Entry& entry, Cube before, const Cube& after) {
  std::deque<Step>& steps = byTarget_[head];
  if (steps.size() == most_) steps.pop_back();
  AbstractState source(before);
  steps.push_front({entry, std::move(before), std::move(source), AbstractState(after), 0});
}

void KnownSteps::clear() {
  for (std::deque<Step>& steps : byTarget_) steps.clear();
}

} // namespace assay
