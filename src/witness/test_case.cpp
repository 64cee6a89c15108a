#include "witness/test_case.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>

namespace assay {

namespace {

struct KnownType {
  std::string_view suffix;
  const char* type;
  TypeClass typeClass;
};

constexpr KnownType kTypes[] = {
    {"bool", "_Bool", TypeClass::Bool},
    {"char", "char", TypeClass::Signed},
    {"uchar", "unsigned char", TypeClass::Unsigned},
    {"short", "short", TypeClass::Signed},
    {"ushort", "unsigned short", TypeClass::Unsigned},
    {"int", "int", TypeClass::Signed},
    {"uint", "unsigned int", TypeClass::Unsigned},
    {"unsigned", "unsigned int", TypeClass::Unsigned},
    {"long", "long", TypeClass::Signed},
    {"ulong", "unsigned long", TypeClass::Unsigned},
    {"longlong", "long long", TypeClass::Signed},
    {"ulonglong", "unsigned long long", TypeClass::Unsigned},
    {"int128", "__int128", TypeClass::Signed},
    {"uint128", "unsigned __int128", TypeClass::Unsigned},
    {"float", "float", TypeClass::Float},
    {"double", "double", TypeClass::Float},
    {"size_t", "unsigned long", TypeClass::Unsigned},
    {"loff_t", "long long", TypeClass::Signed},
    {"sector_t", "unsigned long", TypeClass::Unsigned},
    {"pthread_t", "unsigned long", TypeClass::Unsigned},
    {"pchar", "char *", TypeClass::Pointer},
    {"pointer", "void *", TypeClass::Pointer},
    {"u8", "unsigned char", TypeClass::Unsigned},
    {"u16", "unsigned short", TypeClass::Unsigned},
    {"u32", "unsigned int", TypeClass::Unsigned},
    {"u64", "unsigned long long", TypeClass::Unsigned},
    {"S8", "signed char", TypeClass::Signed},
};

/// An integer type of some width.
const char* integerType(uint32_t width) {
  if (width <= 1) return "_Bool";
  if (width <= 8) return "signed char";
  if (width <= 16) return "short";
  if (width <= 32) return "int";
  return width <= 64 ? "long long" : "__int128";
}

template <class Float>
std::string floatLiteral(Float value, int digits) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char text[64];
  (void)std::snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
  std::string result = text;
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

/// Whether an execution ended where our model of the machine does, and not the program.
bool isOfModel(const Program& program, const Outcome& outcome) {
  return std::ranges::any_of(program.assumptions, [&](const Assumption& a) { return a.message == outcome.message; });
}

} // namespace

std::string Prediction::toString() const {
  switch (kind) {
  case Exits:
    return "exit with status " + std::to_string(status);
  case Aborts:
    return "abort";
  case ErrorCalled:
    return "call of the error function";
  case AssertionFails:
    return "failed assertion";
  case AssumptionFails:
    return "failed assumption";
  case OutOfInputs:
    return "end of the inputs";
  case RunsOn:
    return "no end";
  case Nothing:
    break;
  }
  return "nothing predictable";
}

Prediction predict(const Program& program, const Outcome& outcome) {
  switch (outcome.kind) {
  case Outcome::Exit:
  case Outcome::Halt:
    return {Prediction::Exits, static_cast<int>(outcome.exitStatus ? outcome.exitStatus->toUint64() & 0xff : 0)};
  case Outcome::Abort:
    return {Prediction::Aborts, 0};
  case Outcome::Blocked:
    return {isOfModel(program, outcome) ? Prediction::Nothing : Prediction::AssumptionFails, 0};
  case Outcome::Error:
    return {program[outcome.location].property == Property::Assert ? Prediction::AssertionFails
                                                                   : Prediction::ErrorCalled,
            0};
  case Outcome::OutOfInputs:
    return {Prediction::OutOfInputs, 0};
  case Outcome::StepLimit:
    return {Prediction::RunsOn, 0};
  default:
    return {Prediction::Nothing, 0};
  }
}

NondetFunction nondetFunction(const std::string& name, uint32_t width) {
  const std::string_view suffix = std::string_view(name).substr(std::string_view("__VERIFIER_nondet_").size());
  for (const KnownType& known : kTypes) {
    if (known.suffix == suffix) return {name, known.type, width, known.typeClass};
  }
  return {name, integerType(width), width, width == 1 ? TypeClass::Bool : TypeClass::Signed};
}

std::string NondetFunction::literal(const BitVector& value) const {
  if (typeClass == TypeClass::Float && width == 32)
    return floatLiteral(std::bit_cast<float>(static_cast<uint32_t>(value.toUint64())), 9);
  if (typeClass == TypeClass::Float && width == 64) return floatLiteral(std::bit_cast<double>(value.toUint64()), 17);
  return typeClass == TypeClass::Signed ? value.toSignedString() : value.toString();
}

bool isTestInput(const Input& input, uint32_t width) {
  return input.kind == InputKind::Nondet && isNondetFunction(input.name) &&
         nondetFunction(input.name, width).typeClass != TypeClass::Pointer;
}

} // namespace assay
