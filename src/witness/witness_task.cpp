#include "witness/witness_task.h"

#include "util/error.h"
#include "util/file_text.h"
#include "util/sha256.h"

#include <ctime>
#include <fstream>
#include <iomanip>
#include <random>
#include <sstream>

namespace assay {

const std::string& userFile(const WitnessTask& task, const std::string& name) {
  for (const std::string& file : task.files)
    if (file.ends_with(name)) return file;
  return name;
}

std::string hashOfFile(const std::string& file) { return sha256(readFile(file)); }

std::string timeNow() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::ostringstream text;
  text << std::put_time(&utc, "%Y-%m-%dT%H:%M:%SZ");
  return text.str();
}

std::string randomUuid() {
  std::random_device device;
  std::ostringstream text;
  text << std::hex << std::setfill('0');
  for (uint32_t word = 0; word < 8; ++word) {
    uint32_t bits = device() & 0xffff;
    if (word == 3) bits = (bits & 0x0fff) | 0x4000;
    if (word == 4) bits = (bits & 0x3fff) | 0x8000;
    if (word >= 2 && word <= 5) text << '-';
    text << std::setw(4) << bits;
  }
  return text.str();
}

std::string constantText(const NondetFunction& function, const BitVector& value) {
  const uint32_t width = value.width();
  const std::string digits = function.literal(value);
  if (function.typeClass == TypeClass::Pointer) return value.isZero() ? "0" : "";
  if (function.typeClass == TypeClass::Float) {
    if (digits == "nan") return "(0.0 / 0.0)";
    if (digits == "inf") return "(1.0 / 0.0)";
    if (digits == "-inf") return "(-1.0 / 0.0)";
    return digits + (width == 32 ? "f" : "");
  }
  if (width > 64) {
    const BitVector low = value.extract(63, 0), high = value.extract(width - 1, 64);
    return "((" + function.type + ")" + high.toString() + "ULL << 64 | " + low.toString() + "ULL)";
  }
  const std::string size = width > 32 ? "LL" : "";
  if (function.typeClass != TypeClass::Signed) return digits + (width >= 32 ? "U" : "") + size;
  // The most negative number is no literal: the minus is an operator.
  if (width >= 32 && value == BitVector::minSigned(width))
    return "(" + BitVector::fromSigned(width, value.toInt64() + 1).toSignedString() + size + " - 1)";
  return digits + size;
}

std::string resultCondition(const NondetFunction& function, const BitVector& value) {
  if (function.typeClass == TypeClass::Float && function.literal(value) == "nan") return "\\result != \\result";
  const std::string constant = constantText(function, value);
  return constant.empty() ? "" : "\\result == " + constant;
}

FunctionNames::FunctionNames(const Program& program) {
  for (const Location& location : program.locations())
    if (location.position.known()) names_.try_emplace(location.position, program[location.function].name);
  for (const Edge& edge : program.edges()) {
    const std::string& name = program[program[edge.source].function].name;
    if (edge.position.known()) names_.try_emplace(edge.position, name);
    for (const Operation& operation : edge.operations)
      if (operation.position.known()) names_.try_emplace(operation.position, name);
  }
}

std::string FunctionNames::at(SourcePosition position) const {
  const auto found = names_.find(position);
  return found == names_.end() || found->second == "_start" ? std::string() : found->second;
}

} // namespace assay
