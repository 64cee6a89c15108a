// What earlier runs of `assay project` have found out. A folder:
//
//   functions/HASH    what a function was proved or violated by; HASH is of its name and place
//   callers           what functions pass to each other, for harnesses (--callers)
//   evidence/         the cache of the runs for single functions (--cache), which check again what they find there
//   .gitignore        so that nobody commits it by mistake
//
// An answer has a key, which is made of everything that it depends on, and counts only where the key is the same. Files
// are replaced at once and carry their own hash: what is half written or damaged is no answer.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

namespace assay {

class ProjectState {
public:
  /// Throws InputError if the folder cannot be made.
  explicit ProjectState(std::filesystem::path folder);

  std::optional<std::string> find(const std::string& name, const std::string& key) const;
  void store(const std::string& name, const std::string& key, const std::string& answer) const;
  /// Forgets all functions but these.
  void keepOnly(const std::set<std::string>& names) const;

  std::filesystem::path callers() const { return folder_ / "callers"; }
  std::filesystem::path evidence() const { return folder_ / "evidence"; }

private:
  std::filesystem::path fileOf(const std::string& name) const;

  std::filesystem::path folder_;
};

} // namespace assay
