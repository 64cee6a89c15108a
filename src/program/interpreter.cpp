#include "program/interpreter.h"

#include "program/bytecode.h"
#include "program/leak_checks.h"
#include "program/memory.h"
#include "program/memory_messages.h"
#include "program/number_messages.h"
#include "program/state_image.h"
#include "program/word_operators.h"
#include "term/array_value.h"
#include "term/evaluate.h"
#include "term/semantics.h"
#include "term/traverse.h"

#include <algorithm>
#include <cassert>

namespace assay {

namespace {

/// How many steps may pass between two looks at the interrupt flag.
constexpr uint64_t kLookEvery = 1 << 16;

Value toValue(Sort sort, const BitVector& bits) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return Value::boolean(!bits.isZero());
  case SortKind::Float:
    return Value::floating(bits);
  default:
    return Value::bitVector(bits);
  }
}

Value wordToValue(Sort sort, uint64_t word) { return toValue(sort, BitVector(sort.isBool() ? 1 : sort.width(), word)); }

/// Of a global variable: a literal, or an array given by stores.
Value initialValue(Term initial) {
  if (!initial.sort().isArray()) return valueOfConstant(initial);
  const Assignment none;
  return Evaluator(none).evaluate(initial);
}

uint64_t valueToWord(const Value& value) {
  return value.kind() == SortKind::Bool ? value.asBool() : value.bits().toUint64();
}

} // namespace

std::string_view outcomeName(Outcome::Kind kind) {
  static constexpr std::string_view kNames[] = {"exit",       "halt",         "abort",       "blocked",
                                                "error",      "unsupported",  "undefined",   "out of inputs",
                                                "step limit", "memory limit", "stack limit", "interrupted"};
  return kNames[kind];
}

Observer::~Observer() = default;

namespace {

/// The block that a check for leaks complains of, and what people read about it.
std::string explainLeak(const Program& program, const Memory& memory, Property property,
                        std::optional<LeakedBlock>& leak) {
  const ObjectTable& objects = memory.objects();
  const bool isLost = property == Property::ValidMemtrack; // what is reached need not be freed
  const Leaks leaks = findLeaks(objects, isLost ? memory.reached() : std::vector<uint8_t>());
  if (leaks.number == 0) return {};
  const ConcreteObject& object = objects[leaks.first];
  leak =
      LeakedBlock{program.layout().address(leaks.first), object.allocation, object.size, *object.name, object.position};
  return describeLeaks(objects, program.files, leaks);
}

/// An array as input (transform/memory/free/memory_free.h) is what memory holds before anything is written. The index
/// is an address without the lowest bits, which tell bytes of one element apart; the object with the first number
/// behind those of static objects is allocation 0. The source is asked when an element is read, as it is for objects.
Value initialMemory(const Program& program, InputSource* inputs, Sort sort) {
  const uint32_t bits = sort.element().width();
  const PointerLayout layout = program.layout();
  const uint64_t firstNumber = program.objects.size() + 1;
  return Value::array(ArrayValue(sort.index().width(), [=](const BitVector& index) {
    const uint64_t address = index.toUint64() << (layout.width - index.width());
    const uint64_t number = layout.object(address);
    const int64_t offset = layout.offset(address);
    std::vector<uint64_t> words((bits + 63) / 64);
    const std::span<uint8_t> bytes(reinterpret_cast<uint8_t*>(words.data()), bits / 8);
    if (number >= firstNumber && offset >= 0)
      inputs->initialBytes(number - firstNumber, static_cast<uint64_t>(offset), bytes);
    return Value::bitVector(BitVector::fromWords(bits, words));
  }));
}

struct Frame {
  const FunctionCode* code;
  uint32_t returnTo; // instruction of the caller
  size_t words;      // where its registers begin
  size_t wide;
  size_t callersStackObjects;
  const CallCode* call; // of the caller; null for the entry
};

/// Library models have no places of their own: what happens in them happens where the user's code calls them. Null if
/// there is no such call.
const CallCode* usersCall(const std::vector<Frame>& frames) {
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (frame->call != nullptr && frame->call->position.known()) return frame->call;
  return nullptr;
}
SourcePosition positionOfCall(const std::vector<Frame>& frames) {
  const CallCode* call = usersCall(frames);
  return call ? call->position : SourcePosition();
}

/// At every byte, as memory is scanned: a struct may travel as one wide value.
void addPointersOf(const Value& wide, uint32_t width, std::vector<uint64_t>& values) {
  if (wide.isNull() || wide.kind() != SortKind::BitVec) return;
  for (uint32_t bit = 0; bit + width <= wide.bits().width(); bit += 8)
    values.push_back(wide.bits().extract(bit + width - 1, bit).toUint64());
}

} // namespace

class Interpreter::Machine {
public:
  Machine(const Program& program, InterpreterOptions options)
      : program_(program), options_(options), registers_(program), memory_(program, options.maxBytes),
        code_(program.functions().size()) {}

  Outcome run(InputSource& inputs, Observer* observer);
  BitVector value(VariableId variable) const;
  Memory& memory() { return memory_; }
  bool capture(std::span<const VariableId> variables, StateImage& image) const;
  bool matches(std::span<const VariableId> variables, const StateImage& image) const;
  std::vector<uint64_t> roots(const RootFilter* counts = nullptr) const;

private:
  void start();
  const FunctionCode& codeOf(FunctionId function);
  void execute();
  bool rareInstruction(const Instruction& instruction, uint32_t& pc);
  bool call(const CallCode& call, uint32_t& pc);
  bool enter(FunctionId callee, const CallCode* call, uint32_t returnTo);
  bool leave(const Instruction& instruction, uint32_t& pc);
  bool slowEdge(EdgeId edge);
  bool takeInput(const FunctionCode::OperationCode& operation);
  bool allocate(const Instruction& instruction);
  bool loadWide(const Instruction& instruction);
  bool storeWide(const Instruction& instruction);
  bool evaluate(const GenericCode& generic);
  uint64_t query(const Instruction& instruction);

  std::string explainNumbers(const Location& error) const;

  // Ways to end; all return false.
  bool end(Outcome::Kind kind, std::string message);
  bool stopAt(LocationId location);
  bool invalidAccess(uint64_t pointer, uint64_t size, bool isWrite);
  bool memoryFailed(const Instruction& instruction);

  const Program& program_;
  const InterpreterOptions options_;
  const Registers registers_;
  Memory memory_;
  std::vector<std::unique_ptr<FunctionCode>> code_;

  InputSource* inputs_ = nullptr;
  Observer* observer_ = nullptr;
  std::vector<Frame> frames_;
  std::vector<uint64_t> words_; // registers of all frames
  std::vector<Value> wide_;
  std::vector<uint64_t> globalWords_;
  std::vector<Value> globalWide_;
  uint64_t* r_ = nullptr; // registers of the present frame
  Value* w_ = nullptr;
  uint32_t pc_ = 0; // of the instruction that ended the execution
  uint64_t steps_ = 0;
  uint64_t lookAt_ = 0; // steps at which the next edge looks at limits and interrupts
  FailedQuery failedQuery_;
  std::vector<uint64_t> argumentWords_;
  std::vector<Value> argumentWide_;
  Outcome outcome_;
};

const FunctionCode& Interpreter::Machine::codeOf(FunctionId function) {
  std::unique_ptr<FunctionCode>& code = code_[function.index()];
  if (!code)
    code = std::make_unique<FunctionCode>(compileFunction(program_, registers_, function, options_.tellsOperations));
  return *code;
}

void Interpreter::Machine::start() {
  memory_.reset(*inputs_);
  frames_.clear();
  globalWords_.assign(registers_.numGlobalWords(), 0);
  globalWide_.assign(registers_.numGlobalWide(), Value());
  for (uint32_t i = 0; i < program_.variables().size(); ++i) {
    const Variable& variable = program_.variables()[i];
    if (variable.function.valid()) continue;
    const Register& place = registers_[VariableId(i)];
    const Value value = initialValue(variable.initial);
    if (place.isWide) {
      globalWide_[place.index] = value;
    } else {
      globalWords_[place.index] = valueToWord(value);
    }
  }
  steps_ = 0;
  lookAt_ = 0;
  failedQuery_ = {};
  outcome_ = {};
}

Outcome Interpreter::Machine::run(InputSource& inputs, Observer* observer) {
  inputs_ = &inputs;
  observer_ = observer;
  start();
  assert(program_.entry().valid() && program_[program_.entry()].hasBody());
  if (enter(program_.entry(), nullptr, 0)) execute();
  outcome_.steps = steps_;
  return std::move(outcome_);
}

BitVector Interpreter::Machine::value(VariableId variable) const {
  const Register& place = registers_[variable];
  const Sort sort = program_[variable].sort();
  if (sort.isArray()) return BitVector::zero(1); // nothing to show
  if (place.isWide) return (place.isGlobal ? globalWide_.data() : w_)[place.index].bits();
  return BitVector(sort.isBool() ? 1 : sort.width(), (place.isGlobal ? globalWords_.data() : r_)[place.index]);
}

bool Interpreter::Machine::capture(std::span<const VariableId> variables, StateImage& image) const {
  image.words.clear();
  image.wide.clear();
  for (VariableId variable : variables) {
    const Register& place = registers_[variable];
    if (program_[variable].sort().isArray()) return false;
    if (place.isWide)
      image.wide.push_back((place.isGlobal ? globalWide_.data() : w_)[place.index]);
    else
      image.words.push_back((place.isGlobal ? globalWords_.data() : r_)[place.index]);
  }
  return image.memory.capture(memory_);
}

bool Interpreter::Machine::matches(std::span<const VariableId> variables, const StateImage& image) const {
  size_t word = 0, wide = 0;
  for (VariableId variable : variables) {
    const Register& place = registers_[variable];
    if (!place.isWide) {
      if (image.words[word++] != (place.isGlobal ? globalWords_.data() : r_)[place.index]) return false;
      continue;
    }
    const Value& now = (place.isGlobal ? globalWide_.data() : w_)[place.index];
    const Value& then = image.wide[wide++];
    if (now.isNull() || then.isNull() ? now.isNull() != then.isNull() : now != then) return false;
  }
  return image.memory.matches(memory_);
}

bool Interpreter::Machine::end(Outcome::Kind kind, std::string message) {
  outcome_.kind = kind;
  outcome_.message = std::move(message);
  if (frames_.empty()) return false;
  if (const FunctionCode::Origin* origin = frames_.back().code->originOf(pc_)) {
    const Edge& edge = program_[origin->edge];
    outcome_.location = edge.source;
    const bool hasOperation = origin->operation < edge.operations.size();
    outcome_.position = hasOperation ? edge.operations[origin->operation].position : edge.position;
    if (!outcome_.position.known()) outcome_.position = edge.position;
  }
  if (!outcome_.position.known()) outcome_.position = positionOfCall(frames_);
  return false;
}

bool Interpreter::Machine::stopAt(LocationId id) {
  const Location& location = program_[id];
  static constexpr Outcome::Kind kKinds[] = {Outcome::Unsupported, Outcome::Exit,   Outcome::Error,
                                             Outcome::Unsupported, Outcome::Halt,   Outcome::Abort,
                                             Outcome::Blocked,     Outcome::Blocked};
  outcome_.kind = kKinds[static_cast<size_t>(location.kind)];
  outcome_.message = location.message;
  outcome_.location = id;
  outcome_.position = location.position.known() ? location.position : positionOfCall(frames_);
  if (location.kind == LocationKind::Error) {
    std::string detail;
    switch (infoOf(location.property).detail) {
    case Detail::None:
      break;
    case Detail::Access:
      detail = explainQuery(failedQuery_, memory_.objects());
      break;
    case Detail::Leak:
      detail = explainLeak(program_, memory_, location.property, outcome_.leak);
      break;
    case Detail::Overflow:
    case Detail::Index:
      detail = explainNumbers(location);
      break;
    }
    if (!detail.empty()) outcome_.message += (outcome_.message.empty() ? "" : ": ") + detail;
  }
  if (location.kind == LocationKind::Halt) {
    const Term status = program_.terms().findVariable("exit_status");
    const VariableId variable = status ? program_.variableOf(status) : VariableId();
    if (variable.valid() && !program_[variable].function.valid()) outcome_.exitStatus = value(variable);
  }
  return false;
}

/// Which numbers a check failed with: edges to an error change nothing, so their guards can still be asked.
std::string Interpreter::Machine::explainNumbers(const Location& error) const {
  for (EdgeId id : error.in) {
    while (program_[id].guard.isTrue() && program_[id].operations.empty() &&
           program_[program_[id].source].in.size() == 1)
      id = program_[program_[id].source].in.front();
    const Term guard = program_[id].guard;
    Assignment assignment;
    for (const Term variable : freeVariables(guard)) {
      if (variable.sort().isArray()) return {};
      const BitVector bits = value(program_.variableOf(variable));
      assignment.set(variable, variable.sort().isBool() ? Value::boolean(!bits.isZero()) : Value::bitVector(bits));
    }
    Evaluator evaluator(assignment);
    if (!evaluator.evaluateBool(guard)) continue;
    return infoOf(error.property).detail == Detail::Index ? explainIndex(guard, evaluator)
                                                          : explainOverflow(guard, evaluator);
  }
  return {};
}

bool Interpreter::Machine::invalidAccess(uint64_t pointer, uint64_t size, bool isWrite) {
  if (memory_.isExhausted()) return end(Outcome::MemoryLimit, "out of memory");
  return end(Outcome::Undefined, explainAccess(memory_.objects(), pointer, size, isWrite));
}

/// A copy, fill or free that could not be done.
bool Interpreter::Machine::memoryFailed(const Instruction& i) {
  if (i.op == Op::FreeObject) {
    return end(Outcome::Undefined, explainFree(memory_.objects(), r_[i.a], static_cast<Storage>(i.extra)));
  }
  if (i.op == Op::Copy && !memory_.isReadable(r_[i.b], r_[i.c])) return invalidAccess(r_[i.b], r_[i.c], false);
  return invalidAccess(r_[i.a], r_[i.c], true);
}

/// Limits, interrupts and the observer. Without an observer this runs once in many edges.
bool Interpreter::Machine::slowEdge(EdgeId edge) {
  if (observer_) observer_->onEdge(edge);
  if (steps_ > options_.maxSteps)
    return end(Outcome::StepLimit, "more than " + std::to_string(options_.maxSteps) + " steps");
  if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) {
    return end(Outcome::Interrupted, "interrupted");
  }
  lookAt_ = observer_ ? 0 : steps_ + std::min(kLookEvery, options_.maxSteps - steps_ + 1);
  return true;
}

bool Interpreter::Machine::enter(FunctionId callee, const CallCode* call, uint32_t returnTo) {
  if (frames_.size() >= options_.maxDepth) {
    return end(Outcome::StackLimit, "more than " + std::to_string(options_.maxDepth) + " calls in one another");
  }
  const FunctionCode& code = codeOf(callee);
  Frame frame{&code, returnTo, 0, 0, memory_.enterFrame(), call};
  if (!frames_.empty()) {
    frame.words = frames_.back().words + frames_.back().code->numWords;
    frame.wide = frames_.back().wide + frames_.back().code->numWide;
  }
  const size_t words = frame.words + code.frameWords, wide = frame.wide + code.frameWide;
  if (words * sizeof(uint64_t) + wide * sizeof(Value) > options_.maxBytes) {
    return end(Outcome::StackLimit, "the stack needs more memory than there may be");
  }
  if (words > words_.size()) words_.resize(std::max(words, 2 * words_.size()));
  if (wide > wide_.size()) wide_.resize(std::max(wide, 2 * wide_.size()));
  frames_.push_back(frame);
  r_ = words_.data() + frame.words;
  w_ = wide_.data() + frame.wide;
  std::fill(r_, r_ + code.numWords, 0);
  return true;
}

bool Interpreter::Machine::call(const CallCode& call, uint32_t& pc) {
  const Function& callee = program_[call.callee];
  if (!callee.hasBody()) return end(Outcome::Unsupported, "call of '" + callee.name + "', which has no body");
  if (observer_) observer_->onCall(call.callee);
  // The callee's registers lie over the temporaries that hold the arguments.
  argumentWords_.clear();
  argumentWide_.clear();
  for (const Register& argument : call.arguments) {
    if (argument.isWide) {
      argumentWide_.push_back(w_[argument.index]);
    } else {
      argumentWords_.push_back(r_[argument.index]);
    }
  }
  if (!enter(call.callee, &call, pc)) return false;
  size_t word = 0, wide = 0;
  for (const Register& parameter : frames_.back().code->parameters) {
    if (parameter.isWide) {
      w_[parameter.index] = std::move(argumentWide_[wide++]);
    } else {
      r_[parameter.index] = argumentWords_[word++];
    }
  }
  pc = 0;
  return true;
}

bool Interpreter::Machine::leave(const Instruction& instruction, uint32_t& pc) {
  const bool hasWord = instruction.extra == 1, hasWide = instruction.extra == 2;
  const uint64_t word = hasWord ? r_[instruction.a] : 0;
  Value wide = hasWide ? w_[instruction.a] : Value();
  if (observer_) observer_->onReturn();
  const Frame frame = frames_.back();
  frames_.pop_back();
  memory_.leaveFrame(frame.callersStackObjects);
  if (frames_.empty()) {
    const Function& entry = program_[program_.entry()];
    outcome_.kind = Outcome::Exit;
    outcome_.location = entry.exit;
    outcome_.position = program_[entry.exit].position;
    if (hasWord) outcome_.exitStatus = BitVector(entry.result.isBool() ? 1 : entry.result.width(), word);
    if (hasWide) outcome_.exitStatus = wide.bits();
    return false;
  }
  r_ = words_.data() + frames_.back().words;
  w_ = wide_.data() + frames_.back().wide;
  pc = frame.returnTo;
  if (frame.call->hasResult) {
    const Register& place = frame.call->result;
    if (place.isWide) {
      (place.isGlobal ? globalWide_.data() : w_)[place.index] = std::move(wide);
    } else {
      (place.isGlobal ? globalWords_.data() : r_)[place.index] = word;
    }
  }
  return true;
}

bool Interpreter::Machine::takeInput(const FunctionCode::OperationCode& code) {
  const Input& input = *code.operation->as<Input>();
  if (const Sort sort = program_[input.variable].sort(); sort.isArray()) {
    w_[code.target.index] = initialMemory(program_, inputs_, sort);
    return true;
  }
  const std::optional<BitVector> value = inputs_->next(input, code.width, code.operation->position);
  if (!value) {
    return end(Outcome::OutOfInputs, "no value for input " + std::to_string(outcome_.inputs + 1) +
                                         (input.name.empty() ? "" : " (" + input.name + ")"));
  }
  assert(value->width() == code.width);
  ++outcome_.inputs;
  if (observer_) observer_->onInput(input, *value, code.operation->position);
  if (code.target.isWide) {
    w_[code.target.index] = Value::bitVector(*value);
  } else {
    r_[code.target.index] = value->toUint64();
  }
  return true;
}

bool Interpreter::Machine::allocate(const Instruction& i) {
  const Operation& operation = *frames_.back().code->operations[i.b].operation;
  const auto& allocate = *operation.as<Allocate>();
  const uint64_t size = r_[i.a];
  const std::string* name = &allocate.name;
  SourcePosition position = operation.position;
  if (allocate.storage == Storage::Heap && !position.known()) {
    if (const CallCode* call = usersCall(frames_)) {
      name = &program_[call->callee].name;
      position = call->position;
    }
  }
  const uint64_t address = memory_.allocate(size, allocate.storage, allocate.contents, *name, position);
  if (address == 0) return end(Outcome::MemoryLimit, "no room for an object of " + std::to_string(size) + " bytes");
  r_[i.dst] = address;
  return true;
}

bool Interpreter::Machine::loadWide(const Instruction& i) {
  const uint64_t size = (i.b + 7) / 8;
  std::vector<uint64_t> words((i.b + 63) / 64);
  if (!memory_.load(r_[i.a], reinterpret_cast<uint8_t*>(words.data()), size))
    return invalidAccess(r_[i.a], size, false);
  w_[i.dst] = Value::bitVector(BitVector::fromWords(i.b, words));
  return true;
}

bool Interpreter::Machine::storeWide(const Instruction& i) {
  const std::span<const uint64_t> words = w_[i.c].bits().words();
  if (!memory_.store(r_[i.a], reinterpret_cast<const uint8_t*>(words.data()), i.b))
    return invalidAccess(r_[i.a], i.b, true);
  return true;
}

bool Interpreter::Machine::evaluate(const GenericCode& generic) {
  Value arguments[3];
  for (size_t k = 0; k < generic.operands.size(); ++k) {
    const Register& place = generic.operands[k];
    arguments[k] =
        place.isWide ? w_[place.index] : wordToValue(generic.term[static_cast<uint32_t>(k)].sort(), r_[place.index]);
  }
  Value value = applyOperator(Application(generic.term), std::span<const Value>(arguments, generic.operands.size()));
  if (generic.result.isWide) {
    w_[generic.result.index] = std::move(value);
  } else {
    r_[generic.result.index] = valueToWord(value);
  }
  return true;
}

uint64_t Interpreter::Machine::query(const Instruction& i) {
  const auto kind = static_cast<QueryKind>(i.extra);
  bool holds = false;
  switch (kind) {
  case QueryKind::Readable:
    holds = memory_.isReadable(r_[i.a], r_[i.b]);
    break;
  case QueryKind::Writable:
    holds = memory_.isWritable(r_[i.a], r_[i.b]);
    break;
  case QueryKind::Freeable:
    holds = memory_.isFreeable(r_[i.a]);
    break;
  case QueryKind::ObjectSize:
    return memory_.objectSize(r_[i.a]);
  case QueryKind::AllTracked:
    holds = memory_.allTracked(roots());
    break;
  case QueryKind::AllFreed:
    holds = memory_.allFreed();
    break;
  }
  const size_t given = numArguments(kind);
  if (!holds) failedQuery_ = {true, kind, given > 0 ? r_[i.a] : 0, given > 1 ? r_[i.b] : 0};
  return holds;
}

/// What variables hold: globals and those of every live frame, or those that count.
std::vector<uint64_t> Interpreter::Machine::roots(const RootFilter* counts) const {
  const Frame& top = frames_.back();
  std::vector<uint64_t> values(globalWords_);
  const uint32_t width = program_.layout().width;
  for (const Value& value : globalWide_) addPointersOf(value, width, values);
  if (!counts) {
    values.insert(values.end(), words_.begin(),
                  words_.begin() + static_cast<ptrdiff_t>(top.words + top.code->numWords));
    for (size_t k = 0; k < top.wide + top.code->numWide; ++k) addPointersOf(wide_[k], width, values);
    return values;
  }
  for (size_t k = 0; k < frames_.size(); ++k) {
    const Frame& frame = frames_[k];
    const FunctionId function = frame.call ? frame.call->callee : program_.entry();
    for (VariableId variable : program_[function].variables) {
      if (!(*counts)(variable, k)) continue;
      const Register& place = registers_[variable];
      if (place.isWide)
        addPointersOf(wide_[frame.wide + place.index], width, values);
      else
        values.push_back(words_[frame.words + place.index]);
    }
  }
  return values;
}

// clang-format off
#define ASSAY_WORD_CASE(name)                                                                                          \
  case Op::name: r[i.dst] = word::name(r[i.a], r[i.b], i.shift); continue;                                             \
  case Op::name##I: r[i.dst] = word::name(r[i.a], i.imm, i.shift); continue;
#define ASSAY_BRANCH_CASE(name)                                                                                        \
  case Op::Br##name: pc = word::name(r[i.a], r[i.b], i.shift) ? i.dst : pc; continue;                                  \
  case Op::Br##name##I: pc = word::name(r[i.a], i.imm, i.shift) ? i.dst : pc; continue;
#define ASSAY_UNARY_CASE(name)                                                                                         \
  case Op::name: r[i.dst] = word::name(r[i.a], i.shift, i.extra); continue;
#define ASSAY_FLOAT_UNARY_CASE(name)                                                                                   \
  case Op::name##32: r[i.dst] = word::Host<float>::name(r[i.a], i.shift, i.extra); continue;                           \
  case Op::name##64: r[i.dst] = word::Host<double>::name(r[i.a], i.shift, i.extra); continue;
#define ASSAY_FLOAT_BINARY_CASE(name)                                                                                  \
  case Op::name##32: r[i.dst] = word::Host<float>::name(r[i.a], r[i.b]); continue;                                     \
  case Op::name##64: r[i.dst] = word::Host<double>::name(r[i.a], r[i.b]); continue;

// The loop. There is a case for each instruction or, through the lists of bytecode.h, for a family of instructions. An
// instruction that is rare or may end the execution goes through rareInstruction.
void Interpreter::Machine::execute() {
  uint32_t pc = 0;
  const Instruction* code = frames_.back().code->code.data();
  uint64_t* r = r_;
  for (;;) {
    const Instruction& i = code[pc++];
    switch (i.op) {
      ASSAY_WORD_OPERATORS(ASSAY_WORD_CASE)
      ASSAY_WORD_COMPARISONS(ASSAY_WORD_CASE)
      ASSAY_WORD_COMPARISONS(ASSAY_BRANCH_CASE)
      ASSAY_WORD_UNARY(ASSAY_UNARY_CASE)
      ASSAY_FLOAT_UNARY(ASSAY_FLOAT_UNARY_CASE)
      ASSAY_FLOAT_BINARY(ASSAY_FLOAT_BINARY_CASE)
    case Op::Concat: r[i.dst] = r[i.a] << i.extra | r[i.b]; continue;
    case Op::Ite: r[i.dst] = r[i.a] ? r[i.b] : r[i.c]; continue;
    case Op::Within: r[i.dst] = word::Within(r[i.a], r[i.b], i.shift, i.extra); continue;
    case Op::Constant: r[i.dst] = i.imm; continue;
    case Op::GetGlobal: r[i.dst] = globalWords_[i.a]; continue;
    case Op::SetGlobal: globalWords_[i.dst] = r[i.a]; continue;
    case Op::BrTrue: pc = r[i.a] ? i.dst : pc; continue;
    case Op::BrFalse: pc = r[i.a] ? pc : i.dst; continue;
    case Op::Jump: pc = i.dst; continue;
    case Op::Query: r[i.dst] = query(i); continue;
    case Op::Enter:
      steps_ += i.imm;
      if (steps_ < lookAt_) [[likely]] continue;
      break;
    case Op::Load: {
      uint64_t value = 0;
      if (!memory_.loadSmall(r[i.a], value, i.b)) [[unlikely]] break;
      r[i.dst] = word::cut(value, i.shift);
      continue;
    }
    case Op::Store:
      if (memory_.storeSmall(r[i.a], r[i.c], i.b)) [[likely]] continue;
      break;
    default: break;
    }
    pc_ = pc - 1;
    if (!rareInstruction(i, pc)) return;
    code = frames_.back().code->code.data();
    r = r_;
  }
}

bool Interpreter::Machine::rareInstruction(const Instruction& i, uint32_t& pc) {
  const FunctionCode& code = *frames_.back().code;
  switch (i.op) {
  case Op::Enter: return slowEdge(EdgeId(i.a));
  case Op::Load: return invalidAccess(r_[i.a], i.b, false);
  case Op::Store: return invalidAccess(r_[i.a], i.b, true);
  case Op::GetWideGlobal: w_[i.dst] = globalWide_[i.a]; return true;
  case Op::SetWideGlobal: globalWide_[i.dst] = w_[i.a]; return true;
  case Op::WideMove: w_[i.dst] = w_[i.a]; return true;
  case Op::WideConstant: w_[i.dst] = code.wideConstants[i.a]; return true;
  case Op::Generic: return evaluate(code.generics[i.a]);
  case Op::WideLoad: return loadWide(i);
  case Op::WideStore: return storeWide(i);
  case Op::Input: return takeInput(code.operations[i.a]);
  case Op::Allocate: return allocate(i);
  case Op::FreeObject: return memory_.free(r_[i.a], static_cast<Storage>(i.extra)) || memoryFailed(i);
  case Op::Copy: return memory_.copy(r_[i.a], r_[i.b], r_[i.c]) || memoryFailed(i);
  case Op::Fill: return memory_.fill(r_[i.a], static_cast<uint8_t>(r_[i.b]), r_[i.c]) || memoryFailed(i);
  case Op::Call: return call(code.calls[i.a], pc);
  case Op::Return: return leave(i, pc);
  case Op::Stop: return stopAt(LocationId(i.a));
  case Op::Did:
    if (observer_) observer_->onOperation(program_[EdgeId(i.a)].operations[i.b]);
    return true;
  case Op::NoEdge: return end(Outcome::Unsupported, "no guard of the location's edges holds");
  // The rest is execute()'s. It is listed, so that the compiler tells of an instruction that neither of them knows.
#define ASSAY_ONE(name) case Op::name:
#define ASSAY_WITH_IMMEDIATE(name) case Op::name: case Op::name##I:
#define ASSAY_BRANCHES(name) case Op::Br##name: case Op::Br##name##I:
#define ASSAY_FLOATS(name) case Op::name##32: case Op::name##64:
  ASSAY_WORD_OPERATORS(ASSAY_WITH_IMMEDIATE) ASSAY_WORD_COMPARISONS(ASSAY_WITH_IMMEDIATE)
  ASSAY_WORD_COMPARISONS(ASSAY_BRANCHES) ASSAY_WORD_UNARY(ASSAY_ONE) ASSAY_FLOAT_UNARY(ASSAY_FLOATS) ASSAY_FLOAT_BINARY(ASSAY_FLOATS)
  case Op::Concat: case Op::Ite: case Op::Within: case Op::Constant: case Op::GetGlobal: case Op::SetGlobal:
  case Op::BrTrue: case Op::BrFalse: case Op::Jump: case Op::Query: break;
  }
  assert(false); return false;
}
// clang-format on

Interpreter::Interpreter(const Program& program, InterpreterOptions options)
    : machine_(std::make_unique<Machine>(program, options)) {}
Interpreter::~Interpreter() = default;

Outcome Interpreter::run(InputSource& inputs, Observer* observer) { return machine_->run(inputs, observer); }

BitVector Interpreter::value(VariableId variable) const { return machine_->value(variable); }

bool Interpreter::read(uint64_t pointer, std::span<uint8_t> bytes) {
  Memory& memory = machine_->memory();
  return bytes.empty() || memory.load(pointer, bytes.data(), bytes.size());
}

uint64_t Interpreter::objectSize(uint64_t pointer) const { return machine_->memory().objectSize(pointer); }

bool Interpreter::capture(std::span<const VariableId> variables, StateImage& image) const {
  return machine_->capture(variables, image);
}

bool Interpreter::matches(std::span<const VariableId> variables, const StateImage& image) const {
  return machine_->matches(variables, image);
}

bool Interpreter::isLost(const LeakedBlock& block, const RootFilter& counts) const {
  const Memory& memory = machine_->memory();
  const ObjectTable& objects = memory.objects();
  const uint64_t number = objects.number(block.pointer);
  if (number >= objects.size() || !objects[number].alive || objects[number].allocation != block.allocation)
    return false;
  const std::vector<uint8_t> reached = memory.reachable(machine_->roots(&counts));
  return number >= reached.size() || !reached[number];
}

} // namespace assay
