// A child process that does some work and sends text home.
//
// The child begins as a copy of the parent (nothing is loaded again), has its own limit on memory, and ends with the
// parent however that ends. SIGTERM asks it to finish with what it has; the destructor kills what still runs. So no
// process stays behind, and whatever happens in the child costs the child alone.
#pragma once

#include "util/deadline.h"

#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace assay {

class ChildProcess {
public:
  /// Sends one message to the parent.
  using Send = std::function<void(std::string_view message)>;
  /// Runs in the child; the deadline is cancelled when the parent asks the child to stop.
  using Work = std::function<void(const Deadline& deadline, const Send& send)>;

  /// `memoryMegabytes` beyond what the parent has; the deadline ends when the parent's does. Throws std::system_error if
  /// there can be no process.
  ChildProcess(const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work);
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&&) = delete;

  /// To be polled for reading.
  int descriptor() const { return descriptor_; }
  /// Takes what has arrived; false once nothing can arrive any more.
  bool receive();
  /// The next message that arrived as a whole, if there is one.
  bool next(std::string& message);

  void askToStop() const;
  /// Kills it if it still runs and waits for its end; how it ended, empty if as it should.
  std::string end();

private:
  void runChild [[noreturn]] (const Deadline& parentDeadline, uint64_t memoryMegabytes, const Work& work, int out);

  pid_t process_ = -1;
  int descriptor_ = -1;
  std::string buffer_; // arrived, not yet taken
};

} // namespace assay
