// Edges compiled for symbolic execution. Each term becomes instructions, one an operator; an instruction whose operands
// are all words computes on words as the interpreter's do (program/instruction_selection.h says which operation that
// is), any other builds the term. An operation's instructions stand together, so that it can be executed again from its
// first one when a state was split in the middle of it.
//
// Operands stand in four files: variables of the function, global variables, temporaries (they do not outlive the
// operation) and constants.
#pragma once

#include "engine/symex/value.h"
#include "program/instruction_selection.h"
#include "program/program.h"

#include <array>
#include <memory>
#include <vector>

namespace assay::symex {

enum class Space : uint8_t { Local, Global, Temporary, Constant };

struct Ref {
  Space space = Space::Temporary;
  uint32_t index = 0;
};

struct Instr {
  Op op = Op::Generic; // on words; or an operation: Input, Load, Store, Allocate, ...
  uint8_t shift = 0;
  uint8_t extra = 0;
  uint8_t numOperands = 0; // in a, b, c; those that must be words for the fast path
  Ref dst;
  std::array<Ref, 3> operands;
  uint64_t immediate = 0;
  Term term;                            // what it computes
  std::array<Term, 3> operandTerms;     // what the operands are, in terms of the program
  const Operation* operation = nullptr; // if it is one
  uint32_t first = 0;                   // operations: the first instruction of this operation
};

struct LocationCode;

struct CallCode {
  FunctionId callee;
  std::vector<Ref> arguments;
  std::vector<Sort> sorts;
  bool hasResult = false;
  Ref result;
  VariableId resultVariable; // invalid: none
  SourcePosition position;
  LocationId returnTo;
};

struct EdgeCode {
  EdgeId id;
  LocationId target;
  bool unguarded = false; // the guard is true
  std::vector<Instr> guardCode;
  Ref guard;
  std::vector<Instr> code;
  std::unique_ptr<CallCode> call; // of its last operation
  std::vector<CallCode> spawns;   // that threads begin with; an instruction's immediate operand says which one
  Ref returned;                   // by its last operation
  bool returns = false, returnsValue = false;
};

struct LocationCode {
  LocationId id;
  LocationKind kind = LocationKind::Plain;
  std::vector<EdgeCode> edges;
  bool isSelfLoop = false; // nothing ever happens again
};

struct FunctionCode {
  FunctionId id;
  uint32_t numLocals = 0;
  std::vector<Ref> parameters;
  std::vector<SymValue> constants;
};

/// Where variables stand, and the compiled locations, made when they are first asked for.
class CodeCache {
public:
  explicit CodeCache(const Program& program);

  const LocationCode& location(LocationId id) {
    std::unique_ptr<LocationCode>& code = locations_[id.index()];
    if (!code) code = compileLocation(id);
    return *code;
  }
  FunctionCode& function(FunctionId id);

  Ref place(VariableId variable) const { return places_[variable.index()]; }
  uint32_t numGlobals() const { return numGlobals_; }
  uint32_t maxTemporaries() const { return maxTemporaries_; }

private:
  friend class EdgeCompiler;
  std::unique_ptr<LocationCode> compileLocation(LocationId id);

  const Program& program_;
  std::vector<Ref> places_;
  uint32_t numGlobals_ = 0;
  uint32_t maxTemporaries_ = 0;
  std::vector<std::unique_ptr<LocationCode>> locations_;
  std::vector<std::unique_ptr<FunctionCode>> functions_;
};

} // namespace assay::symex
