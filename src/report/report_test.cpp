#include "program/text_parser.h"
#include "report/coverage.h"
#include "report/coverage_page.h"
#include "report/goals.h"
#include "report/test_generator.h"
#include "transform/expose_decisions.h"
#include "transform/fixed_environment.h"
#include "util/error.h"
#include "util/testing/test_env.h"
#include "witness/child_process.h"
#include "witness/native_harness.h"
#include "witness/native_program.h"

#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <sstream>

namespace assay {
namespace {

namespace fs = std::filesystem;

std::string contentOf(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

class Report : public testing::Test {
protected:
  Report() : folder_(fs::temp_directory_path() / ("assay-report-" + std::to_string(getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~Report() override { fs::remove_all(folder_); }

  Program parse(const std::string& text) { return parseProgram(text, "test", terms_); }

  fs::path folder_;
  TermManager terms_;
  Deadline deadline_;
};

TEST_F(Report, LiteralsByType) {
  const auto literal = [](const char* name, uint32_t width, uint64_t bits) {
    return nondetFunction(std::string("__VERIFIER_nondet_") + name, width).literal(BitVector(width, bits));
  };
  EXPECT_EQ(literal("int", 32, 0xffffffff), "-1");
  EXPECT_EQ(literal("uint", 32, 0xffffffff), "4294967295");
  EXPECT_EQ(literal("char", 8, 0x80), "-128");
  EXPECT_EQ(literal("bool", 1, 1), "1");
  EXPECT_EQ(literal("float", 32, 0x3f800000), "1.0");
  EXPECT_EQ(literal("float", 32, 0x7f800000), "inf");
  EXPECT_EQ(literal("double", 64, 0x8000000000000000), "-0.0");
  EXPECT_EQ(literal("double", 64, 0x7ff8000000000000), "nan");
  EXPECT_EQ(literal("of_mine", 16, 0xffff), "-1");
  EXPECT_EQ(nondetFunction("__VERIFIER_nondet_of_mine", 16).type, "short");
}

TEST_F(Report, SuitesReplaceSuitesAndNothingElse) {
  const fs::path place = folder_ / "suite";
  {
    TestSuite suite(place, {"Assay", "COVER", {}, "main", 64});
    for (int i = 0; i < 4; ++i) suite.add({{{"f", "int", std::to_string(i)}}, {}});
    suite.keep({1, 3});
    ASSERT_EQ(suite.tests().size(), 2u);
    EXPECT_NE(contentOf(suite.fileOf(1)).find(">3</input>"), std::string::npos);
    EXPECT_FALSE(fs::exists(place / "testcase-3.xml"));
  }
  {
    TestSuite again(place, {"Assay", "COVER", {}, "main", 64});
  }
  EXPECT_FALSE(fs::exists(place / "testcase-1.xml"));
  std::ofstream(place / "mine.txt") << "x";
  EXPECT_THROW(TestSuite(place, {}), UsageError);
  EXPECT_TRUE(fs::exists(place / "mine.txt"));
  EXPECT_THROW(TestSuite(place / "mine.txt" / "below", {}), InputError);
}

constexpr const char* kMaze = R"(
layout 64 40;
file "maze.c";
entry main;
function main() -> bv32 @1:0 {
  var x: bv32;
  var y: bv32;
  var t: bool;
  L0: -> L1 {
    x = input nondet "__VERIFIER_nondet_int";
    y = input uninitialised "y";
  }
  L1:
    if x == 3 || x == 900 -> L2;
    if x != 3 && x != 900 -> L3;
  L2: -> L4 {
    t = 5 <s x;
  }
  L3:
    if y == 7 -> L5;
    if y != 7 -> L4;
  L4: -> L6 {
    return ite(t, 1:32, 0:32);
  }
  L5: abort "never" @2:0;
  L6: exit;
}
)";

TEST_F(Report, EnvironmentsAreFixed) {
  Program program = parse(kMaze);
  fixEnvironment(program, "main", isTestInput);
  ASSERT_EQ(validate(program), "");
  unsigned inputs = 0;
  for (const Edge& edge : program.edges()) {
    for (const Operation& operation : edge.operations) inputs += operation.as<Input>() != nullptr;
  }
  EXPECT_EQ(inputs, 1u);
}

TEST_F(Report, DecisionsAreExposed) {
  Program program = parse(kMaze);
  EXPECT_EQ(Goals(program, CoverGoal::Branches).total(), 4u);
  EXPECT_EQ(exposeDecisions(program), 1u + 3u + 3u); // a case, and twice a fork with what follows
  EXPECT_EQ(validate(program), "");
  EXPECT_EQ(Goals(program, CoverGoal::Branches).total(), 5u + 2u + 2u);
}

TEST_F(Report, GeneratorCoversWhatCanBeCovered) {
  Program program = parse(kMaze);
  fixEnvironment(program, "main", isTestInput);
  exposeDecisions(program);
  TestEnv test;
  TestSuite suite(folder_ / "maze", {"Assay", "COVER", {}, "main", 64});
  TestGenerator generator(program, CoverGoal::Branches, suite, test.env);
  ASSERT_TRUE(generator.begin());
  const Result result = makePathEngine(generator)->run(program, test.env);
  generator.minimise();
  EXPECT_EQ(result.verdict, Verdict::True);
  EXPECT_EQ(generator.goals().covered(), 8u); // y == 7 cannot be
  EXPECT_EQ(suite.tests().size(), 3u);
  EXPECT_FALSE(generator.done());
  for (const TestCase& test : suite.tests()) EXPECT_EQ(test.prediction.kind, Prediction::Exits);
}

TEST_F(Report, ChildrenKeepTheirLimits) {
  const auto run = [&](const std::string& script, ChildLimits limits = {}) {
    return runChild({.words = {"sh", "-c", script}, .output = folder_ / "out", .limits = limits}, deadline_);
  };
  EXPECT_EQ(run("exit 127").status, 127);
  EXPECT_EQ(run("exit 127").kind, ChildResult::Exited);
  EXPECT_TRUE(run("echo hello; [ -z \"$HOME\" ]").succeeded());
  EXPECT_EQ(contentOf(folder_ / "out"), "hello\n");
  EXPECT_EQ(run("kill -9 $$").status, SIGKILL);
  EXPECT_EQ(run("sleep 20 & sleep 20", {.wall = std::chrono::milliseconds(100)}).kind, ChildResult::OutOfTime);
  EXPECT_EQ(run("while :; do :; done", {.cpuSeconds = 1}).status, SIGXCPU);
  EXPECT_EQ(run("while :; do :; done", {.cpuSeconds = 1, .warnsOfTime = false}).status, SIGKILL);
  EXPECT_FALSE(run("head -c 3000000 /dev/zero", {.fileMegabytes = 1}).succeeded());
  EXPECT_EQ(runChild({.words = {"no-such-program"}}, deadline_).kind, ChildResult::NotStarted);
  Deadline over;
  over.cancel();
  EXPECT_EQ(runChild({.words = {"sleep", "20"}}, over).kind, ChildResult::Interrupted);
  EXPECT_TRUE(isInPath("sh"));
  EXPECT_FALSE(isInPath("no-such-program"));
}

// Two lines: covered, with a condition that is never false and a gap behind it; not covered.
constexpr const char* kReport = R"({"data": [{"files": [
  {"filename": "/usr/include/x.h", "segments": [], "branches": [], "summary": {}},
  {"filename": "SOURCE", "branches": [[1, 5, 1, 10, 3, 0, 0, 0, 4]],
   "segments": [[1, 1, 3, true, true, false], [1, 11, 0, true, false, true], [2, 1, 0, true, true, false], [2, 9, 0, false, false, false]],
   "summary": {"lines": {"count": 2, "covered": 1}, "branches": {"count": 2, "covered": 1},
               "functions": {"count": 1, "covered": 1}}}]}]})";

TEST_F(Report, CoverageIsReadAndShown) {
  const fs::path source = folder_ / "a.c";
  std::ofstream(source) << "if (x < 5) {\n  f<g>;\n}\n";
  std::string report = kReport;
  report.replace(report.find("SOURCE"), 6, source.string());
  const std::vector<MeasuredFile> files = readCoverage(report);
  ASSERT_EQ(files.size(), 1u);
  ASSERT_EQ(files[0].lineCounts.size(), 2u);
  EXPECT_EQ(files[0].lineCounts[0], 3u);
  EXPECT_EQ(files[0].lineCounts[1], 0u);
  EXPECT_NE(coverageTable(files).find("1/2  50.0%"), std::string::npos);
  const std::string page = coveragePage(files, {"A & B", {"note"}});
  EXPECT_NE(page.find("A &amp; B"), std::string::npos);
  EXPECT_NE(page.find("x &lt; 5: never false"), std::string::npos);
  EXPECT_NE(page.find("<tr class=\"miss\"><td class=\"n\">2</td>"), std::string::npos);
  EXPECT_THROW(readCoverage("{}"), InputError);
  EXPECT_THROW(readCoverage("Assertion failed"), InputError);
}

TEST_F(Report, NativeProgramsSayWhyTheyDoNotExist) {
  Program program = parse(kMaze);
  std::ofstream(folder_ / "bad.c") << "int main(void) { return y; }\n";
  NativeOptions options;
  options.files = {(folder_ / "bad.c").string()};
  const NativeProgram native(program, options, deadline_);
  EXPECT_NE(native.failure().find("compilation failed"), std::string::npos) << native.failure();
  EXPECT_NE(native.failure().find("'y'"), std::string::npos) << native.failure();
}

TEST_F(Report, PredictionsAreCompared) {
  EXPECT_TRUE(agrees({Prediction::Exits, 3}, {Prediction::Exits, 3, ""}));
  EXPECT_FALSE(agrees({Prediction::Exits, 3}, {Prediction::Exits, 4, ""}));
  EXPECT_TRUE(agrees({Prediction::Aborts, 0}, {Prediction::AssertionFails, 0, ""}));
  EXPECT_FALSE(agrees({Prediction::ErrorCalled, 0}, {Prediction::Aborts, 0, ""}));
  EXPECT_TRUE(agrees({Prediction::Nothing, 0}, {Prediction::Exits, 9, ""}));
}

} // namespace
} // namespace assay
