#include "cli/project_files.h"

#include "util/error.h"

#include <algorithm>
#include <array>
#include <set>

namespace assay {

namespace fs = std::filesystem;

namespace {

bool isC(const fs::path& file) { return file.extension() == ".c" || file.extension() == ".i"; }

/// Links stay, so that people find the names that they know.
fs::path absolutePath(const fs::path& path) { return fs::absolute(path).lexically_normal(); }

bool isSameFolder(const fs::path& one, const fs::path& other) {
  std::error_code error;
  return fs::equivalent(one, other, error);
}

/// What belongs to tools, not to the project.
bool isLeftOut(const fs::path& folder, const Options& options) {
  const std::string name = folder.filename().string();
  if (name.starts_with(".") || name == "CMakeFiles") return true;
  return std::ranges::any_of(std::array{options.harnesses, options.state},
                             [&](const std::string& other) { return !other.empty() && isSameFolder(other, folder); });
}

std::vector<CompileCommands::Entry> filesBelow(const fs::path& folder, const Options& options) {
  std::set<std::string> found; // in an order that does not depend on the file system
  std::error_code error;
  fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
  if (error) throw InputError(folder.string() + ": " + error.message());
  for (; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (it->is_directory(gone) && isLeftOut(it->path(), options)) it.disable_recursion_pending();
    if (it->is_regular_file(gone) && isC(it->path())) found.insert(absolutePath(it->path()).string());
  }
  std::vector<CompileCommands::Entry> entries;
  for (const std::string& file : found) entries.push_back({file, {}, 0});
  return entries;
}

/// A file that is compiled more than once is taken as it is compiled first.
std::vector<CompileCommands::Entry> filesIn(const std::string& database) {
  std::vector<CompileCommands::Entry> entries;
  std::set<std::string> seen;
  const CompileCommands commands(database);
  for (CompileCommands::Entry entry : commands.entries()) {
    entry.file = absolutePath(entry.file).string();
    if (isC(entry.file) && seen.insert(entry.file).second) entries.push_back(std::move(entry));
  }
  return entries;
}

} // namespace

std::string shownPath(const fs::path& path) {
  const fs::path whole = absolutePath(path);
  std::error_code error;
  const fs::path below = whole.lexically_relative(fs::current_path(error));
  const bool isBelow = !error && !below.empty() && *below.begin() != "..";
  return (isBelow ? below : whole).string();
}

Project findProject(const Options& options) {
  if (options.files.size() != 1) throw UsageError("'assay project' takes one compile_commands.json, or one folder");
  const fs::path named = options.files.front();
  std::error_code error;
  Project project;
  if (!fs::is_directory(named, error)) {
    if (isC(named)) throw UsageError("'assay project' takes a compile_commands.json or a folder, no C file");
    project.database = named.string();
    project.folder = named.has_parent_path() ? named.parent_path() : fs::path(".");
  } else {
    project.folder = named;
    for (const fs::path& place : {named, named / "build"})
      if (project.database.empty() && fs::is_regular_file(place / "compile_commands.json", error)) {
        project.folder = place;
        project.database = (place / "compile_commands.json").string();
      }
  }
  project.files = project.database.empty() ? filesBelow(named, options) : filesIn(project.database);
  if (project.files.empty())
    throw InputError((project.database.empty() ? named.string() : project.database) + ": there is no C file in it");
  return project;
}

} // namespace assay
