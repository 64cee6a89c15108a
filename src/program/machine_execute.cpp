// What instructions do.
#include "program/machine_threads.h"

#include "program/word_operators.h"
#include "term/array_value.h"
#include "term/semantics.h"

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

} // namespace

Value wordToValue(Sort sort, uint64_t word) { return toValue(sort, BitVector(sort.isBool() ? 1 : sort.width(), word)); }

namespace {

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

} // namespace

const CallCode* usersCall(const std::vector<MachineFrame>& frames) {
  for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
    if (frame->call != nullptr && frame->call->position.known()) return frame->call;
  return nullptr;
}
const FunctionCode& Interpreter::Machine::codeOf(FunctionId function) {
  std::unique_ptr<FunctionCode>& code = code_[function.index()];
  if (!code)
    code = std::make_unique<FunctionCode>(compileFunction(program_, registers_, function, options_.tellsOperations));
  return *code;
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
  MachineFrame frame{&code, returnTo, 0, 0, memory_.stack().enterFrame(), call};
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
  arguments_.take(call, r_, w_);
  if (!enter(call.callee, &call, pc)) return false;
  arguments_.give(*frames_.back().code, r_, w_);
  pc = 0;
  return true;
}

void MachineArguments::take(const CallCode& call, const uint64_t* callersWords, const Value* callersWide) {
  words.clear();
  wide.clear();
  for (const Register& argument : call.arguments) {
    if (argument.isWide) {
      wide.push_back(callersWide[argument.index]);
    } else {
      words.push_back(callersWords[argument.index]);
    }
  }
}

void MachineArguments::give(const FunctionCode& callee, uint64_t* calleesWords, Value* calleesWide) {
  size_t nextWord = 0, nextWide = 0;
  for (const Register& parameter : callee.parameters) {
    if (parameter.isWide) {
      calleesWide[parameter.index] = std::move(wide[nextWide++]);
    } else {
      calleesWords[parameter.index] = words[nextWord++];
    }
  }
}

bool Interpreter::Machine::leave(const Instruction& instruction, uint32_t& pc) {
  const bool hasWord = instruction.extra == 1, hasWide = instruction.extra == 2;
  const uint64_t word = hasWord ? r_[instruction.a] : 0;
  Value wide = hasWide ? w_[instruction.a] : Value();
  if (observer_) observer_->onReturn();
  const MachineFrame frame = frames_.back();
  frames_.pop_back();
  memory_.leaveFrame(frame.callersStackObjects);
  if (frames_.empty() && threads_->current() != 0) return threads_->end(pc);
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

std::optional<BitVector> Interpreter::Machine::nextInput(const Input& input, uint32_t width, SourcePosition position) {
  std::optional<BitVector> value = inputs_->next(input, width, position);
  if (!value) {
    end(Outcome::OutOfInputs, "no value for input " + std::to_string(outcome_.inputs + 1) +
                                  (input.name.empty() ? "" : " (" + input.name + ")"));
    return value;
  }
  assert(value->width() == width);
  ++outcome_.inputs;
  if (observer_) observer_->onInput(input, *value, position);
  return value;
}

bool Interpreter::Machine::takeInput(const FunctionCode::OperationCode& code) {
  const Input& input = *code.operation->as<Input>();
  if (const Sort sort = program_[input.variable].sort(); sort.isArray()) {
    w_[code.target.index] = initialMemory(program_, inputs_, sort);
    return true;
  }
  const std::optional<BitVector> value = nextInput(input, code.width, code.operation->position);
  if (!value) return false;
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
  case QueryKind::UnracedRead:
  case QueryKind::UnracedWrite:
    holds = threads_->isUnraced(r_[i.a], r_[i.b], kind == QueryKind::UnracedWrite);
    break;
  }
  const size_t given = numArguments(kind);
  if (!holds) failedQuery_ = {true, kind, given > 0 ? r_[i.a] : 0, given > 1 ? r_[i.b] : 0};
  return holds;
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

// The loop. One case an instruction or, through the lists of bytecode.h, a family of instructions. What is rare or may
// end the execution goes through rareInstruction.
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
  case Op::Step: return threads_->step(i, pc);
  case Op::Spawn: return threads_->spawn(i, pc);
  case Op::Await: return threads_->await(i, pc);
  case Op::Atomic: threads_->atomic(i.extra != 0); return true;
  case Op::Call: return call(code.calls[i.a], pc);
  case Op::Return: return leave(i, pc);
  case Op::Stop:
    return program_[LocationId(i.a)].kind == LocationKind::ThreadEnd ? threads_->end(pc) : stopAt(LocationId(i.a));
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

} // namespace assay
