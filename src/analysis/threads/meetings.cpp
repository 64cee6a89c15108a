#include "analysis/threads/meetings.h"

#include <algorithm>

namespace assay {

namespace {

/// Bytes of a barrier or a semaphore.
constexpr uint64_t kBytes = 32;

bool isOfBarriers(ThreadRole role) { return role == ThreadRole::BarrierInitialise || role == ThreadRole::BarrierWait; }

bool isOfSemaphores(ThreadRole role) {
  return role == ThreadRole::SemaphoreInitialise || role == ThreadRole::SemaphorePost ||
         role == ThreadRole::SemaphoreWait;
}

} // namespace

bool Meetings::isBefore(const ThreadAccess& a, const ThreadAccess& b) {
  if (a.thread == b.thread) return false;
  return std::ranges::any_of(b.state->met, [&](const Meeting& passed) {
    if (!passed.hasPassed) return false;
    const Meeting* own = a.state->findMet(passed.object);
    return !(own && own->mayHaveSignalled) && signallers(passed.object).contains(a.thread);
  });
}

const std::set<uint32_t>& Meetings::signallers(Term object) {
  const auto [at, isNew] = known_.try_emplace(object.id());
  if (isNew) at->second = findSignallers(object);
  return at->second;
}

std::set<uint32_t> Meetings::findSignallers(Term object) const {
  const PointerSetTable& sets = walk_.sets();
  const std::vector<MeetingCall>& calls = walk_.meetings();
  const auto first = std::ranges::find(calls, object, &MeetingCall::object);
  if (first == calls.end() || !isUntouched(first->targets)) return {};
  const bool isBarrier = isOfBarriers(first->role);
  std::set<uint32_t> found;
  std::optional<uint64_t> count;
  for (const MeetingCall& call : calls) {
    if (call.object != object) {
      if (sets.mayOverlap(call.targets, kBytes, first->targets, kBytes)) return {};
      continue;
    }
    if (isOfBarriers(call.role) != isBarrier) return {};
    if (call.role == ThreadRole::BarrierInitialise || call.role == ThreadRole::SemaphoreInitialise) {
      if (call.thread != ThreadTable::kMain || !call.isAlone || !call.isFirst) return {};
      if (!call.count || !call.count.isValue()) return {};
      const uint64_t number = call.count.value().toUint64();
      if (count && *count != number) return {};
      count = number;
    } else if (call.role != ThreadRole::SemaphoreWait) {
      if (!walk_.threads().isUnique(call.thread)) return {};
      found.insert(call.thread);
    }
  }
  const bool isEnough = count && (isBarrier ? found.size() <= *count : *count == 0 && found.size() == 1);
  return isEnough ? found : std::set<uint32_t>();
}

/// Whether it is static and zero at first, and nobody but its own functions writes to it.
bool Meetings::isUntouched(PointerSetId object) const {
  const PointerSetTable& sets = walk_.sets();
  const bool isZero =
      !sets[object].isAny && std::ranges::all_of(sets[object].targets, [&](const PointerTarget& target) {
        return sets.pointsTo().isStatic(target.object) && target.object < program_.objects.size() &&
               std::ranges::all_of(program_.objects[target.object].bytes, [](uint8_t byte) { return byte == 0; });
      });
  return isZero && std::ranges::none_of(walk_.accesses(), [&](const ThreadAccess& access) {
           return access.isWrite && !isOfMeetings(access) &&
                  sets.mayOverlap(access.targets, access.bytes, object, kBytes);
         });
}

bool Meetings::isOfMeetings(const ThreadAccess& access) const {
  const ThreadRole role = program_[program_[program_[access.edge].source].function].role;
  return isOfBarriers(role) || isOfSemaphores(role);
}

} // namespace assay
