// What is written is read back by an XML parser and has the data and the places that the format asks for.
#include "witness/graphml_witness.h"

#include "util/sha256.h"
#include "witness/testing/witness_fixture.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>

namespace assay {

namespace {

class GraphmlWitness : public testing::Test, protected WitnessFixture {
protected:
  /// The graph, after what both kinds have in common was checked.
  pugi::xml_node graph(const std::string& witness, const std::string& type) {
    EXPECT_TRUE(document_.load_string(witness.c_str()));
    const pugi::xml_node graph = document_.child("graphml").child("graph");
    EXPECT_EQ(data(graph, "witness-type"), type);
    EXPECT_EQ(data(graph, "programhash"), sha256(kSource));
    EXPECT_EQ(data(graph, "programfile"), file_.string());
    EXPECT_EQ(data(graph, "architecture"), "32bit");
    EXPECT_EQ(data(graph, "specification"), task_.specification);
    EXPECT_EQ(data(graph.child("node"), "entry"), "true");
    return graph;
  }
  static std::string data(pugi::xml_node element, const char* key) {
    return element.find_child_by_attribute("data", "key", key).text().get();
  }

  pugi::xml_document document_;
};

TEST_F(GraphmlWitness, ViolationIsALineOfStates) {
  const Replay replayed = violation();
  ASSERT_TRUE(replayed.confirmed);
  const pugi::xml_node graph = this->graph(graphmlViolationWitness(*program_, replayed, task_), "violation_witness");
  const pugi::xml_node first = graph.child("edge"), last = first.next_sibling("edge");
  EXPECT_EQ(data(first, "assumption"), "\\result == -7;");
  EXPECT_EQ(data(first, "assumption.resultfunction"), "__VERIFIER_nondet_int");
  EXPECT_EQ(data(first, "assumption.scope"), "main");
  EXPECT_EQ(data(first, "startline"), "2");
  EXPECT_EQ(data(last, "startline"), "3");
  EXPECT_STREQ(last.attribute("source").value(), first.attribute("target").value());
  EXPECT_EQ(data(graph.find_child_by_attribute("node", "id", last.attribute("target").value()), "violation"), "true");
}

TEST_F(GraphmlWitness, ProofHasAStateForEachLoop) {
  Result result;
  result.verdict = Verdict::True;
  EXPECT_FALSE(graph(graphmlCorrectnessWitness(*program_, result, task_), "correctness_witness").child("edge"));
  result.invariants.push_back(Assertion::inC({0, 4, 10}, "x <= 10"));
  result.invariants.push_back(Assertion::inC({0, 4, 10}, "x & 1"));
  const pugi::xml_node graph = this->graph(graphmlCorrectnessWitness(*program_, result, task_), "correctness_witness");
  const pugi::xml_node edge = graph.child("edge");
  EXPECT_EQ(data(edge, "enterLoopHead"), "true");
  EXPECT_EQ(data(edge, "startline"), "4");
  const pugi::xml_node node = graph.find_child_by_attribute("node", "id", edge.attribute("target").value());
  EXPECT_EQ(data(node, "invariant"), "(x <= 10) && (x & 1)");
  EXPECT_EQ(data(node, "invariant.scope"), "main");
}

TEST(WitnessValues, AreConstantsInC) {
  auto text = [](const char* name, const BitVector& value) {
    return constantText(nondetFunction(std::string("__VERIFIER_nondet_") + name, value.width()), value);
  };
  EXPECT_EQ(text("int", BitVector::minSigned(32)), "(-2147483647 - 1)");
  EXPECT_EQ(text("longlong", BitVector::minSigned(64)), "(-9223372036854775807LL - 1)");
  EXPECT_EQ(text("uint", BitVector::ones(32)), "4294967295U");
  EXPECT_EQ(text("ulong", BitVector::ones(64)), "18446744073709551615ULL");
  EXPECT_EQ(text("uchar", BitVector::ones(8)), "255");
  EXPECT_EQ(text("float", BitVector(32, 0x3f000000)), "0.5f");
  EXPECT_EQ(text("double", BitVector(64, 0xfff0000000000000)), "(-1.0 / 0.0)");
  EXPECT_EQ(text("pointer", BitVector(64, 5)), "");
  EXPECT_EQ(resultCondition(nondetFunction("__VERIFIER_nondet_float", 32), BitVector(32, 0x7fc00000)),
            "\\result != \\result");
}

} // namespace

} // namespace assay
