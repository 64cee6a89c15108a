#include "witness/lost_block.h"

#include "engine/common/replay.h"
#include "program/liveness.h"
#include "program/threads.h"
#include "term/traverse.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>

namespace assay {

namespace {

constexpr uint64_t kMaxLostSteps = 10'000'000;
constexpr std::chrono::seconds kMaxTime{2};

SourcePosition positionOf(const Edge& edge, size_t operation) {
  const bool isKnown = operation < edge.operations.size() && edge.operations[operation].position.known();
  return isKnown ? edge.operations[operation].position : edge.position;
}

/// Counts the edges of an execution, and looks for a block before one of them, or after each of its operations.
class Probe : public Observer {
public:
  enum class Question : uint8_t { Count, Before, After };

  Probe(const Program& program, Interpreter& interpreter, std::atomic<bool>& stop, const Deadline& limit)
      : program_(program), interpreter_(interpreter), stop_(stop), limit_(limit) {}

  void ask(Question question, const LeakedBlock& block, uint64_t edge) {
    question_ = question;
    block_ = &block;
    asked_ = edge;
    number_ = 0;
    operation_ = 0;
    isLost_ = false;
    callEdges_.clear();
    stop_ = false;
  }

  void onEdge(EdgeId edge) override;
  void onOperation(const Operation& operation) override;
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  void onCall(FunctionId callee) override;
  void onReturn() override;

  uint64_t numEdges() const { return number_; }
  bool isLost() const { return isLost_; }
  bool isLate() const { return isLate_; }
  const Loss& loss() const { return loss_; }

private:
  bool isWithin() const { return question_ == Question::After && number_ == asked_ && !stop_; }
  void found();
  bool isRoot(VariableId variable, size_t call, LocationId present);
  bool isReadLater(VariableId variable) const;

  const Program& program_;
  Interpreter& interpreter_;
  std::atomic<bool>& stop_; // ends the execution
  const Deadline& limit_;
  Question question_ = Question::Count;
  const LeakedBlock* block_ = nullptr;
  uint64_t asked_ = 0;   // the edge's number
  uint64_t number_ = 0;  // of the present edge
  size_t operation_ = 0; // of the edge that is asked about
  EdgeId edge_;
  std::vector<EdgeId> callEdges_;         // of the callers
  std::map<uint32_t, Liveness> liveness_; // by function
  bool isLost_ = false, isLate_ = false;
  Loss loss_;
};

void Probe::onEdge(EdgeId edge) {
  constexpr uint64_t kLookEvery = 1024;
  if (isWithin()) found(); // nothing but the guard
  edge_ = edge;
  if (++number_ % kLookEvery == 0 && limit_.expired()) isLate_ = stop_ = true;
  if (question_ != Question::Before || number_ != asked_) return;
  const LocationId present = program_[edge].source;
  isLost_ =
      interpreter_.isLost(*block_, [&](VariableId variable, size_t call) { return isRoot(variable, call, present); });
  stop_ = true;
}

void Probe::onOperation(const Operation&) {
  if (!isWithin()) return;
  const LocationId next = program_[edge_].target;
  isLost_ = interpreter_.isLost(*block_, [&](VariableId variable, size_t call) {
    return isRoot(variable, call, next) || (call == callEdges_.size() && isReadLater(variable));
  });
  if (isLost_)
    found();
  else
    ++operation_;
}

void Probe::onCall(FunctionId) {
  if (isWithin()) found();
  callEdges_.push_back(edge_);
}

void Probe::onReturn() {
  if (isWithin()) found();
  if (callEdges_.empty()) return;
  edge_ = callEdges_.back();
  callEdges_.pop_back();
}

/// Notes that the block is lost here; in a library model, at the user's call.
void Probe::found() {
  stop_ = isLost_ = true;
  loss_ = {asked_, operation_, positionOf(program_[edge_], operation_)};
  for (size_t i = callEdges_.size(); !loss_.position.known() && i > 0; --i) {
    const Edge& call = program_[callEdges_[i - 1]];
    loss_.position = positionOf(call, call.operations.size() - 1);
  }
}

bool Probe::isRoot(VariableId variable, size_t call, LocationId present) {
  if (!program_[variable].sourceName.empty()) return true;
  const FunctionId function = program_[variable].function;
  const Liveness& liveness = liveness_.try_emplace(function.index(), program_, function).first->second;
  if (call == callEdges_.size()) return liveness.isLive(variable, present);
  const Edge& calling = program_[callEdges_[call]]; // its result is not there yet
  return calling.operations.back().defines() != variable && liveness.isLive(variable, calling.target);
}

bool Probe::isReadLater(VariableId variable) const {
  const std::vector<Operation>& operations = program_[edge_].operations;
  for (size_t i = operation_ + 1; i < operations.size(); ++i)
    for (const Term read : freeVariables(operations[i].terms()))
      if (program_.variableOf(read) == variable) return true;
  return false;
}

} // namespace

LeakSearch searchLeak(const Program& program, const Counterexample& counterexample, const Deadline& deadline) {
  const Deadline limit(deadline, kMaxTime);
  std::atomic<bool> stop = false;
  InterpreterOptions options;
  options.interrupt = &stop;
  options.maxSteps = kMaxLostSteps;
  options.tellsOperations = true;
  Interpreter interpreter(program, options);
  Probe probe(program, interpreter, stop, limit);
  LeakSearch result;
  LeakedBlock none;
  const auto run = [&](Probe::Question question, uint64_t edge) {
    probe.ask(question, result.block ? *result.block : none, edge);
    CounterexampleInputs inputs(counterexample);
    return interpreter.run(inputs, &probe);
  };
  result.block = run(Probe::Question::Count, 0).leak;
  if (!result.block || hasThreads(program)) return result; // the probe follows one call stack
  uint64_t reached = 0, lost = probe.numEdges();           // before the edges with these numbers
  run(Probe::Question::Before, lost);
  if (!probe.isLost()) return result;
  while (lost - reached > 1) {
    const uint64_t middle = reached + (lost - reached) / 2;
    run(Probe::Question::Before, middle);
    if (probe.isLate()) return result;
    (probe.isLost() ? lost : reached) = middle;
  }
  run(Probe::Question::After, reached);
  if (probe.isLost() && !probe.isLate()) result.loss = probe.loss();
  return result;
}

} // namespace assay
