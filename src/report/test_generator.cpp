#include "report/test_generator.h"

#include <algorithm>
#include <numeric>

namespace assay {

namespace {

/// Steps of one execution; a program that takes more may never end.
constexpr uint64_t kSteps = 20'000'000;
/// Steps of an attempt with random values; there are many such attempts.
constexpr uint64_t kShortSteps = 500'000;
/// Inputs beyond those of a path.
constexpr uint64_t kMoreInputs = 200;
constexpr unsigned kFirstAttempts = 16;
constexpr unsigned kAttempts = 3;
/// How often an edge is wanted again when the interpreter does not go where the engine went.
constexpr uint8_t kMaxFailures = 3;

InterpreterOptions limits(uint64_t maxSteps, const Env& env) {
  InterpreterOptions result;
  result.maxSteps = maxSteps;
  result.maxBytes = uint64_t{256} << 20;
  result.maxDepth = 100'000; // what a native stack holds
  result.interrupt = &env.deadline.flag();
  return result;
}

} // namespace

/// What an execution does.
class TestGenerator::Run : public Observer {
public:
  explicit Run(TestGenerator& owner) : owner_(owner) { ++owner_.runs_; }

  void onEdge(EdgeId edge) override {
    uint32_t& seen = owner_.seenInRun_[edge.index()];
    if (seen == owner_.runs_) return;
    seen = owner_.runs_;
    if (!owner_.goals_.isGoal(edge)) return;
    covered.push_back(edge);
    coversNew |= owner_.goals_.isOpen(edge);
  }
  void onInput(const Input& input, const BitVector& value, SourcePosition) override {
    const NondetFunction function = nondetFunction(input.name, value.width());
    taken.push_back({function.name, function.type, function.literal(value)});
  }

  std::vector<TestInput> taken;
  std::vector<EdgeId> covered;
  bool coversNew = false;

private:
  TestGenerator& owner_;
};

TestGenerator::TestGenerator(const Program& program, CoverGoal cover, TestSuite& suite, Env& env)
    : program_(program), cover_(cover), suite_(suite), env_(env), goals_(program, cover),
      wanted_(program.edges().size()), failures_(program.edges().size()), seenInRun_(program.edges().size()),
      constants_(program), long_(program, limits(kSteps, env)), short_(program, limits(kShortSteps, env)) {
  for (uint32_t i = 0; i < wanted_.size(); ++i) wanted_[i] = goals_.isGoal(EdgeId(i));
}

void TestGenerator::attempt(const std::vector<BitVector>& inputs, uint64_t seed, uint64_t maxMore) {
  Run run(*this);
  Inputs more = seed == 0 ? constantInputs(0) : guessedInputs(constants_, seed);
  const Inputs source = givenInputs(inputs, atMost(maxMore, std::move(more)));
  const Outcome outcome = (seed == 0 ? long_ : short_).run(*source, &run);
  ++env_.statistics.counter("executions");
  if (outcome.kind == Outcome::Interrupted) return;
  if (outcome.kind == Outcome::StepLimit && run.taken.size() > inputs.size()) {
    // It ends when it gets no more inputs.
    attempt(inputs, seed, 0);
    return;
  }
  if (run.taken.empty() && predict(program_, outcome).kind < Prediction::OutOfInputs) isDeterministic_ = true;
  const bool isFirst = suite_.tests().empty() && cover_ != CoverGoal::Error;
  if (!run.coversNew && !isFirst) return;
  if (cover_ == CoverGoal::Error && outcome.kind != Outcome::Error) return;
  for (EdgeId edge : run.covered) {
    goals_.cover(edge);
    wanted_[edge.index()] = false;
  }
  covers_.push_back(std::move(run.covered));
  suite_.add({std::move(run.taken), predict(program_, outcome)});
}

bool TestGenerator::begin() {
  attempt({}, 0, kMoreInputs);
  for (unsigned i = 0; i < kFirstAttempts && !done() && !isDeterministic_ && !outOfTime(); ++i)
    attempt({}, nextSeed_++, kMoreInputs);
  return !done() && !isDeterministic_ && !outOfTime();
}

bool TestGenerator::onPath(const PathReport& report) {
  attempt(report.inputs.inputs, 0, kMoreInputs);
  if (report.end == PathReport::GoesOn) {
    for (unsigned i = 0; i < kAttempts && !done() && !outOfTime(); ++i)
      attempt(report.inputs.inputs, nextSeed_++, kMoreInputs);
  }
  for (uint32_t i = 0; i < wanted_.size(); ++i) {
    if (wanted_[i] || !goals_.isOpen(EdgeId(i)) || failures_[i] >= kMaxFailures) continue;
    ++failures_[i];
    wanted_[i] = true;
  }
  return !done();
}

void TestGenerator::minimise() {
  std::vector<size_t> order(covers_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return covers_[a].size() > covers_[b].size(); });
  // Those that are the only ones to cover something stay in any case.
  std::vector<uint32_t> count(wanted_.size());
  for (const std::vector<EdgeId>& edges : covers_) {
    for (EdgeId edge : edges) ++count[edge.index()];
  }
  std::vector<bool> kept(covers_.size(), true);
  for (size_t i = order.size(); i-- > 0;) {
    const std::vector<EdgeId>& edges = covers_[order[i]];
    if (!std::all_of(edges.begin(), edges.end(), [&](EdgeId edge) { return count[edge.index()] > 1; })) continue;
    if (std::count(kept.begin(), kept.end(), true) == 1) break;
    kept[order[i]] = false;
    for (EdgeId edge : edges) --count[edge.index()];
  }
  std::vector<size_t> rest;
  for (size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) rest.push_back(i);
  }
  suite_.keep(rest);
}

} // namespace assay
