// The step in front of engines: who is given the proof of an earlier run, and who runs as ever.
#include "engine/recall.h"

#include "engine/engines.h"
#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

Result saying(std::string reason) {
  Result result;
  result.reason = std::move(reason);
  return result;
}

class Forgetful : public Engine {
public:
  std::string_view name() const override { return "forgetful"; }
  Result verify(const Program&, Env&) override { return saying("searched"); }
};

class Concurrent final : public Forgetful {
public:
  bool followsThreads() const override { return true; }
};

/// Begins with paths, if there are places, and with measures.
class Mindful : public Forgetful, public Recalls<PathsOutline>, public Recalls<MeasuresOutline> {
public:
  std::optional<Result> recall(const PathsOutline& outline, Standing standing, const Program&, Env&) override {
    if (outline.places.empty()) return std::nullopt;
    return saying(standing.isOfSame ? "paths of the same" : "paths");
  }
  std::optional<Result> recall(const MeasuresOutline&, Standing standing, const Program&, Env&) override {
    return saying(standing.needsSecond ? "measures, slowly" : "measures");
  }
};

TEST(Recall, IsForEnginesThatKnowTheKind) {
  TermManager terms;
  const Program program = parseProgram("function main() { A: -> exit { return; } exit: exit; }", "test", terms);
  TestEnv env;
  Forgetful forgetful;
  Mindful mindful;
  const auto answer = [&](Engine& engine, const EarlierProof& earlier) {
    return recallOrRun(engine, &earlier, program, env.env).reason;
  };
  const PathsOutline paths{.places = {1}};
  EXPECT_EQ(recallOrRun(mindful, nullptr, program, env.env).reason, "searched");
  EXPECT_EQ(answer(forgetful, {paths}), "searched");
  EXPECT_EQ(answer(mindful, {paths}), "paths");
  EXPECT_EQ(answer(mindful, {paths, {.isOfSame = true}}), "paths of the same");
  EXPECT_EQ(answer(mindful, {PathsOutline()}), "searched"); // they are of no use
  EXPECT_EQ(answer(mindful, {MeasuresOutline(), {.isOfSame = true, .needsSecond = true}}), "measures, slowly");
  EXPECT_EQ(answer(mindful, {InductionOutline()}), "searched");
}

constexpr std::string_view kThreads = R"(
  function thread() { s: -> e { step; } e: -> bad; bad: error(unreach-call) "reached"; }
  function main() { var t: bv32; s: -> exit { t = spawn thread(); return; } })";

TEST(Threads, AreForEnginesThatFollowThem) {
  TermManager terms;
  const Program program = parseProgram(kThreads, "test", terms);
  TestEnv env;
  Mindful mindful;
  Concurrent concurrent;
  const EarlierProof earlier{PathsOutline{.places = {1}}};
  EXPECT_EQ(recallOrRun(mindful, &earlier, program, env.env).reason, "engine forgetful does not follow threads");
  EXPECT_EQ(concurrent.run(program, env.env).reason, "searched");
}

TEST(Threads, LeaveEverythingOpenForOthers) {
  TermManager terms;
  const Program program = parseProgram(kThreads, "test", terms);
  TestEnv env;
  for (const std::string_view name : engineNames()) {
    const std::unique_ptr<Engine> engine = makeEngine(name);
    if (engine->followsThreads()) continue;
    const Result result = engine->run(program, env.env);
    EXPECT_EQ(result.verdict, Verdict::Unknown) << name;
    EXPECT_EQ(result.reason, "engine " + std::string(name) + " does not follow threads");
    const bool asksForEnd = isTerminationEngine(name);
    EXPECT_EQ(result.question, asksForEnd ? Question::Termination : Question::Errors) << name;
    EXPECT_EQ(result.checks.size(), asksForEnd ? 0u : 1u) << name;
  }
}

} // namespace
} // namespace assay
