#include "witness/thread_waits.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace assay {

namespace {

/// Who holds what is waited for, by the objects of the models (threads.h, threads_locks.c).
enum class Holder : uint8_t { None, OfMutex, OfCondition, OfReadWriteLock, Joined };

struct WaitingFunction {
  std::string_view name;
  std::string_view what; // before the object's name
  Holder holder;
  size_t argument = 0; // what it waits for, or the thread
};

constexpr WaitingFunction kWaitingFunctions[] = {
    {"pthread_mutex_lock", "the mutex", Holder::OfMutex},
    {"mtx_lock", "the mutex", Holder::OfMutex},
    {"pthread_cond_wait", "the mutex", Holder::OfCondition, 1},
    {"pthread_cond_timedwait", "the mutex", Holder::OfCondition, 1},
    {"cnd_wait", "the mutex", Holder::OfCondition, 1},
    {"cnd_timedwait", "the mutex", Holder::OfCondition, 1},
    {"pthread_rwlock_rdlock", "the lock", Holder::OfReadWriteLock},
    {"pthread_rwlock_wrlock", "the lock", Holder::OfReadWriteLock},
    {"pthread_spin_lock", "the spin lock", Holder::None},
    {"pthread_barrier_wait", "others to come to the barrier", Holder::None},
    {"sem_wait", "the semaphore", Holder::None},
    {"pthread_once", "the function that runs once, of", Holder::None},
    {"call_once", "the function that runs once, of", Holder::None},
    {"pthread_join", "", Holder::Joined},
    {"thrd_join", "", Holder::Joined},
};

/// A number of 4 bytes in memory; nothing if it cannot be read.
std::optional<uint32_t> numberAt(Interpreter& interpreter, uint64_t pointer) {
  std::array<uint8_t, 4> bytes{};
  if (!interpreter.read(pointer, bytes)) return std::nullopt;
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<uint32_t>(bytes[3]) << 24;
}

/// Models keep the number of a thread plus 1.
std::optional<uint32_t> threadAt(Interpreter& interpreter, uint64_t pointer) {
  const std::optional<uint32_t> number = numberAt(interpreter, pointer);
  return number && *number != 0 ? std::optional(*number - 1) : std::nullopt;
}

std::optional<uint32_t> holderOf(Holder holder, const WaitingCall& call, Interpreter& interpreter) {
  constexpr uint64_t kOwner = 8, kIsWritten = 4, kWriter = 8; // in struct Mutex, struct ReadWriteLock
  switch (holder) {
  case Holder::None:
    return std::nullopt;
  case Holder::OfMutex: // its first member is awaited
  case Holder::OfCondition:
    return threadAt(interpreter, call.awaited + kOwner);
  case Holder::OfReadWriteLock: {
    const uint64_t lock = call.arguments.empty() ? 0 : call.arguments[0].toUint64();
    const std::optional<uint32_t> isWritten = numberAt(interpreter, lock + kIsWritten);
    return isWritten && *isWritten != 0 ? threadAt(interpreter, lock + kWriter) : std::nullopt;
  }
  case Holder::Joined: // pthread_t is a number plus 1, too
    if (call.arguments.empty() || call.arguments[0].isZero()) return std::nullopt;
    return static_cast<uint32_t>(call.arguments[0].toUint64() - 1);
  }
  return std::nullopt;
}

const WaitingFunction* waitingFunction(const std::string& name) {
  const auto* known = std::ranges::find(kWaitingFunctions, std::string_view(name), &WaitingFunction::name);
  return known != std::end(kWaitingFunctions) ? known : nullptr;
}

} // namespace

std::string libraryObject(const std::string& name) { return name.substr(0, name.find(".__")); }

std::string ThreadWait::text() const {
  if (!other || object.empty()) return "waits for " + what;
  return "waits for " + what +
         (*other == thread ? ", which it holds itself" : ", which thread " + std::to_string(*other) + " holds");
}

uint64_t awaitedBy(const std::string& function, const std::vector<BitVector>& arguments) {
  const WaitingFunction* known = waitingFunction(function);
  return known != nullptr && known->argument < arguments.size() ? arguments[known->argument].toUint64() : 0;
}

std::vector<ThreadWait> circleOf(std::vector<ThreadWait> waits, uint32_t thread) {
  std::vector<ThreadWait> circle;
  for (uint32_t next = thread; circle.size() < waits.size();) {
    const auto wait = std::ranges::find(waits, next, &ThreadWait::thread);
    if (wait == waits.end() || !wait->other) break;
    circle.push_back(*wait);
    next = *wait->other;
    if (next != thread) continue;
    std::ranges::sort(circle, {}, &ThreadWait::thread);
    return circle;
  }
  return waits;
}

ThreadWait describeWait(const WaitingCall& call, MemoryText& memory, Interpreter& interpreter) {
  ThreadWait wait;
  wait.call = call.function;
  const WaitingFunction* known = waitingFunction(call.function);
  const bool isKnown = known != nullptr;
  const bool isForSignal = isKnown && known->holder == Holder::OfCondition && !memory.isUsers(call.awaited);
  if (isKnown && !isForSignal) wait.other = holderOf(known->holder, call, interpreter);
  if (wait.other) wait.other = static_cast<uint32_t>(memory.threadOf(*wait.other));
  if (isKnown && known->holder == Holder::Joined) {
    wait.what = wait.other ? "thread " + std::to_string(*wait.other) + " to end" : "a thread to end";
    return wait;
  }
  // The model keeps who waits for a signal elsewhere.
  const uint64_t object = isForSignal && !call.arguments.empty() ? call.arguments[0].toUint64() : call.awaited;
  if (memory.isUsers(object)) wait.object = libraryObject(memory.written(object, call.size, TypeClass::Unknown).name);
  wait.what = isForSignal ? "a signal for the condition" : isKnown ? std::string(known->what) : "another thread";
  if (!wait.object.empty()) wait.what += (isKnown ? " " : " to change ") + wait.object;
  return wait;
}

} // namespace assay
