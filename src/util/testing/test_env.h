// For tests: what a run needs, without messages on the terminal.
#pragma once

#include "util/env.h"

#include <chrono>
#include <optional>
#include <sstream>

namespace assay {

struct TestEnv {
  /// With so much time from now on.
  Env& within(Deadline::Clock::duration limit) {
    deadline.emplace(limit);
    return env;
  }

  Options options;
  std::optional<Deadline> deadline{std::in_place, std::chrono::seconds(60)};
  Statistics statistics;
  std::ostringstream messages;
  Logger logger{messages};
  Env env{options, *deadline, statistics, logger};
};

} // namespace assay
