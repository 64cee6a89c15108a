// util/: what every layer may need and none owns: the table of options, deadlines, statistics, messages, memory in use,
// child processes and channels to them, files, containers.
//
// Env is what every part of a run shares, passed by reference. There are no globals.
#pragma once

#include "util/deadline.h"
#include "util/logger.h"
#include "util/options.h"
#include "util/proof_store.h"
#include "util/statistics.h"

namespace assay {

struct Env {
  const Options& options;
  const Deadline& deadline;
  Statistics& statistics;
  Logger& logger;
  ProofStore* proofs = nullptr; // of an earlier run, or for later ones; null: there is none
};

} // namespace assay
