// How an execution ends, and what people read about that.
#include "program/machine_threads.h"

#include "program/leak_checks.h"
#include "program/library_call.h"
#include "program/number_messages.h"
#include "term/evaluate.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

std::string_view outcomeName(Outcome::Kind kind) {
  static constexpr std::string_view kNames[] = {"exit",       "halt",         "abort",       "blocked",
                                                "error",      "unsupported",  "undefined",   "out of inputs",
                                                "step limit", "memory limit", "stack limit", "interrupted"};
  return kNames[kind];
}

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

SourcePosition positionOfCall(const std::vector<MachineFrame>& frames) {
  const CallCode* call = usersCall(frames);
  return call ? call->position : SourcePosition();
}

/// Which numbers a check failed with: edges to an error change nothing, so their guards can still be asked.
template <class ValueOf>
std::string explainNumbers(const Program& program, const Location& error, const ValueOf& valueOf) {
  for (EdgeId id : error.in) {
    const auto saysNothing = [&](const Edge& edge) {
      return (edge.guard.isTrue() || isForkByCall(program, edge.source)) && edge.operations.empty();
    };
    while (saysNothing(program[id]) && program[program[id].source].in.size() == 1)
      id = program[program[id].source].in.front();
    const Term guard = program[id].guard;
    Assignment assignment;
    for (const Term variable : freeVariables(guard)) {
      if (variable.sort().isArray()) return {};
      const BitVector bits = valueOf(program.variableOf(variable));
      assignment.set(variable, variable.sort().isBool() ? Value::boolean(!bits.isZero()) : Value::bitVector(bits));
    }
    Evaluator evaluator(assignment);
    if (!evaluator.evaluateBool(guard)) continue;
    return infoOf(error.property).detail == Detail::Index ? explainIndex(guard, evaluator)
                                                          : explainOverflow(guard, evaluator);
  }
  return {};
}

/// What was to be divided by zero: the division stands where executions go on that pass the check. "5 / 0".
template <class ValueOf>
std::string explainDivision(const Program& program, const Location& error, const ValueOf& valueOf) {
  for (const EdgeId check : error.in)
    for (const EdgeId id : program[program[check].source].out) {
      if (program[id].operations.empty()) continue;
      const Operation& next = program[id].operations.front(); // later ones may have other values
      Term division;
      for (const Term term : next.terms())
        if (!term.isNull())
          forEachSubterm(term, [&](Term part) {
            const bool isOne = part.kind() == Kind::BvSdiv || part.kind() == Kind::BvUdiv ||
                               part.kind() == Kind::BvSrem || part.kind() == Kind::BvUrem;
            if (isOne) division = part;
          });
      if (division.isNull()) continue;
      Assignment assignment;
      for (const Term variable : freeVariables(division)) {
        if (variable.sort().isArray()) return {};
        const BitVector bits = valueOf(program.variableOf(variable));
        assignment.set(variable, variable.sort().isBool() ? Value::boolean(!bits.isZero()) : Value::bitVector(bits));
      }
      Evaluator evaluator(assignment);
      if (!evaluator.evaluateBits(division[1]).isZero()) continue;
      const bool isSigned = division.kind() == Kind::BvSdiv || division.kind() == Kind::BvSrem;
      const bool isQuotient = division.kind() == Kind::BvSdiv || division.kind() == Kind::BvUdiv;
      const BitVector left = evaluator.evaluateBits(division[0]);
      return (isSigned ? left.toSignedString() : left.toString()) + (isQuotient ? " / 0" : " % 0");
    }
  return {};
}

} // namespace

SourcePosition Interpreter::Machine::positionAt(const std::vector<MachineFrame>& frames, uint32_t pc) const {
  SourcePosition position;
  if (const FunctionCode::Origin* origin = frames.empty() ? nullptr : frames.back().code->originOf(pc)) {
    const Edge& edge = program_[origin->edge];
    if (origin->operation < edge.operations.size()) position = edge.operations[origin->operation].position;
    if (!position.known()) position = edge.position;
  }
  return position.known() ? position : positionOfCall(frames);
}

bool Interpreter::Machine::end(Outcome::Kind kind, std::string message) {
  outcome_.kind = kind;
  outcome_.message = std::move(message);
  if (frames_.empty()) return false;
  if (const FunctionCode::Origin* origin = frames_.back().code->originOf(pc_))
    outcome_.location = program_[origin->edge].source;
  outcome_.position = positionAt(frames_, pc_);
  return false;
}

/// Which argument of the library function that the user calls is this pointer to no object. The error names the
/// function that is written there, and what is called may be another one with other arguments.
std::string Interpreter::Machine::explainArgument(const Location& error, uint64_t pointer) const {
  constexpr std::string_view kIn = " in ";
  const size_t in = error.message.rfind(kIn);
  const CallCode* call = usersCall(frames_);
  if (in == std::string::npos || call == nullptr || memory_.objects().find(pointer, 0)) return {};
  const Function& callee = program_[call->callee];
  if (!callee.name.ends_with(std::string_view(error.message).substr(in + kIn.size()))) return {};
  const auto frame = std::ranges::find(frames_, call, &MachineFrame::call);
  for (size_t i = 0; i < callee.parameters.size(); ++i) {
    const Register& place = registers_[callee.parameters[i]];
    if (program_[callee.parameters[i]].isPointer && words_[frame->words + place.index] == pointer)
      return " (argument " + std::to_string(i + 1) + ")";
  }
  return {};
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
      if (location.property == Property::DivisionByZero)
        detail = explainDivision(program_, location, [&](VariableId variable) { return value(variable); });
      break;
    case Detail::Access:
      detail = explainQuery(failedQuery_, memory_.objects());
      if (failedQuery_.exists) detail += explainArgument(location, failedQuery_.pointer);
      if (location.property == Property::NoDataRace)
        detail += threads_->explainRace(failedQuery_.pointer, failedQuery_.size,
                                        failedQuery_.kind == QueryKind::UnracedWrite);
      break;
    case Detail::Leak:
      detail = explainLeak(program_, memory_, location.property, outcome_.leak);
      break;
    case Detail::Overflow:
    case Detail::Index:
      detail = explainNumbers(program_, location, [&](VariableId variable) { return value(variable); });
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

} // namespace assay
