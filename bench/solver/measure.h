// Runs one script on one solver in a process of its own and measures the processor time of all of it: translation,
// preprocessing, search, models.
#pragma once

#include "families.h"

#include <string>
#include <vector>

namespace assay {

struct Contestant {
  std::string name;
  std::string command; // of a binary that reads the script's file; empty: the backend `name` as a library
};

struct Measurement {
  double seconds = 0;
  bool complete = false;            // in time and without unknown
  bool timedOut = false;            // stopped at the limit; neither: gave up or failed
  std::vector<std::string> answers; // "sat", "unsat" or "unknown", a check each
};

/// The binaries only if they are on the path.
std::vector<Contestant> contestants();

Measurement measure(const Contestant& contestant, const Instance& instance, unsigned timeoutSeconds);

} // namespace assay
