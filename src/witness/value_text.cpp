#include "witness/value_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <ranges>
#include <vector>

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

/// The 80 bits of x87: sign, 15 bits of exponent, 64 bits of significand with its leading one.
std::string extendedText(const BitVector& value) {
  const uint64_t significand = value.extract(63, 0).toUint64(), top = value.extract(79, 64).toUint64();
  const auto exponent = static_cast<int>(top & 0x7fff);
  const std::string sign = top >> 15 ? "-" : "";
  if (exponent == 0x7fff) return significand << 1 == 0 ? sign + "INFINITY" : "NaN";
  constexpr int kDigits = 19;
  std::array<char, 64> text{};
  const long double number = std::ldexp(static_cast<long double>(significand), exponent - 16383 - 63);
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, kDigits);
  std::string result = sign + std::string(text.data(), end);
  if (result.find_first_of(".e") == std::string::npos) result += ".0";
  return result;
}

std::string bitsText(const BitVector& value) { return "0x" + value.toString(16); }

char escapeOf(uint8_t byte) {
  switch (byte) {
  case '\n':
    return 'n';
  case '\t':
    return 't';
  case '\r':
    return 'r';
  case '\\':
  case '"':
    return static_cast<char>(byte);
  default:
    return 0;
  }
}

bool isPrintable(uint8_t byte) { return byte >= 0x20 && byte < 0x7f; }

bool isAllZero(std::span<const uint8_t> bytes) {
  return std::ranges::all_of(bytes, [](uint8_t byte) { return byte == 0; });
}

/// The bits [begin, begin + count) of some bytes, little-endian.
BitVector bitsAt(std::span<const uint8_t> bytes, uint64_t begin, uint64_t count) {
  std::vector<uint64_t> words((count + 63) / 64);
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t bit = begin + i;
    if (bytes[bit / 8] >> (bit % 8) & 1) words[i / 64] |= uint64_t{1} << (i % 64);
  }
  return BitVector::fromWords(static_cast<uint32_t>(count), words);
}

/// Writes an initialiser. What is to be written stands on a stack, so the nesting of types costs no recursion.
class Initialiser {
public:
  Initialiser(const CTypes& types, const ValueText& values, std::span<const uint8_t> bytes)
      : types_(types), values_(values), bytes_(bytes) {}

  /// `begin` is where the object begins, relative to the bytes; it may lie before them.
  std::string write(CTypeId type, int64_t begin) {
    work_.push_back({"", type, begin * 8, 0});
    return run();
  }

  std::string writeElements(CTypeId element) {
    pushElements(element, 0, types_[element].size == 0 ? 0 : bytes_.size() / types_[element].size);
    return run();
  }

private:
  struct Item {
    std::string text;  // written as it is, before the value
    CTypeId type;      // invalid: there is no value
    int64_t bit = 0;   // where it begins, relative to the bytes
    uint64_t bits = 0; // of a bit-field; 0: of the type
  };
  static constexpr unsigned kMostValues = 16;
  static constexpr uint64_t kMostElements = 8;

  bool isInside(int64_t bit, uint64_t bits) const {
    return bit >= 0 && static_cast<uint64_t>(bit) + bits <= bytes_.size() * 8;
  }

  std::string run() {
    std::string result;
    unsigned values = 0;
    while (!work_.empty()) {
      const Item item = std::move(work_.back());
      work_.pop_back();
      if (values >= kMostValues && !item.text.starts_with('}')) continue;
      result += item.text;
      if (!item.type.valid() || expand(item)) continue;
      result += oneWord(item);
      if (++values == kMostValues && hasMore()) result += ", ...";
    }
    return result;
  }

  uint64_t bitsOf(const Item& item) const { return item.bits != 0 ? item.bits : types_[item.type].size * 8; }

  /// Whether the item is made of others, which are written next.
  bool expand(const Item& item) {
    const CType& type = types_[item.type];
    const bool isInside = this->isInside(item.bit, bitsOf(item));
    const bool isShort = isInside && (isText(type) || isAllZero(part(item.bit, bitsOf(item))));
    if (isShort || bitsOf(item) == 0) return false;
    if (type.kind == CType::Array)
      pushArray(type, item.bit);
    else if (type.isRecord())
      pushMembers(type, item.bit);
    else
      return false;
    return true;
  }

  /// A value, a text, or something that is all zero.
  std::string oneWord(const Item& item) const {
    const CType& type = types_[item.type];
    const uint64_t bits = bitsOf(item);
    if (type.kind == CType::Opaque || bits == 0 || !isInside(item.bit, bits)) return "?";
    if (isText(type)) return stringText(part(item.bit, bits));
    if (type.kind == CType::Array || type.isRecord()) return "{0}";
    return values_.value(bitsAt(bytes_, static_cast<uint64_t>(item.bit), bits), type);
  }

  std::span<const uint8_t> part(int64_t bit, uint64_t bits) const {
    return bytes_.subspan(static_cast<uint64_t>(bit) / 8, bits / 8);
  }
  bool isText(const CType& type) const {
    return type.kind == CType::Array && type.target.valid() && types_[type.target].isCharacter;
  }
  bool hasMore() const {
    return std::ranges::any_of(work_, [](const Item& item) { return item.type.valid(); });
  }

  /// Pushes the members that the bytes hold as a whole; of a union, the first.
  void pushMembers(const CType& type, int64_t bit) {
    std::vector<Item> items;
    for (const CMember& member : type.members) {
      const int64_t begin = bit + static_cast<int64_t>(member.bitOffset);
      if (!member.type.valid() || member.bitSize == 0 || !isInside(begin, member.bitSize)) continue;
      std::string text = items.empty() ? "{" : ", ";
      if (!member.name.empty()) text += "." + member.name + " = ";
      items.push_back({std::move(text), member.type, begin, member.isBitField ? member.bitSize : 0});
      if (type.kind == CType::Union) break;
    }
    push(std::move(items));
  }

  void pushArray(const CType& type, int64_t bit) {
    const int64_t stride = type.target.valid() ? static_cast<int64_t>(types_[type.target].size * 8) : 0;
    if (stride == 0) return push({});
    const int64_t first = bit >= 0 ? 0 : (-bit + stride - 1) / stride;
    const int64_t behind = (static_cast<int64_t>(bytes_.size() * 8) - bit) / stride;
    const uint64_t end =
        std::min(type.count == 0 ? UINT64_MAX : type.count, static_cast<uint64_t>(std::max(behind, first)));
    pushElements(type.target, bit + first * stride, end - std::min(end, static_cast<uint64_t>(first)));
  }

  void pushElements(CTypeId element, int64_t bit, uint64_t count) {
    const uint64_t size = types_[element].size;
    if (types_[element].isCharacter && isInside(bit, count * size * 8)) {
      work_.push_back({stringText(part(bit, count * size * 8)), {}});
      return;
    }
    std::vector<Item> items;
    for (uint64_t i = 0; i < std::min(count, kMostElements); ++i)
      items.push_back({i == 0 ? "{" : ", ", element, bit + static_cast<int64_t>(i * size * 8), 0});
    if (count > kMostElements) items.push_back({", ...", {}});
    push(std::move(items));
  }

  void push(std::vector<Item> items) {
    work_.push_back({items.empty() ? "{...}" : "}", {}});
    std::ranges::move(items | std::views::reverse, std::back_inserter(work_));
  }

  const CTypes& types_;
  const ValueText& values_;
  const std::span<const uint8_t> bytes_;
  std::vector<Item> work_; // the next one last
};

} // namespace

std::string stringText(std::span<const uint8_t> bytes) {
  constexpr size_t kMost = 60;
  std::string result = "\"";
  for (size_t i = 0; i < bytes.size() && bytes[i] != 0; ++i) {
    if (i == kMost) return result + "\"...";
    const uint8_t byte = bytes[i];
    if (const char escape = escapeOf(byte)) {
      result += {'\\', escape};
    } else if (isPrintable(byte)) {
      result += static_cast<char>(byte);
    } else {
      for (const int digit : {'\\' - '0', byte >> 6, byte >> 3 & 7, byte & 7}) result += static_cast<char>('0' + digit);
    }
  }
  return result + "\"";
}

std::string ValueText::pointer(uint64_t pointer) const {
  if (pointer == 0) return "NULL";
  const uint64_t object = layout_.object(pointer);
  std::string name = object == 0 ? std::string() : addressName_(object);
  if (name.empty()) return bitsText(BitVector(layout_.width, pointer));
  const int64_t offset = layout_.offset(pointer);
  if (offset == 0) return name;
  return name + (offset < 0 ? " - " : " + ") + std::to_string(offset < 0 ? -offset : offset);
}

std::string ValueText::value(const BitVector& value, TypeClass typeClass) const {
  switch (typeClass) {
  case TypeClass::Float:
    if (value.width() == 32) return floatText(std::bit_cast<float>(static_cast<uint32_t>(value.toUint64())));
    if (value.width() == 64) return floatText(std::bit_cast<double>(value.toUint64()));
    return value.width() == 80 ? extendedText(value) : bitsText(value);
  case TypeClass::Pointer:
    if (value.width() == layout_.width) return pointer(value.toUint64());
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

std::string ValueText::value(const BitVector& value, const CType& type) const {
  std::string text = this->value(value, type.typeClass);
  for (const CEnumerator& enumerator : type.enumerators)
    if (BitVector::fromSigned(value.width(), enumerator.value) == value) return enumerator.name;
  if (type.isCharacter && value.width() == 8 && isPrintable(static_cast<uint8_t>(value.toUint64())))
    text += std::string(" '") + static_cast<char>(value.toUint64()) + "'";
  return text;
}

std::string ValueText::contents(CTypeId type, uint64_t offset, std::span<const uint8_t> bytes) const {
  return Initialiser(types_, *this, bytes).write(type, -static_cast<int64_t>(offset));
}

std::string ValueText::elements(CTypeId element, std::span<const uint8_t> bytes) const {
  return Initialiser(types_, *this, bytes).writeElements(element);
}

std::string ValueText::raw(std::span<const uint8_t> bytes) {
  constexpr size_t kMost = 8;
  if (isAllZero(bytes)) return "{0}";
  const auto end = std::ranges::find(bytes, uint8_t{0});
  if (end != bytes.begin() && std::all_of(bytes.begin(), end, isPrintable)) return stringText(bytes);
  std::string result = "{";
  for (size_t i = 0; i < std::min(bytes.size(), kMost); ++i)
    result += (i == 0 ? "0x" : ", 0x") + BitVector(8, bytes[i]).toString(16);
  return result + (bytes.size() > kMost ? ", ...}" : "}");
}

} // namespace assay
