#include "engine/shapes/certificate.h"

#include "engine/shapes/well_formed.h"
#include "program/check_table.h"

#include <algorithm>

namespace assay::shapes {

CertificateCheck CertificateChecker::run() {
  bool isClosed = areHeaps() && follow(flat_.entry(), flat_.start(), certificate_.arrivals.ofStart, ofStart_);
  while (isClosed && !work_.empty()) {
    const Place place = work_.front();
    work_.pop_front();
    const State& state = certificate_.heaps.at(place.head)[place.number];
    isClosed = follow(place.head, state, hintsAt(place), needed_.at(place));
  }
  if (!isClosed) return {failure_.empty() ? machine_.reason() : failure_, {}, {}};
  return {{}, machine_.limitsReached(), needed()};
}

bool CertificateChecker::areHeaps() {
  for (const auto& [head, states] : certificate_.heaps)
    for (const State& state : states) {
      if (WellFormed(flat_.program, state).holds()) continue;
      failure_ = textWithPlace(flat_.program, "a heap that is none", flat_.program[head].position);
      return false;
    }
  return true;
}

bool CertificateChecker::follow(LocationId from, const State& state, const Arrivals::Numbers& hints, Places& arrivals) {
  return machine_.run(from, state, [&](LocationId head, State&& next) { return arrive(head, next, hints, arrivals); });
}

bool CertificateChecker::arrive(LocationId head, const State& state, const Arrivals::Numbers& hints, Places& arrivals) {
  const bool isLost = flat_.leaks.memtrack && !isTracked(flat_.program, state);
  std::optional<uint32_t> hint, found;
  if (arrivals.size() < hints.size()) hint = hints[arrivals.size()];
  if (!isLost) found = find(head, state, hint);
  if (!found) {
    failure_ =
        textWithPlace(flat_.program, "a heap at the head of a loop is not covered", flat_.program[head].position);
    return false;
  }
  arrivals.push_back({head, *found});
  if (needed_.try_emplace({head, *found}).second) work_.push_back({head, *found});
  return true;
}

std::optional<uint32_t> CertificateChecker::find(LocationId head, const State& state, std::optional<uint32_t> hint) {
  const auto heaps = certificate_.heaps.find(head);
  if (heaps == certificate_.heaps.end()) return {};
  const std::vector<State>& states = heaps->second;
  const auto covers = [&](uint32_t number) { return Cover(flat_.program, oracle_, states[number], state).holds(); };
  if (hint && *hint < states.size() && covers(*hint)) return hint;
  for (const bool isNeeded : {true, false})
    for (uint32_t number = 0; number < states.size(); ++number)
      if (needed_.contains({head, number}) == isNeeded && number != hint && covers(number)) return number;
  return {};
}

Arrivals::Numbers CertificateChecker::hintsAt(const Place& place) const {
  const auto found = certificate_.arrivals.ofStates.find(place.head);
  if (found == certificate_.arrivals.ofStates.end() || place.number >= found->second.size()) return {};
  return found->second[place.number];
}

/// States keep their order, and get new numbers.
Certificate CertificateChecker::needed() const {
  Certificate result;
  std::map<Place, uint32_t> numbers;
  for (const auto& [place, arrivals] : needed_) {
    std::vector<State>& states = result.heaps[place.head];
    numbers[place] = static_cast<uint32_t>(states.size());
    states.push_back(certificate_.heaps.at(place.head)[place.number]);
  }
  const auto renumbered = [&](const Places& places) {
    Arrivals::Numbers made;
    for (const Place& place : places) made.push_back(numbers.at(place));
    return made;
  };
  result.arrivals.ofStart = renumbered(ofStart_);
  for (const auto& [place, arrivals] : needed_) result.arrivals.ofStates[place.head].push_back(renumbered(arrivals));
  return result;
}

} // namespace assay::shapes
