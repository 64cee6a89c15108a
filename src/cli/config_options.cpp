#include "cli/config_options.h"

#include <algorithm>
#include <filesystem>

namespace assay {

namespace fs = std::filesystem;

namespace {

constexpr const char* kName = "assay.yml";

/// Where a project may have the file: here, in its folder, or in the one around its build folder.
std::vector<fs::path> placesFor(const CommandLine& line) {
  std::vector<fs::path> places = {""};
  if (line.command != Command::Project || line.options.files.size() != 1) return places;
  const fs::path named = line.options.files.front();
  std::error_code error;
  const fs::path folder = fs::is_directory(named, error) ? named : named.parent_path();
  places.push_back(folder);
  if (folder.filename() == "build") places.push_back(folder.parent_path());
  return places;
}

bool isForMade(const CommandLine& line) {
  const std::string& entry = line.options.entry;
  return line.command == Command::Project || line.command == Command::Harness || (!entry.empty() && entry != "main");
}

} // namespace

Config configOf(const Options& options) { return options.config.empty() ? Config() : readConfig(options.config); }

void adoptConfig(CommandLine& line) {
  Options& options = line.options;
  if (line.command == Command::Test) options.contracts = ContractUse::Off; // compiled programs know of none
  if (options.config.empty() && isForMade(line))
    for (const fs::path& place : placesFor(line)) {
      std::error_code error;
      if (options.config.empty() && fs::is_regular_file(place / kName, error))
        options.config = (place / kName).string();
    }
  if (options.config.empty()) return;
  const Config config = readConfig(options.config);
  for (const auto& [macro, value] : config.sizes) {
    const bool isUsers = std::ranges::any_of(
        options.defines, [&](const std::string& define) { return define == macro || define.starts_with(macro + "="); });
    if (!isUsers) options.defines.push_back(macro + "=" + std::to_string(value));
  }
  const Options plain;
  if (config.memory && options.memory == plain.memory) options.memory = *config.memory;
  if (!config.timeout) return;
  if (line.command == Command::Project && options.functionTimeout == plain.functionTimeout)
    options.functionTimeout = *config.timeout;
  if (line.command == Command::Check && options.timeout == plain.timeout) options.timeout = *config.timeout;
}

} // namespace assay
