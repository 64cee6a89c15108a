#include "cli/project_state.h"

#include "util/atomic_file.h"
#include "util/error.h"
#include "util/file_text.h"
#include "util/sha256.h"

#include <fstream>
#include <sstream>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFormat = "assay-project-state 1";

std::string headOf(const std::string& key, const std::string& answer) {
  std::string head = kFormat;
  return head.append("\n").append(key).append("\n").append(sha256(answer)).append("\n");
}

} // namespace

ProjectState::ProjectState(fs::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  fs::create_directories(folder_ / "functions", error);
  if (!error) fs::create_directories(evidence(), error);
  if (error) throw InputError(folder_.string() + ": cannot be made: " + error.message());
  if (!fs::exists(folder_ / ".gitignore", error)) writeAtOnce(folder_ / ".gitignore", "*\n");
}

fs::path ProjectState::fileOf(const std::string& name) const { return folder_ / "functions" / sha256(name); }

std::optional<std::string> ProjectState::find(const std::string& name, const std::string& key) const {
  const std::string whole = textOfFile(fileOf(name)).value_or("");
  const size_t size = headOf(key, "").size();
  if (whole.size() < size) return std::nullopt;
  std::string answer = whole.substr(size);
  if (whole.substr(0, size) != headOf(key, answer)) return std::nullopt;
  return answer;
}

void ProjectState::store(const std::string& name, const std::string& key, const std::string& answer) const {
  writeAtOnce(fileOf(name), headOf(key, answer) + answer);
}

void ProjectState::keepOnly(const std::set<std::string>& names) const {
  std::set<fs::path> kept;
  for (const std::string& name : names) kept.insert(fileOf(name).filename());
  std::error_code error;
  std::set<fs::path> others;
  for (fs::directory_iterator it(folder_ / "functions", error), end; !error && it != end; it.increment(error))
    if (!kept.contains(it->path().filename())) others.insert(it->path());
  for (const fs::path& file : others) fs::remove(file, error);
}

} // namespace assay
