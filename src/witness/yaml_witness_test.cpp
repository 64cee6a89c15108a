// What is written is read back by a YAML parser and has the keys, hashes and places that the format asks for.
#include "witness/yaml_witness.h"

#include "util/sha256.h"
#include "witness/testing/witness_fixture.h"

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

namespace assay {

namespace {

class YamlWitness : public testing::Test, protected WitnessFixture {
protected:
  /// The only entry, after what both kinds have in common was checked.
  YAML::Node entry(const std::string& witness, const std::string& type) {
    const YAML::Node document = YAML::Load(witness);
    EXPECT_EQ(document.size(), 1u);
    YAML::Node entry = document[0];
    EXPECT_EQ(entry["entry_type"].as<std::string>(), type);
    const YAML::Node metadata = entry["metadata"], task = metadata["task"];
    EXPECT_EQ(metadata["format_version"].as<std::string>(), "2.0");
    EXPECT_EQ(metadata["uuid"].as<std::string>().size(), 36u);
    EXPECT_EQ(metadata["uuid"].as<std::string>()[14], '4');
    EXPECT_EQ(metadata["creation_time"].as<std::string>().size(), 20u);
    EXPECT_EQ(metadata["producer"]["name"].as<std::string>(), "Assay");
    EXPECT_EQ(task["input_file_hashes"][file_.string()].as<std::string>(), sha256(kSource));
    EXPECT_EQ(task["data_model"].as<std::string>(), "ILP32");
    EXPECT_EQ(task["specification"].as<std::string>(), task_.specification);
    return entry;
  }
};

TEST_F(YamlWitness, ViolationFollowsTheInputsToTheTarget) {
  const Replay replayed = violation();
  ASSERT_TRUE(replayed.confirmed);

  const YAML::Node content = entry(violationWitness(*program_, replayed, task_), "violation_sequence")["content"];
  ASSERT_EQ(content.size(), 2u);
  const YAML::Node first = content[0]["segment"][0]["waypoint"], last = content[1]["segment"][0]["waypoint"];
  EXPECT_EQ(first["type"].as<std::string>(), "function_return");
  EXPECT_EQ(first["location"]["line"].as<int>(), 2);
  EXPECT_EQ(first["location"]["column"].as<int>(), 33); // the closing parenthesis
  EXPECT_EQ(first["constraint"]["value"].as<std::string>(), "\\result == -7");
  EXPECT_EQ(first["constraint"]["format"].as<std::string>(), "ext_c_expression");
  EXPECT_EQ(last["type"].as<std::string>(), "target");
  EXPECT_EQ(last["location"]["line"].as<int>(), 3);
  EXPECT_FALSE(last["constraint"]);
}

TEST_F(YamlWitness, ProofIsASetOfInvariants) {
  Result result;
  result.verdict = Verdict::True;
  EXPECT_EQ(entry(correctnessWitness(*program_, result, task_), "invariant_set")["content"].size(), 0u);
  result.invariants.push_back(Assertion::inC({0, 4, 10}, "x <= 10 && x != \"a\"[0]"));
  const YAML::Node content = entry(correctnessWitness(*program_, result, task_), "invariant_set")["content"];
  ASSERT_EQ(content.size(), 1u);
  const YAML::Node invariant = content[0]["invariant"];
  EXPECT_EQ(invariant["type"].as<std::string>(), "loop_invariant");
  EXPECT_EQ(invariant["value"].as<std::string>(), result.invariants[0].text);
  EXPECT_EQ(invariant["format"].as<std::string>(), "c_expression");
  EXPECT_EQ(invariant["location"]["line"].as<int>(), 4);
  EXPECT_EQ(invariant["location"]["column"].as<int>(), 3); // of the keyword
}

} // namespace

} // namespace assay
