// The states of a machine: which are proposed, and which combinations do not occur.
#include "invariants/disequalities/disequalities.h"

#include "invariants/testing/source_run.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// s goes from 1 to 2 and back; from anything else it would go to 5. t is 7 if s is 2, and k counts.
constexpr std::string_view kMachine = R"(
  function main() {
    var s: bv32 signed as "s"; var t: bv32 signed as "t"; var k: bv32 signed as "k"; var n: bv32;
    A: -> H { s = 1; t = 0; k = 0; }
    H: -> B { n = input nondet; }
    B: if n == 0 -> X;
       if n != 0 && s == 1 -> H { s = 2; t = 7; k = k + 1; }
       if n != 0 && s == 2 -> H { s = 1; t = 0; k = k + 1; }
       if n != 0 && s != 1 && s != 2 -> H { s = 5; }
    X: if s == 2 && t == 0 -> E;
       if !(s == 2 && t == 0) && k <s 100 -> exit { return; }
       if !(s == 2 && t == 0) && 100 <=s k -> exit { return; }
    E: error(unreach-call) "two";
    exit: exit;
  })";

class DisequalitiesTest : public ::testing::Test {
protected:
  TermManager terms_;
  const Flow flow_{parseProgram(kMachine, "test", terms_)};
};

TEST_F(DisequalitiesTest, AreAboutConstantsThatTheProgramKnows) {
  const std::vector<Assertion> proposed = disequalities(flow_);
  for (const char* text : {"s != 1", "s != 2", "s != 5", "t != 0", "t != 7", "s != 1 || t != 7", "s != 2 || t != 0"})
    EXPECT_TRUE(SourceRun::has(proposed, text)) << text;
  EXPECT_FALSE(SourceRun::has(proposed, "s != 7"));
  EXPECT_FALSE(SourceRun::has(proposed, "s != 1 || s != 2"));
  for (const Assertion& candidate : proposed) EXPECT_EQ(candidate.text.find('n'), std::string::npos) << candidate.text;
}

TEST_F(DisequalitiesTest, OfStatesThatDoNotOccur) {
  const std::vector<Assertion> found = SourceRun(flow_).search("disequalities");
  for (const char* text : {"s != 5", "s != 1 || t != 7", "s != 2 || t != 0"})
    EXPECT_TRUE(SourceRun::has(found, text)) << text;
  for (const char* text : {"s != 1", "s != 2", "t != 0", "t != 7", "s != 2 || t != 7", "s != 1 || t != 0"})
    EXPECT_FALSE(SourceRun::has(found, text)) << text;
}

} // namespace
} // namespace assay
