#include "strategy/status_board.h"

#include <iomanip>
#include <sstream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay {

namespace {

constexpr const char *kUp = "\033[A", *kErase = "\r\033[K";

/// A line that wraps could not be taken back.
size_t terminalWidth() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

} // namespace

void StatusBoard::clear() {
  if (!isShown_) return;
  for (size_t i = 0; i < lines_.size(); ++i) logger_.stream() << kUp << kErase;
  logger_.stream() << std::flush;
  isShown_ = false;
}

void StatusBoard::show() {
  const auto now = Deadline::Clock::now();
  if (!logger_.hasStatusLine() || now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  clear();
  const size_t width = terminalWidth();
  for (const Line& line : lines_) {
    std::ostringstream text;
    text << std::fixed << std::setprecision(1) << std::setw(6) << std::chrono::duration<double>(now - begin_).count()
         << " s  " << line.engine << ": " << line.status;
    logger_.stream() << text.str().substr(0, width - 1) << "\n";
  }
  logger_.stream() << std::flush;
  isShown_ = true;
}

} // namespace assay
