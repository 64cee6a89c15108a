// engine/schedules/: runs of programs with threads under random schedules.
//
// The interpreter runs the program again and again, with random inputs and with a thread chosen by chance wherever several
// can go on. Most violations of small programs with threads need few switches at the right places, and are found so in less
// than a second (Burckhardt, Kothari, Musuvathi and Nagarakatte, "A randomized scheduler with probabilistic guarantees of finding
// bugs", 2010, say why). In each run a switch is as likely as the run's seed says: often, or hardly ever.
//
// The engine proves nothing, not even if it has seen all executions. A run that fails is a violation, with its schedule among its
// inputs (program/threads.h).
#pragma once

#include "engine/engine.h"

namespace assay {

class Schedules final : public Engine {
public:
  std::string_view name() const override { return "schedules"; }
  bool followsThreads() const override { return true; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
