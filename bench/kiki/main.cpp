// kiki_bench [EXAMPLE] [ENGINE]: what a round costs in processor time as k grows, and how much of it is the solver's.
// Each example (or those whose names begin like that) runs as bounded model checking and as k-induction, for 2, 25, 50
// and 100 rounds: if round k + 1 costs what is new in it, the time for 100 rounds is about 50 times that for 2. The
// exit status tells if 100 rounds of the counter take more than three times 100 times what 2 take, or if a long run
// spends more than 30 % of its time outside the solver. Every round asks for the base case here, and for the inductive
// step up to k = 40, where the engine stops doing so: `bases` and `steps` tell how many were asked for. The engine by
// itself skips most of them when the solver is slow.
#include "engine/kiki/kiki.h"
#include "engine/kiki/timed_solver.h"
#include "program/text_parser.h"

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <vector>

namespace {

using namespace assay;

struct Example {
  std::string_view name;
  std::string_view text;
};

constexpr Example kExamples[] = {
    {"counter", R"(
  function main() {
    var x: bv32 signed; var n: bv32 signed; var y: bv32 signed;
    A: -> H { n = input nondet; x = 0; y = 0; }
    H: if x <s n -> H { x = x + 1; y = y + x; }
       if n <=s x -> C;
    C: if y != 77777777 -> X;
       if y == 77777777 -> E;
    E: error(unreach-call) "y";
    X: -> exit { return; }
    exit: exit;
  })"},
    {"nested loop", R"(
  function main() {
    var i: bv32 signed; var j: bv32 signed; var n: bv32 signed; var s: bv32 signed;
    A: -> O { n = input nondet; i = 0; s = 0; }
    O: if i <s n -> I { j = 0; }
       if n <=s i -> C;
    I: if j <s i -> I { j = j + 1; s = s + j; }
       if i <=s j -> O { i = i + 1; }
    C: if s != 1234567 -> X;
       if s == 1234567 -> E;
    E: error(unreach-call) "s";
    X: -> exit { return; }
    exit: exit;
  })"},
    {"protocol machine", R"(
  function main() {
    var s: bv8; var t: bv8; var turn: bv8; var who: bool;
    A: -> H { s = 0; t = 0; turn = 0; }
    H: -> M { who = input nondet; }
    M: if who && s == 0 -> H { s = 1; turn = 1; }
       if who && s == 1 && (t == 0 || turn == 0) -> D { s = 2; }
       if who && s == 1 && !(t == 0 || turn == 0) -> H;
       if who && s != 0 && s != 1 -> H { s = 0; }
       if !who && t == 0 -> H { t = 1; turn = 0; }
       if !who && t == 1 && (s == 0 || turn == 1) -> D { t = 2; }
       if !who && t == 1 && !(s == 0 || turn == 1) -> H;
       if !who && t != 0 && t != 1 -> H { t = 0; }
    D: if s == 2 && t == 2 -> E;
       if !(s == 2 && t == 2) -> H;
    E: error(unreach-call) "both";
  })"},
    {"array walk", R"(
  function main() {
    var p: bv64 pointer; var i: bv64; var n: bv64; var v: bv32;
    A: -> B { p = allocate stack any 256; n = input nondet; i = 0; }
    B: if n <=u 64 -> H;
       if 64 <u n -> X;
    H: if i <u n -> L;
       if n <=u i -> X;
    L: -> M { v = load p + i * 4; }
    M: if v != 99 -> H { store p + i * 4, v + 1; i = i + 1; }
       if v == 99 -> N;
    N: if i <u 64 -> X;
       if 64 <=u i -> E;
    E: error(unreach-call) "beyond";
    X: -> exit { return; }
    exit: exit;
  })"},
};

struct Figures {
  double seconds = 0, inSolver = 0;
  uint64_t rounds = 0, baseCases = 0, steps = 0;
};

Figures measureOnce(const Example& example, std::string_view variant, uint32_t rounds) {
  TermManager terms;
  const Program program = parseProgram(example.text, std::string(example.name), terms);
  KikiOptions options = kikiVariant(variant);
  options.maxRounds = rounds;
  options.asksEveryRound = true;
  Options tool;
  tool.certify = SecondSolver::None;
  const Deadline deadline{std::chrono::seconds(60)};
  std::ostringstream log;
  Logger logger(log);
  Statistics statistics;
  Env env{tool, deadline, statistics, logger};
  const uint64_t begin = processorTime();
  Kiki(options).run(program, env);
  const double taken = 1e-9 * static_cast<double>(processorTime() - begin);
  return {taken, 1e-9 * static_cast<double>(statistics.counter("kiki solver ns")), statistics.counter("kiki rounds"),
          statistics.counter("kiki base cases"), statistics.counter("kiki inductive steps")};
}

/// The best of several runs: others use the machine, too.
Figures measure(const Example& example, std::string_view variant, uint32_t rounds) {
  Figures best = measureOnce(example, variant, rounds);
  for (unsigned i = 1; i < 9; ++i) {
    const Figures next = measureOnce(example, variant, rounds);
    if (next.seconds < best.seconds) best = next;
  }
  return best;
}

} // namespace

int main(int argc, char** argv) {
  const std::vector<std::string_view> chosen(argv + 1, argv + argc);
  const auto isChosen = [&](const Example& example, std::string_view variant) {
    return std::all_of(chosen.begin(), chosen.end(),
                       [&](std::string_view name) { return example.name.starts_with(name) || variant == name; });
  };
  bool isLinear = true, isLean = true;
  std::printf("%-18s %-12s %7s %6s %6s %10s %12s %11s\n", "example", "engine", "rounds", "bases", "steps", "ms",
              "rounds / s", "not solver");
  for (const Example& example : kExamples)
    for (const std::string_view variant : {"bmc", "k-induction"}) {
      if (!isChosen(example, variant)) continue;
      double first = 0;
      for (const uint32_t rounds : {2u, 25u, 50u, 100u}) {
        const Figures figures = measure(example, variant, rounds);
        const double overhead = 1 - figures.inSolver / figures.seconds;
        std::printf("%-18s %-12s %7llu %6llu %6llu %10.2f %12.0f %10.0f%%\n", std::string(example.name).c_str(),
                    std::string(variant).c_str(), static_cast<unsigned long long>(figures.rounds),
                    static_cast<unsigned long long>(figures.baseCases), static_cast<unsigned long long>(figures.steps),
                    1e3 * figures.seconds, static_cast<double>(figures.rounds) / figures.seconds, 100 * overhead);
        if (rounds == 2) first = figures.seconds;
        if (rounds == 100 && example.name == "counter" && figures.seconds > 3 * 100 * first) isLinear = false;
        if (figures.rounds > 60 && figures.seconds > 2e-3 && overhead > 0.3) isLean = false;
      }
    }
  if (!isLinear) std::printf("the counter's rounds become more expensive\n");
  if (!isLean) std::printf("too much time outside the solver\n");
  return isLinear && isLean ? 0 : 1;
}
