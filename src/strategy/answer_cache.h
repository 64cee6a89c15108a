// A folder in which runs leave texts for later runs, by keys. Files are written at once under names of their own, so
// that runs at the same time do not disturb each other; a file that is not as it was written is not used. If there are
// too many files, those that were not used for the longest time are deleted.
#pragma once

#include "strategy/limits.h"
#include "util/logger.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class AnswerCache {
public:
  /// Makes the folder. Throws InputError if nothing can be written there.
  AnswerCache(std::filesystem::path folder, Logger& logger, const StrategyLimits& limits = {});

  /// What was stored, if it is still there. If a file cannot be used, the user is told so, once.
  std::optional<std::string> find(const std::string& key);
  /// If the text cannot be stored, the user is told so, once.
  void store(const std::string& key, std::string_view text);

private:
  std::filesystem::path fileOf(const std::string& key) const;
  void warn(const std::string& message);
  void removeOld() const;

  const std::filesystem::path folder_;
  Logger& logger_;
  const StrategyLimits limits_;
  bool hasWarned_ = false;
};

} // namespace assay
