// Messages for the user on standard error. Results go to standard output and never through here.
#pragma once

#include <ostream>
#include <string_view>

namespace assay {

class Logger {
public:
  explicit Logger(std::ostream& out) : out_(out) {}
  virtual ~Logger() = default;
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;
  void setVerbose(bool verbose) { verbose_ = verbose; }
  bool isVerbose() const { return verbose_; }
  /// For a terminal that someone looks at, and one process that writes to it.
  void setStatusLine(bool on) { hasStatusLine_ = on; }

  void error(std::string_view text) { line(text); }
  /// Shown under --verbose only.
  void progress(std::string_view text) {
    if (verbose_) line(text);
  }

  bool hasStatusLine() const { return hasStatusLine_; }
  /// Replaces the line; to be cleared before anything else is written to the terminal.
  virtual void status(std::string_view text) {
    if (!hasStatusLine_) return;
    out_ << "\r" << text << "\033[K" << std::flush;
    isStatusShown_ = true;
  }
  void clearStatus() {
    if (isStatusShown_) out_ << "\r\033[K" << std::flush;
    isStatusShown_ = false;
  }
  std::ostream& stream() { return out_; }

protected:
  virtual void line(std::string_view text) {
    clearStatus();
    out_ << "assay: " << text << "\n" << std::flush;
  }

private:
  std::ostream& out_;
  bool verbose_ = false;
  bool hasStatusLine_ = false;
  bool isStatusShown_ = false;
};

} // namespace assay
