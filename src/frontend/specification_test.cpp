#include "frontend/specification.h"

#include "util/error.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace assay {
namespace {

class SpecificationTest : public testing::Test {
protected:
  SpecificationTest() {
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string("assay_specification_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  ~SpecificationTest() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& text) {
    const std::filesystem::path path = folder_ / ("property" + std::to_string(count_++) + ".prp");
    std::ofstream(path) << text;
    return path.string();
  }
  Specification parse(const std::string& text) { return parseSpecification({file(text)}); }
  std::string errorOf(const std::string& text) {
    try {
      parse(text);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::filesystem::path folder_;
  int count_ = 0;
};

TEST_F(SpecificationTest, EachFormula) {
  const std::pair<const char*, PropertySet> cases[] = {
      {"G ! overflow", {Property::NoOverflow}},
      {"G valid-free", {Property::ValidFree}},
      {"G valid-deref", {Property::ValidDeref}},
      {"G valid-memtrack", {Property::ValidMemtrack}},
      {"G valid-memcleanup", {Property::ValidMemcleanup}},
      {"F end", {Property::Termination}},
      {"G ! data-race", {Property::NoDataRace}},
      {"G assert", {Property::Assert}},
  };
  for (const auto& [formula, properties] : cases) {
    const Specification specification = parse(std::string("CHECK( init(main()), LTL(") + formula + ") )\n\n");
    EXPECT_EQ(specification.properties, properties) << formula;
    EXPECT_EQ(specification.entry, "main");
    EXPECT_TRUE(specification.errorFunctions.empty());
  }
}

TEST_F(SpecificationTest, TheErrorFunctionIsTheOneNamed) {
  const Specification specification = parse("CHECK( init(start()), LTL(G ! call(my_error())) )");
  EXPECT_EQ(specification.properties, PropertySet{Property::UnreachCall});
  EXPECT_EQ(specification.errorFunctions, std::vector<std::string>{"my_error"});
  EXPECT_EQ(specification.entry, "start");
}

TEST_F(SpecificationTest, SeveralLinesBlanksAndComments) {
  const Specification specification = parse("// memory\nCHECK(init(main()),LTL(G valid-free))\n"
                                            "CHECK (\n init ( main ( ) ) , LTL ( G /* always */ valid-deref ) ) # end\n"
                                            "CHECK( init(main()), LTL(G(!call(f))) )");
  EXPECT_EQ(specification.properties, (PropertySet{Property::ValidFree, Property::ValidDeref, Property::UnreachCall}));
  EXPECT_EQ(specification.errorFunctions, std::vector<std::string>{"f"});
}

TEST_F(SpecificationTest, Names) {
  EXPECT_EQ(parseSpecification({"memsafety"}).properties,
            (PropertySet{Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack}));
  EXPECT_EQ(parseSpecification({"valid-memsafety"}), parseSpecification({"memsafety"}));
  EXPECT_EQ(parseSpecification({"bounds"}).properties, PropertySet{Property::Bounds});
  EXPECT_TRUE(parseSpecification({}).properties.contains(Property::Bounds));
  EXPECT_FALSE(parseSpecification({"memsafety", "unreach-call", "no-overflow"}).properties.contains(Property::Bounds));
  EXPECT_EQ(parseSpecification({"div-by-zero", "no-overflow"}).properties,
            (PropertySet{Property::DivisionByZero, Property::NoOverflow}));
  const Specification call = parseSpecification({"unreach-call"});
  EXPECT_EQ(call.errorFunctions, (std::vector<std::string>{"reach_error", "__VERIFIER_error"}));
  EXPECT_TRUE(call.entry.empty());
  for (const PropertyInfo& info : kProperties)
    EXPECT_EQ(parseSpecification({std::string(info.name)}).properties, PropertySet{info.property});
}

TEST_F(SpecificationTest, NoRequestIsWhatIsAlwaysAMistake) {
  const Specification specification = parseSpecification({});
  const PropertySet others = {Property::Termination, Property::NoDataRace, Property::NoDeadlock,
                              Property::ValidMemcleanup};
  EXPECT_TRUE(specification.isByDefault && !parseSpecification({"no-data-race"}).isByDefault);
  for (const PropertyInfo& info : kProperties) {
    const bool isMistake = !others.contains(info.property);
    EXPECT_EQ(specification.properties.contains(info.property), isMistake) << info.name;
  }
  EXPECT_TRUE(forThreads(specification).properties.contains(Property::NoDataRace));
  EXPECT_EQ(forThreads(parseSpecification({"assert"})), parseSpecification({"assert"}));
  EXPECT_EQ(specification.errorFunctions.size(), 2u);
}

TEST_F(SpecificationTest, UnknownNameListsTheKnownOnes) {
  try {
    parseSpecification({"no-owerflow"});
    FAIL();
  } catch (const UsageError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("no-owerflow"), std::string::npos);
    for (const char* name : {"unreach-call", "no-overflow", "memsafety", "div-by-zero", "termination"}) {
      EXPECT_NE(message.find(name), std::string::npos) << name;
    }
  }
}

TEST_F(SpecificationTest, MessagesListWhatIsKnown) {
  try {
    parseSpecification({"nothing"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown property 'nothing'; known are unreach-call, assert, no-overflow, division-by-zero, "
                 "valid-deref, valid-free, valid-memtrack, valid-memcleanup, termination, no-data-race, no-deadlock, "
                 "bounds, uninit, "
                 "memsafety, valid-memsafety, memcleanup, overflow, div-by-zero, data-race, deadlock, uninitialised, "
                 "and property files "
                 "(.prp)");
  }
  EXPECT_NE(errorOf("CHECK( init(main()), LTL(G nothing) )")
                .find("expected one of valid-deref, valid-free, valid-memtrack, valid-memcleanup, valid-memsafety, "
                      "assert, no-overflow, no-data-race, no-deadlock, bounds, uninit, found nothing"),
            std::string::npos);
  EXPECT_NE(
      errorOf("CHECK( init(main()), LTL(G ! nothing) )")
          .find(
              "expected one of call(...), overflow, data-race, deadlock, div-by-zero, division-by-zero, found nothing"),
      std::string::npos);
}

TEST_F(SpecificationTest, ItsTextMeansTheSame) {
  std::vector<std::string> all;
  for (const PropertyInfo& info : kProperties) all.emplace_back(info.name);
  for (const std::vector<std::string>& requests : {all, {"memsafety"}, {"unreach-call"}, {"no-overflow"}}) {
    Specification specification = parseSpecification(requests);
    specification.entry = "main";
    EXPECT_EQ(parse(specificationText(specification)), specification) << requests.front();
  }
}

TEST_F(SpecificationTest, BadFiles) {
  EXPECT_THROW(parseSpecification({"nowhere/missing.prp"}), InputError);
  EXPECT_NE(errorOf("").find("no property"), std::string::npos);
  EXPECT_NE(errorOf("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").find("test generation"),
            std::string::npos);
  EXPECT_NE(errorOf("CHECK( init(main()), LTL(G def-behavior) )").find("def-behavior"), std::string::npos);
  EXPECT_NE(errorOf("CHECK( init(main()), LTL(G ! overflow)").find("the end of the file"), std::string::npos);
  EXPECT_NE(errorOf("CHECK( init(main()), LTL(G ! call()) )").find("a name"), std::string::npos);
  EXPECT_FALSE(errorOf("hello").empty());
  EXPECT_NE(errorOf("CHECK( init(a()), LTL(F end) ) CHECK( init(b()), LTL(F end) )").find("starts at b"),
            std::string::npos);
}

} // namespace
} // namespace assay
