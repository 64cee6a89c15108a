// The interpreter's machine: what an execution consists of, and what instructions do to it. Four files hold its parts:
// interpreter.cpp (its state as a whole), machine_execute.cpp (instructions), machine_threads.cpp (which thread goes
// on) and machine_outcome.cpp (how an execution ends, and what people read about that).
#pragma once

#include "program/bytecode.h"
#include "program/interpreter.h"
#include "program/memory.h"
#include "program/memory_messages.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace assay {

struct MachineFrame {
  const FunctionCode* code;
  uint32_t returnTo; // instruction of the caller
  size_t words;      // where its registers begin
  size_t wide;
  size_t callersStackObjects;
  const CallCode* call; // of the caller; null for the entry
};

/// A callee's registers lie over the temporaries that hold its arguments: these are kept until the callee has its own.
struct MachineArguments {
  std::vector<uint64_t> words;
  std::vector<Value> wide;

  void take(const CallCode& call, const uint64_t* callersWords, const Value* callersWide);
  void give(const FunctionCode& callee, uint64_t* calleesWords, Value* calleesWide);
};

/// Library models have no places of their own: what happens in them happens where the user's code calls them. Null if
/// there is no such call.
const CallCode* usersCall(const std::vector<MachineFrame>& frames);

uint64_t valueToWord(const Value& value);
Value wordToValue(Sort sort, uint64_t word);
/// Of a global variable: a literal, or an array given by stores.
Value initialValue(Term initial);

class Interpreter::Machine {
public:
  Machine(const Program& program, InterpreterOptions options);
  ~Machine();

  Outcome run(InputSource& inputs, Observer* observer);
  BitVector value(VariableId variable) const;
  Memory& memory() { return memory_; }
  bool capture(std::span<const VariableId> variables, StateImage& image) const;
  bool matches(std::span<const VariableId> variables, const StateImage& image) const;
  std::vector<uint64_t> roots(const RootFilter* counts = nullptr) const;

private:
  class Threads; // machine_threads.h

  void start();
  const FunctionCode& codeOf(FunctionId function);
  void execute();
  bool rareInstruction(const Instruction& instruction, uint32_t& pc);
  bool call(const CallCode& call, uint32_t& pc);
  bool enter(FunctionId callee, const CallCode* call, uint32_t returnTo);
  bool leave(const Instruction& instruction, uint32_t& pc);
  bool slowEdge(EdgeId edge);
  /// Nothing: the execution has ended.
  std::optional<BitVector> nextInput(const Input& input, uint32_t width, SourcePosition position);
  bool takeInput(const FunctionCode::OperationCode& operation);
  bool allocate(const Instruction& instruction);
  bool loadWide(const Instruction& instruction);
  bool storeWide(const Instruction& instruction);
  bool evaluate(const GenericCode& generic);
  uint64_t query(const Instruction& instruction);

  /// Of an instruction in the last of these frames, or of the user's call that led there.
  SourcePosition positionAt(const std::vector<MachineFrame>& frames, uint32_t pc) const;

  // Ways to end; all return false.
  bool end(Outcome::Kind kind, std::string message);
  std::string explainArgument(const Location& error, uint64_t pointer) const;
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
  // Of the thread that runs.
  std::vector<MachineFrame> frames_;
  std::vector<uint64_t> words_; // registers of all frames
  std::vector<Value> wide_;
  uint64_t* r_ = nullptr; // registers of the present frame
  Value* w_ = nullptr;

  const std::unique_ptr<Threads> threads_; // with what the others have of these
  std::vector<uint64_t> globalWords_;
  std::vector<Value> globalWide_;
  uint32_t pc_ = 0; // of the instruction that ended the execution
  uint64_t steps_ = 0;
  uint64_t lookAt_ = 0; // steps at which the next edge looks at limits and interrupts
  FailedQuery failedQuery_;
  MachineArguments arguments_;
  Outcome outcome_;
};

} // namespace assay
