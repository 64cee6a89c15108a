#include "strategy/targets.h"

#include "program/interpreter.h"
#include "program/testing/random_program.h"
#include "program/text_parser.h"
#include "program/text_writer.h"
#include "transform/target.h"
#include "util/testing/test_env.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

struct Asked {
  TermManager terms;
  Program program;
  std::vector<Target> targets;
  TargetResults results;

  Asked(const char* text, const std::vector<std::string>& labels, const char* engine, Pruning prune = Pruning::Covered)
      : program(parseProgram(text, "test", terms)) {
    for (const std::string& label : labels) targets.push_back({label, {}, exposeTarget(program, label)});
    TestEnv env;
    env.options.engine = engine;
    env.options.prune = prune;
    results = decideTargets(program, targets, env.env);
  }
  std::string statuses() const {
    std::string text;
    for (const TargetResult& target : results.targets)
      text += target.status == TargetStatus::Reachable ? 'r' : target.status == TargetStatus::Dead ? 'd' : 'o';
    return text;
  }
};

// One target lies behind another, the last one is dead, and random inputs find none of them.
constexpr const char* kChain = "function main() { var x: bv64; var y: bv64;\n"
                               " a: -> b { x = input nondet; y = x * 3:64; }\n"
                               " b: if x == 0x123456789abcdef:64 -> c; if !(x == 0x123456789abcdef:64) -> exit;\n"
                               " c: label \"first\" -> d { y = y + 1:64; }\n"
                               " d: label \"second\" if y == x + x + x -> e; if !(y == x + x + x) -> f;\n"
                               " e: label \"dead\" -> exit;\n"
                               " f: label \"last\" -> exit; }";

TEST(Targets, NoneHidesAnother) {
  for (const char* engine : {"symex", "kiki", "auto"}) {
    const Asked asked(kChain, {"first", "second", "dead", "last"}, engine);
    EXPECT_EQ(asked.statuses(), "rrdr") << engine;
    EXPECT_TRUE(asked.results.warnings.empty());
    EXPECT_EQ(asked.results.targets[3].inputs.size(), 1u);
  }
  EXPECT_EQ(Asked(kChain, {"first", "second", "dead", "last"}, "symex", Pruning::Interpolants).statuses(), "rrdr");
  EXPECT_EQ(Asked(kChain, {"first", "second", "dead", "last"}, "symex", Pruning::None).statuses(), "rrdr");
}

// Behind what is not followed, anything may happen: also where no edge leads to the target.
TEST(Targets, NothingIsDeadBehindAnObstacle) {
  constexpr const char* kObstacle = "function main() { var x: bv64;\n"
                                    " a: -> b { x = input nondet; }\n"
                                    " b: if x == 0x123456789abcdef:64 -> u; if !(x == 0x123456789abcdef:64) -> c;\n"
                                    " u: unsupported \"something\";\n"
                                    " c: if x == x + 1:64 -> d; if !(x == x + 1:64) -> e;\n"
                                    " d: label \"dead\" -> exit;\n"
                                    " e: label \"end\" -> exit; }";
  for (const char* engine : {"symex", "kiki", "auto"})
    EXPECT_EQ(Asked(kObstacle, {"dead", "end"}, engine).statuses(), "or") << engine;
}

// The state that comes later satisfies what was learnt, but for the one thing that leads to the target.
TEST(Targets, LearningKeepsWhatLeadsThere) {
  constexpr const char* kLearn =
      "function main() { var x: bv64; var m: bv64; var n: bv64;\n"
      " a: -> b { x = input nondet; m = input nondet; }\n"
      " b: if m == 0x77777777777:64 -> c { n = 3:64; } if !(m == 0x77777777777:64) -> c { n = 1:64; }\n"
      " c: if x == 0x5555555555:64 -> d { n = n + 4:64; } if !(x == 0x5555555555:64) -> d;\n"
      " d: if n == 7:64 -> e; if !(n == 7:64) -> f;\n"
      " e: label \"rare\" -> exit;\n"
      " f: if n == 8:64 -> g; if !(n == 8:64) -> exit;\n"
      " g: label \"dead\" -> exit; }";
  for (const Pruning prune : {Pruning::Interpolants, Pruning::Covered, Pruning::None})
    EXPECT_EQ(Asked(kLearn, {"dead", "rare"}, "symex", prune).statuses(), "dr") << choiceName(prune);
}

/// The locations that executions on random inputs come to.
class SeenLocations : public Observer {
public:
  explicit SeenLocations(const Program& program) : isSeen(program.locations().size()), program_(program) {}
  void onEdge(EdgeId edge) override { isSeen[program_[edge].source.index()] = true; }
  void onInput(const Input&, const BitVector&, SourcePosition) override {}

  std::vector<bool> isSeen;

private:
  const Program& program_;
};

// Every location of random automata: what is dead to one way of exploring is reached by no other, nor by random inputs.
TEST(Targets, RandomAutomata) {
  unsigned numDead = 0;
  for (uint64_t seed = 0; seed < 16; ++seed) {
    TermManager terms;
    RandomProgramOptions options;
    options.memory = seed % 2 == 0;
    options.functions = seed % 3;
    options.fuel = 2 + seed % 7;
    Program program = randomProgram(terms, seed, options);
    endAtErrors(program);
    std::vector<Target> targets;
    for (uint32_t i = 0; i < program.locations().size(); ++i)
      if (!program.locations()[i].out.empty()) targets.push_back({std::to_string(i), {}, {LocationId(i)}});
    SeenLocations seen(program);
    Interpreter interpreter(program, {.maxSteps = 20000, .maxDepth = 60});
    for (uint64_t run = 1000; run < 1200; ++run) {
      SeedInputs inputs(run);
      (void)interpreter.run(inputs, &seen);
    }
    std::vector<bool> isReached(targets.size()), isDead(targets.size());
    for (const auto& [engine, prune] : {std::pair("symex", Pruning::Interpolants), std::pair("symex", Pruning::Covered),
                                        std::pair("symex", Pruning::None), std::pair("kiki", Pruning::Covered)}) {
      TestEnv env;
      env.options.engine = engine;
      env.options.prune = prune;
      const TargetResults found = decideTargets(program, targets, env.within(std::chrono::milliseconds(250)));
      EXPECT_TRUE(found.warnings.empty()) << found.warnings[0];
      for (size_t i = 0; i < targets.size(); ++i) {
        isReached[i] = isReached[i] || found.targets[i].status == TargetStatus::Reachable;
        isDead[i] = isDead[i] || found.targets[i].status == TargetStatus::Dead;
      }
    }
    for (size_t i = 0; i < targets.size(); ++i) {
      numDead += isDead[i] ? 1 : 0;
      const bool isSeen = isReached[i] || seen.isSeen[targets[i].places[0].index()];
      EXPECT_FALSE(isDead[i] && isSeen) << seed << ": " << targets[i].name << "\n" << printProgram(program);
    }
  }
  EXPECT_GT(numDead, 0u);
}

} // namespace
} // namespace assay
