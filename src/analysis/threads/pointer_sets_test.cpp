#include "analysis/threads/pointer_sets.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

namespace assay {

namespace {

class PointerSetsTest : public testing::Test {
protected:
  PointerSetsTest()
      : program_(parseProgram(R"(
          object a: 64;
          object b: 64;
          object f: 0 constant function;
          object g: 0 constant function;
          function main(i: bv8) {
            var p: ptr; var q: ptr; var r: ptr; var h: ptr; var any: ptr; var n: bv64;
            A: -> B { p = &a; n = 0; q = &a[4] + (zext(i, 61) ++ 0:3); r = &b; h = &f; any = input nondet "any"; }
            B: if any == 0 -> C; if any != 0 -> D;
            C: -> exit { store p, 1:32; store q, 1:32; store r, 1:32; store h, 1:32; return; }
            D: -> exit { store any, 1:32; return; }
          })",
                              "test", terms_)),
        sets_(program_) {}

  PointerSetId of(const std::string& name) {
    for (const Variable& variable : program_.variables())
      if (variable.name() == "main::" + name) return sets_.of(variable.term);
    ADD_FAILURE() << name;
    return 0;
  }
  Term term(const std::string& name) {
    for (const Variable& variable : program_.variables())
      if (variable.name() == "main::" + name) return variable.term;
    return {};
  }

  TermManager terms_;
  Program program_;
  PointerSetTable sets_;
};

TEST_F(PointerSetsTest, ObjectsDoNotOverlap) {
  EXPECT_FALSE(sets_.mayOverlap(of("p"), 4, of("r"), 4));
  EXPECT_TRUE(sets_.mayOverlap(of("p"), 4, of("p"), 1));
  EXPECT_TRUE(sets_.mayOverlap(of("p"), PointerSetTable::kWhole, of("q"), 4));
}

TEST_F(PointerSetsTest, ProgressionsOverlapByTheirSizes) {
  // q: 4, 12, 20, ...
  EXPECT_FALSE(sets_.mayOverlap(of("p"), 4, of("q"), 4));
  EXPECT_TRUE(sets_.mayOverlap(of("p"), 5, of("q"), 4));
  EXPECT_TRUE(sets_.mayOverlap(of("q"), 5, of("p"), 4));
  EXPECT_FALSE(sets_.mayOverlap(of("p"), 0, of("p"), 4));
}

TEST_F(PointerSetsTest, WhatMayBeAnythingOverlapsWithAll) { EXPECT_TRUE(sets_.mayOverlap(of("any"), 1, of("r"), 1)); }

TEST_F(PointerSetsTest, EqualSetsHaveOneNumber) { EXPECT_EQ(of("p"), sets_.of(program_.objectAddress(1))); }

TEST_F(PointerSetsTest, OfTwoTermsTheOneOfWhichMoreIsKnown) {
  EXPECT_EQ(sets_.of(term("p"), term("q")), of("p"));
  EXPECT_EQ(sets_.of(term("any"), term("q")), of("q"));
  EXPECT_EQ(sets_.of(term("any"), term("any")), of("any"));
}

TEST_F(PointerSetsTest, FunctionsThatAPointerIsNot) {
  EXPECT_FALSE(sets_.excludes(terms_.mkEqual(term("h"), program_.objectAddress(3))));
  EXPECT_TRUE(sets_.excludes(terms_.mkEqual(term("h"), program_.objectAddress(4))));
  EXPECT_FALSE(sets_.excludes(terms_.mkEqual(term("any"), program_.objectAddress(4))));
}

} // namespace
} // namespace assay
