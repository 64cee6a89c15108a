// What a violation needs to be replayed by the compiled program: its inputs, its sources, how they are compiled.
#pragma once

#include "witness/native_replay.h"

#include <string>
#include <vector>

namespace assay {

struct ReplayMaterial {
  std::string obstacle; // why there is nothing to compile; empty: the rest is there
  ReplayPlan plan;
  ReplayBuild build;
  std::vector<ReplaySource> sources;
};

ReplayMaterial gatherReplay(Env& env, const Program& program, const Counterexample& counterexample);
/// The same for a loop of which an endless execution is known.
ReplayMaterial gatherReplay(Env& env, const Program& program, const LoopResult& loop);

/// Writes a folder for people. Returns why it was not written; empty: it was. A failure must not cost the answer, so
/// nothing is thrown.
std::string writeHarness(const std::string& folder, const ReplayMaterial& material, const Deadline& deadline);

/// Compiles and runs it, if the time that is left allows it.
NativeVerdict replayNatively(const ReplayMaterial& material, const Deadline& deadline);

} // namespace assay
