// Flags as compilers take them: which of them change what a file means, which do not, and which would mean something
// that Assay does not do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What a list of flags says.
struct CompilerFlags {
  std::vector<std::string> taken;   // they change what the file means: for clang, each in one word with its value
  std::vector<std::string> refused; // with the reason
  std::vector<std::string> unknown;
  uint32_t dataModel = 0; // of -m32 or -m64; 0: none of them is there
};

/// A relative path is one of the folder; empty: of the current one.
std::string absolutePath(std::string_view path, std::string_view folder);

/// Relative paths are those of the folder; empty: of the current one. Words that are no flags are passed over.
CompilerFlags readCompilerFlags(const std::vector<std::string>& words, const std::string& folder);

/// Whether the word is such a flag, known or refused.
bool isCompilerFlag(std::string_view word);
/// Whether its value is the next word: `-include FILE`.
bool isValueNext(std::string_view flag);

/// The flags as clang's cc1 takes them, which lacks what a driver does.
std::vector<std::string> cc1Flags(const std::vector<std::string>& taken);

} // namespace assay
