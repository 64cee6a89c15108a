// Tests from the paths of symbolic execution.
//
// A path is reported as soon as it takes an edge that no test covers yet. Its inputs are run through the interpreter,
// followed by zeros and, in further attempts, by random values: so paths that would never end give tests too, and edges
// behind a hard branch are often found without following the path. A test covers the edges that the interpreter saw,
// not those that the engine believed it would take. A test is written at once if it covers something new; at the end,
// tests that later ones made superfluous are removed.
#pragma once

#include "engine/common/path_observer.h"
#include "program/interpreter.h"
#include "report/goals.h"
#include "report/guesses.h"
#include "util/env.h"
#include "witness/test_suite.h"

namespace assay {

class TestGenerator : public PathObserver {
public:
  /// The program's inputs are those of a test only (transform/fixed_environment.h). All must outlive this.
  TestGenerator(const Program& program, CoverGoal cover, TestSuite& suite, Env& env);

  /// Tests that need no search: zeros, random values. False: nothing more is wanted.
  bool begin();
  /// Leaves out the tests whose goals others cover.
  void minimise();

  std::vector<bool>& wantedEdges() override { return wanted_; }
  std::string coverage() const override {
    return std::to_string(goals_.covered()) + " of " + std::to_string(goals_.total()) + " goals";
  }
  bool onPath(const PathReport& report) override;

  /// Whether the program ended without asking for an input: there is one execution.
  bool isDeterministic() const { return isDeterministic_; }
  const Goals& goals() const { return goals_; }
  bool done() const { return goals_.done() || (cover_ == CoverGoal::Error && goals_.covered() != 0); }

private:
  class Run;
  /// Runs the program on these inputs and then on more of them, at random if there is a seed; keeps a test of it if it
  /// covers something new.
  void attempt(const std::vector<BitVector>& inputs, uint64_t seed, uint64_t maxMore);
  bool outOfTime() const { return env_.deadline.expired(); }

  const Program& program_;
  CoverGoal cover_;
  TestSuite& suite_;
  Env& env_;
  Goals goals_;
  std::vector<bool> wanted_;
  std::vector<uint8_t> failures_;           // by edge: how often a path that took it gave no test that does
  std::vector<std::vector<EdgeId>> covers_; // by test
  std::vector<uint32_t> seenInRun_;         // by edge: the number of the last run that took it
  uint32_t runs_ = 0;
  bool isDeterministic_ = false;
  uint64_t nextSeed_ = 1;
  ConstantPool constants_;
  Interpreter long_, short_; // by the steps that they take at most: the second one is for random values
};

} // namespace assay
