// Defects that are planted on purpose, to see whether the tests notice them (tests/planted/run.py). They exist only in
// a build with the CMake option ASSAY_PLANT, where the environment variable ASSAY_PLANT names the one that is active.
// In any other build planted() is false when the program is compiled, and nothing of them is left.
#pragma once

#ifdef ASSAY_PLANT
#include <cstdlib>
#include <string_view>
#endif

namespace assay {

enum class Defect {
  ForgottenTarget,    // analysis: a pointer set takes no second target
  LongMove,           // analysis: every sum moves a pointer by less than its object's window
  ForgottenStride,    // analysis: an access to a[i] is one to a[0]
  ForgottenWrite,     // encode: a loop does not write the last of its variables
  KeptCandidate,      // encode: of two candidates for invariants that are not inductive, one is kept
  OnceInLoop,         // encode: what a loop allocates is one object
  ForgottenChoice,    // encode: a pointer that is chosen from two means the objects of the first
  SlicedBranch,       // transform: the slice forgets the branch before an assignment that it keeps
  StaleCounter,       // transform: in a loop that is unrolled, what stands behind `i++` reads the old value
  UnusedGuard,        // program: what only guards read is dead
  ForwardCondition,   // engine: where no error was found within four rounds, executions end
  SignlessComparison, // term: numbers with a sign are compared as if they had none
  LostCarry,          // solver: adders lose the carry behind the fourteenth bit
};

#ifdef ASSAY_PLANT
inline bool planted(Defect defect) {
  constexpr std::string_view kNames[] = {"ForgottenTarget", "LongMove",    "ForgottenStride",  "ForgottenWrite",
                                         "KeptCandidate",   "OnceInLoop",  "ForgottenChoice",  "SlicedBranch",
                                         "StaleCounter",    "UnusedGuard", "ForwardCondition", "SignlessComparison",
                                         "LostCarry"};
  static const char* const active = std::getenv("ASSAY_PLANT");
  return active != nullptr && kNames[static_cast<int>(defect)] == active;
}
#else
constexpr bool planted(Defect) { return false; }
#endif

} // namespace assay
