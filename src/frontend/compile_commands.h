// What a compilation database (compile_commands.json) says about a file, as far as it changes what the file means.
#pragma once

#include <string>
#include <vector>

namespace assay {

class CompileCommands {
public:
  /// Throws InputError where the database cannot be read or parsed. An empty path is the empty database.
  explicit CompileCommands(const std::string& path);

  /// Arguments for clang's cc1: include paths, macros, the standard, forced includes, plain char's sign. Empty for a
  /// file that has no entry.
  std::vector<std::string> argumentsFor(const std::string& file) const;

private:
  struct Entry {
    std::string file; // absolute
    std::vector<std::string> arguments;
  };
  std::vector<Entry> entries_;
};

} // namespace assay
