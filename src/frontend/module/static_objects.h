// Static objects of the Program: functions whose address is a value have the first numbers, string literals the next
// ones, other globals get theirs when they are met.
#pragma once

#include "frontend/module/debug_types.h"
#include "frontend/module/promotion.h"
#include "frontend/module/source_positions.h"

#include <llvm/IR/Module.h>

#include <deque>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

class StaticObjects {
public:
  StaticObjects(Program& program, SourcePositions& positions, DebugTypes& debugTypes, bool hasThreads = false)
      : program_(program), positions_(positions), debugTypes_(debugTypes), hasThreads_(hasThreads) {}

  void addFunctionsAndLiterals(const llvm::Module& module, const Promotion& promotion);
  /// Functions whose address is a value somewhere: what a call through a pointer may reach.
  const std::vector<const llvm::Function*>& functions() const { return functions_; }
  /// The number of string literals.
  uint64_t literals() const { return literals_; }

  uint32_t number(const llvm::GlobalObject& global);
  /// The address of a global. For a symbol that is declared weak and defined nowhere, as far as is known, it is null or
  /// that of an object.
  /// For a thread-local object, it is that of the running thread's own; the one that the program begins with is the first
  /// thread's.
  Term address(const llvm::GlobalObject& global);

  /// An object that the module defines, and that was not taken before; null if there is none.
  const llvm::GlobalVariable* takeDefined();
  /// What happens when the program starts: objects that are defined elsewhere get arbitrary contents, those of a fresh
  /// object, and weak symbols are defined or not.
  std::vector<Operation> openUndefined();
  /// What happens when a thread starts: it gets its own of each thread-local object.
  std::vector<Operation> makeThreadLocals();

private:
  StaticObject describe(const llvm::GlobalVariable& variable);

  Program& program_;
  SourcePositions& positions_;
  DebugTypes& debugTypes_;
  const bool hasThreads_;
  std::vector<const llvm::Function*> functions_;
  uint64_t literals_ = 0;
  std::unordered_map<const llvm::GlobalObject*, uint32_t> numbers_;
  std::deque<const llvm::GlobalVariable*> defined_;   // not taken
  std::vector<uint32_t> external_;                    // defined elsewhere
  std::vector<std::pair<VariableId, uint32_t>> weak_; // which may be defined nowhere: the address, the object
  std::vector<std::pair<VariableId, uint32_t>> threadLocals_;
};

} // namespace assay
