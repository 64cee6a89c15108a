// Runs other programs, within limits.
#pragma once

#include "util/deadline.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct ChildLimits {
  std::chrono::milliseconds wall{60'000};
  uint64_t cpuSeconds = 60;
  bool warnsOfTime = true;         // a signal that the program can handle, a second before it is ended
  uint64_t memoryMegabytes = 4096; // of address space; 0: as much as there is
  uint64_t fileMegabytes = 1024;   // of a file that it writes
  uint64_t processes = 0;          // at most so many of the user; 0: no limit
  // These are watched from outside, every few milliseconds; 0: not at all.
  uint64_t residentMegabytes = 0; // of memory, for programs whose address space says nothing
  uint64_t folderMegabytes = 0;   // of all files in the folder that it runs in
};

struct ChildCommand {
  std::vector<std::string> words;            // the program is looked for in PATH
  std::vector<std::string> environment = {}; // "NAME=VALUE", added to PATH alone
  std::filesystem::path folder = {};         // to run in; empty: this one
  std::filesystem::path input = {};          // where standard input comes from; empty: from nowhere
  std::filesystem::path output = {};         // where standard output goes; empty: nowhere
  std::filesystem::path errors = {};         // where standard error goes; empty: to the output
  ChildLimits limits = {};
  bool isConfined = false; // it makes no processes and reaches none (confinement.h)
};

struct ChildResult {
  enum Kind : uint8_t { Exited, Signalled, OutOfTime, OutOfMemory, OutOfSpace, Interrupted, NotStarted };
  Kind kind = NotStarted;
  int status = 0; // of an exit; the signal's number
  bool succeeded() const { return kind == Exited && status == 0; }
};

/// Runs the command and waits for it. The process and what it started are ended when it is beyond a limit or the
/// deadline's flag is up.
ChildResult runChild(const ChildCommand& command, const Deadline& deadline);

/// Whether the program is found in PATH.
bool isInPath(const std::string& program);

} // namespace assay
