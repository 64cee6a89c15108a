#include "engine/kiki/induction.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace assay {

bool Induction::run(uint32_t numCovered) {
  isAlone_ = numCovered >= options_.maxRounds;
  while (isPossible(numCovered) && !isSettled_ && isItsTurn() && !budget_.isSpent()) {
    Stopwatch watch(budget_, time_);
    piece(numCovered);
  }
  return isSettled_;
}

// The base case gets at least a third of the time.
bool Induction::isItsTurn() const {
  if (options_.asksEveryRound || isAlone_) return true;
  return time_ <= 2 * (budget_.done() - time_) + budget_.turn() / 4;
}

void Induction::propose(std::vector<Assertion> candidates) {
  for (Assertion& candidate : candidates) {
    if (step_.isKnown(candidate)) continue;
    candidates_.push_back(std::move(candidate));
    hasNewCandidates_ = true;
  }
}

void Induction::piece(uint32_t numCovered) {
  if (std::exchange(isHintNew_, false))
    if (const auto* known = std::get_if<InductionOutline>(options_.hint)) followHint(*known, numCovered);
  if (isSettled_) return;
  if (!isBegun_) return begin();
  if (!next_.empty()) {
    const auto [source, k] = next_.back();
    next_.pop_back();
    const std::optional<bool> isFound = step_.search(*source, k, candidates_, allow());
    if (!isFound) {
      std::erase_if(next_, [&](const auto& other) { return other.first == source; });
      if (std::ranges::find(late_, source) == late_.end()) late_.push_back(source);
    }
    if (isFound.value_or(false)) decide();
    return;
  }
  if (unanswered_ != Work::Duration() && unanswered_ < limits_.answerForK && numTurns_ > options_.turns.size())
    return decide();
  isBegun_ = false;
  ++k_;
}

// Lemmas that are inductive for a smaller k are found sooner with that k; then comes the step, with all lemmas.
void Induction::followHint(const InductionOutline& known, uint32_t numCovered) {
  const uint32_t last = std::min({known.k, lastK(limits_), numCovered - 1});
  for (const uint32_t k : {uint32_t{0}, last}) {
    if (!step_.extend(k, allow())) return;
    if (!candidates_.empty()) checkOutside(k);
    for (const std::string& name : known.sources)
      if (const Source* source = findSource(name)) step_.search(*source, k, {}, allow());
    if (last == 0) break;
  }
  k_ = last;
  isBegun_ = true;
  decide();
  if (isSettled_) return;
  firstAt_ = k_ + 1;
  plan();
}

// If the earlier proof looked at all executions, induction is of no use; but the program may have changed.
bool Induction::waitsForEnd(uint32_t numCovered) const {
  const auto* const known = isHintNew_ ? std::get_if<ForwardOutline>(options_.hint) : nullptr;
  return known && numCovered <= known->backEdges && budget_.done() < limits_.waitForEnd;
}

// The larger k is, the less often the step is tried.
void Induction::begin() {
  if (k_ > lastK(limits_)) isPossible_ = false;
  const bool isSkipped = k_ > limits_.everyK && k_ % (1 + k_ / 6) != 0 && !options_.asksEveryRound;
  if (isSkipped) ++k_;
  if (isSkipped || !isPossible_) return;
  if (!step_.extend(k_, allow())) {
    isPossible_ = step_.isComplete();
    return;
  }
  if (!candidates_.empty() && (k_ <= limits_.candidatesUntilK || hasNewCandidates_)) checkOutside(k_);
  if (firstAt_ == k_ && options_.maxRounds > 1 && !options_.turns.empty()) searchFirst();
  isBegun_ = true;
  decide();
  plan();
}

void Induction::decide() {
  const bool isAnswered = step_.decide(k_, [&] { return allow(); });
  unanswered_ = isAnswered ? Work::Duration() : budget_.piece(isAlone_);
  // Obstacles that were not met in this layer are never met: those that were are among the checks.
  if (isAnswered) isSettled_ = checks_.allSettled();
}

void Induction::checkOutside(uint32_t k) {
  hasNewCandidates_ = false;
  if (!step_.search(sourceNamed("outside"), k, candidates_, allow())) return;
  std::erase_if(candidates_, [&](const Assertion& candidate) { return step_.isKnown(candidate); });
}

// Once all of these sources have finished within their allowances, they are not asked again.
void Induction::searchFirst() {
  bool isInTime = true;
  for (const std::string_view name : firstSources())
    if (!step_.search(sourceNamed(name), k_, {}, allow())) isInTime = false;
  if (!isInTime) ++firstAt_;
}

// An invariant that is inductive for a smaller k is found sooner with that k.
void Induction::plan() {
  std::vector<const Source*> now;
  if (numTurns_ < options_.turns.size()) {
    for (std::string_view name : options_.turns[numTurns_]) now.push_back(&sourceNamed(name));
  } else if (numTurns_ == options_.turns.size() || budget_.piece(isAlone_) >= 2 * lateAllowance_) {
    lateAllowance_ = budget_.piece(isAlone_);
    now = std::exchange(late_, {});
  }
  ++numTurns_;
  const auto addAll = [&](uint32_t k) {
    for (const Source* source : std::views::reverse(now)) next_.emplace_back(source, k);
  };
  if (k_ > 0) addAll(k_);
  addAll(0);
}

} // namespace assay
