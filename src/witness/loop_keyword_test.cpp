#include "witness/loop_keyword.h"

#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace assay {

namespace {

/// The place of the keyword for a round that begins at the mark `@`, as LINE:COLUMN; empty if there is none.
std::string keywordFor(std::string source) {
  const size_t mark = source.find('@');
  source.erase(mark, 1);
  const auto line =
      static_cast<uint32_t>(std::count(source.begin(), source.begin() + static_cast<ptrdiff_t>(mark), '\n'));
  const size_t begin = mark == 0 ? 0 : source.rfind('\n', mark - 1) + 1;
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("assay-loop-" + std::to_string(getpid()) + ".c");
  std::ofstream(file) << source;
  TermManager terms;
  const Program program =
      parseProgram("file \"" + file.string() + "\";\nentry f;\nfunction f() { a: -> exit; }\n", "test", terms);
  SourceLines lines(program);
  const SourcePosition found = loopKeyword(lines, {0, line + 1, static_cast<uint32_t>(mark - begin + 1)});
  std::filesystem::remove(file);
  return found.known() ? std::to_string(found.line) + ":" + std::to_string(found.column) : "";
}

TEST(LoopKeyword, StandsBeforeTheCondition) {
  EXPECT_EQ(keywordFor("  while (@x < 5) x++;\n"), "1:3");
  EXPECT_EQ(keywordFor("  while (f(x) && (y @< 5)) x++;\n"), "1:3");
  EXPECT_EQ(keywordFor("  while\n  (f(@x)) x++;\n"), "1:3");
  EXPECT_EQ(keywordFor("x; for (int i = 0; i @< 5; i++) {}\n"), "1:4");
  EXPECT_EQ(keywordFor("{ @while (1) {} }\n"), "1:3");
}

TEST(LoopKeyword, StandsBeforeTheBodyWithoutCondition) {
  EXPECT_EQ(keywordFor("  while (1) {\n    @x = f(1);\n  }\n"), "1:3");
  EXPECT_EQ(keywordFor(" for (;;)\n {\n  @x++; }\n"), "1:2");
}

TEST(LoopKeyword, IsNotThatOfAnotherLoop) {
  EXPECT_EQ(keywordFor("while (1) { y = 2;\n @x = 1; }\n"), "");
  EXPECT_EQ(keywordFor("do { @x++; } while (x < 5);\n"), "");
  EXPECT_EQ(keywordFor("do { x++; } while (@x < 5);\n"), "");
  EXPECT_EQ(keywordFor("if (@x) { goto head; }\n"), "");
  EXPECT_EQ(keywordFor("while (x < 3) x++;\n  y = (@x);\n"), "");
}

} // namespace

} // namespace assay
