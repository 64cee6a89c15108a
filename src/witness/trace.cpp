#include "witness/trace.h"

#include "engine/replay.h"
#include "program/loops.h"
#include "term/evaluate.h"
#include "term/traverse.h"
#include "witness/value_text.h"

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>

namespace assay {

namespace {

/// More steps than this are not kept but for the first and the last ones.
constexpr size_t kMaxSteps = 4000;
/// Nobody waits for the recording of an execution longer than this.
constexpr uint64_t kMaxOperations = 3'000'000;

class Recorder : public Observer {
public:
  Recorder(const Program& program, Interpreter& interpreter) : program_(program), interpreter_(interpreter) {}

  void onEdge(EdgeId edge) override;
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  void onCall(FunctionId) override;
  void onReturn() override;
  Trace take();

private:
  /// A loop that the execution is in.
  struct OpenLoop {
    size_t frame; // depth of the call stack
    const Loop* loop;
    const LoopForest* forest;
    uint64_t round = 1;
    size_t firstEnd = 0;  // steps from here on belong to later rounds
    size_t lastBegin = 0; // steps from here on belong to the present round
  };

  void flush();
  void record(const Operation& operation, const std::vector<Operation>& operations, size_t index);
  TraceStep& stepAt(SourcePosition position);
  void change(SourcePosition position, TraceChange change);
  /// What stands around the user's entry function is not shown.
  bool isHidden() const {
    const FunctionId function = program_[program_[pending_].source].function;
    return function == program_.entry() && program_[function].name == "_start";
  }
  void followLoops(const Edge& edge);
  void nextRound(OpenLoop& open, SourcePosition position);
  const LoopForest& loopsOf(FunctionId function);
  BitVector evaluate(Term term) const;
  std::string textOf(const BitVector& value, TypeClass typeClass) const;
  std::string storedText(const BitVector& value) const;
  std::string placeText(const BitVector& pointer) const;
  std::string objectName(uint64_t object) const;
  static bool isOverwritten(Term term, const std::vector<Operation>& operations, size_t after, const Program& program);

  const Program& program_;
  Interpreter& interpreter_;
  EdgeId pending_; // its operations are done when the next event comes
  uint32_t frame_ = 0;
  std::vector<OpenLoop> openLoops_;
  std::unordered_map<uint32_t, std::unique_ptr<LoopForest>> forests_; // by function
  std::unordered_map<uint64_t, std::string> objects_;                 // allocated ones, by number
  std::map<std::string, uint32_t> numNamed_;                          // objects of the same name so far
  Trace trace_;
};

const LoopForest& Recorder::loopsOf(FunctionId function) {
  std::unique_ptr<LoopForest>& forest = forests_[function.index()];
  if (!forest) forest = std::make_unique<LoopForest>(program_, function);
  return *forest;
}

std::string Recorder::objectName(uint64_t object) const {
  const auto found = objects_.find(object);
  if (found != objects_.end()) return found->second;
  const auto& statics = program_.objects();
  return object - 1 < statics.size() ? statics[object - 1].name : std::string();
}

std::string Recorder::textOf(const BitVector& value, TypeClass typeClass) const {
  return valueText(value, typeClass, program_.layout(), [this](uint64_t object) { return objectName(object); });
}

/// Memory has no types: what is the address of an object is shown as such.
std::string Recorder::storedText(const BitVector& value) const {
  const PointerLayout& layout = program_.layout();
  const bool isAddress = value.width() == layout.width && (value.toUint64() & layout.guardBit()) != 0 &&
                         !objectName(layout.object(value.toUint64())).empty();
  return textOf(value, isAddress ? TypeClass::Pointer : TypeClass::Unknown);
}

/// `x` for the beginning of an object of that name, otherwise an address that is followed.
std::string Recorder::placeText(const BitVector& pointer) const {
  const std::string address = textOf(pointer, TypeClass::Pointer);
  const bool isWhole = address.starts_with('&') && address.find_first_of(" #") == std::string::npos;
  return isWhole ? address.substr(1) : "*(" + address + ")";
}

/// Whether a later operation of the block changes what the term reads: then its value is not known any more.
bool Recorder::isOverwritten(Term term, const std::vector<Operation>& operations, size_t after,
                             const Program& program) {
  const std::vector<Term> variables = freeVariables(term);
  for (size_t i = after; i < operations.size(); ++i) {
    const VariableId defined = operations[i].defines();
    if (defined.valid() && std::ranges::find(variables, program[defined].term) != variables.end()) return true;
  }
  return false;
}

BitVector Recorder::evaluate(Term term) const {
  Assignment assignment;
  for (Term variable : freeVariables(term)) {
    const BitVector value = interpreter_.value(program_.variableOf(variable));
    assignment.set(variable, variable.sort().isBool() ? Value::boolean(!value.isZero()) : Value::bitVector(value));
  }
  Evaluator evaluator(assignment);
  const Value& value = evaluator.evaluate(term);
  return term.sort().isBool() ? BitVector::fromBool(value.asBool()) : value.bits();
}

TraceStep& Recorder::stepAt(SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  const FunctionId function = program_[program_[pending_].source].function;
  const bool goesOn = !steps.empty() && steps.back().roundsLeftOut == 0 && steps.back().function == function &&
                      steps.back().depth == frame_ && steps.back().position.file == position.file &&
                      steps.back().position.line == position.line &&
                      (openLoops_.empty() || openLoops_.back().lastBegin < steps.size());
  if (!goesOn) steps.push_back({position, function, frame_, {}, 0});
  return steps.back();
}

void Recorder::change(SourcePosition position, TraceChange change) {
  if (!position.known() || isHidden()) return;
  std::vector<TraceChange>& changes = stepAt(position).changes;
  // An input that is assigned to a variable at once is shown as the variable's.
  const bool takesInput = !changes.empty() && changes.back().isInput && changes.back().name.ends_with("()") &&
                          changes.back().value == change.value;
  if (takesInput) {
    changes.back().name = std::move(change.name);
  } else {
    changes.push_back(std::move(change));
  }
}

void Recorder::record(const Operation& operation, const std::vector<Operation>& operations, size_t index) {
  const SourcePosition position = operation.position.known() ? operation.position : program_[pending_].position;
  if (const auto* store = operation.as<Store>()) {
    if (isOverwritten(store->pointer, operations, index + 1, program_)) return;
    std::string value = "?";
    if (!isOverwritten(store->value, operations, index + 1, program_)) value = storedText(evaluate(store->value));
    change(position, {placeText(evaluate(store->pointer)), std::move(value), false});
    return;
  }
  const VariableId defined = operation.defines();
  if (!defined.valid() || operation.as<Call>()) return;
  const Variable& variable = program_[defined];
  for (size_t later = index + 1; later < operations.size(); ++later)
    if (operations[later].defines() == defined) return;
  const BitVector value = interpreter_.value(defined);
  if (const auto* allocate = operation.as<Allocate>()) {
    std::string name = allocate->name.empty() ? "object" : allocate->name;
    const uint32_t count = ++numNamed_[name];
    if (count > 1 || allocate->storage == Storage::Heap) name += "#" + std::to_string(count);
    objects_[program_.layout().object(value.toUint64())] = name;
  }
  const auto* input = operation.as<Input>();
  const bool isAsked = input && (input->kind == InputKind::Nondet || input->kind == InputKind::Argument);
  if (variable.sourceName.empty() && !isAsked) return;
  if (operation.as<Allocate>() && variable.sourceName.starts_with('&')) return; // a local object comes to life
  change(position, {variable.sourceName.empty() ? input->name + "()" : variable.sourceName,
                    textOf(value, variable.typeClass), input != nullptr});
}

/// Records what the last edge did.
void Recorder::flush() {
  if (!pending_.valid()) return;
  const Edge& edge = program_[pending_];
  if (!edge.guard.isTrue() && edge.position.known() && !isHidden()) stepAt(edge.position);
  for (size_t i = 0; i < edge.operations.size(); ++i) record(edge.operations[i], edge.operations, i);
  pending_ = EdgeId();
}

void Recorder::onEdge(EdgeId edge) {
  if (pending_.valid()) {
    const Edge& done = program_[pending_];
    flush();
    followLoops(done);
  }
  pending_ = edge;
}

void Recorder::onCall(FunctionId) {
  const EdgeId edge = pending_;
  flush();
  if (edge.valid()) followLoops(program_[edge]);
  ++frame_;
}

void Recorder::onReturn() {
  flush();
  while (!openLoops_.empty() && openLoops_.back().frame == frame_) openLoops_.pop_back();
  --frame_;
}

void Recorder::followLoops(const Edge& edge) {
  const LoopForest& forest = loopsOf(program_[edge.target].function);
  auto contains = [&](const OpenLoop& open) {
    for (uint32_t loop = forest.loopOf(edge.target); loop != Loop::kNone; loop = forest.loops()[loop].parent)
      if (&forest.loops()[loop] == open.loop) return true;
    return false;
  };
  while (!openLoops_.empty() && openLoops_.back().frame == frame_ && !contains(openLoops_.back()))
    openLoops_.pop_back();
  if (!forest.isHead(edge.target)) return;
  const Loop& loop = forest.loops()[forest.loopOf(edge.target)];
  const bool isOpen = !openLoops_.empty() && openLoops_.back().frame == frame_ && openLoops_.back().loop == &loop;
  if (isOpen) {
    nextRound(openLoops_.back(), program_[edge.target].position);
  } else {
    openLoops_.push_back({frame_, &loop, &forest, 1, 0, trace_.steps.size()});
  }
}

// Rounds 1, n - 1 and n stay; when round n + 1 begins, n - 1 goes.
void Recorder::nextRound(OpenLoop& open, SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  ++open.round;
  if (open.round == 2) {
    open.firstEnd = steps.size();
  } else if (open.round > 3) {
    const auto begin = steps.begin() + static_cast<ptrdiff_t>(open.firstEnd);
    TraceStep marker{position, program_[open.loop->head].function, frame_, {}, open.round - 3};
    steps.erase(begin, steps.begin() + static_cast<ptrdiff_t>(open.lastBegin));
    steps.insert(steps.begin() + static_cast<ptrdiff_t>(open.firstEnd), std::move(marker));
  }
  open.lastBegin = steps.size();
}

Trace Recorder::take() {
  flush();
  std::vector<TraceStep>& steps = trace_.steps;
  if (steps.size() > kMaxSteps) {
    trace_.leftOutAt = kMaxSteps / 2;
    trace_.stepsLeftOut = steps.size() - kMaxSteps;
    const auto middle = steps.begin() + static_cast<ptrdiff_t>(trace_.leftOutAt);
    steps.erase(middle, middle + static_cast<ptrdiff_t>(trace_.stepsLeftOut));
  }
  return std::move(trace_);
}

} // namespace

Trace recordTrace(const Program& program, const Counterexample& counterexample, Env& env) {
  InterpreterOptions options;
  options.interrupt = &env.deadline.flag();
  options.maxSteps = kMaxOperations;
  Interpreter interpreter(program, options);
  CounterexampleInputs inputs(counterexample);
  Recorder recorder(program, interpreter);
  const Outcome outcome = interpreter.run(inputs, &recorder);
  Trace trace = recorder.take();
  trace.isComplete = outcome.kind == Outcome::Error && outcome.location == counterexample.error;
  return trace;
}

} // namespace assay
