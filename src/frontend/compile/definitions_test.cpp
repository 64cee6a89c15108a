#include "frontend/compile/definitions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

namespace assay {
namespace {

class DefinitionsTest : public testing::Test {
protected:
  DefinitionsTest() : folder_(std::filesystem::path(testing::TempDir()) / "assay-definitions") {
    std::filesystem::create_directories(folder_);
  }
  ~DefinitionsTest() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  static std::map<std::string, Definition> byName(const FileContents& contents) {
    std::map<std::string, Definition> result;
    for (const Definition& definition : contents.definitions) result.emplace(definition.name, definition);
    return result;
  }

  std::filesystem::path folder_;
};

using Names = std::vector<std::string>;

TEST_F(DefinitionsTest, WhatIsDefinedAndWhatItNeeds) {
  const std::string header =
      write("a.h", "static inline int twice(int x) { return 2 * x; }\ninline int once(int x) { return x; }\n");
  const std::string file =
      write("a.c", "#include \"a.h\"\n#include <stdlib.h>\nint other(int), given;\nextern int far;\n"
                   "static int hidden(int x) {\n  static int (*f)(int) = other;\n  int given = x;\n"
                   "  return f(given) + far;\n}\nint (*table[])(int) = {hidden, twice};\n"
                   "int main(void) { return table[0](given) + sizeof(other(1)); }\n");
  const FileContents contents = contentsOf(file, FrontendOptions());
  EXPECT_EQ(contents.obstacle, "");
  std::map<std::string, Definition> found = byName(contents);
  EXPECT_EQ(found["hidden"].uses, (Names{"far", "other"}));
  EXPECT_EQ(found["table"].uses, (Names{"hidden", "twice"}));
  EXPECT_EQ(found["main"].uses, (Names{"given", "other", "table"}));
  EXPECT_TRUE(found["main"].isShared && found["given"].isShared && found["table"].isShared);
  EXPECT_FALSE(found["hidden"].isShared || found["twice"].isShared || found["once"].isShared);
  EXPECT_TRUE(found["hidden"].isFunction && !found["table"].isFunction);
  EXPECT_FALSE(found.contains("far") || found.contains("other"));
  EXPECT_EQ(found["hidden"].line, 5u);
  EXPECT_EQ(std::filesystem::path(found["twice"].file).filename(), "a.h");
  EXPECT_FALSE(found["twice"].isSystem);
  EXPECT_TRUE(std::ranges::is_sorted(contents.filesRead));
  EXPECT_NE(std::ranges::find(contents.filesRead, file), contents.filesRead.end());
  EXPECT_TRUE(std::ranges::any_of(contents.filesRead, [](const std::string& name) { return name.ends_with("a.h"); }));
  EXPECT_TRUE(
      std::ranges::any_of(contents.filesRead, [](const std::string& name) { return name.ends_with("stdlib.h"); }));
}

TEST_F(DefinitionsTest, WhatDoesNotCompile) {
  const FileContents contents = contentsOf(write("a.c", "int f( {\n"), FrontendOptions());
  EXPECT_NE(contents.obstacle.find("error:"), std::string::npos);
  EXPECT_TRUE(contents.definitions.empty());
  EXPECT_NE(contentsOf((folder_ / "none.c").string(), FrontendOptions()).obstacle, "");
}

} // namespace
} // namespace assay
