// What proofs rest on: the obligations that facts of analyses make are met if these facts are of the automaton, and not
// met if they are of another one.
#include "proof/premises.h"

#include "analysis/pointer_premises.h"
#include "analysis/testing/random_pointers.h"
#include "program/text_parser.h"
#include "solver/factory.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace assay {
namespace {

bool areMet(TermManager& terms, const std::vector<Obligation>& obligations) {
  for (const Obligation& obligation : obligations) {
    const std::unique_ptr<Solver> solver = makeSolver("z3", terms);
    solver->assertTerm(obligation.violation);
    const Answer answer = solver->check();
    EXPECT_FALSE(answer.isUnknown()) << obligation.what;
    if (answer.isSat()) return false;
  }
  return true;
}

TEST(PointerPremises, AreMetByRandomPrograms) {
  size_t numObligations = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    TermManager terms;
    const Program program = parseProgram(randomPointers(seed), "random", terms);
    const std::vector<Obligation> obligations = pointerPremises(program, PointsTo(program));
    numObligations += obligations.size();
    EXPECT_TRUE(areMet(terms, obligations)) << randomPointers(seed);
  }
  EXPECT_GT(numObligations, 40u);
}

// The program as it is and with something else in the place of $, and the facts of the one held against the other.
class OtherPremises : public ::testing::Test {
protected:
  bool holds(const std::string& text, const std::string& known, const std::string& actual) {
    TermManager terms;
    const auto with = [&](const std::string& word) {
      std::string result = text;
      result.replace(result.find('$'), 1, word);
      return parseProgram(result, "test", terms);
    };
    const Program before = with(known), program = with(actual);
    EXPECT_EQ(validate(program), "");
    const PointsTo pointsTo(before);
    EXPECT_TRUE(areMet(terms, pointerPremises(before, pointsTo)));
    return areMet(terms, pointerPremises(program, pointsTo));
  }
};

TEST_F(OtherPremises, Assignments) {
  const std::string text = R"(
    object a: 16; object b: 16;
    function main() {
      var p: ptr; var q: ptr; var c: bool;
      A: -> H { p = &a; c = input nondet; q = 0; }
      H: if c -> H { $; q = p; c = input nondet; }
         if !c -> exit { return; }
      exit: exit;
    })";
  EXPECT_TRUE(holds(text, "p = p + 8", "p = p + 16"));
  EXPECT_FALSE(holds(text, "p = p + 8", "p = p + 4")); // its offsets are multiples of 8
  EXPECT_FALSE(holds(text, "p = p + 8", "p = &b"));    // a target that was forgotten
  EXPECT_FALSE(holds(text, "p = p + 8", "p = ite(c, p, 0)"));
  EXPECT_FALSE(holds(text, "p = p + 8", "p = p + 1099511627776")); // farther than a window
  EXPECT_FALSE(holds(text, "p = p + 8", "p = input nondet"));
}

TEST_F(OtherPremises, IntegersHaveNoWindow) {
  const std::string text = R"(
    layout 32 18;
    object a: 16;
    function main() {
      var x: $; var c: bool;
      A: -> H { x = &a; c = input nondet; }
      H: if c -> H { x = x + 4; c = input nondet; }
         if !c -> exit { return; }
      exit: exit;
    })";
  EXPECT_TRUE(holds(text, "ptr", "ptr"));
  EXPECT_FALSE(holds(text, "ptr", "bv32"));
}

TEST_F(OtherPremises, Memory) {
  const std::string text = R"(
    object a: 16; object b: 16; object c: 32;
    function main() {
      var p: ptr; var q: ptr; var n: bv64;
      A: -> B { n = input nondet; p = &a; store &c, p; store &c + 8, &b; }
      B: -> exit { $; q = load &c; return; }
      exit: exit;
    })";
  EXPECT_TRUE(holds(text, "store &c, p", "store &c, &a"));
  EXPECT_FALSE(holds(text, "store &c, p", "store &c, &b"));
  EXPECT_FALSE(holds(text, "store &c, p", "store &c + 4, p")); // no cell
  EXPECT_FALSE(holds(text, "store &c, p", "store n, p"));      // anywhere
  EXPECT_FALSE(holds(text, "store &c, p", "copy &c, &c + 8, 8"));
  EXPECT_FALSE(holds(text, "store &c, p", "fill &c, 1:8, 8"));
  EXPECT_FALSE(holds(text, "p = &a", "p = load &c + 8"));
}

// What calls through pointers never do is left out, and proofs show that they never do it.
class ImpossibleEdges : public ::testing::Test {
protected:
  static PossibleEdges load(const std::string& assigned, TermManager& terms) {
    return withPossibleEdges(parseProgram(R"(
      object f: 1 constant function; object g: 1 constant function; object h: 8;
      function main() {
        var p: ptr; var q: ptr;
        A: -> B { )" + assigned + R"(; }
        B: if p == &f -> C;
           if p == &g -> C { call other(p); }
           if p != &f && p != &g -> C { q = &h; }
        C: -> exit { return; }
        exit: exit;
      }
      function other(r: ptr) {
        A: -> exit { store &h, r; return; }
        exit: exit;
      })",
                                          "test", terms),
                             Unwritten::Anything);
  }
  static size_t numEdges(const Program& program) {
    return static_cast<size_t>(std::ranges::count_if(program.edges(), [](const Edge& e) { return e.source.valid(); }));
  }
};

TEST_F(ImpossibleEdges, OnlyThoseThatPointersMayBe) {
  TermManager terms;
  const PossibleEdges one = load("p = &f", terms);
  EXPECT_EQ(numEdges(one.program), 3u); // and not those of the function that is not called
  EXPECT_EQ(one.impossible.size(), 2u); // the call, and what is none of the two
  const PointsTo pointsTo(one.program);
  EXPECT_TRUE(areMet(terms, pointerPremises(one, pointsTo)));
  EXPECT_EQ(load("q = input nondet; p = q", terms).impossible.size(), 0u);
  EXPECT_EQ(load("p = ite(q == &h, &f, &g)", terms).impossible.size(), 0u); // each comparison by itself may hold
}

TEST_F(ImpossibleEdges, AreRefusedWhereTheyAreTaken) {
  TermManager terms;
  const PossibleEdges known = load("p = &f", terms);
  const PossibleEdges actual = load("p = &g", terms);
  const PossibleEdges wrong{actual.program.clone(), known.impossible};
  EXPECT_FALSE(areMet(terms, pointerPremises(wrong, PointsTo(actual.program))));
  EXPECT_FALSE(areMet(terms, pointerPremises(wrong, PointsTo(known.program))));
}

TEST_F(ImpossibleEdges, LeaveOutNothingThatRandomProgramsDo) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    TermManager terms;
    const PossibleEdges possible =
        withPossibleEdges(parseProgram(randomPointers(seed), "random", terms), Unwritten::Anything);
    EXPECT_TRUE(areMet(terms, pointerPremises(possible, PointsTo(possible.program)))) << randomPointers(seed);
  }
}

TEST(Premises, LivenessAndLoopsOfAFlow) {
  TermManager terms;
  const Flow flow(parseProgram(R"(
    object a: 40;
    function main() {
      var i: bv32; var j: bv32; var p: ptr; var s: bv32; var t: bv32;
      A: -> H { i = 0; s = 0; p = &a; j = 0; t = 0; }
      H: if i <u 10 -> J { t = load p; s = s + t; j = 0; }
         if 10 <=u i -> X;
      J: if j <u i -> J { j = j + 1; }
         if i <=u j -> H { i = i + 1; p = p + 4; }
      X: if s == 0 -> exit { return; }
         if s != 0 -> E;
      E: error(unreach-call) "s";
      exit: exit;
    })",
                               "test", terms));
  ASSERT_EQ(flow.heads().size(), 2u);
  const std::vector<Obligation> premises = premisesOf(flow);
  EXPECT_TRUE(areMet(terms, premises));
}

} // namespace
} // namespace assay
