// Automata with threads and what orders of events say of them; random ones, compared with the interpreter under all schedules;
// and orders themselves, compared with what has no circle.
#include "engine/orders/orders.h"

#include "engine/orders/event_order.h"
#include "engine/orders/loop_nesting.h"
#include "program/testing/all_schedules.h"
#include "program/testing/random_threads.h"
#include "program/text_parser.h"
#include "solver/factory.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

#include <random>

namespace assay {

namespace {

/// A counter that two threads increment, with what is put in for OPEN and CLOSE.
constexpr std::string_view kIncrements = R"(
  object lock: 4; object x: 4; object ended: 4;
  function take() {
    var met: bool;
    A: -> B { step; atomic begin; }
    B: -> C { met = await equal &lock, 0:32; }
    C: if met -> exit { store &lock, 1:32; atomic end; return; } if !met -> D;
    D: abort "all wait";
  }
  function give() { A: -> exit { step; store &lock, 0:32; return; } }
  function nothing() { A: -> exit { return; } }
  function work() {
    var seen: bv32; var i: bv32;
    A: -> loop { i = 0:32; }
    loop: if i <u TIMES -> in; if i >=u TIMES -> end;
    in: -> read { call OPEN(); }
    read: -> write { step read &x, 4; seen = load &x; }
    write: -> out { step write &x, 4; store &x, seen + 1; }
    out: -> loop { i = i + 1; call CLOSE(); }
    end: -> ends { step; atomic begin; }
    ends: -> endss { seen = load &ended; }
    endss: -> exit { store &ended, seen + 1; atomic end; return; }
  }
  entry main;
  function main() {
    var t: bv32; var seen: bv32; var met: bool;
    A: -> B { t = spawn work(); }
    B: -> C { t = spawn work(); }
    C: -> D { met = await equal &ended, 2:32; }
    D: if met -> E { seen = load &x; } if !met -> over;
    E: if seen == 2 * TIMES -> over; if seen != 2 * TIMES -> bad;
    over: -> exit { return; }
    bad: error(unreach-call) "an increment is lost";
  })";

std::string with(std::string text, const std::string& part, const std::string& other) {
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + other.size()))
    text.replace(at, part.size(), other);
  return text;
}

std::string increments(const std::string& times, bool isLocked) {
  std::string text = with(std::string(kIncrements), "TIMES", times);
  text = with(text, "call OPEN", isLocked ? "call take" : "call nothing");
  return with(text, "call CLOSE", isLocked ? "call give" : "call nothing");
}

Result run(TermManager& terms, const std::string& text, std::chrono::seconds limit = std::chrono::seconds(20)) {
  TestEnv env;
  const Program program = parseProgram(text, "test", terms);
  return Orders().run(program, env.within(limit));
}

Result run(const std::string& text, std::chrono::seconds limit = std::chrono::seconds(20)) {
  TermManager terms;
  return run(terms, text, limit);
}

TEST(Orders, IncrementsAreLostWithoutALock) {
  for (const char* times : {"1:32", "3:32"}) {
    const Result locked = run(increments(times, true)), open = run(increments(times, false));
    EXPECT_EQ(locked.verdict, Verdict::True) << locked.reason;
    EXPECT_EQ(open.verdict, Verdict::False) << open.reason;
  }
}

/// Two threads; the first one is main.
std::string two(const std::string& main, const std::string& worker) {
  return "object x: 4; object y: 4;\nfunction worker() { var v: bv32; var w: bv32; " + worker +
         " }\nentry main; function main() { var t: bv32; var v: bv32; var w: bv32; begin: -> s { t = spawn worker(); "
         "} " +
         main + " }";
}

TEST(Orders, ALoopThatWaitsEnds) {
  const std::string waits = "s: -> look { step read &x, 4; v = load &x; } look: if v == 0 -> s; if v != 0 -> after;"
                            "after: -> see { step read &y, 4; w = load &y; } see: if w == 7 -> exit { return; } "
                            "if w != 7 -> bad; bad: error(unreach-call) \"not yet\";";
  const Result inOrder =
      run(two(waits, "s: -> n { step write &y, 4; store &y, 7:32; } n: -> exit { step write &x, 4; store "
                     "&x, 1:32; return; }"));
  EXPECT_EQ(inOrder.verdict, Verdict::True) << inOrder.reason;
  const Result turned =
      run(two(waits, "s: -> n { step write &x, 4; store &x, 1:32; } n: -> exit { step write &y, 4; store "
                     "&y, 7:32; return; }"));
  EXPECT_EQ(turned.verdict, Verdict::False) << turned.reason;
}

TEST(Orders, ALoopThatWaitsInARegionMayBeInterrupted) {
  // It leaves nothing behind, but what it sees is from two times.
  const std::string looks =
      "s: -> a { step; atomic begin; v = load &y; } a: -> b { m = await equal &x, 0:32; } b: -> c { w = load &y; }"
      "c: if v != w -> bad; if v == w -> exit { atomic end; return; } bad: error(unreach-call) \"it has changed\";";
  const std::string text = with(two(looks, "s: -> a { step; store &x, 1:32; } a: -> b { step; store &y, 1:32; } "
                                           "b: -> exit { step; store &x, 0:32; return; }"),
                                "var w: bv32;", "var w: bv32; var m: bool;");
  const Result result = run(text);
  EXPECT_EQ(result.verdict, Verdict::False) << result.reason;
}

TEST(Orders, WhatDoesNotEndIsNotProved) {
  const Result result = run(
      two("s: -> look { step read &x, 4; v = load &x; } look: if v == 5000 -> bad; if v != 5000 -> exit { return; } "
          "bad: error(unreach-call) \"so many\";",
          "s: -> n { step read &x, 4; v = load &x; } n: -> s { step write &x, 4; store &x, v + 1; }"),
      std::chrono::seconds(1));
  EXPECT_EQ(result.verdict, Verdict::Unknown) << result.reason;
}

TEST(Orders, AnInputBoundsALoop) {
  const std::string counts =
      "s: -> l { n = input nondet; v = 0:32; } l: if v <u n && n <u 6 -> m; if !(v <u n && n <u 6) -> "
      "exit { return; } m: -> o { step read &x, 4; w = load &x; } o: -> l { step write &x, 4; store &x, "
      "w + 1; v = v + 1; }";
  const auto program = [&](const std::string& most) {
    return with(two("s: -> look { step read &x, 4; v = load &x; } look: if v >u " + most + " -> bad; if v <=u " + most +
                        " -> exit { return; } bad: error(unreach-call) \"more\";",
                    counts),
                "function worker() { var v: bv32;", "function worker() { var v: bv32; var n: bv32;");
  };
  EXPECT_EQ(run(program("5")).verdict, Verdict::True);
  EXPECT_EQ(run(program("4")).verdict, Verdict::False);
}

class OrdersRandomThreads : public ::testing::TestWithParam<unsigned> {};

TEST_P(OrdersRandomThreads, NothingIsSaidThatSchedulesContradict) {
  unsigned numDecided = 0, number = 0;
  for (unsigned seed = 10 * GetParam(); seed < 10 * GetParam() + 10; ++seed)
    for (const std::string& text : RandomThreads(seed).make()) {
      TermManager terms;
      const Program program = parseProgram(text, "test", terms);
      bool isReached = false;
      for (unsigned input = 0; input < 4; ++input) {
        const AllSchedules all = runAllSchedules(program, {BitVector(32, input)});
        ASSERT_TRUE(all.isComplete) << text;
        isReached |= all.has(Outcome::Error);
      }
      const Result result = run(terms, text);
      if (result.verdict != Verdict::Unknown) {
        EXPECT_EQ(result.verdict, isReached ? Verdict::False : Verdict::True) << result.reason << "\n" << text;
      }
      numDecided += result.verdict != Verdict::Unknown;
      ++number;
    }
  // Whether accesses race, and who is told that all wait, is not followed.
  EXPECT_GT(4 * numDecided, number);
}

INSTANTIATE_TEST_SUITE_P(Seeds, OrdersRandomThreads, ::testing::Range(0u, 6u));

/// Whether edges have no circle: there is always one that nothing leads to.
bool hasNoCircle(uint32_t numEvents, std::vector<EventOrder::Pair> edges) {
  std::vector<bool> isGone(numEvents);
  for (uint32_t round = 0; round < numEvents; ++round) {
    uint32_t first = 0;
    while (first < numEvents &&
           (isGone[first] ||
            std::ranges::any_of(
                edges, [&](const EventOrder::Pair& edge) { return edge.second == first && !isGone[edge.first]; })))
      ++first;
    if (first == numEvents) return false;
    isGone[first] = true;
  }
  return true;
}

TEST(EventOrder, SatisfiableIfThereIsNoCircle) {
  constexpr uint32_t kEvents = 9;
  std::mt19937 random(7);
  unsigned numCircles = 0;
  for (unsigned round = 0; round < 300; ++round) {
    // Three threads, and some pairs of events of different ones.
    std::vector<EventOrder::Pair> always, chosen;
    for (uint32_t e = 3; e < kEvents; ++e) always.emplace_back(e - 3, e);
    if (round % 2 == 0) always.emplace_back(0, 4);
    for (unsigned i = 0; i < 3 + round % 5; ++i) {
      const auto one = static_cast<uint32_t>(random() % kEvents), other = static_cast<uint32_t>(random() % kEvents);
      if (one != other) chosen.emplace_back(one, other);
    }
    TermManager terms;
    TestEnv env;
    EventOrder order(terms, kEvents, always);
    std::vector<Term> rules;
    for (const auto& [one, other] : chosen) rules.push_back(order.before(one, other));
    ASSERT_TRUE(order.excludeCircles(1'000'000, rules));
    const auto solver = makeSolver("native", terms);
    for (Term rule : rules) solver->assertTerm(rule);
    std::vector<EventOrder::Pair> all = always;
    all.insert(all.end(), chosen.begin(), chosen.end());
    const bool isPossible = hasNoCircle(kEvents, all);
    EXPECT_EQ(solver->check().isSat(), isPossible);
    numCircles += !isPossible;
  }
  EXPECT_GT(numCircles, 50u);
  EXPECT_LT(numCircles, 250u);
}

TEST(LoopNesting, WhatIsBehindAnEdgeIsLarger) {
  std::mt19937 random(3);
  for (unsigned round = 0; round < 200; ++round) {
    constexpr uint32_t kNodes = 8;
    Graph graph(kNodes);
    for (unsigned i = 0; i < 14; ++i)
      graph.addEdge(static_cast<uint32_t>(random() % kNodes), static_cast<uint32_t>(random() % kNodes));
    const LoopNesting loops(graph);
    uint32_t node = 0;
    LoopNesting::Counts counts(loops.around(0).size());
    for (unsigned step = 0; step < 50 && !graph.successors(node).empty(); ++step) {
      const auto& successors = graph.successors(node);
      const uint32_t next = successors[random() % successors.size()];
      const LoopNesting::Counts then = loops.follow(node, counts, next);
      ASSERT_LT(loops.rank(node, counts), loops.rank(next, then));
      node = next;
      counts = then;
    }
  }
}

} // namespace

} // namespace assay
