#include "witness/trace_recorder.h"

#include "engine/common/replay.h"
#include "program/leak_checks.h"
#include "program/threads.h"
#include "term/evaluate.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

namespace assay {

namespace {

/// If there are more steps than this, only the first and the last ones are kept.
constexpr size_t kMaxTraceSteps = 4000;
/// A longer execution is not recorded: users would have to wait too long.
constexpr uint64_t kMaxOperations = 10'000'000;
constexpr std::chrono::seconds kMaxRecordingTime{3};

/// The program is still to be run natively: a part of the time that is left, and never none (which would be no limit).
Deadline::Clock::duration timeFor(const Deadline& deadline) {
  using Duration = Deadline::Clock::duration;
  if (!deadline.limited()) return kMaxRecordingTime;
  return std::clamp<Duration>((deadline.end() - Deadline::Clock::now()) / 4, std::chrono::milliseconds(1),
                              kMaxRecordingTime);
}

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

/// What the translation does where the life of a variable ends: that is no assignment of the user's.
bool isEndOfLife(const Operation& operation) {
  const auto* assign = operation.as<Assign>();
  return assign && assign->value.isValue() && assign->value.sort().isBitVec() && assign->value.value().isZero() &&
         operation.position.known() && operation.position.column == 0;
}

bool isAboutPointer(QueryKind kind) {
  return kind == QueryKind::Readable || kind == QueryKind::Writable || kind == QueryKind::Freeable;
}

void addOnce(std::vector<TraceRead>& reads, const TraceRead& read) {
  if (std::ranges::find(reads, read) == reads.end()) reads.push_back(read);
}

uint64_t bytesOf(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

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

} // namespace

TraceRecorder::TraceRecorder(const Program& program, Interpreter& interpreter, const Deadline& deadline,
                             std::atomic<bool>& stop, Folding folding, const Lasso* lasso, LeakSearch leak)
    : program_(program), interpreter_(interpreter), deadline_(deadline), stop_(stop), folding_(folding),
      limit_(timeFor(deadline)), memory_(program, interpreter), marks_(lasso), leak_(std::move(leak)), strands_(1) {
  trace_.hasThreads = hasThreads(program);
}

const LoopForest& TraceRecorder::loopsOf(FunctionId function) {
  std::unique_ptr<LoopForest>& forest = forests_[function.index()];
  if (!forest) forest = std::make_unique<LoopForest>(program_, function);
  return *forest;
}

bool TraceRecorder::isModel(FunctionId function) {
  const auto [entry, isNew] = isModel_.try_emplace(function.index(), !program_[function].position.known());
  if (isNew && entry->second)
    for (LocationId location : program_[function].locations)
      for (EdgeId edge : program_[location].out)
        if (program_[edge].position.known()) entry->second = false;
  return entry->second;
}

// ---- values

BitVector TraceRecorder::evaluate(Term term) {
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

void TraceRecorder::onOperation(const Operation& operation) {
  const SourcePosition position = operation.position.known() ? operation.position : program_[now_.edge].position;
  if (now_.doneModel && position.line != now_.doneModel->position.line) tellModel(); // of another statement
  operation.visit(
      [&](const Store& store) {
        const uint64_t pointer = evaluate(store.pointer).toUint64(), size = bytesOf(store.value.sort());
        memory_.marked(pointer, size);
        write(pointer, size, &store, position);
      },
      [&](const OneOf<Copy, Fill> auto& range) {
        const uint64_t pointer = evaluate(range.target).toUint64(), size = evaluate(range.size).toUint64();
        memory_.marked(pointer, size);
        write(pointer, size, nullptr, position);
      },
      [&](const Free& free) {
        const uint64_t pointer = evaluate(free.pointer).toUint64();
        if (free.storage == Storage::Heap && pointer != 0 && position.known() && !isInStart())
          stepAt(position).freed.push_back(memory_.homeOf(pointer).object);
        if (free.storage != Storage::Stack && pointer != 0)
          freed_[program_.layout().object(pointer)] = {memory_.homeOf(pointer).object,
                                                       usersPosition(program_, now_.path())};
        memory_.freed(pointer);
      },
      [&](const Load& load) {
        if (trace_.hasThreads) readShared(load, position);
        if (position.known() && !isInStart() && !isModel(function())) {
          const Variable& variable = program_[load.variable];
          const Written read =
              memory_.unwritten(evaluate(load.pointer).toUint64(), bytesOf(variable.sort()), variable.typeClass);
          if (!read.name.empty()) addOnce(stepAt(position).neverWritten, {read.name, read.value});
        }
        defined(operation, program_[load.variable], position);
      },
      [&](const Query& query) {
        if (query.kind == QueryKind::UnracedRead || query.kind == QueryKind::UnracedWrite) askedForRace(query);
        if (isAboutPointer(query.kind))
          refused_ = interpreter_.value(query.variable).isZero() ? evaluate(query.arguments[0]).toUint64() : 0;
        defined(operation, program_[query.variable], position);
      },
      [&](const OneOf<Assign, Input, Allocate> auto& defining) {
        defined(operation, program_[defining.variable], position);
      },
      [&](const Spawn& spawn) { created(spawn); },
      [&](const Await& await) {
        if (!interpreter_.value(await.variable).isZero()) now_.wait.reset();
      },
      [](const OneOf<Step, Atomic, Call, Return> auto&) {}); // nothing is told of them here
  tellModel();
  if (leak_.loss && numEdges_ == leak_.loss->edge && now_.numOperations == leak_.loss->operation) markLoss();
  ++now_.numOperations;
}

/// The block that the violation is about is lost now.
void TraceRecorder::markLoss() {
  const SourcePosition position = leak_.loss->position;
  const bool isShown = position.known() && !isModel(function()) && !isInStart();
  if (isShown) stepAt(position);
  if (!trace_.steps.empty() && trace_.steps.back().roundsLeftOut == 0)
    trace_.steps.back().lost = memory_.homeOf(leak_.block->pointer).object;
}

void TraceRecorder::write(uint64_t pointer, uint64_t size, const Store* store, SourcePosition position) {
  if (size == 0 || isInStart() || !memory_.isUsers(pointer)) return;
  if (now_.model && !position.known()) {
    auto& ranges = now_.model->written[program_.layout().object(pointer)];
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
         store && now_.looseInput ? std::optional(evaluate(store->value)) : std::nullopt);
}

void TraceRecorder::defined(const Operation& operation, const Variable& variable, SourcePosition position) {
  const BitVector value = interpreter_.value(operation.defines());
  if (const auto* allocate = operation.as<Allocate>()) {
    const bool isModels = now_.model && allocate->storage == Storage::Heap;
    memory_.allocated(*allocate, isModels ? program_[now_.model->callee].name : allocate->name, value.toUint64(),
                      frame());
    if (variable.sourceName.starts_with('&')) return; // a local object comes to life
  }
  memory_.seen(value, variable.cType);
  if (isEndOfLife(operation)) return;
  const auto* input = operation.as<Input>();
  const bool isAsked = input && input->kind != InputKind::Uninitialised && input->kind != InputKind::Unspecified;
  if (isAsked && now_.model) now_.model->tookInput = true;
  if (variable.sourceName.empty() && !isAsked) return;
  // What clang makes for an array of variable length is nothing that the user has written.
  if (variable.sourceName.starts_with('&') || variable.sourceName.starts_with("__vla_expr")) return;
  TraceChange made{variable.sourceName, textOf(value, variable, *program_.types, memory_.values()), variable.type};
  made.home = variable.function.valid() ? local() : Home{Home::Static, 0, {}};
  if (variable.isThreadLocal) made.home = {Home::Stack, 1, {}, thread_}; // it lives as long as the thread's first call
  if (variable.typeClass == TypeClass::Pointer) made.list = memory_.listAt(value.toUint64(), variable.cType);
  made.isInput = input != nullptr;
  made.isUninitialised = input && input->kind == InputKind::Uninitialised;
  const bool isLoose = variable.sourceName.empty();
  if (isLoose) made.name = input->name + (input->name.find(' ') == std::string::npos ? "()" : "");
  const bool isShown = change(position, std::move(made), input ? std::nullopt : std::optional(value));
  if (isLoose && isShown) rememberInput(value);
}

/// Parameters, and what main is given, as changes at the function's head.
void TraceRecorder::enterFunction() {
  const Function& entered = program_[function()];
  const bool isFirst = !now_.callEdges.empty() && isStart(program_[program_[now_.callEdges.back()].source].function);
  if (trace_.hasThreads && now_.model && now_.model->frame == frame()) // what a thread waits for is among them
    for (VariableId variable : entered.parameters) now_.model->arguments.push_back(interpreter_.value(variable));
  if (!entered.position.known()) return;
  for (VariableId variable : entered.parameters) {
    if (program_[variable].sourceName.empty()) continue;
    const bool isVector = isFirst && entered.name == "main" && program_[variable].typeClass == TypeClass::Pointer;
    if (!isVector) parameter(program_[variable], entered.position, isFirst);
  }
  if (isFirst && entered.name == "main" && entered.parameters.size() >= 2) argumentsOfMain(entered, entered.position);
}

void TraceRecorder::parameter(const Variable& variable, SourcePosition position, bool isInput) {
  const BitVector value = interpreter_.value(program_.variableOf(variable.term));
  memory_.seen(value, variable.cType);
  const CTypes& types = *program_.types;
  // A structure that is passed by value: the variable is the address of the copy.
  const bool isCopy = variable.typeClass == TypeClass::Pointer && variable.cType.valid() &&
                      types[variable.cType].target.valid() && types[types[variable.cType].target].name == variable.type;
  if (!isCopy) {
    change(position, withHome({variable.sourceName,
                               textOf(value, variable, *program_.types, memory_.values()),
                               variable.type,
                               isInput,
                               false,
                               {},
                               memory_.passedAt(value.toUint64())},
                              local()));
    return;
  }
  memory_.rename(value.toUint64(), variable.sourceName, MemoryText::Naming::Object);
  Written text = memory_.written(value.toUint64(), interpreter_.objectSize(value.toUint64()), std::nullopt);
  if (!text.name.empty())
    change(position, withHome({std::move(text.name), std::move(text.value), std::move(text.type), isInput},
                              memory_.homeOf(value.toUint64())));
}

/// `argv` is shown by what is in it.
void TraceRecorder::argumentsOfMain(const Function& main, SourcePosition position) {
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
    change(position, withHome({element, memory_.stringAt(text), "char *", true}, local()));
  }
}

// ---- steps

TraceStep& TraceRecorder::stepAt(SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  const bool goesOn = !steps.empty() && trace_.repeatsFrom != steps.size() && steps.back().roundsLeftOut == 0 &&
                      steps.back().thread == thread_ && steps.back().function == function() &&
                      steps.back().depth == frame() && steps.back().position.file == position.file &&
                      steps.back().position.line == position.line &&
                      (now_.openLoops.empty() || now_.openLoops.back().lastBegin < steps.size());
  if (!goesOn) {
    if (folding_ == Folding::None && steps.size() >= 2 * kMaxTraceSteps) {
      leaveOutTheMiddle(trace_);
      for (OpenLoop& open : now_.openLoops) open.lastBegin = std::min(open.lastBegin, steps.size() - 1);
    }
    steps.push_back({position, function(), frame(), {}, 0});
    steps.back().round = std::exchange(now_.beginningRound, 0);
    steps.back().thread = thread_;
  }
  if (trace_.hasThreads) now_.last = Place{position, function(), frame()};
  return steps.back();
}

bool TraceRecorder::change(SourcePosition position, TraceChange change, const std::optional<BitVector>& value) {
  const std::optional<LooseInput> loose = std::exchange(now_.looseInput, std::nullopt);
  if (!position.known() || isInStart()) return false;
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
  const auto known = std::ranges::find_if(
      changes, [&](const TraceChange& other) { return other.name == name && other.value == change.value; });
  if (known != changes.end() && !change.isInput) {
    if (known->isUninitialised) *known = std::move(change); // it is given the value that it has had by chance
    return false;
  }
  changes.push_back(std::move(change));
  return true;
}

void TraceRecorder::rememberInput(const BitVector& value) {
  now_.looseInput = {value, trace_.steps.size(), trace_.steps.back().changes.size()};
}

void TraceRecorder::onEdge(EdgeId edge) {
  constexpr uint64_t kLookEvery = 1024;
  if (++numEdges_ % kLookEvery == 0 && (limit_.expired() || deadline_.expired())) stop_ = true;
  now_.numOperations = 0;
  if (now_.doneModel && now_.doneModel->edge != now_.edge) tellModel();
  if (now_.edge.valid()) followLoops(program_[now_.edge]);
  switch (marks_.passes(program_[edge].source, now_.isEntering)) {
  case CycleMarks::At::Begin: // nothing of the cycle is folded with what was before
    now_.openLoops.clear();
    trace_.repeatsFrom = trace_.steps.size();
    break;
  case CycleMarks::At::End:
    trace_.isComplete = stop_ = true;
    return;
  case CycleMarks::At::Elsewhere:
    break;
  }
  now_.edge = edge;
  if (std::exchange(now_.isEntering, false)) enterFunction();
  if (trace_.hasThreads) announce(program_[edge]);
  const Edge& taken = program_[edge];
  if (!taken.guard.isTrue() && taken.position.known() && !isInStart()) stepAt(taken.position);
}

void TraceRecorder::onCall(FunctionId callee) {
  tellModel();
  if (const SourcePosition position = positionOfCall(); position.known() && !isInStart()) stepAt(position);
  const bool isOutermost = !now_.model && isModel(callee) && !isInStart() && !isModel(function());
  now_.callEdges.push_back(now_.edge);
  if (isOutermost) now_.model = ModelCall{frame(), callee, positionOfCall()};
  now_.edge = EdgeId();
  now_.isEntering = true;
}

void TraceRecorder::onReturn() {
  tellModel();
  if (leak_.loss && numEdges_ == leak_.loss->edge && now_.numOperations <= leak_.loss->operation) markLoss();
  while (!now_.openLoops.empty() && now_.openLoops.back().frame == frame()) now_.openLoops.pop_back();
  const std::vector<Operation>& operations = program_[now_.edge].operations;
  const auto* returned = operations.empty() ? nullptr : operations.back().as<Return>();
  std::optional<BitVector> result;
  if (now_.model && now_.model->frame == frame() && returned && returned->value) result = evaluate(returned->value);
  memory_.left(frame());
  const bool leavesModel = now_.model && now_.model->frame == frame();
  now_.edge = EdgeId();
  if (now_.callEdges.empty()) {
    now_.hasEnded = true;
    return;
  }
  now_.edge = now_.callEdges.back();
  now_.callEdges.pop_back();
  if (leavesModel) leaveModel(std::move(result));
}

void TraceRecorder::tellModel() {
  if (!now_.doneModel) return;
  const ModelCall model = *std::exchange(now_.doneModel, std::nullopt);
  const EdgeId present = std::exchange(now_.edge, model.edge);
  for (const auto& [object, ranges] : model.written)
    for (const auto& [begin, end] : ranges) {
      Written text = memory_.written(begin, end - begin, std::nullopt);
      if (text.name.empty()) continue;
      if (trace_.hasThreads && libraryObject(text.name) != text.name) continue; // what is inside of a lock
      change(model.position,
             withHome({std::move(text.name), std::move(text.value), std::move(text.type), model.tookInput},
                      memory_.homeOf(begin)));
    }
  now_.edge = present;
}

SourcePosition TraceRecorder::positionOfCall() const {
  const Edge& edge = program_[now_.edge];
  return edge.operations.back().position.known() ? edge.operations.back().position : edge.position;
}

/// What a library function has done, at the place of the call.
void TraceRecorder::leaveModel(std::optional<BitVector> result) {
  now_.doneModel = std::exchange(now_.model, std::nullopt);
  now_.doneModel->edge = now_.edge;
  const ModelCall& model = *now_.doneModel;
  const bool isUsed = program_[now_.edge].operations.back().as<Call>()->result.valid();
  if (!model.tookInput || !result || !isUsed) return;
  if (result->width() == program_.layout().width && memory_.isUsers(result->toUint64())) return; // where the input is
  std::string value = memory_.values().value(*result, TypeClass::Unknown);
  if (change(model.position, withHome({program_[model.callee].name + "()", std::move(value), "", true}, local())))
    rememberInput(*result);
}

void TraceRecorder::followLoops(const Edge& edge) {
  if (isModel(program_[edge.target].function)) return;
  const LoopForest& forest = loopsOf(program_[edge.target].function);
  auto contains = [&](const OpenLoop& open) {
    for (uint32_t loop = forest.loopOf(edge.target); loop != Loop::kNone; loop = forest.loops()[loop].parent)
      if (&forest.loops()[loop] == open.loop) return true;
    return false;
  };
  while (!now_.openLoops.empty() && now_.openLoops.back().frame == frame() && !contains(now_.openLoops.back()))
    now_.openLoops.pop_back();
  if (!forest.isHead(edge.target)) return;
  const Loop& loop = forest.loops()[forest.loopOf(edge.target)];
  const bool isOpen =
      !now_.openLoops.empty() && now_.openLoops.back().frame == frame() && now_.openLoops.back().loop == &loop;
  if (isOpen) {
    nextRound(now_.openLoops.back(), program_[edge.target].position);
  } else {
    now_.openLoops.push_back({frame(), &loop, &forest, 1, 0, 0, trace_.steps.size()});
  }
}

// Rounds 1, n - 1 and n stay; when round n + 1 begins, n - 1 goes.
void TraceRecorder::nextRound(OpenLoop& open, SourcePosition position) {
  std::vector<TraceStep>& steps = trace_.steps;
  const uint64_t round = ++open.round - open.roundsBefore;
  if (folding_ == Folding::None) {
    now_.beginningRound = open.round;
  } else if (round == 2) {
    open.firstEnd = steps.size();
  } else if (round > 3) {
    const auto begin = steps.begin() + static_cast<ptrdiff_t>(open.firstEnd);
    TraceStep marker{position, program_[open.loop->head].function, frame(), {}, round - 3};
    marker.thread = thread_;
    steps.erase(begin, steps.begin() + static_cast<ptrdiff_t>(open.lastBegin));
    steps.insert(steps.begin() + static_cast<ptrdiff_t>(open.firstEnd), std::move(marker));
  }
  open.lastBegin = steps.size();
}

Trace TraceRecorder::take(std::optional<Property> violated) {
  if (violated == Property::NoDataRace) trace_.race = race();
  if (violated == Property::NoDeadlock) {
    // The last thread of a circle does not come to its wait.
    const bool isCircle = !now_.wait && now_.model;
    if (isCircle) startWaiting(awaitedBy(program_[now_.model->callee].name, now_.model->arguments), sizeof(uint32_t));
    strands_[thread_] = now_;
    for (const Strand& strand : strands_) {
      if (!strand.wait || !strand.wait->position.known()) continue;
      trace_.waits.push_back(*strand.wait);
      trace_.waits.back().other = describeWait(strand.waitingCall, memory_, interpreter_).other; // in the end
    }
    if (isCircle) trace_.waits = circleOf(std::move(trace_.waits), thread_);
  }
  if (now_.model) { // the execution ends in it
    now_.edge = now_.callEdges[now_.model->frame - 1];
    now_.callEdges.resize(now_.model->frame - 1);
    now_.doneModel = std::exchange(now_.model, std::nullopt);
    now_.doneModel->edge = now_.edge;
  }
  tellModel();
  if (const auto known = freed_.find(program_.layout().object(refused_));
      refused_ != 0 && known != freed_.end() && known->second.position.known())
    trace_.freed = known->second;
  if (leak_.block)
    trace_.leak = {memory_.homeOf(leak_.block->pointer).object, *leak_.block,
                   leak_.loss ? leak_.loss->position : SourcePosition()};
  if (trace_.steps.size() > kMaxTraceSteps) leaveOutTheMiddle(trace_);
  return std::move(trace_);
}

namespace {

InterpreterOptions recording(std::atomic<bool>& stop) {
  InterpreterOptions options;
  options.interrupt = &stop;
  options.maxSteps = kMaxOperations;
  options.tellsOperations = true;
  return options;
}

} // namespace

SourcePosition placeOf(const Trace& trace, SourcePosition violation) {
  return trace.leak && trace.leak->block.position.known() ? trace.leak->block.position : violation;
}

Trace recordTrace(const Program& program, const Counterexample& counterexample, Env& env, Folding folding) {
  LeakSearch leak;
  if (isLeak(program[counterexample.error].property)) leak = searchLeak(program, counterexample, env.deadline);
  std::atomic<bool> stop = false;
  Interpreter interpreter(program, recording(stop));
  CounterexampleInputs inputs(counterexample);
  TraceRecorder recorder(program, interpreter, env.deadline, stop, folding, nullptr, std::move(leak));
  const Outcome outcome = interpreter.run(inputs, &recorder);
  const bool isComplete = outcome.kind == Outcome::Error && outcome.location == counterexample.error;
  Trace trace = recorder.take(isComplete ? std::optional(program[counterexample.error].property) : std::nullopt);
  trace.isComplete = isComplete;
  return trace;
}

Trace recordLasso(const Program& program, const Lasso& lasso, Env& env, Folding folding) {
  std::atomic<bool> stop = false;
  Interpreter interpreter(program, recording(stop));
  LassoInputs source(lasso);
  RecordingInputs inputs(source);
  TraceRecorder recorder(program, interpreter, env.deadline, stop, folding, &lasso);
  interpreter.run(inputs, &recorder);
  Trace trace = recorder.take(std::nullopt);
  trace.inputs = inputs.entries();
  return trace;
}

} // namespace assay
