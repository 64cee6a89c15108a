#include "engine/kiki/user_invariants.h"

#include "program/text_parser.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <memory>

namespace assay {

namespace {

// x and y stay 0; z counts to any number.
constexpr std::string_view kProgram = R"(
  file "p.c";
  function main() {
    var x: bv32 signed "int" as "x"; var y: bv32 signed "int" as "y"; var z: bv32 signed "int" as "z";
    var n: bv32 signed "int" as "n";
    A: -> H { x = 0; y = 0; z = 0; }
    H: @7:3 -> B { n = input nondet; }
    B: if n != 0 -> H { x = x + y; y = y + x; z = z + 1; }
       if n == 0 -> X;
    X: -> exit { return; }
    exit: exit;
  })";

class UserInvariants : public ::testing::Test {
protected:
  std::vector<InvariantFate> judge(std::string_view lines) {
    const std::string file = ::testing::TempDir() + "user_invariants.txt";
    std::ofstream(file) << lines;
    env_.options.invariants = file;
    program_ = std::make_unique<Program>(parseProgram(kProgram, "p.assay", terms_));
    return judgeInvariants(*program_, env_.env, std::chrono::seconds(60));
  }
  InvariantFate one(const std::string& line) { return judge(line).at(0); }

  TermManager terms_;
  std::unique_ptr<Program> program_;
  TestEnv env_;
};

TEST_F(UserInvariants, AreProvedTogether) {
  const std::vector<InvariantFate> fates = judge("p.c:7: x == 0\n# both need each other\np.c:7: y == 0");
  ASSERT_EQ(fates.size(), 2u);
  EXPECT_EQ(fates[0].statusName(), "proved");
  EXPECT_EQ(fates[1].statusName(), "proved");
  EXPECT_EQ(fates[1].line.number, 3u);
}

TEST_F(UserInvariants, AreRefutedByAnExecution) {
  const std::vector<InvariantFate> fates = judge("p.c:7: z <= 2\np.c:7: x == 0 && y == 0\np.c:7: z != 1");
  EXPECT_EQ(fates[0].statusName(), "refuted");
  EXPECT_EQ(fates[1].statusName(), "proved"); // though executions that refute the others end there
  EXPECT_EQ(fates[2].statusName(), "refuted");
  ASSERT_TRUE(fates[0].counterexample);
  EXPECT_EQ(fates[0].counterexample->inputs.size(), 3u);
}

TEST_F(UserInvariants, AreNotInductiveByTwoStates) {
  const InvariantFate fate = one("p.c:7: z != 1000000");
  ASSERT_EQ(fate.statusName(), "not inductive") << fate.how;
  const auto change =
      std::find_if(fate.change.begin(), fate.change.end(), [](const auto& entry) { return entry.name == "z"; });
  ASSERT_NE(change, fate.change.end());
  EXPECT_EQ(change->before, "999999");
  EXPECT_EQ(change->after, "1000000");
}

TEST_F(UserInvariants, HaveALoopAndVariables) {
  EXPECT_EQ(one("p.c:8: x == 0").statusName(), "no loop at that line");
  EXPECT_EQ(one("p.c:8: x == 0").how, "there is one at line 7");
  EXPECT_EQ(one("q.c:7: x == 0").statusName(), "no such file");
  EXPECT_EQ(one("p.c:7: x == zero").statusName(), "unknown variable");
  EXPECT_EQ(one("p.c:7: x == zero").how, "'zero'");
  EXPECT_EQ(one("p.c:7: x ==").statusName(), "not an expression of this kind");
}

} // namespace

} // namespace assay
