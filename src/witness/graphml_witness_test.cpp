// What is written is read back by an XML parser and has the data and the places that the format asks for.
#include "witness/graphml_witness.h"

#include "program/text_parser.h"
#include "util/sha256.h"

#include <gtest/gtest.h>
#include <pugixml.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace assay {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSource = "int main() {\n  int x = __VERIFIER_nondet_int();\n  if (x == -7) reach_error();\n"
                                "  while (x) x--;\n}\n";

class GraphmlWitness : public testing::Test {
protected:
  GraphmlWitness() : file_(fs::temp_directory_path() / ("assay-graphml-" + std::to_string(getpid()) + ".c")) {
    std::ofstream(file_) << kSource;
    const std::string text = "file \"" + file_.string() + "\";\n" + R"(entry main;
function main() { var x: bv32 signed "int" as "x" @2:7;
  a: -> b @2:11 { x = input nondet "__VERIFIER_nondet_int" @2:11; }
  b: if x == 4294967289:32 -> bad @3:7; if !(x == 4294967289:32) -> exit @4:10;
  bad: error(unreach-call) "reached" @3:16; }
)";
    program_.emplace(parseProgram(text, "test", terms_));
    task_ = {"1.2", {file_.string()}, "CHECK( init(main()), LTL(G ! call(reach_error())) )", 32};
  }
  ~GraphmlWitness() override { fs::remove(file_); }

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

  fs::path file_;
  TermManager terms_;
  std::optional<Program> program_;
  WitnessTask task_;
  pugi::xml_document document_;
};

TEST_F(GraphmlWitness, ViolationIsALineOfStates) {
  Options options;
  const Deadline deadline;
  Statistics statistics;
  std::ostringstream messages;
  Logger logger(messages);
  Env env{options, deadline, statistics, logger};
  Counterexample counterexample;
  counterexample.inputs = {BitVector::fromSigned(32, -7)};
  for (uint32_t i = 0; i < program_->locations().size(); ++i)
    if (program_->locations()[i].kind == LocationKind::Error) counterexample.error = LocationId(i);
  const Replay replayed = replay(*program_, counterexample, env);
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
  result.invariants.push_back({{0, 4, 10}, "x <= 10"});
  result.invariants.push_back({{0, 4, 10}, "x & 1"});
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
