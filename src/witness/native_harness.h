// The C file that is linked to a program so that it runs on a test.
//
// It reads the test's own XML file, gives its values to __VERIFIER_nondet_*, and tells what happened: a word in a file
// where the exit status does not say it. However the run ends, the compiler's counters are written.
#pragma once

#include "witness/test_case.h"

#include <string>
#include <vector>

namespace assay {

struct HarnessParts {
  std::vector<NondetFunction> nondet;      // that the program calls
  std::vector<std::string> returnZero;     // functions without body
  std::vector<std::string> errorFunctions; // whose calls are told, and abort the program if they have no body
  bool entryIsMain = true;
  bool entryReturnsInt = true;
};

/// Names that the harness and the program agree on.
inline constexpr const char* kEntrySymbol = "assay_entry";

// What is told, as a word.
inline constexpr const char* kToldError = "error";
inline constexpr const char* kToldAssertion = "assertion";
inline constexpr const char* kToldAssumption = "assumption";
inline constexpr const char* kToldInputs = "inputs";
inline constexpr const char* kToldTime = "time";

std::string harnessSource(const HarnessParts& parts);

} // namespace assay
