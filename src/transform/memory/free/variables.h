// The variables that hold memory in the automaton without memory operations (memory_free.h).
#pragma once

#include "program/program.h"
#include "transform/memory/free/objects.h"
#include "transform/memory/free/terms.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace assay {

/// A variable of memory. If nothing reads it, it has a term, but is no variable of the program, and is not written.
struct MemoryVariable {
  Term term;
  VariableId variable;
  bool valid() const { return variable.valid(); }
};

class MemoryVariables {
public:
  /// What an object's element of `state` says.
  enum State : uint8_t { kLiveHeap = 1, kStack = 2, kAnything = 4, kConstant = 8, kCallers = 16 };
  static constexpr uint32_t kStateBits = 5;
  static constexpr uint32_t kHolderBits = 16;

  /// Adds the variables to `made`, a copy of the program; only those with names in `needed`, unless that is null.
  MemoryVariables(const Program& program, Program& made, const MemoryObjectTable& table,
                  const std::set<std::string>* needed, bool asksForLeaks);

  MemoryVariable next;   // the number that the next object gets
  MemoryVariable limit;  // by number: how many bytes may be accessed
  MemoryVariable state;  // by number
  MemoryVariable live;   // how many blocks of the heap there are, without those of the caller
  MemoryVariable holder; // by number: 1 + the array that holds the contents, if these may be addresses of blocks
  MemoryVariable chain;  // by number: the object on the stack before, in the same call

  std::vector<MemoryVariable> contents;     // by array
  std::vector<MemoryVariable> limitOf;      // by object, of those with a number that is fixed
  std::vector<MemoryVariable> heapOf;       // the same: whether it is live on the heap
  std::map<FunctionId, VariableId> stackOf; // functions whose return ends the life of objects: the last of these

private:
  MemoryVariable make(const std::string& name, Sort sort);
  void makeContents(const MemoryObjectTable& table, const MemoryTerms& memory);
  void makeLives(const MemoryObjectTable& table);
  void makeStacks();
  std::string nameOf(const MemoryObjectTable& table, uint32_t object) const;

  const Program& old_;
  Program& new_;
  TermManager& terms_;
  const std::set<std::string>* needed_;
  std::set<std::string> names_; // of all of these, also of those that are not needed
};

} // namespace assay
