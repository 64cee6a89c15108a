// What the compiled program did when it was run on a violation (witness/native_replay.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// How doubts about values begin that C or a model leaves open.
inline constexpr const char* kOpenDoubt = "what C leaves open: ";

struct NativeVerdict {
  /// Undecided: the violation was not seen, and need not have been: the sanitizer does not see every invalid access.
  enum Status : uint8_t { Confirmed, NotConfirmed, Undecided, NotRun };
  Status status = NotRun;
  std::string what;                // the program did, or why it was not run
  std::vector<std::string> doubts; // NotConfirmed: what the counterexample depends on and the program was not told
  std::string caveat;              // what is not as on the machine of the data model; may be empty

  std::string_view statusName() const {
    constexpr std::string_view kNames[] = {"confirmed", "not confirmed", "cannot be confirmed", "not run"};
    return kNames[status];
  }
};

} // namespace assay
