#include "program/call_graph.h"
#include "program/dominators.h"
#include "program/dot.h"
#include "program/interpreter.h"
#include "program/liveness.h"
#include "program/loops.h"
#include "program/summary.h"
#include "program/text_parser.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace assay {
namespace {

/// Locations by their labels.
LocationId at(const Program& program, std::string_view label) {
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    if (program[LocationId(i)].label == label) return LocationId(i);
  }
  ADD_FAILURE() << "no label " << label;
  return {};
}

constexpr std::string_view kNested = R"(
  function main() {
    var i: bv32; var j: bv32; var k: bv32; var c: bool;
    a: label "a" -> b { i = 0; k = 3; }
    b: label "b" if i <s 10 -> c { j = 0; } if i >=s 10 -> f;
    c: label "c" if j <s i -> d; if j >=s i -> e;
    d: label "d" if c -> c { j = j + k; } if !c -> f;
    e: label "e" -> b { i = i + 1; }
    f: label "f" -> exit;
  })";

TEST(Dominators, NestedLoops) {
  TermManager terms;
  const Program program = parseProgram(kNested, "test", terms);
  const FlowGraph flow(program, program.entry());
  const Dominators dominators(flow);
  const auto loc = [&](std::string_view label) { return at(program, label); };
  EXPECT_EQ(dominators.immediate(loc("a")), LocationId());
  EXPECT_EQ(dominators.immediate(loc("f")), loc("b"));
  EXPECT_EQ(dominators.immediate(loc("e")), loc("c"));
  EXPECT_TRUE(dominators.dominates(loc("b"), loc("d")));
  EXPECT_TRUE(dominators.dominates(loc("d"), loc("d")));
  EXPECT_FALSE(dominators.dominates(loc("d"), loc("e")));
  const PostDominators post(flow);
  EXPECT_EQ(post.immediate(loc("a")), loc("b"));
  EXPECT_EQ(post.immediate(loc("e")), loc("b"));
  EXPECT_EQ(post.immediate(loc("b")), loc("f"));
  EXPECT_EQ(post.immediate(loc("c")), loc("f"));
  EXPECT_FALSE(post.dominates(loc("b"), loc("c"))); // d may leave both loops
  EXPECT_EQ(post.immediate(program[program.entry()].exit), LocationId());
}

TEST(Dominators, RegionWithoutExitHasPostDominators) {
  TermManager terms;
  const Program program = parseProgram(R"(function main() { var c: bool; a: label "a" if c -> b; if !c -> exit;
     b: label "b" -> d; d: label "d" -> b; })",
                                       "test", terms);
  const FlowGraph flow(program, program.entry());
  const PostDominators post(flow);
  for (uint32_t node = 0; node < flow.size(); ++node) EXPECT_TRUE(post.tree().isReached(node));
  EXPECT_TRUE(post.dominates(at(program, "d"), at(program, "b")));
}

/// Random graphs: a dominates b if b cannot be reached without a.
TEST(Dominators, AgreeWithTheDefinitionOnRandomGraphs) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const uint32_t n = 2 + random() % 9;
    Graph graph(n);
    for (uint32_t i = 0; i < n + random() % (2 * n); ++i) graph.addEdge(random() % n, random() % n);
    const DominatorTree tree(graph, 0);
    const auto reach = [&](uint32_t without) {
      std::vector<bool> seen(n);
      std::vector<uint32_t> work;
      if (without != 0) work.push_back(0);
      while (!work.empty()) {
        const uint32_t node = work.back();
        work.pop_back();
        if (node == without || seen[node]) continue;
        seen[node] = true;
        for (uint32_t next : graph.successors(node)) work.push_back(next);
      }
      return seen;
    };
    const std::vector<bool> all = reach(UINT32_MAX);
    for (uint32_t a = 0; a < n; ++a) {
      const std::vector<bool> without = reach(a);
      for (uint32_t b = 0; b < n; ++b) {
        EXPECT_EQ(tree.dominates(a, b), all[a] && all[b] && (a == b || !without[b]));
      }
    }
  }
}

TEST(Loops, Nested) {
  TermManager terms;
  const Program program = parseProgram(kNested, "test", terms);
  const LoopForest forest(program, program.entry());
  ASSERT_EQ(forest.loops().size(), 2u);
  EXPECT_FALSE(forest.isIrreducible());
  const Loop &outer = forest.loops()[0], &inner = forest.loops()[1];
  EXPECT_EQ(outer.head, at(program, "b"));
  EXPECT_EQ(inner.head, at(program, "c"));
  EXPECT_EQ(inner.parent, 0u);
  EXPECT_EQ(inner.depth, 2u);
  EXPECT_EQ(outer.locations.size(), 4u);
  EXPECT_EQ(inner.locations.size(), 2u);
  EXPECT_EQ(outer.backEdges.size(), 1u);
  EXPECT_EQ(outer.exits.size(), 2u);
  EXPECT_EQ(inner.exits.size(), 2u);
  EXPECT_EQ(forest.loopOf(at(program, "d")), 1u);
  EXPECT_EQ(forest.loopOf(at(program, "e")), 0u);
  EXPECT_EQ(forest.loopOf(at(program, "f")), Loop::kNone);
}

TEST(Loops, SelfLoopAndSharedHead) {
  TermManager terms;
  const Program program = parseProgram(R"(function main() { var x: bv8;
    a: if x == 0 -> a { x = 1; } if x == 1 -> b; if x >u 1 -> exit; b: if x == 3 -> a; if x != 3 -> a { x = 7; } })",
                                       "test", terms);
  const LoopForest forest(program, program.entry());
  ASSERT_EQ(forest.loops().size(), 1u);
  EXPECT_EQ(forest.loops()[0].backEdges.size(), 3u);
  EXPECT_EQ(forest.loops()[0].locations.size(), 2u);
  EXPECT_EQ(forest.loops()[0].exits.size(), 1u);
}

TEST(Loops, IrreducibleRegionsAreSplit) {
  // Three ways into a cycle of three, and a loop inside.
  constexpr std::string_view text = R"(function main() -> bv32 {
    var n: bv32; var s: bv32;
    start: -> pick { n = input nondet; s = 0; }
    pick: if n %u 3 == 0 -> a; if n %u 3 == 1 -> b; if n %u 3 >u 1 -> c;
    a: if n <u 5 -> done; if n >=u 5 -> b { s = 3 * s + 1; n = n - 1; }
    b: if n %u 7 == 0 -> b { s = s + 5; n = n - 1; } if n %u 7 != 0 -> c { s = 3 * s + 2; n = n - 2; }
    c: if n >u 1000 -> done; if n <=u 1000 -> a { s = 3 * s; n = n - 1; }
    done: -> exit { return s; }
  })";
  TermManager terms;
  const Program before = parseProgram(text, "test", terms);
  EXPECT_TRUE(LoopForest(before, before.entry()).isIrreducible());
  Program after = before.clone();
  EXPECT_GT(splitIrreducible(after), 0u);
  after.compact();
  ASSERT_EQ(validate(after), "");
  EXPECT_FALSE(LoopForest(after, after.entry()).isIrreducible());
  EXPECT_EQ(splitIrreducible(after), 0u);
  Interpreter first(before), second(after);
  for (uint64_t n = 0; n < 200; ++n) {
    ListInputs one({BitVector(32, n)}), two({BitVector(32, n)});
    const Outcome a = first.run(one), b = second.run(two);
    EXPECT_EQ(a.exitStatus, b.exitStatus);
    EXPECT_EQ(a.steps, b.steps);
  }
}

TEST(Loops, SplittingKeepsToItsBudget) {
  TermManager terms;
  Program program =
      parseProgram(R"(function main() { var c: bool; s: if c -> a; if !c -> b; a: -> b; b: -> a; })", "test", terms);
  EXPECT_EQ(splitIrreducible(program, 0), 0u);
  EXPECT_TRUE(LoopForest(program, program.entry()).isIrreducible());
}

TEST(Liveness, NestedLoops) {
  TermManager terms;
  const Program program = parseProgram(kNested, "test", terms);
  const Liveness liveness(program, program.entry());
  const auto names = [&](std::string_view label) {
    std::set<std::string> result;
    for (VariableId variable : liveness.liveAt(at(program, label)))
      result.insert(std::string(program[variable].name()));
    return result;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(names("a"), (Names{"main::c"}));
  EXPECT_EQ(names("b"), (Names{"main::c", "main::i", "main::k"}));
  EXPECT_EQ(names("d"), (Names{"main::c", "main::i", "main::j", "main::k"}));
  EXPECT_EQ(names("f"), Names{});
}

TEST(Liveness, GlobalsAtCallsAndExits) {
  TermManager terms;
  const Program program = parseProgram(R"(global g: bv8; function f() { s: -> exit; }
    function main() { var x: bv8; a: label "a" -> b { x = 1; g = x; } b: label "b" -> c { call f(); } c: label "c" -> exit { g = 3; } })",
                                       "test", terms);
  const Liveness liveness(program, program.entry());
  const VariableId g = program.variableOf(terms.findVariable("g"));
  EXPECT_FALSE(liveness.isLive(g, at(program, "a")));
  EXPECT_TRUE(liveness.isLive(g, at(program, "b")));
  EXPECT_FALSE(liveness.isLive(g, at(program, "c")));
  EXPECT_TRUE(liveness.isLive(g, program[program.entry()].exit));
}

// Of a program that is one function, nothing reads globals at the end; a search for leaks reads pointers.
TEST(Liveness, OfAWholeProgram) {
  TermManager terms;
  const Program program = parseProgram(R"(global g: bv8; global p: bv64;
    function main() { var x: bv64; var y: bv8; var b: bool;
      a: label "a" -> c { g = 3; }
      c: label "c" -> d { b = all_tracked(); }
      d: label "d" -> exit { x = 1; } })",
                                       "test", terms);
  const Liveness liveness(program, program.entry(), LivenessOf::Whole);
  const auto isLive = [&](const char* name, const char* label) {
    return liveness.isLive(program.variableOf(terms.findVariable(name)), at(program, label));
  };
  EXPECT_FALSE(isLive("g", "a"));
  EXPECT_FALSE(isLive("g", "c"));
  EXPECT_TRUE(isLive("p", "a"));
  EXPECT_TRUE(isLive("main::x", "c"));
  EXPECT_FALSE(isLive("main::y", "c"));
  EXPECT_FALSE(isLive("p", "d"));
}

TEST(Graph, LocationsOnCycles) {
  TermManager terms;
  const Program program = parseProgram(R"(function main() { var c: bool;
      s: label "s" -> a; a: label "a" if c -> a; if !c -> b; b: label "b" -> d; d: label "d" if c -> b; if !c -> exit; })",
                                       "test", terms);
  const std::vector<bool> isOn = locationsOnCycles(program, FlowGraph(program, program.entry()));
  for (const char* label : {"a", "b", "d"}) EXPECT_TRUE(isOn[at(program, label).index()]) << label;
  EXPECT_FALSE(isOn[at(program, "s").index()]);
  EXPECT_FALSE(isOn[program[program.entry()].exit.index()]);
}

TEST(CallGraph, GroupsAndOrder) {
  TermManager terms;
  const Program program = parseProgram(R"(
    function ext();
    function even() { s: -> exit { call odd(); } }
    function odd() { s: -> t { call even(); } t: -> exit { call leaf(); } }
    function leaf() { s: -> t { call ext(); } t: -> exit { call ext(); } }
    function self() { s: -> exit { call self(); } }
    function main() { s: -> exit { call even(); } })",
                                       "test", terms);
  const CallGraph calls(program);
  const auto f = [&](std::string_view name) { return program.findFunction(name); };
  EXPECT_EQ(calls.callers(f("ext")), std::vector{f("leaf")});
  EXPECT_EQ(calls.callers(f("even")), (std::vector{f("odd"), f("main")}));
  EXPECT_TRUE(calls.isRecursive(f("even")));
  EXPECT_TRUE(calls.isRecursive(f("self")));
  EXPECT_FALSE(calls.isRecursive(f("leaf")));
  EXPECT_TRUE(calls.isReachable(f("ext")));
  EXPECT_FALSE(calls.isReachable(f("self")));
  std::vector<size_t> place(program.functions().size());
  for (size_t i = 0; i < calls.groups().size(); ++i)
    for (FunctionId function : calls.groups()[i]) place[function.index()] = i;
  EXPECT_EQ(place[f("odd").index()], place[f("even").index()]);
  EXPECT_LT(place[f("leaf").index()], place[f("odd").index()]);
  EXPECT_LT(place[f("odd").index()], place[f("main").index()]);
}

TEST(Summary, Counts) {
  TermManager terms;
  const Program program = parseProgram(R"(
    file "a.c"; assume "ext returns any value" @3:1;
    function ext() -> bv32;
    function main() {
      var x: bv32; var c: bool;
      s: -> l { x = input nondet; c = input uninitialised; }
      l: if c -> l { x = input nondet; } if !c && x == 0 -> bad; if !c && x == 1 -> asm; if !c && x >u 1 -> exit @9:9 { x = call ext(); }
      bad: error(unreach-call) "reach_error"; asm: unsupported "inline assembly" @7:2;
    })",
                                       "test", terms);
  const Summary summary = summarise(program);
  EXPECT_EQ(summary.functions, 1u);
  EXPECT_EQ(summary.loops, 1u);
  EXPECT_EQ(summary.edges, 5u);
  EXPECT_EQ(summary.inputs[0], 2u);
  EXPECT_EQ(summary.inputs[1], 1u);
  EXPECT_EQ(summary.checks[0], 1u);
  ASSERT_EQ(summary.bodilessCalls.size(), 1u);
  const std::string text = formatSummary(program, summary);
  EXPECT_NE(text.find("checks: 1 (unreach-call 1)"), std::string::npos) << text;
  EXPECT_NE(text.find("a.c:7:2: inline assembly"), std::string::npos) << text;
  EXPECT_NE(text.find("a.c:9:9: ext"), std::string::npos) << text;
}

TEST(Dot, ShowsLoopsSourceAndErrors) {
  TermManager terms;
  const Program program = parseProgram(R"(
    file "a.c";
    function main() {
      var i: bv32;
      s: -> h { i = 0; }
      h: @1:1 if i <s 10 -> h @2:3 { i = i + 1; } if i >=s 10 -> bad;
      bad: error(assert) "says \"no\"";
    })",
                                       "test", terms);
  DotOptions options;
  options.sourceLine = [](uint32_t, uint32_t line) {
    return line == 2 ? "  for (i = 0; i < 10; i++) puts(\"x\\n\");" : "";
  };
  const std::string dot = printDot(program, options);
  EXPECT_NE(dot.find("subgraph cluster_loop0_0"), std::string::npos) << dot;
  EXPECT_NE(dot.find(R"(2: for (i = 0; i < 10; i++) puts(\"x\\n\");\l[i <s 10]\l  i = i + 1\l)"), std::string::npos)
      << dot;
  EXPECT_NE(dot.find(R"(error assert\nsays \"no\")"), std::string::npos) << dot;
}

} // namespace
} // namespace assay
