// Executions that never end, as traces, witnesses and inputs of the compiled program.
#include "program/text_parser.h"
#include "util/testing/test_env.h"
#include "witness/graphml_witness.h"
#include "witness/replay_plan.h"
#include "witness/trace_text.h"
#include "witness/yaml_witness.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace assay {

namespace {

class LassoWitness : public testing::Test, protected TestEnv {
protected:
  static constexpr const char* kSource = "int main() {\n  int x = __VERIFIER_nondet_int();\n  while (x != 3)\n"
                                         "    x = __VERIFIER_nondet_int();\n}\n";

  LassoWitness() {
    std::ofstream(file_) << kSource;
    const std::string text = "file \"" + file_.string() + "\";\n" + R"(entry main;
function main() @1:5 { var x: bv32 signed "int" as "x" @2:7;
  a: -> b @2:11 { x = input nondet "__VERIFIER_nondet_int" @2:11; }
  b: @3:10 if x != 3:32 -> c @3:10; if x == 3:32 -> exit @3:10;
  c: -> b @4:9 { x = input nondet "__VERIFIER_nondet_int" @4:9; } }
)";
    program_.emplace(parseProgram(text, "test", terms_));
    task_ = {"1.2", {file_.string()}, "CHECK( init(main()), LTL(F end) )", 32};
    loop_.status = CheckStatus::Violated;
    loop_.position = {0, 3, 10};
    loop_.lasso = {head(), {BitVector(32, 5)}, {BitVector(32, 7), BitVector(32, 5)}, {}, 1, 3, false};
  }
  ~LassoWitness() override { std::filesystem::remove(file_); }

  LocationId head() const {
    for (uint32_t i = 0; i < program_->locations().size(); ++i)
      if (program_->locations()[i].in.size() == 2) return LocationId(i);
    return {};
  }

  const std::filesystem::path file_ =
      std::filesystem::temp_directory_path() / ("assay-lasso-" + std::to_string(getpid()) + ".c");
  TermManager terms_;
  std::optional<Program> program_;
  WitnessTask task_;
  LoopResult loop_;
};

TEST_F(LassoWitness, TraceShowsTheCycleOnce) {
  const Trace trace = recordLasso(*program_, *loop_.lasso, env);
  ASSERT_TRUE(trace.isComplete);
  ASSERT_TRUE(trace.repeatsFrom);
  EXPECT_EQ(trace.inputs.size(), 3u);
  EXPECT_LT(*trace.repeatsFrom, trace.steps.size());
  EXPECT_EQ(trace.steps[*trace.repeatsFrom].position.line, 3u);
  std::ostringstream out;
  TraceText(*program_, out, {}).trace(trace);
  const std::string text = out.str();
  const size_t repeats = text.find("from here it repeats:");
  ASSERT_NE(repeats, std::string::npos);
  EXPECT_LT(text.find("x = 5"), repeats);
  EXPECT_GT(text.find("x = 7"), repeats);
}

TEST_F(LassoWitness, GraphHasACycle) {
  const Trace trace = recordLasso(*program_, *loop_.lasso, env);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(graphmlLassoWitness(*program_, loop_, trace.inputs, task_).c_str()));
  const pugi::xml_node graph = document.child("graphml").child("graph");
  std::string head;
  size_t numEntering = 0, numAssumptions = 0;
  for (pugi::xml_node node : graph.children("node"))
    if (node.find_child_by_attribute("key", "cyclehead")) head = node.attribute("id").value();
  ASSERT_EQ(head, "N2");
  for (pugi::xml_node edge : graph.children("edge")) {
    numEntering += edge.attribute("target").value() == head ? 1 : 0;
    numAssumptions += edge.find_child_by_attribute("key", "assumption") ? 1 : 0;
  }
  EXPECT_EQ(numEntering, 2u);
  EXPECT_EQ(numAssumptions, 3u);
}

TEST_F(LassoWitness, SequenceEndsAtTheLoop) {
  const Trace trace = recordLasso(*program_, *loop_.lasso, env);
  const std::string text = lassoWitness(*program_, loop_, trace.inputs, task_);
  EXPECT_NE(text.find("type: target"), std::string::npos);
  EXPECT_NE(text.find("line: 3"), std::string::npos);
}

TEST_F(LassoWitness, InputsOfTheCompiledProgramRepeat) {
  ReplayPlan plan;
  ASSERT_TRUE(planReplay(plan, *program_, loop_, env));
  ASSERT_EQ(plan.results.size(), 1u);
  EXPECT_EQ(plan.results[0].values.size(), 3u);
  EXPECT_EQ(plan.results[0].repeatsFrom, 1u);
  EXPECT_EQ(plan.prediction.property, Property::Termination);
  EXPECT_EQ(plan.prediction.line, 3u);
}

} // namespace

} // namespace assay
