// What a compilation database (compile_commands.json) says about a file, as far as it changes what the file means.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

class CompileCommands {
public:
  /// Throws InputError where the database cannot be read or parsed. An empty path is the empty database. A folder that
  /// is not absolute is relative to the folder of the database.
  explicit CompileCommands(const std::string& path);

  /// Include paths, macros, the standard, forced includes, plain char's sign: flags for a compiler. Empty for a file
  /// that has no entry.
  std::vector<std::string> flagsFor(const std::string& file) const;
  /// What the first entry of these files says that has -m32 or -m64; 0 if none has.
  uint32_t dataModelOf(const std::vector<std::string>& files) const;

  struct Entry {
    std::string file; // absolute
    std::vector<std::string> flags;
    uint32_t dataModel = 0; // 0: it says nothing
  };
  const std::vector<Entry>& entries() const { return entries_; }

private:
  const Entry* find(const std::string& file) const; // null if there is none

  std::vector<Entry> entries_;
};

/// A database that has these entries.
std::string compileCommandsText(const std::vector<CompileCommands::Entry>& entries);

} // namespace assay
