// Ends a run that was interrupted (SIGINT, SIGTERM) or is out of time. Work that polls the deadline's flag gets a
// moment to stop by itself; work that cannot (a compilation) is ended with the process, after one last line.
#pragma once

#include "util/deadline.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace assay {

class Watchdog {
public:
  /// `lastWords` makes the line for standard output from the reason, "interrupted" or "timeout"; empty: none.
  using LastWords = std::function<std::string(std::string_view reason)>;

  /// How long work that polls the flag may take to stop.
  static constexpr std::chrono::milliseconds kGrace{500};

  /// Blocks the signals in this thread and those started from it later, so that they arrive here.
  Watchdog(Deadline& deadline, LastWords lastWords, std::chrono::milliseconds grace = kGrace);
  /// From here on the run ends by itself, and the caller writes the last line. If the watchdog is writing it already,
  /// this does not return.
  void release();
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

private:
  void watch();
  bool finishedWithin(Deadline::Clock::duration duration);

  Deadline& deadline_;
  LastWords lastWords_;
  std::chrono::milliseconds grace_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false, hasLastWord_ = false;
  std::thread thread_;
};

} // namespace assay
