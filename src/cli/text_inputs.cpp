#include "cli/text_inputs.h"

#include "util/error.h"

#include <bit>
#include <cstdlib>
#include <utility>

namespace assay {

namespace {

struct Integer {
  bool negative = false;
  int base = 10;
  std::string_view digits;
};

/// Nothing if the text is no integer.
std::optional<Integer> parseInteger(std::string_view text) {
  Integer result;
  if (text.starts_with('-') || text.starts_with('+')) {
    result.negative = text[0] == '-';
    text.remove_prefix(1);
  }
  if (text.starts_with("0x") || text.starts_with("0X")) {
    result.base = 16;
    text.remove_prefix(2);
  }
  const std::string_view allowed = result.base == 16 ? "0123456789abcdefABCDEF" : "0123456789";
  if (text.empty() || text.find_first_not_of(allowed) != std::string_view::npos) return std::nullopt;
  result.digits = text;
  return result;
}

bool isNumber(const std::string& text) {
  if (parseInteger(text)) return true;
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  return end != text.c_str() && *end == 0;
}

BitVector integerValue(const Integer& integer, uint32_t width) {
  // Wide enough for all digits (four bits each are), then cut as a conversion in C cuts.
  const uint32_t wide = std::max(width, static_cast<uint32_t>(integer.digits.size()) * 4 + 1);
  const BitVector value = BitVector::fromString(wide, integer.digits, integer.base);
  const BitVector signedValue = integer.negative ? value.neg() : value;
  if (width == 1) return BitVector(1, signedValue.isZero() ? 0 : 1);
  return wide == width ? signedValue : signedValue.extract(width - 1, 0);
}

BitVector floatValue(const std::string& text, uint32_t width) {
  if (width == 32) return BitVector(32, std::bit_cast<uint32_t>(std::strtof(text.c_str(), nullptr)));
  if (width == 64) return BitVector(64, std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr)));
  throw UsageError("input '" + text + "': the program asks for " + std::to_string(width) +
                   " bits, not for a number with a point");
}

} // namespace

TextInputs::TextInputs(const Program& program, std::vector<std::string> values, bool hasArguments)
    : program_(program), values_(std::move(values)), isAtFirstArgument_(hasArguments) {
  for (const std::string& text : values_) {
    if (!isNumber(text)) throw UsageError("input '" + text + "' is no number");
  }
}

std::optional<BitVector> TextInputs::next(const Input& input, uint32_t width, SourcePosition) {
  if (input.kind == InputKind::Argument && std::exchange(isAtFirstArgument_, false)) return BitVector(width, 1); // argc
  if (input.kind != InputKind::Nondet) return BitVector(width, 0);
  if (position_ == values_.size()) return std::nullopt;
  const std::string& text = values_[position_++];
  const std::optional<Integer> integer = parseInteger(text);
  const bool isFloat = program_[input.variable].typeClass == TypeClass::Float;
  if (integer && !isFloat) return integerValue(*integer, width);
  return floatValue(text, width);
}

ScheduledInputs::ScheduledInputs(std::unique_ptr<InputSource> others, const std::vector<std::string>& schedule)
    : others_(std::move(others)) {
  constexpr uint32_t kWidth = 32;
  for (const std::string& text : schedule) {
    const std::optional<Integer> integer = parseInteger(text);
    if (!integer || integer->negative) throw UsageError("'" + text + "' of the schedule is no number");
    schedule_.push_back(integerValue(*integer, kWidth));
  }
}

std::optional<BitVector> ScheduledInputs::next(const Input& input, uint32_t width, SourcePosition position) {
  if (input.kind != InputKind::Schedule) return others_->next(input, width, position);
  return BitVector(width, position_ == schedule_.size() ? 0 : schedule_[position_++].toUint64());
}

std::vector<std::string> splitValues(std::string_view text) {
  constexpr std::string_view kSeparators = ", \t\r\n";
  std::vector<std::string> result;
  while (true) {
    const size_t begin = text.find_first_not_of(kSeparators);
    if (begin == std::string_view::npos) return result;
    text.remove_prefix(begin);
    const size_t end = std::min(text.find_first_of(kSeparators), text.size());
    result.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

} // namespace assay
