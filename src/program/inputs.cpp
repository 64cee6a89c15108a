#include "program/inputs.h"

#include <algorithm>

namespace assay {

InputSource::~InputSource() = default;

uint8_t InputSource::initialByte(uint64_t, uint64_t) { return 0; }

void InputSource::initialBytes(uint64_t allocation, uint64_t offset, std::span<uint8_t> bytes) {
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = initialByte(allocation, offset + i);
}

std::optional<BitVector> ListInputs::next(const Input& input, uint32_t width, SourcePosition) {
  if (feeds_ == Feeds::Nondet && input.kind != InputKind::Nondet) return BitVector::zero(width);
  if (position_ == values_.size()) return std::nullopt;
  return values_[position_++].zeroResize(width);
}

void ListInputs::initialBytes(uint64_t, uint64_t, std::span<uint8_t> bytes) {
  std::fill(bytes.begin(), bytes.end(), uint8_t{0});
}

std::optional<BitVector> SeedInputs::next(const Input&, uint32_t width, SourcePosition) {
  const uint64_t choice = random_();
  const uint64_t detail = choice >> 8;
  switch (choice % 16) {
  case 0:
    return BitVector::zero(width);
  case 1:
    return BitVector::one(width);
  case 2:
    return BitVector::ones(width);
  case 3:
    return detail % 2 ? BitVector::minSigned(width) : BitVector::maxSigned(width);
  case 4:
    return BitVector::one(width).shl(static_cast<uint32_t>(detail % width));
  case 5:
  case 6:
  case 7:
    return BitVector::fromSigned(width, static_cast<int64_t>(detail % 33) - 16);
  case 8:
  case 9:
    return BitVector(width, detail % 256);
  default:
    break;
  }
  std::vector<uint64_t> words((width + 63) / 64);
  for (uint64_t& word : words) word = random_();
  return BitVector::fromWords(width, words);
}

uint8_t SeedInputs::initialByte(uint64_t allocation, uint64_t offset) {
  return static_cast<uint8_t>(scrambled(scrambled(seed_ + allocation * kGoldenRatio) + offset * kGoldenRatio));
}

std::optional<BitVector> RecordingInputs::next(const Input& input, uint32_t width, SourcePosition position) {
  std::optional<BitVector> value = source_.next(input, width, position);
  if (value) entries_.push_back({input.kind, input.name, position, *value});
  return value;
}

std::vector<BitVector> RecordingInputs::values(ListInputs::Feeds feeds) const {
  std::vector<BitVector> result;
  for (const Entry& entry : entries_) {
    if (feeds == ListInputs::Feeds::All || entry.kind == InputKind::Nondet) result.push_back(entry.value);
  }
  return result;
}

} // namespace assay
