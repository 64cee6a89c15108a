#include "strategy/answer_cache.h"

#include "util/error.h"
#include "util/sha256.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEnding = ".assay-answer", kDraft = ".draft";
/// A file is this line, the key, the sum of the rest, and the rest.
constexpr std::string_view kHead = "assay-answer 1\n";
constexpr size_t kNameDigits = 40;

} // namespace

AnswerCache::AnswerCache(fs::path folder, Logger& logger, const StrategyLimits& limits)
    : folder_(std::move(folder)), logger_(logger), limits_(limits) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!fs::is_directory(folder_, error) || access(folder_.c_str(), W_OK | X_OK) != 0)
    throw InputError("nothing can be written in the folder " + folder_.string());
}

fs::path AnswerCache::fileOf(const std::string& key) const {
  return folder_ / (sha256(key).substr(0, kNameDigits) + std::string(kEnding));
}

void AnswerCache::warn(const std::string& message) {
  if (!std::exchange(hasWarned_, true)) logger_.error("warning: " + message);
}

std::optional<std::string> AnswerCache::find(const std::string& key) {
  const fs::path file = fileOf(key);
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  const bool isSmall = fs::file_size(file, error) <= limits_.cacheFileBytes && !error;
  std::ostringstream all;
  if (isSmall) all << std::ifstream(file, std::ios::binary).rdbuf();
  const std::string content = std::move(all).str();
  std::string_view rest = content;
  const auto line = [&] {
    const std::string_view result = rest.substr(0, std::min(rest.find('\n'), rest.size()));
    rest.remove_prefix(std::min(result.size() + 1, rest.size()));
    return result;
  };
  const bool isOurs = rest.starts_with(kHead);
  rest.remove_prefix(isOurs ? kHead.size() : rest.size());
  const std::string_view itsKey = line(), sum = line();
  if (!isOurs || itsKey != sha256(key) || sum != sha256(rest)) {
    warn("the file " + file.string() + " is not used: it is not what an earlier run has written");
    return std::nullopt;
  }
  fs::last_write_time(file, fs::file_time_type::clock::now(), error); // it was used
  return std::string(rest);
}

void AnswerCache::store(const std::string& key, std::string_view text) {
  if (text.size() + 200 > limits_.cacheFileBytes) return;
  const fs::path file = fileOf(key);
  const fs::path draft = file.string() + "." + std::to_string(getpid()) + std::string(kDraft);
  std::error_code error;
  std::ofstream out(draft, std::ios::binary);
  out << kHead << sha256(key) << "\n" << sha256(text) << "\n" << text;
  out.close();
  if (out) fs::rename(draft, file, error);
  if (out && !error) return removeOld();
  fs::remove(draft, error);
  warn("nothing is remembered: " + file.string() + " cannot be written");
}

// Another run may do the same at the same time: a file that is gone is no mistake.
void AnswerCache::removeOld() const {
  std::vector<std::tuple<fs::file_time_type, fs::path, uint64_t>> files;
  uint64_t numBytes = 0;
  std::error_code error;
  for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.ends_with(kEnding) && !name.ends_with(kDraft)) continue;
    std::error_code isGone;
    const uint64_t size = entry->file_size(isGone);
    const fs::file_time_type time = entry->last_write_time(isGone);
    if (isGone) continue;
    files.emplace_back(time, entry->path(), size);
    numBytes += size;
  }
  if (files.size() <= limits_.cacheFiles && numBytes <= limits_.cacheBytes) return;
  std::ranges::sort(files);
  // Some more, so that not every run has to do it.
  size_t numLeft = files.size();
  for (const auto& [time, file, size] : files) {
    if (numLeft <= limits_.cacheFiles * 9 / 10 && numBytes <= limits_.cacheBytes * 9 / 10) break;
    fs::remove(file, error);
    numBytes -= size;
    --numLeft;
  }
}

} // namespace assay
