#include "witness/replay_plan.h"

#include "engine/common/replay.h"
#include "program/callers_block.h"
#include "program/cycle_search.h"
#include "program/initial_bytes.h"
#include "program/input_names.h"
#include "program/interpreter.h"
#include "program/threads.h"
#include "strategy/native_verdict.h"
#include "term/traverse.h"
#include "witness/cycle_marks.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cctype>
#include <charconv>
#include <set>
#include <unordered_set>
#include <utility>

namespace assay {

namespace {

/// Longer executions take too long, and have more inputs than a compiler can take.
constexpr uint64_t kMaxPlannedSteps = 200'000'000;
constexpr size_t kMaxTurns = 200'000;

/// Takes the inputs of a counterexample or a lasso and sorts them by what they mean to a compiled program.
class Collector : public InputSource, public Observer {
public:
  Collector(ReplayPlan& plan, const Program& program, InputSource& source, const InitialBytes& bytes,
            const Lasso* lasso = nullptr)
      : plan_(plan), program_(program), source_(source), bytes_(bytes), marks_(lasso) {
    plan.hasThreads = hasThreads(program);
    if (plan.hasThreads) turns_.emplace(program);
    declareFunctions();
  }

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return source_.initialByte(allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    source_.initialBytes(allocation, offset, bytes);
  }
  void onEdge(EdgeId edge) override;
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  void onCall(FunctionId callee) override {
    isEntering_ = true;
    if (turns_) turns_->onCall(callee);
  }
  void onReturn() override {
    if (turns_) turns_->onReturn();
  }
  void onSpawn(uint32_t thread, FunctionId callee) override {
    if (turns_) turns_->onSpawn(thread, callee);
  }
  void onSwitch(uint32_t thread) override {
    if (turns_) turns_->onSwitch(thread);
  }

  void finish();
  /// The turns of the threads, to a violation of this property. False: there are too many.
  bool finishTurns(Property property);
  /// The cycle of the lasso has been gone through once; then this is true, to stop the execution.
  const std::atomic<bool>& isThrough() const { return isThrough_; }
  /// The counterexample with zero where it has values that a compiled program cannot be given; nothing if there are
  /// none.
  std::optional<Counterexample> simpler(const Counterexample& counterexample) const;

private:
  static constexpr size_t kMaxDoubts = 4;

  void declareFunctions();
  NondetFunction functionOf(const Input& input, uint32_t width) const;
  void addResult(const NondetFunction& function, const BitVector& value);
  bool isInNamedObject(const BitVector& address);
  bool takeFromOutside(const std::string& name, const BitVector& value);
  bool takeScanned(const std::string& name, const BitVector& value);
  void onMemory(const ReplayPlan::Bytes& bytes, bool isOfUser, SourcePosition position);
  /// Where what is read comes from: the file that was opened last, if it has not ended; otherwise standard input.
  std::string& stream() { return isFileOpen_ ? plan_.files.back().text : plan_.input; }
  void onLocal(VariableId variable, const BitVector& value);
  void onAllocate(const Allocate& allocate, SourcePosition position, bool isOfUser);
  void doubt(const std::string& text);
  void noteMachine(EdgeId edge);
  std::string at(SourcePosition position) const {
    return position.known() ? " (" + program_.files.format(position) + ")" : std::string();
  }

  ReplayPlan& plan_;
  const Program& program_;
  InputSource& source_;
  const InitialBytes& bytes_;
  CycleMarks marks_;
  bool isEntering_ = false, isInCycle_ = false;
  std::atomic<bool> isThrough_ = false;
  std::map<std::string, size_t> functions_; // to plan_.results
  std::map<uint32_t, size_t> locals_;       // by variable, to plan_.locals
  uint64_t numInputs_ = 0;
  std::vector<uint64_t> uninitialisedInputs_;  // by number, where they are not zero
  std::vector<uint64_t> uninitialisedObjects_; // by number of the allocation
  std::map<std::string, uint64_t> attempts_;   // calls of malloc and calloc that may fail
  std::optional<uint64_t> block_;              // so many bytes are read next, at once
  bool isFileOpen_ = false;
  uint64_t numAllocations_ = 0;
  uint64_t numMallocs_ = 0;
  std::optional<uint64_t> numArguments_; // argc
  std::set<std::string> doubts_;
  std::set<uint32_t> seenEdges_;
  std::optional<TurnRecorder> turns_;  // with threads
  std::unordered_set<Term> addresses_; // terms that accesses of threads go to, or that these consist of
};

NondetFunction Collector::functionOf(const Input& input, uint32_t width) const {
  if (isNondetFunction(input.name)) return nondetFunction(input.name, width);
  if (input.name == "rand") return {input.name, "int", width, TypeClass::Signed};
  const TypeClass typeClass = program_[input.variable].typeClass;
  if (typeClass == TypeClass::Float && width == 32) return {input.name, "float", width, typeClass};
  if (typeClass == TypeClass::Float && width == 64) return {input.name, "double", width, typeClass};
  if (program_[input.variable].isPointer || addresses_.contains(program_[input.variable].term))
    return {input.name, "unsigned long", width, TypeClass::Pointer};
  // The caller takes what it wants of the register.
  return {input.name, width > 64 ? "unsigned __int128" : "unsigned long long", width, TypeClass::Unsigned};
}

bool isFunctionResult(const Input& input) {
  if (input.kind == InputKind::External) return !input.name.empty();
  return input.kind == InputKind::Nondet && (isNondetFunction(input.name) || input.name == "rand");
}

/// A function that this execution does not call must not be missing when the compiled program calls it after all.
void Collector::declareFunctions() {
  // Threads: what is an address where it is used.
  for (const Edge& edge : program_.edges())
    for (const Operation& operation : edge.operations)
      if (const Step* step = operation.as<Step>(); step != nullptr && !step->pointer.isNull())
        forEachSubterm(step->pointer, [&](Term term) { addresses_.insert(term); });
  for (const Edge& edge : program_.edges()) {
    for (const Operation& operation : edge.operations) {
      const Input* input = operation.as<Input>();
      if (!input || !isFunctionResult(*input)) continue;
      const Sort sort = program_[input->variable].sort();
      if (!functions_.try_emplace(input->name, plan_.results.size()).second) continue;
      plan_.results.push_back({functionOf(*input, sort.isBool() ? 1 : sort.width()), {}});
    }
  }
}

void Collector::doubt(const std::string& text) {
  if (!doubts_.insert(text).second) return;
  if (doubts_.size() <= kMaxDoubts) plan_.prediction.doubts.push_back(text);
}

void Collector::addResult(const NondetFunction& function, const BitVector& value) {
  plan_.results[functions_.at(function.name)].values.push_back(value);
  if (function.typeClass != TypeClass::Pointer || value.isZero() || isInNamedObject(value)) return;
  if (plan_.hasThreads) doubt("the address that " + function.name + " returns");
}

/// Whether the address lies in a global object that has a name where the program is compiled. It is noted then.
bool Collector::isInNamedObject(const BitVector& address) {
  const PointerLayout& layout = program_.layout();
  const uint64_t number = layout.object(address.toUint64());
  if (number == 0 || number > program_.objects.size()) return false;
  const StaticObject& object = program_.objects[number];
  const uint64_t begin = layout.address(number);
  if (object.kind != ObjectKind::Global || !object.position.known() || address.toUint64() - begin > object.size)
    return false;
  // Variables of functions have names that only the compiler knows, and each thread has its own of others.
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto isCopied = [&](const Variable& variable) {
    return variable.isThreadLocal && variable.name() == "&" + object.name;
  };
  if (!std::ranges::all_of(object.name, isWord) || std::ranges::any_of(program_.variables(), isCopied)) return false;
  if (std::ranges::find(plan_.objects, begin, &ReplayPlan::Object::begin) == plan_.objects.end())
    plan_.objects.push_back({object.name, program_.files[object.position.file], begin, object.size});
  return true;
}

std::optional<BitVector> Collector::next(const Input& input, uint32_t width, SourcePosition position) {
  const std::optional<BitVector> value = source_.next(input, width, position);
  if (!value) return value;
  const uint64_t number = numInputs_++;
  block_.reset();
  const std::string name = input.name.empty() ? std::string("a variable") : input.name;
  switch (input.kind) {
  case InputKind::Nondet:
  case InputKind::External:
    if (isFunctionResult(input)) {
      addResult(functionOf(input, width), *value);
    } else if (!takeFromOutside(input.name, *value) && !value->isZero()) {
      doubt("what the machine decides: " + name);
    }
    break;
  case InputKind::Argument:
    if (plan_.entry == "main" && !numArguments_) numArguments_ = value->toUint64();
    plan_.parameters.push_back(*value);
    break;
  case InputKind::Uninitialised:
    onLocal(input.variable, *value);
    if (value->isZero()) break;
    uninitialisedInputs_.push_back(number);
    doubt("the value of the uninitialised " + name + at(position));
    break;
  case InputKind::Volatile:
    doubt("the value of the volatile " + name);
    break;
  case InputKind::Schedule: // the turns say it
    break;
  case InputKind::Unspecified:
    if (name == kVectorMisfit) plan_.prediction.needsX86 = true; // no sanitizer looks at vectors
    if (name == "malloc fails" || name == "calloc fails") {
      const std::string function = name.substr(0, name.find(' '));
      const uint64_t attempt = attempts_[function]++;
      if (!value->isZero()) plan_.failures[function].insert(attempt);
    } else if (!value->isZero()) {
      doubt(kOpenDoubt + name);
    }
    break;
  }
  return value;
}

/// Digits that mean just this number.
template <class Float>
std::string floatText(Float value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// What a conversion of scanf yields, as text that yields it. False: the input is no such value.
bool Collector::takeScanned(const std::string& name, const BitVector& value) {
  std::string text;
  if (name == "scanf_int" || name == "scanf_short" || name == "scanf_longlong") {
    text = value.toSignedString();
  } else if (name == "scanf_double" && value.width() == 64) {
    text = floatText(std::bit_cast<double>(value.toUint64()));
  } else if (name == "scanf_float" && value.width() == 32) {
    text = floatText(std::bit_cast<float>(static_cast<uint32_t>(value.toUint64())));
  } else {
    return false;
  }
  if (!stream().empty()) stream() += ' ';
  stream() += text;
  return true;
}

/// What files and standard input hold. False: the input is something else.
bool Collector::takeFromOutside(const std::string& name, const BitVector& value) {
  if (name == "getc" || name == "scanf_char") {
    const uint64_t character = value.toUint64();
    if (character < 256)
      stream() += static_cast<char>(character);
    else
      isFileOpen_ = false;
  } else if (name == "fopen") {
    isFileOpen_ = !value.isZero();
    plan_.files.push_back({isFileOpen_, {}});
  } else if (name == "fread" || name == "transferred") {
    block_ = value.toUint64();
  } else if (name == "scanf_ends") {
    if (!value.isZero()) isFileOpen_ = false;
  } else if (name != "scanf_matches" && name != "scanf_goes_on") {
    return takeScanned(name, value);
  }
  return true;
}

/// Any bytes: those that a function of the library has read, or what the harness asked for.
void Collector::onMemory(const ReplayPlan::Bytes& bytes, bool isOfUser, SourcePosition position) {
  if (isOfUser) {
    plan_.memories.push_back(bytes);
  } else if (const std::optional<uint64_t> size = std::exchange(block_, std::nullopt)) {
    constexpr uint64_t kMany = uint64_t{1} << 24;
    std::string text(std::min(*size, kMany), '\0');
    for (const auto& [offset, byte] : bytes)
      if (offset < text.size()) text[offset] = static_cast<char>(byte);
    stream() += text;
  } else if (!bytes.empty()) {
    doubt(kOpenDoubt + std::string("what a function of the library writes") + at(position));
  }
}

void Collector::onLocal(VariableId id, const BitVector& value) {
  const Variable& variable = program_[id];
  if (!variable.position.known() || variable.sourceName.empty() || value.width() > 64) return;
  const auto [found, isNew] = locals_.try_emplace(id.index(), plan_.locals.size());
  if (isNew) {
    const bool isFloat = variable.typeClass == TypeClass::Float;
    const char* type = !isFloat ? "unsigned long long" : value.width() == 32 ? "float" : "double";
    const std::string function = "assay_local_" + std::to_string(plan_.locals.size());
    plan_.locals.push_back({variable.sourceName,
                            program_.files[variable.position.file],
                            variable.position.line,
                            {{function, type, value.width(), isFloat ? TypeClass::Float : TypeClass::Unsigned}, {}}});
    if (isInCycle_) plan_.locals.back().values.repeatsFrom = 0;
  }
  plan_.locals[found->second].values.values.push_back(value);
}

/// Allocations are counted as the interpreter counts them.
void Collector::onAllocate(const Allocate& allocate, SourcePosition position, bool isOfUser) {
  const uint64_t number = numAllocations_++;
  const bool isMalloc = allocate.storage == Storage::Heap && allocate.name == "malloc";
  const uint64_t call = isMalloc ? numMallocs_++ : 0;
  const bool isArgument = allocate.name.starts_with("argv[") && allocate.storage == Storage::Stack && numArguments_ &&
                          plan_.arguments.size() < *numArguments_ && number <= *numArguments_;
  std::string text;
  ReplayPlan::Bytes bytes;
  for (auto it = bytes_.lower_bound({number, 0}); it != bytes_.end() && it->first.first == number; ++it) {
    const auto [offset, byte] = std::pair(it->first.second, it->second);
    if (byte != 0) bytes[offset] = byte;
    if (isArgument && offset < 4096) {
      text.resize(std::max<size_t>(text.size(), offset + 1));
      text[offset] = static_cast<char>(byte);
    }
  }
  if (allocate.name == "__VERIFIER_nondet_memory") {
    onMemory(bytes, isOfUser, position);
  } else if (isArgument) {
    plan_.arguments.push_back(text.substr(0, text.find('\0')));
  } else if (isCallersBlock(allocate)) {
    plan_.callersBlocks.push_back(std::move(bytes));
  } else if (isMalloc && !bytes.empty()) {
    plan_.allocations[call] = std::move(bytes);
  } else if (!bytes.empty() && allocate.storage == Storage::Library) {
    doubt(kOpenDoubt + allocate.name);
  } else if (!bytes.empty()) {
    uninitialisedObjects_.push_back(number);
    doubt("the contents of the uninitialised " + (allocate.name.empty() ? "object" : allocate.name) + at(position));
  }
}

/// What this edge computes that is not the same on all machines.
void Collector::noteMachine(EdgeId edge) {
  if (!seenEdges_.insert(edge.index()).second) return;
  const auto note = [&](Term term) {
    if (term.sort().isFloat() && term.sort().exponentBits() == 15) plan_.prediction.needsX86 = true;
    if (term.kind() == Kind::FpToSbv || term.kind() == Kind::FpToUbv) plan_.prediction.convertsToInteger = true;
  };
  forEachSubterm(program_[edge].guard, note);
  for (const Operation& operation : program_[edge].operations)
    for (Term term : operation.terms())
      if (!term.isNull()) forEachSubterm(term, note);
}

void Collector::onEdge(EdgeId edge) {
  if (turns_) turns_->onEdge(edge);
  const CycleMarks::At at = marks_.passes(program_[edge].source, std::exchange(isEntering_, false));
  if (at == CycleMarks::At::End) isThrough_ = true;
  if (isThrough_) return;
  if (at == CycleMarks::At::Begin) {
    isInCycle_ = true;
    for (ReplayPlan::Results& results : plan_.results) results.repeatsFrom = results.values.size();
    for (ReplayPlan::Local& local : plan_.locals) local.values.repeatsFrom = local.values.values.size();
  }
  // Models of the library stand nowhere in the source.
  const bool isOfUser = program_[program_[program_[edge].source].function].position.known();
  if (isOfUser) noteMachine(edge);
  for (const Operation& operation : program_[edge].operations)
    if (const Allocate* allocate = operation.as<Allocate>()) onAllocate(*allocate, operation.position, isOfUser);
}

std::optional<Counterexample> Collector::simpler(const Counterexample& counterexample) const {
  if (uninitialisedInputs_.empty() && uninitialisedObjects_.empty()) return std::nullopt;
  Counterexample result = counterexample;
  for (const uint64_t number : uninitialisedInputs_)
    if (number < result.inputs.size()) result.inputs[number] = BitVector(result.inputs[number].width(), 0);
  for (const uint64_t number : uninitialisedObjects_)
    std::erase_if(result.bytes, [&](const auto& entry) { return entry.first.first == number; });
  return result;
}

bool Collector::finishTurns(Property property) {
  if (!turns_) return true;
  plan_.turns = turns_->take(property);
  plan_.turnPlaces = turnPlaces(program_);
  if (property == Property::NoDataRace)
    for (const Turn& turn : turns_->rivals()) plan_.prediction.rivalLines.push_back(turn.place.line);
  return plan_.turns.size() <= kMaxTurns;
}

void Collector::finish() {
  // Zero is what they get anyway.
  std::erase_if(plan_.locals, [](const ReplayPlan::Local& local) {
    return std::ranges::all_of(local.values.values, [](const BitVector& value) { return value.isZero(); });
  });
  // As many as there have to be, even if nobody looks at them.
  constexpr uint64_t kMaxArguments = 1000;
  const uint64_t count = std::min(numArguments_.value_or(1), kMaxArguments);
  if (plan_.entry == "main" && plan_.arguments.size() < count) plan_.arguments.resize(count);
  if (numArguments_.value_or(0) > kMaxArguments) doubt("the number of arguments of main");
  if (doubts_.size() > kMaxDoubts)
    plan_.prediction.doubts.push_back(std::to_string(doubts_.size() - kMaxDoubts) + " more such things");
}

} // namespace

namespace {

/// As planReplay. `simpler` is told what to try instead.
bool plan(ReplayPlan& plan, const Program& program, const Counterexample& counterexample, Env& env,
          std::optional<Counterexample>& simpler) {
  InterpreterOptions limits;
  limits.interrupt = &env.deadline.flag();
  limits.maxSteps = kMaxPlannedSteps;
  CounterexampleInputs source(counterexample);
  Collector collector(plan, program, source, counterexample.bytes);
  const Outcome outcome = Interpreter(program, limits).run(collector, &collector);
  if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) return false;
  collector.finish();
  plan.prediction.property = program[outcome.location].property;
  if (!collector.finishTurns(plan.prediction.property)) return false;
  plan.prediction.message = outcome.message;
  plan.prediction.line = outcome.position.line;
  if (outcome.position.known()) plan.prediction.file = program.files[outcome.position.file];
  simpler = collector.simpler(counterexample);
  return true;
}

} // namespace

/// Engines give values to uninitialised variables, also where nothing reads them before they are written. If zeros lead
/// to the same violation, the compiled program is run on zeros.
bool planReplay(ReplayPlan& result, const Program& program, const Counterexample& counterexample, Env& env) {
  const ReplayPlan empty = result;
  std::optional<Counterexample> simpler, unused;
  if (!plan(result, program, counterexample, env, simpler)) return false;
  if (!simpler) return true;
  ReplayPlan other = empty;
  if (plan(other, program, *simpler, env, unused)) result = std::move(other);
  return true;
}

bool planReplay(ReplayPlan& plan, const Program& program, const LoopResult& loop, Env& env) {
  const Lasso& lasso = *loop.endlessExecution();
  LassoInputs source(lasso);
  Collector collector(plan, program, source, lasso.bytes, &lasso);
  InterpreterOptions limits;
  limits.interrupt = &collector.isThrough();
  limits.maxSteps = kMaxPlannedSteps;
  if (!env.deadline.expired()) Interpreter(program, limits).run(collector, &collector);
  if (!collector.isThrough()) return false;
  collector.finish();
  plan.prediction.property = Property::Termination;
  plan.prediction.message = std::string(loop.isRecursion ? "recursion" : "loop") + " never ends";
  plan.prediction.line = loop.position.line;
  if (loop.position.known()) plan.prediction.file = program.files[loop.position.file];
  return true;
}

} // namespace assay
