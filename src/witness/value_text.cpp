#include "witness/value_text.h"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

namespace assay {

namespace {

template <class Float>
std::string floatText(Float value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  std::array<char, 64> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  std::string result(text.data(), end);
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

std::string bitsText(const BitVector& value) { return "0x" + value.toString(16); }

std::string pointerText(uint64_t pointer, const PointerLayout& layout, const ObjectNames& objectName) {
  if (pointer == 0) return "NULL";
  const uint64_t object = layout.object(pointer);
  const std::string name = object == 0 ? std::string() : objectName(object);
  if (name.empty()) return bitsText(BitVector(layout.width, pointer));
  const int64_t offset = layout.offset(pointer);
  if (offset == 0) return "&" + name;
  return "&" + name + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

} // namespace

std::string valueText(const BitVector& value, TypeClass typeClass, const PointerLayout& layout,
                      const ObjectNames& objectName) {
  switch (typeClass) {
  case TypeClass::Float:
    if (value.width() == 32) return floatText(std::bit_cast<float>(static_cast<uint32_t>(value.toUint64())));
    if (value.width() == 64) return floatText(std::bit_cast<double>(value.toUint64()));
    return bitsText(value);
  case TypeClass::Pointer:
    if (value.width() == layout.width) return pointerText(value.toUint64(), layout, objectName);
    break;
  case TypeClass::Unsigned:
  case TypeClass::Bool:
    return value.toString();
  case TypeClass::Signed:
  case TypeClass::Unknown:
    break;
  }
  return value.width() == 1 ? value.toString() : value.toSignedString();
}

} // namespace assay
