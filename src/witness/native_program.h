// A program compiled for this machine, with the compiler's coverage counters, to be run on tests.
#pragma once

#include "program/program.h"
#include "util/env.h"
#include "witness/native_harness.h"
#include "witness/temporary_folder.h"
#include "witness/test_suite.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// What compilation needs to know.
struct NativeOptions {
  std::vector<std::string> files;
  std::string standard = "gnu11";
  std::vector<std::string> includeDirs;
  std::vector<std::string> defines;
  uint32_t dataModel = 64;
  std::string entry = "main";
  std::vector<std::string> returnZero;             // functions that have no body
  std::vector<std::string> errorFunctions;         // empty: their calls mean nothing
  std::vector<std::vector<std::string>> fileFlags; // of each file, for the compiler; may be empty
};

/// How a native run of a test ended.
struct NativeOutcome {
  Prediction::Kind kind = Prediction::Nothing;
  int status = 0; // of Exits
  std::string text;
};

class NativeProgram {
public:
  /// Compiles and links; failure() says what went wrong.
  NativeProgram(const Program& program, NativeOptions options, const Deadline& deadline);

  /// Empty: it can be run.
  const std::string& failure() const { return failure_; }
  /// What is not as on the machine of the data model; for people, may be empty.
  const std::string& caveat() const { return caveat_; }

  /// Runs the program on a test. Nothing: it was interrupted.
  std::optional<NativeOutcome> run(const std::filesystem::path& test, const Prediction& prediction);

  /// The compiler's report on all runs so far as JSON. Nothing: failure() tells why.
  std::optional<std::string> coverageReport();

private:
  bool compileAll();
  bool compileHarness();
  bool link();
  /// Runs one of the compiler's tools; its messages go to messages.txt, its output where it is wanted.
  bool tool(const std::string& what, std::vector<std::string> words, const std::filesystem::path& output = {});
  std::vector<std::string> commonFlags() const;
  bool addMissingFunctions();

  NativeOptions options_;
  const Deadline& deadline_;
  HarnessParts parts_;
  const TemporaryFolder place_{"assay-test"};
  const std::filesystem::path& folder_ = place_.path();
  std::vector<std::string> objects_;
  std::string failure_, caveat_;
  unsigned runs_ = 0;
};

/// Whether the program did what was predicted.
bool agrees(const Prediction& prediction, const NativeOutcome& outcome);

} // namespace assay
