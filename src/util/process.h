// A child process that does some work, sends text home and hears what the parent tells it meanwhile.
//
// The child begins as a copy of the parent (nothing is loaded again), has its own limit on memory, and ends with the
// parent however that ends. SIGTERM asks it to finish with what it has; the destructor kills what still runs. So no
// process stays behind, and whatever happens in the child costs the child alone.
#pragma once

#include "util/channel.h"
#include "util/deadline.h"

#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>

namespace assay {

/// While this object lives, the process gets no more than so much memory beyond what it has; beyond that, new fails.
class MemoryLimit {
public:
  explicit MemoryLimit(uint64_t megabytes);
  ~MemoryLimit() { setrlimit(RLIMIT_DATA, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

private:
  rlimit before_{};
};

class ChildProcess {
public:
  /// Runs in the child; the deadline is cancelled when the parent asks the child to stop. What the work does not catch
  /// ends the child with the message "failed WHAT".
  using Work = std::function<void(const Deadline& deadline, Channel& parent)>;

  /// `memoryMegabytes` beyond what the parent has; the deadline ends when the parent's does. Throws std::system_error
  /// if there can be no process.
  ChildProcess(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work);
  ~ChildProcess() { end(); }
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  Channel& channel() { return channel_; }

  void askToStop() const;
  /// The child stops until goOn() is called. Both may be called repeatedly.
  void pause() const;
  void goOn() const;
  /// Kills the child if it still runs, and waits for its end. Returns how it ended; empty if it ended as it should.
  std::string end();

private:
  void runChild [[noreturn]] (const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work);

  Channel channel_; // in the child its own end, in the parent the other one
  pid_t process_ = -1;
};

/// How many processors of the machine this process may use.
size_t numProcessors();

} // namespace assay
