// setjmp and longjmp as the front end translates them, executed by the interpreter.
#include "frontend/frontend.h"
#include "program/interpreter.h"
#include "program/summary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

constexpr const char* kPrologue = "#include <setjmp.h>\n#include <stdlib.h>\nextern void reach_error(void);\n"
                                  "#define CHECK(c) do { if (!(c)) reach_error(); } while (0)\n"
                                  "static jmp_buf place;\n#line 1\n";

class JumpsTest : public testing::TestWithParam<uint32_t> {
protected:
  JumpsTest() {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name(); // "Name/0"
    std::replace(name.begin(), name.end(), '/', '_');
    path_ = std::filesystem::path(testing::TempDir()) / ("assay_jumps_" + name + ".c");
    options_.dataModel = GetParam();
    options_.specification = parseSpecification({"unreach-call"});
  }
  ~JumpsTest() override { std::filesystem::remove(path_); }

  Program load(const std::string& text) {
    std::ofstream(path_) << kPrologue << text;
    return loadProgram({path_.string()}, options_, terms_);
  }
  /// With inputs that are zero, or any.
  Outcome run(const std::string& text, bool isAny = false) {
    const Program program = load(text);
    ListInputs zero(std::vector<BitVector>(0));
    SeedInputs any(7);
    return isAny ? Interpreter(program).run(any) : Interpreter(program).run(zero);
  }
  /// The names of inputs that are unspecified.
  std::vector<std::string> unspecified(const Program& program) {
    std::vector<std::string> names;
    for (const Edge& edge : program.edges())
      for (const Operation& operation : edge.operations)
        if (auto* input = operation.as<Input>(); input && input->kind == InputKind::Unspecified)
          names.push_back(input->name);
    return names;
  }

  std::filesystem::path path_;
  FrontendOptions options_;
  TermManager terms_;
};

INSTANTIATE_TEST_SUITE_P(DataModels, JumpsTest, testing::Values(32u, 64u));

TEST_P(JumpsTest, LeaveFramesAndGoOnBehindSetjmp) {
  EXPECT_EQ(run("static int f(int n) { if (n == 0) longjmp(place, 4); int r = f(n - 1); reach_error(); return r; }\n"
                "int main(void) { volatile int v = 1; int r = setjmp(place); if (r == 0) { v = 2; f(3); }\n"
                "  CHECK(r == 4 && v == 2); return 0; }\n")
                .kind,
            Outcome::Kind::Exit);
}

TEST_P(JumpsTest, ReturnOneInsteadOfZero) {
  EXPECT_EQ(
      run("int main(void) { int r = setjmp(place); if (r == 0) longjmp(place, 0); CHECK(r == 1); return 0; }\n").kind,
      Outcome::Kind::Exit);
}

TEST_P(JumpsTest, ChangedLocalsAreOpen) {
  const char* text = "int main(void) { int same = 3, changed = 3; volatile int kept = 3;\n"
                     "  if (setjmp(place) == 0) { changed = kept = 4; longjmp(place, 1); }\n"
                     "  CHECK(same == 3 && kept == 4); CHECK(changed == 4); return 0; }\n";
  EXPECT_EQ(run(text, true).kind, Outcome::Kind::Error);
  EXPECT_EQ(unspecified(load(text)), std::vector<std::string>{"changed after longjmp"});
}

TEST_P(JumpsTest, LocalsThatOthersReachAreOpenWhereTheyDiffer) {
  const char* text = "static void f(int *p) { *p = 4; longjmp(place, 1); }\n"
                     "int main(int argc, char **argv) { int same = 3, changed = 3;\n"
                     "  if (setjmp(place) == 0) f(argc == 1 ? &changed : &same);\n"
                     "  CHECK(argc > 1 || same == 3); %s return 0; }\n";
  std::string right = text, wrong = text;
  right.replace(right.find("%s"), 2, "");
  wrong.replace(wrong.find("%s"), 2, "CHECK(argc > 1 || changed == 4);");
  EXPECT_NE(run(right, true).kind, Outcome::Kind::Error);
  const Program program = load(wrong);
  bool isOpen = false;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SeedInputs inputs(seed);
    isOpen = isOpen || Interpreter(program).run(inputs).kind == Outcome::Kind::Error;
  }
  EXPECT_TRUE(isOpen);
}

TEST_P(JumpsTest, NowhereAreNotFollowed) {
  const Outcome returned = run("static void f(void) { if (setjmp(place)) reach_error(); }\n"
                               "int main(void) { f(); longjmp(place, 1); }\n");
  EXPECT_EQ(returned.kind, Outcome::Kind::Unsupported);
  const Outcome unfilled = run("int main(void) { longjmp(place, 1); }\n");
  EXPECT_EQ(unfilled.kind, Outcome::Kind::Unsupported);
  // The function is active again, and has not come to its setjmp.
  const Outcome again =
      run("static void f(int n) { if (n == 0) { if (setjmp(place)) reach_error(); } else longjmp(place, 1); }\n"
          "int main(void) { f(0); f(1); return 0; }\n");
  EXPECT_EQ(again.kind, Outcome::Kind::Unsupported);
}

TEST_P(JumpsTest, OutOfTheLibraryAreNotFollowed) {
  const Outcome outcome = run("static void end(void) { longjmp(place, 1); }\n"
                              "int main(void) { if (setjmp(place)) return 0; atexit(end); return 1; }\n");
  EXPECT_EQ(outcome.kind, Outcome::Kind::Unsupported);
}

TEST_P(JumpsTest, ThatGoNowhereChangeNothing) {
  const Program without = load("static int f(int n) { return n + 1; }\nint main(void) { return f(2); }\n");
  const Program with = load("static int f(int n) { return n + 1; }\nint main(void) { return f(2); }\n"
                            "void never(void) { if (setjmp(place) == 0) longjmp(place, 1); }\n");
  EXPECT_EQ(without.edges().size(), with.edges().size());
}

} // namespace
} // namespace assay
