// What a thread waits for, in the words of the library function that it has called. Threads wait inside of the models of these
// functions; where the models say who holds a lock, that is told, too.
#pragma once

#include "program/interpreter.h"
#include "witness/memory_text.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

struct ThreadWait {
  uint32_t thread = 0;                // that waits
  SourcePosition position = {};       // of the user's call
  FunctionId function = {};           // of the user, that calls
  std::string call;                   // "pthread_mutex_lock"
  std::string object;                 // "m", "locks[1]"; empty: a thread, or nothing that has a name
  std::string what;                   // "the mutex m", "thread 1 to end"
  std::optional<uint32_t> other = {}; // the thread that holds it, or whose end it is

  /// "waits for the mutex m, which thread 2 holds"
  std::string text() const;
};

/// A thread is about to wait in the model of a library function.
struct WaitingCall {
  std::string function;
  std::vector<BitVector> arguments;
  uint64_t awaited = 0; // the memory that another thread has to change
  uint64_t size = 0;
};

/// What a call of this function waits for, by its arguments: a lock, or what is like one; 0 if that is not known.
uint64_t awaitedBy(const std::string& function, const std::vector<BitVector>& arguments);

/// `call`, `object`, `what` and `other` of the wait.
ThreadWait describeWait(const WaitingCall& call, MemoryText& memory, Interpreter& interpreter);

/// Of these waits, those of threads that wait for each other in a circle with this one; all of them if it is not known
/// who holds what.
std::vector<ThreadWait> circleOf(std::vector<ThreadWait> waits, uint32_t thread);

/// Without what is inside of an object of the library: `m` of `m.__data.__lock`.
std::string libraryObject(const std::string& name);

} // namespace assay
