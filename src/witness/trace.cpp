#include "witness/trace.h"

#include "engine/common/replay.h"
#include "program/cycle_search.h"
#include "program/leak_checks.h"
#include "program/loops.h"
#include "program/threads.h"
#include "term/evaluate.h"
#include "term/traverse.h"
#include "witness/cycle_marks.h"
#include "witness/lost_block.h"
#include "witness/memory_text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

namespace assay {

namespace {

/// If there are more steps than this, only the first and the last ones are kept.
constexpr size_t kMaxTraceSteps = 4000;
/// A longer execution is not recorded: users would have to wait too long.
constexpr uint64_t kMaxOperations = 10'000'000;
constexpr std::chrono::seconds kMaxTime{3};

/// The program is still to be run natively: a part of the time that is left, and never none (which would be no limit).
Deadline::Clock::duration timeFor(const Deadline& deadline) {
  using Duration = Deadline::Clock::duration;
  if (!deadline.limited()) return kMaxTime;
  return std::clamp<Duration>((deadline.end() - Deadline::Clock::now()) / 4, std::chrono::milliseconds(1), kMaxTime);
}

/// What stands around the user's entry function is not shown.
bool isStart(const Program& program, FunctionId function) {
  return function == program.entry() && program[function].name == "_start";
}

/// Of a variable of a call.
Home local(uint32_t frame) { return {Home::Stack, frame, {}}; }

TraceChange withHome(TraceChange change, Home home) {
  change.home = std::move(home);
  return change;
}

std::string textOf(const BitVector& value, const Variable& variable, const CTypes& types, const ValueText& values) {
  if (!variable.cType.valid()) return values.value(value, variable.typeClass);
  const CType& type = types[variable.cType];
  if (type.kind == CType::Scalar || type.kind == CType::Pointer)
    return type.size * 8 == value.width() || value.width() == 1 ? values.value(value, type)
                                                                : values.value(value, type.typeClass);
  std::vector<uint8_t> bytes; // a small structure that travels as a number
  for (uint32_t bit = 0; bit + 8 <= value.width(); bit += 8)
    bytes.push_back(static_cast<uint8_t>(value.extract(bit + 7, bit).toUint64()));
  return values.contents(variable.cType, 0, bytes);
}

/// Keeps the first and the last steps.
void leaveOutTheMiddle(Trace& trace) {
  const uint64_t number = trace.steps.size() - kMaxTraceSteps;
  trace.leftOutAt = kMaxTraceSteps / 2;
  trace.stepsLeftOut += number;
  const auto middle = trace.steps.begin() + static_cast<ptrdiff_t>(trace.leftOutAt);
  trace.steps.erase(middle, middle + static_cast<ptrdiff_t>(number));
  if (trace.repeatsFrom && *trace.repeatsFrom > trace.leftOutAt)
    trace.repeatsFrom =
        std::max<size_t>(trace.leftOutAt, *trace.repeatsFrom - std::min<size_t>(*trace.repeatsFrom, number));
}

class Recorder : public Observer {
public:
  Recorder(const Program& program, Interpreter& interpreter, const Deadline& deadline, std::atomic<bool>& stop,
           Folding folding, const Lasso* lasso = nullptr, LeakSearch leak = {})
      : program_(program), interpreter_(interpreter), deadline_(deadline), stop_(stop), folding_(folding),
        limit_(timeFor(deadline)), memory_(program, interpreter), marks_(lasso), leak_(std::move(leak)) {}

  void onEdge(EdgeId edge) override;
  void onOperation(const Operation& operation) override;
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
  /// The user's code has called a library model: it has no lines of its own, what it does is shown where it was called.
  struct ModelCall {
    size_t frame; // of the model
    FunctionId callee;
    SourcePosition position = {}; // of the call
    EdgeId edge = {};             // that called it, when it is over
    bool tookInput = false;
    std::map<uint64_t, std::vector<std::pair<uint64_t, uint64_t>>> written = {}; // ranges of pointers, by object
  };

  // Steps.
  TraceStep& stepAt(SourcePosition position);
  /// `value` is what was written, if that is one value. False if the change is not shown.
  bool change(SourcePosition position, TraceChange change, const std::optional<BitVector>& value = {});
  void rememberInput(const BitVector& value); // the last change
  void followLoops(const Edge& edge);
  void nextRound(OpenLoop& open, SourcePosition position);
  const LoopForest& loopsOf(FunctionId function);
  SourcePosition positionOfCall() const; // which ends the present edge
  FunctionId function() const { return program_[program_[edge_].source].function; }
  /// Models of library functions have no lines.
  bool isModel(FunctionId function);

  // Values.
  void defined(const Operation& operation, const Variable& variable, SourcePosition position);
  /// Bytes were written: by a store, or (null) as a block.
  void write(uint64_t pointer, uint64_t size, const Store* store, SourcePosition position);
  void enterFunction();
  void parameter(const Variable& variable, SourcePosition position, bool isInput);
  void argumentsOfMain(const Function& main, SourcePosition position);
  void leaveModel(std::optional<BitVector> result);
  void tellModel();
  void markLoss();
  BitVector evaluate(Term term);

  const Program& program_;
  Interpreter& interpreter_;
  const Deadline& deadline_;
  std::atomic<bool>& stop_; // ends the execution
  const Folding folding_;
  uint64_t beginningRound_ = 0; // of a loop, whose first step is the next one; 0: none is beginning
  const Deadline limit_;
  uint64_t numEdges_ = 0;
  MemoryText memory_;
  CycleMarks marks_;
  const LeakSearch leak_;
  size_t numOperations_ = 0;      // done of the present edge
  EdgeId edge_;                   // that is being executed
  std::vector<EdgeId> callEdges_; // of the callers
  std::vector<OpenLoop> openLoops_;
  std::optional<ModelCall> model_;
  /// A model's call that is over. What it wrote is told after the next operation, which is likely to be the assignment
  /// of its result: then blocks that it allocated have a type.
  std::optional<ModelCall> doneModel_;
  bool isEntering_ = false;                                           // the next edge is the first one of its function
  std::unordered_map<uint32_t, std::unique_ptr<LoopForest>> forests_; // by function
  std::unordered_map<uint32_t, bool> isModel_;                        // by function
  std::unordered_map<Term, std::vector<Term>> variablesOf_;           // of terms that were evaluated
  /// An input that no variable has taken yet, if it is still the last change of the last step.
  struct LooseInput {
    BitVector value;
    size_t numSteps;
    size_t numChanges;
  };
  std::optional<LooseInput> looseInput_;
  Trace trace_;

  uint32_t frame() const { return static_cast<uint32_t>(callEdges_.size()); }
};

const LoopForest& Recorder::loopsOf(FunctionId function) {
  std::unique_ptr<LoopForest>& forest = forests_[function.index()];
  if (!forest) forest = std::make_unique<LoopForest>(program_, function);
  return *forest;
}

bool Recorder::isModel(FunctionId function) {
  const auto [entry, isNew] = isModel_.try_emplace(function.index(), !program_[function].position.known());
  if (isNew && entry->second)
    for (LocationId location : program_[function].locations)
      for (EdgeId edge : program_[location].out)
        if (program_[edge].position.known()) entry->second = false;
  return entry->second;
}

// ---- values

BitVector Recorder::evaluate(Term term) {
  if (term.isVariable()) return interpreter_.value(program_.variableOf(term));
  Assignment assignment;
  const auto [known, isNew] = variablesOf_.try_emplace(term);
  if (isNew) known->second = freeVariables(term);
  for (Term variable : known->second) {
    const BitVector value = interpreter_.value(program_.variableOf(variable));
    assignment.set(variable, variable.sort().isBool() ? Value::boolean(!value.isZero()) : Value::bitVector(value));
  }
  Evaluator evaluator(assignment);
  const Value& value = evaluator.evaluate(term);
  return term.sort().isBool() ? BitVector::fromBool(value.asBool()) : value.bits();
}

void Recorder::onOperation(const Operation& operation) {
  const SourcePosition position = operation.position.known() ? operation.position : program_[edge_].position;
  if (doneModel_ && position.line != doneModel_->position.line) tellModel(); // of another statement
  operation.visit(
      [&](const Store& store) {
        const Sort sort = store.value.sort();
        write(evaluate(store.pointer).toUint64(), sort.isBool() ? 1 : (sort.width() + 7) / 8, &store, position);
      },
      [&](const OneOf<Copy, Fill> auto& range) {
        write(evaluate(range.target).toUint64(), evaluate(range.size).toUint64(), nullptr, position);
      },
      [&](const Free& free) {
        const uint64_t pointer = evaluate(free.pointer).toUint64();
        if (free.storage == Storage::Heap && pointer != 0 && position.known() && !isStart(program_, function()))
          stepAt(position).freed.push_back(memory_.homeOf(pointer).object);
        memory_.freed(pointer);
      },
      [&](const OneOf<Assign, Input, Load, Allocate, Query> auto& defining) {
        defined(operation, program_[defining.variable], position);
      },
      [](const OneOf<Call, Return> auto&) {}, NoThreads()); // nothing is told of them here
  tellModel();
  if (leak_.loss && numEdges_ == leak_.loss->edge && numOperations_ == leak_.loss->operation) markLoss();
  ++numOperations_;
}

/// The block that the violation is about is lost now.
void Recorder::markLoss() {
  const SourcePosition position = leak_.loss->position;
  const bool isShown = position.known() && !isModel(function()) && !isStart(program_, function());
  if (isShown) stepAt(position);
  if (!trace_.steps.empty() && trace_.steps.back().roundsLeftOut == 0)
    trace_.steps.back().lost = memory_.homeOf(leak_.block->pointer).object;
}

void Recorder::write(uint64_t pointer, uint64_t size, const Store* store, SourcePosition position) {
  if (size == 0 || isStart(program_, function()) || !memory_.isUsers(pointer)) return;
  if (model_ && !position.known()) {
    auto& ranges = model_->written[program_.layout().object(pointer)];
    if (!ranges.empty() && pointer <= ranges.back().second && pointer + size >= ranges.back().first) {
      ranges.back() = {std::min(ranges.back().first, pointer), std::max(ranges.back().second, pointer + size)};
    } else {
      ranges.emplace_back(pointer, pointer + size);
    }
    return;
  }
  Written text = memory_.written(pointer, size, store ? std::optional(store->reads) : std::nullopt);
  if (text.name.empty()) return;
  change(position,
         withHome({std::move(text.name), std::move(text.value), std::move(text.type)}, memory_.homeOf(pointer)),
         store && looseInput_ ? std::optional(evaluate(store->value)) : std::nullopt);
}

void Recorder::defined(const Operation& operation, const Variable& variable, SourcePosition position) {
  const BitVector value = interpreter_.value(operation.defines());
  if (const auto* allocate = operation.as<Allocate>()) {
    const bool isModels = model_ && allocate->storage == Storage::Heap;
    memory_.allocated(*allocate, isModels ? program_[model_->callee].name : allocate->name, value.toUint64(), frame());
    if (variable.sourceName.starts_with('&')) return; // a local object comes to life
  }
  memory_.seen(value, variable.cType);
  const auto* input = operation.as<Input>();
  const bool isAsked = input && input->kind != InputKind::Uninitialised && input->kind != InputKind::Unspecified;
  if (isAsked && model_) model_->tookInput = true;
  if (variable.sourceName.empty() && !isAsked) return;
  // What clang makes for an array of variable length is nothing that the user has written.
  if (variable.sourceName.starts_with('&') || variable.sourceName.starts_with("__vla_expr")) return;
  TraceChange made{variable.sourceName, textOf(value, variable, *program_.types, memory_.values()), variable.type};
  made.home = variable.function.valid() ? local(frame()) : Home{Home::Static, 0, {}};
  if (variable.typeClass == TypeClass::Pointer) made.list = memory_.listAt(value.toUint64(), variable.cType);
  made.isInput = input != nullptr;
  made.isUninitialised = input && input->kind == InputKind::Uninitialised;
  const bool isLoose = variable.sourceName.empty();
  if (isLoose) made.name = input->name + (input->name.find(' ') == std::string::npos ? "()" : "");
  const bool isShown = change(position, std::move(made), input ? std::nullopt : std::optional(value));
  if (isLoose && isShown) rememberInput(value);
}

/// Parameters, and what main is given, as changes at the function's head.
void Recorder::enterFunction() {
  const Function& entered = program_[function()];
  const bool isFirst = !callEdges_.empty() && isStart(program_, program_[program_[callEdges_.back()].source].function);
  if (!entered.position.known()) return;
  for (VariableId variable : entered.parameters) {
    if (program_[variable].sourceName.empty()) continue;
    const bool isVector = isFirst && entered.name == "main" && program_[variable].typeClass == TypeClass::Pointer;
    if (!isVector) parameter(program_[variable], entered.position, isFirst);
  }
  if (isFirst && entered.name == "main" && entered.parameters.size() >= 2) argumentsOfMain(entered, entered.position);
}

void Recorder::parameter(const Variable& variable, SourcePosition position, bool isInput) {
  const BitVector value = interpreter_.value(program_.variableOf(variable.term));
  memory_.seen(value, variable.cType);
  const CTypes& types = *program_.types;
  // A structure that is passed by value: the variable is the address of the copy.
  const bool isCopy = variable.typeClass == TypeClass::Pointer && variable.cType.valid() &&
                      types[variable.cType].target.valid() && types[types[variable.cType].target].name == variable.type;
  if (!isCopy) {
    change(position, withHome({variable.sourceName, textOf(value, variable, *program_.types, memory_.values()),
                               variable.type, isInput},
                              local(frame())));
    return;
  }
  memory_.rename(value.toUint64(), variable.sourceName, MemoryText::Naming::Object);
  Written text = memory_.written(value.toUint64(), interpreter_.objectSize(value.toUint64()), std::nullopt);
  if (!text.name.empty())
    change(position, withHome({std::move(text.name), std::move(text.value), std::move(text.type), isInput},
                              memory_.homeOf(value.toUint64())));
}

/// `argv` is shown by what is in it.
void Recorder::argumentsOfMain(const Function& main, SourcePosition position) {
  const Variable& argv = program_[main.parameters[1]];
  const uint64_t width = program_.layout().width / 8;
  const uint64_t vector = interpreter_.value(main.parameters[1]).toUint64();
  if (argv.typeClass != TypeClass::Pointer || vector == 0) return;
  const std::string name = argv.sourceName.empty() ? "argv" : argv.sourceName;
  const CTypeId texts = argv.cType.valid() ? (*program_.types)[argv.cType].target : CTypeId();
  memory_.seen(interpreter_.value(main.parameters[1]), argv.cType);
  memory_.rename(vector, name, MemoryText::Naming::Address);
  for (uint64_t i = 0;; ++i) {
    std::array<uint8_t, 8> bytes{};
    if (!interpreter_.read(vector + i * width, std::span(bytes).first(width))) break;
    uint64_t text = 0;
    for (uint64_t k = width; k-- > 0;) text = text << 8 | bytes[k];
    if (text == 0) break;
    const std::string element = name + "[" + std::to_string(i) + "]";
    memory_.seen(BitVector(program_.layout().width, text), texts);
    memory_.rename(text, element, MemoryText::Naming::Address);
    change(position, withHome({element, memory_.stringAt(text), "char *", true}, local(frame())));
  }
}

// ---- steps

TraceStep& Recorder::stepAt(SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  const bool goesOn = !steps.empty() && trace_.repeatsFrom != steps.size() && steps.back().roundsLeftOut == 0 &&
                      steps.back().function == function() && steps.back().depth == frame() &&
                      steps.back().position.file == position.file && steps.back().position.line == position.line &&
                      (openLoops_.empty() || openLoops_.back().lastBegin < steps.size());
  if (!goesOn) {
    if (folding_ == Folding::None && steps.size() >= 2 * kMaxTraceSteps) {
      leaveOutTheMiddle(trace_);
      for (OpenLoop& open : openLoops_) open.lastBegin = std::min(open.lastBegin, steps.size() - 1);
    }
    steps.push_back({position, function(), frame(), {}, 0});
    steps.back().round = std::exchange(beginningRound_, 0);
  }
  return steps.back();
}

bool Recorder::change(SourcePosition position, TraceChange change, const std::optional<BitVector>& value) {
  const std::optional<LooseInput> loose = std::exchange(looseInput_, std::nullopt);
  if (!position.known() || isStart(program_, function())) return false;
  // An input that is assigned at once is shown as that of the variable.
  const std::vector<TraceStep>& steps = trace_.steps;
  if (loose && value && loose->value.signResize(value->width()) == *value && loose->numSteps == steps.size() &&
      loose->numChanges == steps.back().changes.size()) {
    trace_.steps.back().changes.pop_back();
    change.isInput = true;
  }
  std::vector<TraceChange>& changes = stepAt(position).changes;
  // At a function's head, a parameter and the variable that keeps it, `x#2` if another `x` is alive, are the same.
  const bool isHead = position.line == program_[function()].position.line;
  const std::string_view name =
      std::string_view(change.name).substr(0, isHead ? change.name.find('#') : std::string::npos);
  const bool isKnown = std::ranges::any_of(
      changes, [&](const TraceChange& other) { return other.name == name && other.value == change.value; });
  if (isKnown && !change.isInput) return false;
  changes.push_back(std::move(change));
  return true;
}

void Recorder::rememberInput(const BitVector& value) {
  looseInput_ = {value, trace_.steps.size(), trace_.steps.back().changes.size()};
}

void Recorder::onEdge(EdgeId edge) {
  constexpr uint64_t kLookEvery = 1024;
  if (++numEdges_ % kLookEvery == 0 && (limit_.expired() || deadline_.expired())) stop_ = true;
  numOperations_ = 0;
  if (doneModel_ && doneModel_->edge != edge_) tellModel();
  if (edge_.valid()) followLoops(program_[edge_]);
  switch (marks_.passes(program_[edge].source, isEntering_)) {
  case CycleMarks::At::Begin: // nothing of the cycle is folded with what was before
    openLoops_.clear();
    trace_.repeatsFrom = trace_.steps.size();
    break;
  case CycleMarks::At::End:
    trace_.isComplete = stop_ = true;
    return;
  case CycleMarks::At::Elsewhere:
    break;
  }
  edge_ = edge;
  if (std::exchange(isEntering_, false)) enterFunction();
  const Edge& taken = program_[edge];
  if (!taken.guard.isTrue() && taken.position.known() && !isStart(program_, function())) stepAt(taken.position);
}

void Recorder::onCall(FunctionId callee) {
  tellModel();
  if (const SourcePosition position = positionOfCall(); position.known() && !isStart(program_, function()))
    stepAt(position);
  const bool isOutermost = !model_ && isModel(callee) && !isStart(program_, function()) && !isModel(function());
  callEdges_.push_back(edge_);
  if (isOutermost) model_ = ModelCall{frame(), callee, positionOfCall()};
  edge_ = EdgeId();
  isEntering_ = true;
}

void Recorder::onReturn() {
  tellModel();
  if (leak_.loss && numEdges_ == leak_.loss->edge && numOperations_ <= leak_.loss->operation) markLoss();
  while (!openLoops_.empty() && openLoops_.back().frame == frame()) openLoops_.pop_back();
  const std::vector<Operation>& operations = program_[edge_].operations;
  const auto* returned = operations.empty() ? nullptr : operations.back().as<Return>();
  std::optional<BitVector> result;
  if (model_ && model_->frame == frame() && returned && returned->value) result = evaluate(returned->value);
  memory_.left(frame());
  const bool leavesModel = model_ && model_->frame == frame();
  edge_ = EdgeId();
  if (callEdges_.empty()) return;
  edge_ = callEdges_.back();
  callEdges_.pop_back();
  if (leavesModel) leaveModel(std::move(result));
}

void Recorder::tellModel() {
  if (!doneModel_) return;
  const ModelCall model = *std::exchange(doneModel_, std::nullopt);
  const EdgeId present = std::exchange(edge_, model.edge);
  for (const auto& [object, ranges] : model.written)
    for (const auto& [begin, end] : ranges) {
      Written text = memory_.written(begin, end - begin, std::nullopt);
      if (text.name.empty()) continue;
      change(model.position,
             withHome({std::move(text.name), std::move(text.value), std::move(text.type), model.tookInput},
                      memory_.homeOf(begin)));
    }
  edge_ = present;
}

SourcePosition Recorder::positionOfCall() const {
  const Edge& edge = program_[edge_];
  return edge.operations.back().position.known() ? edge.operations.back().position : edge.position;
}

/// What a library function has done, at the place of the call.
void Recorder::leaveModel(std::optional<BitVector> result) {
  doneModel_ = std::exchange(model_, std::nullopt);
  doneModel_->edge = edge_;
  const ModelCall& model = *doneModel_;
  const bool isUsed = program_[edge_].operations.back().as<Call>()->result.valid();
  if (!model.tookInput || !result || !isUsed) return;
  if (result->width() == program_.layout().width && memory_.isUsers(result->toUint64())) return; // where the input is
  std::string value = memory_.values().value(*result, TypeClass::Unknown);
  if (change(model.position,
             withHome({program_[model.callee].name + "()", std::move(value), "", true}, local(frame()))))
    rememberInput(*result);
}

void Recorder::followLoops(const Edge& edge) {
  if (isModel(program_[edge.target].function)) return;
  const LoopForest& forest = loopsOf(program_[edge.target].function);
  auto contains = [&](const OpenLoop& open) {
    for (uint32_t loop = forest.loopOf(edge.target); loop != Loop::kNone; loop = forest.loops()[loop].parent)
      if (&forest.loops()[loop] == open.loop) return true;
    return false;
  };
  while (!openLoops_.empty() && openLoops_.back().frame == frame() && !contains(openLoops_.back()))
    openLoops_.pop_back();
  if (!forest.isHead(edge.target)) return;
  const Loop& loop = forest.loops()[forest.loopOf(edge.target)];
  const bool isOpen = !openLoops_.empty() && openLoops_.back().frame == frame() && openLoops_.back().loop == &loop;
  if (isOpen) {
    nextRound(openLoops_.back(), program_[edge.target].position);
  } else {
    openLoops_.push_back({frame(), &loop, &forest, 1, 0, trace_.steps.size()});
  }
}

// Rounds 1, n - 1 and n stay; when round n + 1 begins, n - 1 goes.
void Recorder::nextRound(OpenLoop& open, SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  ++open.round;
  if (folding_ == Folding::None) {
    beginningRound_ = open.round;
  } else if (open.round == 2) {
    open.firstEnd = steps.size();
  } else if (open.round > 3) {
    const auto begin = steps.begin() + static_cast<ptrdiff_t>(open.firstEnd);
    TraceStep marker{position, program_[open.loop->head].function, frame(), {}, open.round - 3};
    steps.erase(begin, steps.begin() + static_cast<ptrdiff_t>(open.lastBegin));
    steps.insert(steps.begin() + static_cast<ptrdiff_t>(open.firstEnd), std::move(marker));
  }
  open.lastBegin = steps.size();
}

Trace Recorder::take() {
  if (model_) { // the execution ends in it
    edge_ = callEdges_[model_->frame - 1];
    callEdges_.resize(model_->frame - 1);
    doneModel_ = std::exchange(model_, std::nullopt);
    doneModel_->edge = edge_;
  }
  tellModel();
  if (leak_.block)
    trace_.leak = {memory_.homeOf(leak_.block->pointer).object, *leak_.block,
                   leak_.loss ? leak_.loss->position : SourcePosition()};
  if (trace_.steps.size() > kMaxTraceSteps) leaveOutTheMiddle(trace_);
  return std::move(trace_);
}

} // namespace

namespace {

InterpreterOptions recording(std::atomic<bool>& stop) {
  InterpreterOptions options;
  options.interrupt = &stop;
  options.maxSteps = kMaxOperations;
  options.tellsOperations = true;
  return options;
}

} // namespace

Trace recordTrace(const Program& program, const Counterexample& counterexample, Env& env, Folding folding) {
  if (hasThreads(program)) return {}; // the recorder follows one call stack
  LeakSearch leak;
  if (isLeak(program[counterexample.error].property)) leak = searchLeak(program, counterexample, env.deadline);
  std::atomic<bool> stop = false;
  Interpreter interpreter(program, recording(stop));
  CounterexampleInputs inputs(counterexample);
  Recorder recorder(program, interpreter, env.deadline, stop, folding, nullptr, std::move(leak));
  const Outcome outcome = interpreter.run(inputs, &recorder);
  Trace trace = recorder.take();
  trace.isComplete = outcome.kind == Outcome::Error && outcome.location == counterexample.error;
  return trace;
}

Trace recordLasso(const Program& program, const Lasso& lasso, Env& env, Folding folding) {
  std::atomic<bool> stop = false;
  Interpreter interpreter(program, recording(stop));
  LassoInputs source(lasso);
  RecordingInputs inputs(source);
  Recorder recorder(program, interpreter, env.deadline, stop, folding, &lasso);
  interpreter.run(inputs, &recorder);
  Trace trace = recorder.take();
  trace.inputs = inputs.entries();
  return trace;
}

} // namespace assay
