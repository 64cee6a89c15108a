// One test: what the program is given, and what it is expected to do.
#pragma once

#include "program/interpreter.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay {

/// A value as the program's own language writes it.
struct TestInput {
  std::string function; // that asked for it
  std::string type;     // in C
  std::string value;    // a literal
};

/// How a run of the compiled program ends.
struct Prediction {
  enum Kind : uint8_t {
    Exits,           // with `status`
    Aborts,          // by abort, a failed assertion, a trap
    ErrorCalled,     // the error function
    AssertionFails,  //
    AssumptionFails, // the run ends there
    OutOfInputs,     // it asks for more than the test has: the run ends there
    RunsOn,          // longer than anyone waited
    Nothing,         // known: it does something undefined, or something that is not modelled
  };
  Kind kind = Nothing;
  int status = 0;

  std::string toString() const;
};

struct TestCase {
  std::vector<TestInput> inputs;
  Prediction prediction;
  bool coversError() const {
    return prediction.kind == Prediction::ErrorCalled || prediction.kind == Prediction::AssertionFails;
  }
};

/// What an outcome of the interpreter means for the compiled program.
Prediction predict(const Program& program, const Outcome& outcome);

/// A function of the family __VERIFIER_nondet_.
struct NondetFunction {
  std::string name;
  std::string type; // of its result, in C
  uint32_t width = 0;
  TypeClass typeClass = TypeClass::Signed;

  /// The literal of a value with these bits.
  std::string literal(const BitVector& value) const;
};

/// Finds the function by its name and the width of its result. A name that is not known is taken for one that returns
/// an integer.
NondetFunction nondetFunction(const std::string& name, uint32_t width);

inline bool isNondetFunction(const std::string& name) { return name.starts_with("__VERIFIER_nondet_"); }

/// Whether a test can say what this input is. A pointer is no value that a file can hold.
bool isTestInput(const Input& input, uint32_t width);

} // namespace assay
