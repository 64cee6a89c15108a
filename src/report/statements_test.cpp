#include "report/statements.h"

#include "util/random.h"

#include <gtest/gtest.h>

#include <set>

namespace assay {
namespace {

struct Token {
  std::string text;
  size_t line = 0, column = 0;
};

/// A function of random tokens, among them statements that are there several times.
std::vector<Token> randomFunction(SplitMix64& random) {
  static const std::vector<std::vector<std::string>> kPieces = {
      {"x", "=", "strlen", "(", "p", ")", ";"},
      {"x", "=", "strlen", "(", "p", ")", "+", "strlen", "(", "p", ")", ";"},
      {"if", "(", "strcmp", "(", "p", ",", "\"a // b; {\"", ")", ")", "{"},
      {"}"},
      {"for", "(", "i", "=", "0", ";", "i", "<", "n", ";", "i", "++", ")", "{"},
      {"c", "=", "'\"'", ";"},
      {"c", "=", "'\\''", ";"},
      {"return", "x", ";"},
      {";"}};
  std::vector<Token> tokens;
  for (const char* text : {"int", "f", "(", "void", ")", "{"}) tokens.push_back({text});
  for (size_t i = 0; i < 12; ++i)
    for (const std::string& text : kPieces[random() % kPieces.size()]) tokens.push_back({text});
  tokens.push_back({"}"});
  return tokens;
}

/// The tokens with random blanks, line ends and comments between them; notes where each one stands.
std::string formatted(std::vector<Token>& tokens, SplitMix64& random) {
  static const std::vector<std::string> kGaps = {" ",
                                                 "  ",
                                                 "\t",
                                                 "\n",
                                                 "\r\n",
                                                 "\n\n  ",
                                                 " /* a \"comment\"; } */ ",
                                                 " // don't; {\n",
                                                 "/**/",
                                                 "/* two\nlines */",
                                                 " \\\n"};
  std::string text = "#define N 4 // of them; {\n";
  size_t line = 2, begin = text.size();
  const auto add = [&](const std::string& part) {
    for (char c : part) {
      text += c;
      if (c != '\n') continue;
      ++line;
      begin = text.size();
    }
  };
  for (Token& token : tokens) {
    token.line = line;
    token.column = text.size() - begin + 1;
    add(token.text);
    add(kGaps[random() % kGaps.size()]);
  }
  return text;
}

TEST(StatementsTest, PlacesDifferAndKeepTheirTextsWhateverTheFormatting) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SplitMix64 random(seed);
    std::vector<Token> tokens = randomFunction(random), others = tokens;
    const std::string text = formatted(tokens, random), other = formatted(others, random);
    const Statements before(text), after(other);
    std::set<Statements::Place> places;
    for (size_t i = 0; i < tokens.size(); ++i) {
      const auto place = before.at(tokens[i].line, tokens[i].column, 2);
      ASSERT_TRUE(place) << text;
      EXPECT_TRUE(places.insert(*place).second) << place->text << " twice in\n" << text;
      EXPECT_TRUE(place == after.at(others[i].line, others[i].column, 2)) << tokens[i].text << " in\n"
                                                                          << text << "\n"
                                                                          << other;
    }
  }
}

TEST(StatementsTest, WhatStandsBeforeTheFunctionDoesNotCount) {
  const std::string function = "int f(void) {\n  g();\n  g();\n}\n";
  const Statements before(function), after("int e(void) { g(); }\n#if N\n" + function);
  EXPECT_EQ(before.at(2, 3, 1)->ordinal, 0u);
  EXPECT_EQ(before.at(3, 3, 1)->ordinal, 1u);
  EXPECT_TRUE(before.at(3, 3, 1) == after.at(5, 3, 3));
}

TEST(StatementsTest, WhatIsNoCIsNoMistake) {
  for (const char* text : {"", "\"", "'", "/*", "//", "\\", "#", "# \\", "f(\"a\\", "'\n;", ")))};", "((({"}) {
    const Statements statements(text);
    for (size_t line = 0; line < 4; ++line)
      for (size_t column = 0; column < 9; ++column) EXPECT_TRUE(line != 1 || statements.at(line, column, 1));
    EXPECT_FALSE(statements.at(0, 1, 1) || statements.at(9, 1, 1));
  }
}

} // namespace
} // namespace assay
