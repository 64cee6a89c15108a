// engine/races/: programs with threads, proved free of data races thread by thread.
//
// The engine looks at no schedules. A walk (analysis/threads/thread_walk.h) finds all accesses of each thread, with the locks
// that are held there; race_check.h excludes the pairs. If no pair is left, all checks for races are proved, for any
// number of threads. It never says *false*; pairs that are left are told, with their places.
//
// A checker of its own confirms what the walk says and all pairs (proof/threads/thread_check.h), and a second solver what points-to
// says (pointer_premises.h). On trust is what the walk's header takes for granted, and what the checker tells.
#pragma once

#include "engine/engine.h"

namespace assay {

class Races final : public Engine {
public:
  std::string_view name() const override { return "races"; }
  bool followsThreads() const override { return true; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
