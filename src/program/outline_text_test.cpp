#include "program/outline_text.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

std::string textOf(const ProofOutline& outline) {
  WordWriter out;
  writeOutline(out, outline);
  return out.take();
}

TEST(OutlineText, ComesBackAsItWas) {
  const OutlinedAutomaton automaton{OutlinedAutomaton::Form::WithoutMemory, 3, {{0, 4}}};
  const ProofOutline outlines[] = {
      ConditionsOutline{{{1, "x <=u 7:32"}}},
      InductionOutline{automaton, 2, {{1, "x <=u 7:32"}, {0, "y"}}, {"elements"}},
      ForwardOutline{automaton, 9},
      ForwardOutline{},
      PathsOutline{PathsOutline::Walk::Covering, {3, 9}, true},
      MeasuresOutline{
          4, {{1, "x"}}, {{2, {0, 7}, "~x", "-x", {}}, {0, {}, "", "", {{-3, true, "x"}, {1, false, "main::y"}}}}},
      ShapesOutline{1, 2, {{0, "0 "}, {3, "heap"}}}};
  for (const ProofOutline& outline : outlines) {
    const std::string text = textOf(outline);
    WordReader in(text);
    EXPECT_EQ(readOutline(in), outline) << text;
    EXPECT_TRUE(in.atEnd() && !in.failed()) << text;
    for (size_t length = 0; length < text.size(); ++length) {
      WordReader cut(std::string_view(text).substr(0, length));
      readOutline(cut);
      EXPECT_TRUE(cut.failed()) << text.substr(0, length);
    }
  }
}

TEST(OutlineText, WhatIsNoneIsNoticed) {
  for (const char* text : {"", " ", "1 0 1 0 0 0 0 0 0 0 0 ", "nothing 0 ", "paths 3 0 0 ", "paths 0 1 0 ",
                           "forward 3 1 0 0 ", "induction 0 1 2 ", "shapes 0 0 18446744073709551615 0 "}) {
    WordReader in(text);
    readOutline(in);
    EXPECT_TRUE(in.failed()) << text;
  }
}

} // namespace
} // namespace assay
