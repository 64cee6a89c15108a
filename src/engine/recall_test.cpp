// The step in front of engines: who is given the proof of an earlier run, and who runs as ever.
#include "engine/recall.h"

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
  Result run(const Program&, Env&) override { return saying("searched"); }
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

} // namespace
} // namespace assay
