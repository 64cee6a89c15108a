#include "witness/replay_plan.h"

#include "engine/replay.h"
#include "program/cycle_search.h"
#include "program/interpreter.h"
#include "witness/cycle_marks.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

namespace assay {

namespace {

/// Nobody waits for an execution that is longer than this, and no compiler likes its inputs.
constexpr uint64_t kMaxSteps = 200'000'000;

using InitialBytes = std::map<std::pair<uint64_t, uint64_t>, uint8_t>;

/// Takes the inputs of a counterexample or a lasso and sorts them by what they mean to a compiled program.
class Collector : public InputSource, public Observer {
public:
  Collector(ReplayPlan& plan, const Program& program, InputSource& source, const InitialBytes& bytes,
            const Lasso* lasso = nullptr)
      : plan_(plan), program_(program), source_(source), bytes_(bytes), marks_(lasso) {
    declareFunctions();
  }

  std::optional<BitVector> next(const Input& input, uint32_t width, SourcePosition position) override;
  uint8_t initialByte(uint64_t allocation, uint64_t offset) override { return source_.initialByte(allocation, offset); }
  void initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) override {
    source_.initialBytes(allocation, offset, bytes);
  }
  void onEdge(EdgeId edge) override;
  void onInput(const Input&, const BitVector&, SourcePosition) override {}
  void onCall(FunctionId) override { isEntering_ = true; }

  void finish();
  /// The cycle of the lasso has been gone through once; then this is true, to stop the execution.
  const std::atomic<bool>& isThrough() const { return isThrough_; }

private:
  static constexpr size_t kMaxDoubts = 4;

  void declareFunctions();
  NondetFunction functionOf(const Input& input, uint32_t width) const;
  void addResult(const NondetFunction& function, const BitVector& value);
  void onLocal(VariableId variable, const BitVector& value);
  void onAllocate(const Allocate& allocate, SourcePosition position);
  void doubt(const std::string& text);
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
  uint64_t numAllocations_ = 0;
  uint64_t numMallocs_ = 0;
  std::optional<uint64_t> numArguments_; // argc
  std::set<std::string> doubts_;
};

NondetFunction Collector::functionOf(const Input& input, uint32_t width) const {
  if (isNondetFunction(input.name)) return nondetFunction(input.name, width);
  if (input.name == "rand") return {input.name, "int", width, TypeClass::Signed};
  const TypeClass typeClass = program_[input.variable].typeClass;
  if (typeClass == TypeClass::Float && width == 32) return {input.name, "float", width, typeClass};
  if (typeClass == TypeClass::Float && width == 64) return {input.name, "double", width, typeClass};
  // The caller takes what it wants of the register.
  return {input.name, width > 64 ? "unsigned __int128" : "unsigned long long", width, TypeClass::Unsigned};
}

bool isFunctionResult(const Input& input) {
  if (input.kind == InputKind::External) return !input.name.empty();
  return input.kind == InputKind::Nondet && (isNondetFunction(input.name) || input.name == "rand");
}

/// A function that this execution does not call must not be missing when the compiled program calls it after all.
void Collector::declareFunctions() {
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
  if (function.typeClass == TypeClass::Pointer && !value.isZero())
    doubt("the address that " + function.name + " returns");
}

std::optional<BitVector> Collector::next(const Input& input, uint32_t width, SourcePosition position) {
  const std::optional<BitVector> value = source_.next(input, width, position);
  if (!value) return value;
  const std::string name = input.name.empty() ? std::string("a variable") : input.name;
  switch (input.kind) {
  case InputKind::Nondet:
  case InputKind::External:
    if (isFunctionResult(input)) {
      addResult(functionOf(input, width), *value);
    } else if (input.name == "getc") {
      const uint64_t character = value->toUint64();
      if (character < 256) plan_.input += static_cast<char>(character);
    } else if (!value->isZero()) {
      doubt("what the machine decides: " + name);
    }
    break;
  case InputKind::Argument:
    if (plan_.entry == "main" && !numArguments_) numArguments_ = value->toUint64();
    plan_.parameters.push_back(*value);
    break;
  case InputKind::Uninitialised:
    onLocal(input.variable, *value);
    if (!value->isZero()) doubt("the value of the uninitialised " + name + at(position));
    break;
  case InputKind::Volatile:
    doubt("the value of the volatile " + name);
    break;
  case InputKind::Unspecified:
    if (!value->isZero()) doubt(kOpenDoubt + name);
    break;
  }
  return value;
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
void Collector::onAllocate(const Allocate& allocate, SourcePosition position) {
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
  if (isArgument) {
    plan_.arguments.push_back(text.substr(0, text.find('\0')));
  } else if (isMalloc && !bytes.empty()) {
    plan_.allocations[call] = std::move(bytes);
  } else if (!bytes.empty() && allocate.storage == Storage::Library) {
    doubt(kOpenDoubt + allocate.name);
  } else if (!bytes.empty()) {
    doubt("the contents of the uninitialised " + (allocate.name.empty() ? "object" : allocate.name) + at(position));
  }
}

void Collector::onEdge(EdgeId edge) {
  const CycleMarks::At at = marks_.passes(program_[edge].source, std::exchange(isEntering_, false));
  if (at == CycleMarks::At::End) isThrough_ = true;
  if (isThrough_) return;
  if (at == CycleMarks::At::Begin) {
    isInCycle_ = true;
    for (ReplayPlan::Results& results : plan_.results) results.repeatsFrom = results.values.size();
    for (ReplayPlan::Local& local : plan_.locals) local.values.repeatsFrom = local.values.values.size();
  }
  for (const Operation& operation : program_[edge].operations)
    if (const Allocate* allocate = operation.as<Allocate>()) onAllocate(*allocate, operation.position);
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

bool planReplay(ReplayPlan& plan, const Program& program, const Counterexample& counterexample, Env& env) {
  InterpreterOptions limits;
  limits.interrupt = &env.deadline.flag();
  limits.maxSteps = kMaxSteps;
  CounterexampleInputs source(counterexample);
  Collector collector(plan, program, source, counterexample.bytes);
  const Outcome outcome = Interpreter(program, limits).run(collector, &collector);
  if (outcome.kind != Outcome::Error || outcome.location != counterexample.error) return false;
  collector.finish();
  plan.prediction.property = program[outcome.location].property;
  plan.prediction.message = outcome.message;
  plan.prediction.line = outcome.position.line;
  if (outcome.position.known()) plan.prediction.file = program.files[outcome.position.file];
  return true;
}

bool planReplay(ReplayPlan& plan, const Program& program, const LoopResult& loop, Env& env) {
  const Lasso& lasso = *loop.endlessExecution();
  LassoInputs source(lasso);
  Collector collector(plan, program, source, lasso.bytes, &lasso);
  InterpreterOptions limits;
  limits.interrupt = &collector.isThrough();
  limits.maxSteps = kMaxSteps;
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
