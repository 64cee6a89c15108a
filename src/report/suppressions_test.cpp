#include "report/suppressions.h"

#include "util/error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace assay {
namespace {

namespace fs = std::filesystem;

class SuppressionsTest : public testing::Test {
protected:
  SuppressionsTest() : folder_(fs::temp_directory_path() / ("assay-suppressions-" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~SuppressionsTest() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  /// Which of its lines are suppressed, for a property.
  std::string linesOf(const std::string& file, const std::string& property, size_t numLines) {
    Suppressions suppressions{Options()};
    std::string lines;
    for (size_t line = 1; line <= numLines; ++line)
      if (suppressions.find({"", property, file, "f", line})) lines += std::to_string(line) + " ";
    return lines;
  }

  fs::path folder_;
};

TEST_F(SuppressionsTest, StarsStandForAnyText) {
  EXPECT_TRUE(matches("a*c*", "abbc"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("src/*.c", "src/a/b.c"));
  EXPECT_FALSE(matches("src/*.c", "src/a.h"));
  EXPECT_FALSE(matches("", "a"));
}

TEST_F(SuppressionsTest, CommentsAreOfTheirLineOrTheNext) {
  const std::string file = write("a.c", "x = a[i]; // assay-ignore valid-deref: why not\n"
                                        "/* assay-ignore */\n"
                                        "y = a[j];\n"
                                        "z = a[k]; /* assay-ignore no-overflow, valid-deref */ w = 0;\n"
                                        "puts(\"assay-ignore\");\n"
                                        "u = 1;\n");
  EXPECT_EQ(linesOf(file, "valid-deref", 6), "1 2 3 4 ");
  EXPECT_EQ(linesOf(file, "division-by-zero", 6), "2 3 ");
  Suppressions suppressions{Options()};
  EXPECT_EQ(suppressions.find({"", "valid-deref", file, "f", 1})->reason, "why not");
}

TEST_F(SuppressionsTest, FilesNamePlacesAndIdentities) {
  Options options;
  options.suppressions = {write("rules", "# a comment\n"
                                         "valid-deref lib/a.c:f -- ticket 7\n"
                                         "* lib/b*.c:12\n"
                                         "0123456789abcdef\n")};
  Suppressions suppressions(options);
  EXPECT_EQ(suppressions.find({"", "valid-deref", "lib/a.c", "f", 3})->reason, "ticket 7");
  EXPECT_TRUE(suppressions.find({"", "valid-deref", "/home/me/lib/a.c", "f", 3}));
  EXPECT_FALSE(suppressions.find({"", "valid-deref", "lib/a.c", "g", 3}));
  EXPECT_FALSE(suppressions.find({"", "no-overflow", "lib/a.c", "f", 3}));
  EXPECT_TRUE(suppressions.find({"", "no-overflow", "lib/bits.c", "g", 12}));
  EXPECT_FALSE(suppressions.find({"", "no-overflow", "lib/bits.c", "g", 13}));
  EXPECT_TRUE(suppressions.find({"0123456789abcdef", "no-overflow", "c.c", "g", 1}));
  options.suppressions = {write("bad", "something else altogether\n")};
  EXPECT_THROW(Suppressions{options}, InputError);
}

TEST_F(SuppressionsTest, ColumnsCountCharacters) {
  const std::string file = write("u.c", "int \xc3\xa4 = 1;\r\nint b;\n");
  SourceTexts sources;
  EXPECT_EQ(sources.numLines(file), 2u);
  EXPECT_EQ(sources.line(file, 1), "int \xc3\xa4 = 1;");
  EXPECT_EQ(sources.characterColumn(file, 1, 5), 5u);
  EXPECT_EQ(sources.characterColumn(file, 1, 10), 9u);
  EXPECT_EQ(sources.characterColumn(file, 2, 99), 99u);
  EXPECT_FALSE(sources.text((folder_ / "none").string()));
}

TEST(Findings, WeaknessesFollowFromWhatHappened) {
  EXPECT_EQ(weaknessOf(Property::ValidDeref, "invalid read of memory: read of 1 byte through a null pointer"), 476u);
  EXPECT_EQ(weaknessOf(Property::ValidDeref, "invalid write to memory: write of 4 bytes out of bounds of 'a'"), 787u);
  EXPECT_EQ(weaknessOf(Property::ValidDeref, "read of 1 byte in a block from malloc that is freed already"), 416u);
  EXPECT_EQ(weaknessOf(Property::ValidFree, "free of a block from malloc that is freed already"), 415u);
  EXPECT_EQ(weaknessOf(Property::NoOverflow, "the exponent of a shift is negative or too large"), 1335u);
  for (const PropertyInfo& info : kProperties) EXPECT_NE(weaknessOf(info.property, "anything"), 0u) << info.name;
}

} // namespace
} // namespace assay
