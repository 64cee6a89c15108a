// How a program of some data model is compiled and run on this machine.
#pragma once

#include "program/property.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

#if defined(__x86_64__) || defined(__i386__)
inline constexpr bool kHostIsX86 = true;
#else
inline constexpr bool kHostIsX86 = false;
#endif

/// What a compiled program has to notice by itself.
enum class Instrumentation : uint8_t {
  None,     // calls of the error function and failing assertions tell themselves
  Overflow, // of signed arithmetic; division by zero
  Bounds,   // indices of arrays
  Memory,   // accesses and frees
  Leaks,    // memory that nothing points to when the program ends
  Unfreed,  // memory that is there when the program ends
  Races,    // accesses of threads that nothing orders
};

Instrumentation instrumentationFor(Property property);

/// What a program computes that machines compute in different ways.
struct MachineNeeds {
  bool isX86 = false;              // it is compiled for that
  bool watchesConversions = false; // of floats to integers that they do not fit: elsewhere the run ends there
  bool takesTurns = false;         // threads: code is put into what the compiler makes of the program
};

/// What a run writes that ends at such a conversion; the second text if the sanitizer cannot print the number.
inline constexpr const char* kMisfitMarks[] = {"is outside the range of representable values of type",
                                               "CHECK failed: ubsan_value.cpp"};

struct Toolchain {
  bool isClang() const { return !compiler.empty() && compiler.front().starts_with("clang"); }
  std::string failure;                  // why there is none; empty: there is one
  std::string caveat;                   // what is not as on the machine of the data model; may be empty
  std::vector<std::string> compiler;    // its name and the flags that settle what C leaves open
  std::vector<std::string> runner;      // what runs the program; empty: the machine itself
  std::vector<std::string> environment; // of the run: "NAME=VALUE"
  bool tracksMemory = false;            // the replay's own file looks for leaks: there is no sanitizer that could
  bool watchesConversions = false;      // the run ends where a float does not fit the integer that it becomes
  bool reservesAddresses = false;       // the program's address space is no measure of its memory
};

Toolchain toolchainFor(uint32_t dataModel, Instrumentation instrumentation, MachineNeeds needs = {});

} // namespace assay
