// Which C files a project has, and how each is compiled.
#pragma once

#include "frontend/compile/commands.h"
#include "util/options.h"

#include <filesystem>
#include <string>
#include <vector>

namespace assay {

struct Project {
  std::filesystem::path folder;              // of the compile_commands.json, or the one that was named
  std::string database;                      // the compile_commands.json as people name it; empty: there is none
  std::vector<CompileCommands::Entry> files; // C alone, each once, by its absolute path
};

/// The project is a compile_commands.json; a folder that has one, or whose folder `build` has one; or all C files in a
/// folder. Throws InputError if there is no C file.
Project findProject(const Options& options);

/// A path as people read it: relative to the current folder if it is below.
std::string shownPath(const std::filesystem::path& path);

} // namespace assay
