#include "analysis/c_expression.h"

#include "analysis/invariant_file.h"
#include "term/evaluate.h"
#include "util/error.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

class CExpressionTest : public ::testing::Test {
protected:
  CExpressionTest() {
    add("i", 32, TypeClass::Signed);
    add("u", 32, TypeClass::Unsigned);
    add("c", 8, TypeClass::Signed);
    add("l", 64, TypeClass::Signed);
    add("p.next", 64, TypeClass::Pointer);
    add("p.n", 32, TypeClass::Signed);
  }
  void add(const std::string& name, uint32_t width, TypeClass typeClass) {
    Variable variable;
    variable.term = terms_.mkVariable(name, terms_.bvSort(width));
    variable.sourceName = name;
    variable.typeClass = typeClass;
    program_.addVariable(std::move(variable));
  }
  Term parse(std::string_view text) {
    return parseCondition(text, program_, [&](std::string_view name) {
      for (uint32_t v = 0; v < program_.variables().size(); ++v)
        if (program_.variables()[v].sourceName == name) return VariableId(v);
      return VariableId();
    });
  }
  /// With every variable equal to -1.
  bool holds(std::string_view text) {
    Assignment assignment;
    for (const Variable& variable : program_.variables())
      assignment.setBv(variable.term, BitVector::ones(variable.sort().width()));
    return Evaluator(assignment).evaluateBool(parse(text));
  }

  TermManager terms_;
  Program program_{terms_};
};

TEST_F(CExpressionTest, ConversionsAreThoseOfC) {
  EXPECT_TRUE(holds("i < 0"));
  EXPECT_FALSE(holds("u < 0"));
  EXPECT_FALSE(holds("i < 0u"));          // converted to unsigned
  EXPECT_TRUE(holds("c == i"));           // promoted with its sign
  EXPECT_TRUE(holds("c < 0u == 0"));      //
  EXPECT_TRUE(holds("(long long)u > 0")); // a wider signed type holds it
  EXPECT_TRUE(holds("l + u == 4294967294ll"));
  EXPECT_TRUE(holds("(unsigned char)i == 255"));
  EXPECT_TRUE(holds("u == 0xffffffff"));
  EXPECT_TRUE(holds("i >> 1 == -1 && u >> 1 == 2147483647"));
}

TEST_F(CExpressionTest, OperatorsBindAsInC) {
  EXPECT_TRUE(holds("1 + 2 * 3 == 7"));
  EXPECT_TRUE(holds("(1 + 2) * 3 == 9"));
  EXPECT_TRUE(holds("10 - 4 - 3 == 3"));
  EXPECT_TRUE(holds("1 || 0 && 0"));
  EXPECT_TRUE(holds("!(i == 0) ? 1 : 0"));
  EXPECT_TRUE(holds("(5 & 4 == 4) == 1")); // == binds more tightly
  EXPECT_TRUE(holds("-7 / 2 == -3 && -7 % 2 == -1"));
  EXPECT_TRUE(holds("p.n == -1"));
}

TEST_F(CExpressionTest, OtherTextIsRejected) {
  for (const char* text : {"", "i <", "i = 3", "nobody == 1", "p.next == 0", "(i", "i i", "09 == i", "f(i)", "i++"})
    EXPECT_THROW(parse(text), BadExpression) << text;
  EXPECT_THROW(parse(std::string(100'000, '(')), BadExpression);
  EXPECT_THROW(parse(std::string(100'000, '!') + "i"), BadExpression);
}

TEST(InvariantFile, LinesAreRead) {
  TermManager terms;
  Program program(terms);
  program.files.add("b.c");
  const uint32_t file = program.files.add("src/a.c");
  std::vector<std::string> complaints;
  const auto parse = [&](const char* text) {
    return assertionsOf(parseInvariantLines(text, program),
                        [&](const std::string& message) { complaints.push_back(message); });
  };
  const auto read = parse("# what holds\n\nsrc/a.c:12: i <= n ? 1 : 0\n b.c:3:x == 1\nc.c:4: 1");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].position, (SourcePosition{.file = file, .line = 12, .column = 0}));
  EXPECT_EQ(read[0].text, "i <= n ? 1 : 0");
  EXPECT_EQ(read[1].text, "x == 1");
  ASSERT_EQ(complaints.size(), 1u);
  EXPECT_EQ(complaints[0], "invariant at c.c:4 not used: there is no such file");
  for (const char* text : {"a.c", "a.c:", "a.c:x: 1", "a.c:12", "a.c:99999999999: 1"})
    EXPECT_THROW(parse(text), InputError) << text;
}

TEST(InvariantFile, FilesAreKnownByTheirEnds) {
  TermManager terms;
  Program program(terms);
  const uint32_t file = program.files.add("dir/sub/a.c");
  const auto isAt = [&](const char* text) {
    const auto read = parseInvariantLines(std::string(text) + ":7: 1", program);
    return !read[0].positions.empty() && read[0].positions[0].file == file;
  };
  EXPECT_TRUE(isAt("a.c"));
  EXPECT_TRUE(isAt("sub/a.c"));
  EXPECT_TRUE(isAt("/home/dir/sub/a.c"));
  EXPECT_FALSE(isAt("ba.c"));
  EXPECT_FALSE(isAt("b/a.c"));
}

} // namespace
} // namespace assay
