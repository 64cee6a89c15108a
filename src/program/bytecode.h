// The register code that the interpreter runs. Each function is compiled on its first call.
//
// A register is a 64-bit word; a value of w <= 64 bits stands in it zero-extended, a Bool as 0 or 1, a float as its
// IEEE bits with the one canonical NaN. Values of other sorts stand in a second file of registers, of `Value`s, and are
// computed through the term layer's meaning of operators. Registers of a frame, in either file:
//
//     | variables of the function | temporaries |
//
// Temporaries live within one edge only. A call ends its edge, so the callee's frame may begin where the caller's
// temporaries began.
#pragma once

#include "program/program.h"
#include "term/value.h"

#include <cstdint>
#include <vector>

namespace assay {

// Operators on words: `XI` takes its second operand from the instruction. Comparisons also exist as branches that are
// taken if the comparison holds.
#define ASSAY_WORD_OPERATORS(X)                                                                                        \
  X(Add) X(Sub) X(Mul) X(And) X(Or) X(Xor) X(Shl) X(Lshr) X(Ashr) X(Udiv) X(Urem) X(Sdiv) X(Srem) X(Umulo) X(Smulo)
#define ASSAY_WORD_COMPARISONS(X) X(Eq) X(Ne) X(Ult) X(Ule) X(Ugt) X(Uge) X(Slt) X(Sle) X(Sgt) X(Sge)
#define ASSAY_WORD_UNARY(X) X(Move) X(BoolNot) X(BvNot) X(Neg) X(SignExtend) X(Extract)
// Operators on floats, for single and double precision and rounding to the nearest.
#define ASSAY_FLOAT_UNARY(X)                                                                                           \
  X(FFromBits)                                                                                                         \
  X(FNeg)                                                                                                              \
  X(FAbs)                                                                                                              \
  X(FSqrt) X(FIsNan) X(FIsInf) X(FIsZero) X(FIsNegative) X(FToOther) X(FFromSbv) X(FFromUbv) X(FToSbvRtz) X(FToUbvRtz)
#define ASSAY_FLOAT_BINARY(X) X(FToBits) X(FAdd) X(FMul) X(FDiv) X(FLe) X(FLt) X(FEq)

enum class Op : uint16_t {
#define X(name) name, name##I,
  ASSAY_WORD_OPERATORS(X) ASSAY_WORD_COMPARISONS(X)
#undef X
#define X(name) Br##name, Br##name##I,
      ASSAY_WORD_COMPARISONS(X)
#undef X
#define X(name) name,
          ASSAY_WORD_UNARY(X)
#undef X
#define X(name) name##32, name##64,
              ASSAY_FLOAT_UNARY(X) ASSAY_FLOAT_BINARY(X)
#undef X
                  Concat, // a << extra | b
  Ite,                    // a ? b : c
  Within,                 // b if it has the bits of a from `extra` on, else b with all of these set
  Constant,               // imm
  GetGlobal,              // a: index of a global word
  SetGlobal,              // dst: index, a: register
  GetWideGlobal,
  SetWideGlobal,
  WideMove,
  WideConstant, // a: index into wideConstants
  Generic,      // a: index into generics
  BrTrue,       // a; to dst
  BrFalse,
  Jump,       // to dst
  Enter,      // an edge is taken: a: its id, imm: steps
  Load,       // dst, a: pointer, b: bytes
  Store,      // a: pointer, c: value, b: bytes
  WideLoad,   // dst, a: pointer, b: width
  WideStore,  // a: pointer, c: value
  Input,      // a: index into operations
  Allocate,   // dst, a: size, b: index into operations
  FreeObject, // a: pointer, extra: storage
  Copy,       // a: target, b: source, c: size
  Fill,       // a: target, b: byte, c: size
  Query,      // dst, extra: kind, a: pointer, b: size
  Step,       // extra: kind of access, dst: whether it is atomic, a: pointer, b: size
  Spawn,      // dst, a: index into calls, shift
  Await,      // dst, extra: kind, a: pointer, b: value, c: bytes
  Atomic,     // extra: whether it begins
  Call,       // a: index into calls
  Return,     // a: register of the result, if extra is 1; a wide one if it is 2
  Stop,       // a: terminal location
  NoEdge,     // a: location none of whose guards holds
  Did,        // for observers: a: edge, b: index of the operation that was done
};

struct Instruction {
  explicit Instruction(Op op) : op(op) {}

  Op op;
  uint8_t shift = 0; // 64 - width of the result (of the operands, for comparisons)
  uint8_t extra = 0;
  uint32_t dst = 0; // register, or target of a branch
  uint32_t a = 0;
  uint32_t b = 0;
  union {
    uint64_t imm = 0;
    uint32_t c;
  };
};

/// Where a variable or an argument stands.
struct Register {
  bool isGlobal = false;
  bool isWide = false;
  uint32_t index = 0;
};

struct CallCode {
  FunctionId callee;
  std::vector<Register> arguments; // registers
  bool hasResult = false;
  Register result;
  SourcePosition position;
};

/// An operator evaluated through the term layer.
struct GenericCode {
  Term term;
  std::vector<Register> operands;
  Register result;
};

struct FunctionCode {
  std::vector<Instruction> code; // begins with the entry
  uint32_t numWords = 0;         // registers of variables
  uint32_t numWide = 0;
  uint32_t frameWords = 0; // with temporaries
  uint32_t frameWide = 0;
  std::vector<Register> parameters;
  std::vector<CallCode> calls;
  std::vector<GenericCode> generics;
  std::vector<Value> wideConstants;
  struct OperationCode {
    const Operation* operation;
    Register target;
    uint32_t width;
  };
  std::vector<OperationCode> operations; // inputs and allocations
  struct Origin {
    uint32_t begin; // first instruction
    EdgeId edge;
    uint32_t operation; // index in the edge
  };
  std::vector<Origin> origins; // by increasing begin: what an instruction was compiled from

  const Origin* originOf(size_t instruction) const;
};

/// Where the variables of a program stand: the same for all functions.
class Registers {
public:
  explicit Registers(const Program& program);
  const Register& operator[](VariableId variable) const { return registers_[variable.index()]; }
  uint32_t numGlobalWords() const { return numGlobalWords_; }
  uint32_t numGlobalWide() const { return numGlobalWide_; }
  static bool isWide(Sort sort) { return sort.isArray() || (!sort.isBool() && sort.width() > 64); }

private:
  std::vector<Register> registers_;
  uint32_t numGlobalWords_ = 0;
  uint32_t numGlobalWide_ = 0;
};

/// Compiles a function with a body; with a Did behind each operation but calls and returns, if they are to be told.
FunctionCode compileFunction(const Program& program, const Registers& registers, FunctionId function,
                             bool tellsOperations);

} // namespace assay
