#include "frontend/frontend.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class DebugTypesTest : public testing::Test {
protected:
  ~DebugTypesTest() override { std::filesystem::remove(path_); }

  Program load(const std::string& text) {
    std::ofstream(path_) << text;
    FrontendOptions options;
    options.specification = parseSpecification({"unreach-call"});
    return loadProgram({path_.string()}, options, terms_);
  }
  static CTypeId typeOf(const Program& program, std::string_view object) {
    for (const StaticObject& candidate : program.objects)
      if (candidate.name == object) return candidate.cType;
    return {};
  }
  static const Variable* find(const Program& program, std::string_view sourceName) {
    for (const Variable& variable : program.variables())
      if (variable.sourceName == sourceName) return &variable;
    return nullptr;
  }

  std::filesystem::path path_ =
      std::filesystem::path(testing::TempDir()) /
      (std::string("assay_types_") + testing::UnitTest::GetInstance()->current_test_info()->name() + ".c");
  TermManager terms_;
};

TEST_F(DebugTypesTest, DescribesWhatObjectsAreMadeOf) {
  const Program program = load(R"(
    typedef int row[3];
    struct node { char tag; unsigned low : 2, high : 6; row at[2]; union { int i; float f; }; struct node *next; };
    struct node node;
    void *keep;
    int main(void) { keep = &node; return 0; }
  )");
  const CTypes& types = *program.types;
  const CTypeId id = typeOf(program, "node");
  ASSERT_TRUE(id.valid());
  const CType& node = types[id];
  EXPECT_EQ(node.kind, CType::Struct);
  EXPECT_EQ(node.name, "struct node");
  EXPECT_EQ(node.size, 40u);
  ASSERT_EQ(node.members.size(), 6u);
  EXPECT_TRUE(types[node.members[0].type].isCharacter);
  EXPECT_TRUE(node.members[2].isBitField);
  EXPECT_EQ(node.members[2].bitOffset, node.members[1].bitOffset + 2);
  EXPECT_EQ(node.members[2].bitSize, 6u);
  const CType& matrix = types[node.members[3].type];
  EXPECT_EQ(matrix.kind, CType::Array);
  EXPECT_EQ(matrix.count, 2u);
  EXPECT_EQ(matrix.size, 24u);
  const CType& row = types[matrix.target];
  EXPECT_EQ(row.kind, CType::Array);
  EXPECT_EQ(row.count, 3u);
  EXPECT_EQ(types[row.target].name, "int");
  EXPECT_EQ(types[node.members[4].type].kind, CType::Union);
  EXPECT_EQ(types[node.members[4].type].members[1].name, "f");
  // A pointer to its own kind is a cycle.
  const CType& next = types[node.members[5].type];
  EXPECT_EQ(next.kind, CType::Pointer);
  EXPECT_EQ(next.target, id);
}

TEST_F(DebugTypesTest, VariablesHaveTypes) {
  const Program program = load(R"(
    enum colour { RED, GREEN = 7 };
    int sum(int (*f)(char, ...), int *p) { int grid[2][3]; grid[1][2] = *p; return grid[1][2] + f('a'); }
    int g(char c, ...) { return c; }
    int main(void) { enum colour c = GREEN; int x = 1; return sum(g, &x) == (int)c; }
  )");
  const CTypes& types = *program.types;
  const Variable* colour = find(program, "c");
  ASSERT_NE(colour, nullptr);
  const auto isColour = [&](const Variable& v) {
    return v.cType.valid() && types[v.cType].enumerators.size() == 2 && types[v.cType].enumerators[1].value == 7;
  };
  EXPECT_TRUE(std::ranges::any_of(program.variables(), isColour));
  const Variable* function = find(program, "f");
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->type, "int (*)(char, ...)");
  EXPECT_FALSE(types[function->cType].target.valid());
  const Variable* address = find(program, "&x");
  ASSERT_NE(address, nullptr);
  EXPECT_EQ(types[types[address->cType].target].name, "int");
  // A cell of an array with two dimensions has two indices.
  EXPECT_NE(find(program, "grid[1][2]"), nullptr);
}

TEST_F(DebugTypesTest, TheTableIsLimited) {
  std::string text;
  for (int i = 5000; i >= 0; --i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += "struct s" + n + " { struct s" + next + " *next; };\n";
  }
  const Program program = load(text + "struct s0 s; void *keep;\nint main(void) { keep = &s; return 0; }");
  EXPECT_LE(program.types->size(), 3010u);
  EXPECT_GE(program.types->size(), 2990u);
  // What is near is there.
  const CType& first = (*program.types)[typeOf(program, "s")];
  const CType& pointer = (*program.types)[first.members.at(0).type];
  EXPECT_EQ((*program.types)[pointer.target].name, "struct s1");
}

} // namespace
} // namespace assay
