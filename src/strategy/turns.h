// Which engines run, if there are more engines than processors: each gets its share of the time, in turns.
//
// An engine's clock runs slower the larger its share is, and only while it runs. The engines whose clocks are behind
// run next. An engine that begins later sets its clock to that of the others.
#pragma once

#include <chrono>
#include <cstddef>
#include <vector>

namespace assay {

class Turns {
public:
  using Duration = std::chrono::duration<double>;

  explicit Turns(size_t numProcessors) : numProcessors_(numProcessors) {}

  /// Adds an engine and returns its number; numbers count from 0. The engine waits until so much time has passed, or
  /// until a processor is free.
  size_t add(double share, Duration begin);
  void end(size_t number) { entries_[number].hasEnded = true; }
  /// To be called when so much time has passed since the last call: decides which engines run now.
  void next(Duration passed);
  bool runs(size_t number) const { return entries_[number].runs; }

private:
  struct Entry {
    double share;
    Duration begin;
    Duration clock{};
    bool hasBegun = false, hasEnded = false, runs = false;
  };
  void admit();

  const size_t numProcessors_;
  Duration now_{};
  std::vector<Entry> entries_;
};

} // namespace assay
