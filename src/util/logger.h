// Messages for the user on standard error. Results go to standard output and never through here.
#pragma once

#include <ostream>
#include <string_view>

namespace assay {

class Logger {
public:
  explicit Logger(std::ostream& out) : out_(out) {}
  void setVerbose(bool verbose) { verbose_ = verbose; }

  void error(std::string_view text) { out_ << "assay: " << text << "\n"; }
  /// Shown under --verbose only.
  void progress(std::string_view text) {
    if (verbose_) out_ << "assay: " << text << "\n" << std::flush;
  }
  std::ostream& stream() { return out_; }

private:
  std::ostream& out_;
  bool verbose_ = false;
};

} // namespace assay
