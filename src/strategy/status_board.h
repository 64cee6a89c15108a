// A line for each engine on the terminal: what it is doing, and for how long. Nothing is written if standard error is
// no terminal.
#pragma once

#include "util/deadline.h"
#include "util/logger.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay {

class StatusBoard {
public:
  explicit StatusBoard(Logger& logger) : logger_(logger) {}
  ~StatusBoard() { clear(); }
  StatusBoard(const StatusBoard&) = delete;
  StatusBoard& operator=(const StatusBoard&) = delete;

  /// Gives the engine the next line.
  void add(const std::string& engine) { lines_.push_back({engine, "started"}); }
  void set(size_t engine, std::string_view status) { lines_[engine].status = status; }
  /// Draws anew, a few times a second.
  void show();
  /// To be called before anything else is written to the terminal.
  void clear();

private:
  struct Line {
    std::string engine, status;
  };

  Logger& logger_;
  std::vector<Line> lines_;
  const Deadline::Clock::time_point begin_ = Deadline::Clock::now();
  Deadline::Clock::time_point next_ = begin_ + std::chrono::milliseconds(300); // short runs show nothing
  bool isShown_ = false;
};

} // namespace assay
