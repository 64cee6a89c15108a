#include "program/interpreter.h"

#include "program/machine_threads.h"
#include "program/state_image.h"
#include "term/evaluate.h"
#include "term/semantics.h"

#include <algorithm>
#include <cassert>

namespace assay {

Observer::~Observer() = default;

Value initialValue(Term initial) {
  if (!initial.sort().isArray()) return valueOfConstant(initial);
  const Assignment none;
  return Evaluator(none).evaluate(initial);
}

uint64_t valueToWord(const Value& value) {
  return value.kind() == SortKind::Bool ? value.asBool() : value.bits().toUint64();
}

namespace {

/// At every byte, as memory is scanned: a struct may travel as one wide value.
void addPointersOf(const Value& wide, uint32_t width, std::vector<uint64_t>& values) {
  if (wide.isNull() || wide.kind() != SortKind::BitVec) return;
  for (uint32_t bit = 0; bit + width <= wide.bits().width(); bit += 8)
    values.push_back(wide.bits().extract(bit + width - 1, bit).toUint64());
}

} // namespace

Interpreter::Machine::Machine(const Program& program, InterpreterOptions options)
    : program_(program), options_(options), registers_(program), memory_(program, options.maxBytes),
      code_(program.functions().size()), threads_(std::make_unique<Threads>(*this)) {}
Interpreter::Machine::~Machine() = default;

void Interpreter::Machine::start() {
  memory_.reset(*inputs_);
  frames_.clear();
  threads_->begin();
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
  outcome_.thread = threads_->current();
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
  if (threads_->areSeveral()) return false;
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
  if (threads_->areSeveral()) return false;
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

/// What variables hold: globals, those of every live frame of the thread that runs, or those that count, and those of the other
/// threads.
std::vector<uint64_t> Interpreter::Machine::roots(const RootFilter* counts) const {
  std::vector<uint64_t> values(globalWords_);
  const uint32_t width = program_.layout().width;
  for (const Value& value : globalWide_) addPointersOf(value, width, values);
  const auto addStack = [&](const std::vector<MachineFrame>& frames, const std::vector<uint64_t>& words,
                            const std::vector<Value>& wide) {
    const MachineFrame& top = frames.back();
    values.insert(values.end(), words.begin(), words.begin() + static_cast<ptrdiff_t>(top.words + top.code->numWords));
    for (size_t k = 0; k < top.wide + top.code->numWide; ++k) addPointersOf(wide[k], width, values);
  };
  threads_->forOthers([&](const auto& frames, const auto& words, const auto& wide, const auto& locals) {
    addStack(frames, words, wide);
    for (const Value& value : locals) addPointersOf(value, width, values);
  });
  if (!counts) {
    addStack(frames_, words_, wide_);
    return values;
  }
  for (size_t k = 0; k < frames_.size(); ++k) {
    const MachineFrame& frame = frames_[k];
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
