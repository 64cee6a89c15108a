// frontend/harness/: C that calls a function with any arguments, for `assay harness` and `assay project`.
//
// C that calls a function with arguments of every kind, as a program of its own or behind the file that defines it.
#pragma once

#include "frontend/compile/compile.h"
#include "frontend/frontend.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// Text that is appended to a file and is on no disk.
struct Harness {
  std::string function;
  std::string file;  // that defines the function
  std::string name;  // instead of a file's, in places
  std::string entry; // the function of the harness that execution begins with
  std::string text;
  std::vector<std::string> assumptions;
};

/// The harness for the entry that the options name. Nothing if the entry is `main`, or takes no parameters and is seen
/// by other files, or is in no C file. Throws InputError where the types of its parameters do not tell how to make an
/// argument.
std::optional<Harness> harnessFor(const std::vector<std::string>& files, const FrontendOptions& options);

/// The text that is appended to the file: a line directive and the harness.
std::string appendedText(const Harness& harness);

/// Whether contracts count: their conditions are asserted, and where it matters whether executions end, functions are
/// executed as they are.
bool areContractsUsed(const FrontendOptions& options);

/// What contracts of functions add to each file that declares such functions.
void addContracts(const std::vector<std::string>& files, const FrontendOptions& options,
                  std::vector<Appendix>& appendices);

/// Whether there are contracts that count.
bool haveContracts(const std::vector<std::string>& files, const FrontendOptions& options);

/// The program that begins with the harness, or as the options say if there is none.
Program loadProgram(const std::vector<std::string>& files, const FrontendOptions& options,
                    const std::optional<Harness>& harness, TermManager& terms);

/// A harness as a file of its own. It includes one of the files, and is a program together with the others. `output` is
/// the file that it will be written to; empty: a file in this folder.
std::string harnessProgram(const std::string& function, const std::vector<std::string>& files,
                           const FrontendOptions& options, const std::string& output);

/// Definitions with which harnesses try sizes that are so many times as large. What the user defines stays.
std::vector<std::string> withLargerSizes(std::vector<std::string> defines, unsigned factor);

} // namespace assay
