// engine/modular/: programs with threads, proved by what holds of each thread where it stands, for any number of threads.
//
// The program becomes moves of threads (thread_system.h); candidates (assertion_candidates.h) are dropped until the rest is
// inductive (thread_assertions.h). The engine never says *false*. The second solver confirms that the assertions are
// inductive, and what points-to says.
#pragma once

#include "engine/engine.h"

namespace assay {

class Modular final : public Engine {
public:
  std::string_view name() const override { return "modular"; }
  bool followsThreads() const override { return true; }

private:
  Result verify(const Program& program, Env& env) override;
};

} // namespace assay
