// What the compiler's own tool measured: llvm-cov's export, read into something smaller.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// A condition in the source, and how often it was true and false.
struct MeasuredBranch {
  uint32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  uint64_t taken = 0, notTaken = 0;
};

struct MeasuredFile {
  struct Count {
    uint64_t covered = 0, total = 0;
  };
  std::string name;
  Count lines, branches, functions;
  std::vector<std::optional<uint64_t>> lineCounts; // [0] is line 1; nothing where there is no code
  std::vector<MeasuredBranch> branchCounts;
};

/// Throws InputError if the text is no such report. Files of the system are left out.
std::vector<MeasuredFile> readCoverage(const std::string& json);

/// A table for people: lines and branches of each file.
std::string coverageTable(const std::vector<MeasuredFile>& files);

} // namespace assay
