// Named counters and times, printed under --stats in the order in which they were first mentioned.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <string>
#include <string_view>

namespace assay {

class Statistics {
public:
  /// References stay valid as long as the statistics live.
  uint64_t& counter(std::string_view name) { return entry(name, false).count; }
  /// The time of this name, in nanoseconds.
  uint64_t& time(std::string_view name) { return entry(name, true).count; }

  /// Adds the time from its construction to its end to the time of this name.
  class Timer {
  public:
    Timer(Statistics& statistics, std::string_view name) : Timer(statistics.time(name)) {}
    explicit Timer(uint64_t& nanoseconds) : nanoseconds_(nanoseconds) {}
    ~Timer() {
      nanoseconds_ += static_cast<uint64_t>(
          std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - begin_).count());
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

  private:
    uint64_t& nanoseconds_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  };

  /// One line each, names aligned; times in seconds.
  void print(std::ostream& out) const;

private:
  struct Entry {
    std::string name;
    bool isTime;
    uint64_t count = 0; // nanoseconds if it is a time
  };
  Entry& entry(std::string_view name, bool isTime);

  std::deque<Entry> entries_;
};

} // namespace assay
