// Folders of a project that its files include headers from, where nothing says which: without a compile_commands.json.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

class ProjectIncludes {
public:
  explicit ProjectIncludes(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The folder below the project's from which the header can be included that the compiler did not find; of several
  /// the one that is nearest to the file. Nothing: that is not what the message says, or there is no such header.
  std::optional<std::string> folderFor(const std::string& message, const std::filesystem::path& file);

private:
  void look();

  const std::filesystem::path folder_;
  std::map<std::string, std::vector<std::filesystem::path>> headers_; // by the name of the file
  bool hasLooked_ = false;
};

} // namespace assay
