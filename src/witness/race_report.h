// What ThreadSanitizer writes about data races, and where that is in the source.
#pragma once

#include "util/deadline.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

/// Two accesses, each as the addresses of the calls that it is made in, innermost first.
struct RaceReport {
  std::vector<std::string> frames[2];
  bool operator==(const RaceReport&) const = default;
};

/// What stands in what a program wrote, each once.
std::vector<RaceReport> raceReports(const std::string& text, const std::string& program);

/// "FILE:LINE" of each address; empty if that cannot be told.
std::vector<std::string> placesOf(const std::filesystem::path& program, const std::vector<std::string>& addresses,
                                  const Deadline& deadline);

} // namespace assay
