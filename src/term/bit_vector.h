// Bit-vector values of any width, with SMT-LIB's arithmetic. Up to 64 bits the value stands inline and every operation
// is a few machine instructions; wider ones own an array of 64-bit words (least significant first) and go through GMP.
//
// Invariant: the bits above `width` in the top word are zero, so equality is equality of words.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace assay {

class BitVector {
public:
  /// A single bit, zero.
  BitVector() : width_(1), value_(0) {}
  /// `value` modulo 2^width.
  BitVector(uint32_t width, uint64_t value) : width_(width) {
    assert(width >= 1);
    if (isSmall()) {
      value_ = value & mask();
    } else {
      initWide(value, 0);
    }
  }
  BitVector(const BitVector& other) : width_(other.width_), value_(other.value_) {
    if (!isSmall()) copyWide(other);
  }
  BitVector(BitVector&& other) noexcept : width_(other.width_), value_(other.value_) {
    other.width_ = 1;
    other.value_ = 0;
  }
  BitVector& operator=(BitVector other) noexcept {
    swap(other);
    return *this;
  }
  ~BitVector() {
    if (!isSmall()) delete[] words_;
  }
  void swap(BitVector& other) noexcept {
    std::swap(width_, other.width_);
    std::swap(value_, other.value_);
  }

  /// `value` modulo 2^width, sign-extended where width > 64.
  static BitVector fromSigned(uint32_t width, int64_t value);
  /// Digits in base 2 to 36, with an optional minus sign; modulo 2^width.
  static BitVector fromString(uint32_t width, std::string_view text, int base = 10);
  /// From words, least significant first; missing words are zero, surplus bits are cut off.
  static BitVector fromWords(uint32_t width, std::span<const uint64_t> words);
  static BitVector zero(uint32_t width) { return {width, 0}; }
  static BitVector one(uint32_t width) { return {width, 1}; }
  static BitVector ones(uint32_t width) { return fromSigned(width, -1); }
  static BitVector minSigned(uint32_t width);
  static BitVector maxSigned(uint32_t width) { return minSigned(width).not_(); }
  static BitVector fromBool(bool value) { return {1, value}; }

  uint32_t width() const { return width_; }
  uint32_t numWords() const { return (width_ + 63) / 64; }
  /// Least significant first.
  std::span<const uint64_t> words() const { return {isSmall() ? &value_ : words_, numWords()}; }

  bool isZero() const { return isSmall() ? value_ == 0 : isZeroWide(); }
  bool isOne() const { return isSmall() ? value_ == 1 : fitsUint64() && words_[0] == 1; }
  bool isOnes() const { return isSmall() ? value_ == mask() : popcount() == width_; }
  bool isMinSigned() const { return signBit() && countTrailingZeros() == width_ - 1; }
  /// Exactly one bit is set; then countTrailingZeros() is the logarithm.
  bool isPowerOfTwo() const { return isSmall() ? std::has_single_bit(value_) : popcount() == 1; }
  bool bit(uint32_t i) const {
    assert(i < width_);
    return (words()[i / 64] >> (i % 64)) & 1;
  }
  bool signBit() const { return bit(width_ - 1); }
  bool fitsUint64() const { return isSmall() || fitsUint64Wide(); }
  /// The low 64 bits.
  uint64_t toUint64() const { return isSmall() ? value_ : words_[0]; }
  /// The low 64 bits, sign-extended from `width` if that is smaller.
  int64_t toInt64() const {
    return isSmall() ? static_cast<int64_t>(value_ << (64 - width_)) >> (64 - width_) : static_cast<int64_t>(words_[0]);
  }
  std::string toString(int base = 10) const;
  std::string toSignedString() const;
  /// All `width` binary digits.
  std::string toBinary() const;

  /// Equal width and equal value.
  bool operator==(const BitVector& other) const {
    return width_ == other.width_ && (isSmall() ? value_ == other.value_ : equalWide(other));
  }
  size_t hash() const {
    uint64_t h = width_;
    for (uint64_t word : words()) h = (h ^ word ^ (word >> 29)) * 0x9e3779b97f4a7c15ull;
    return h ^ (h >> 32);
  }

  // Arithmetic modulo 2^width; both operands have the same width.
  BitVector add(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ + o.value_) : addWide(o); }
  BitVector sub(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ - o.value_) : subWide(o); }
  BitVector mul(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ * o.value_) : mulWide(o); }
  BitVector neg() const { return isSmall() ? BitVector(width_, -value_) : negWide(); }
  /// x / 0 is all ones, x % 0 is x.
  BitVector udiv(const BitVector& o) const {
    if (!sameSmall(o)) return udivWide(o);
    return BitVector(width_, o.value_ == 0 ? ~uint64_t{0} : value_ / o.value_);
  }
  BitVector urem(const BitVector& o) const {
    if (!sameSmall(o)) return uremWide(o);
    return BitVector(width_, o.value_ == 0 ? value_ : value_ % o.value_);
  }
  /// Truncates towards zero; by zero: 1 if the dividend is negative, all ones otherwise.
  BitVector sdiv(const BitVector& o) const;
  /// Has the sign of the dividend; by zero: the dividend.
  BitVector srem(const BitVector& o) const;

  BitVector and_(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ & o.value_) : andWide(o); }
  BitVector or_(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ | o.value_) : orWide(o); }
  BitVector xor_(const BitVector& o) const { return sameSmall(o) ? BitVector(width_, value_ ^ o.value_) : xorWide(o); }
  BitVector not_() const { return isSmall() ? BitVector(width_, ~value_) : notWide(); }

  /// Shifts by `width` or more give zero (shl, lshr) or copies of the sign bit (ashr).
  BitVector shl(uint32_t amount) const {
    if (amount >= width_) return zero(width_);
    return isSmall() ? BitVector(width_, value_ << amount) : shlWide(amount);
  }
  BitVector lshr(uint32_t amount) const {
    if (amount >= width_) return zero(width_);
    return isSmall() ? BitVector(width_, value_ >> amount) : lshrWide(amount);
  }
  BitVector ashr(uint32_t amount) const {
    if (amount >= width_) amount = width_ - 1;
    return isSmall() ? fromSigned(width_, toInt64() >> amount) : ashrWide(amount);
  }
  BitVector shl(const BitVector& o) const { return shl(shiftAmount(o)); }
  BitVector lshr(const BitVector& o) const { return lshr(shiftAmount(o)); }
  BitVector ashr(const BitVector& o) const { return ashr(shiftAmount(o)); }

  bool ult(const BitVector& o) const { return sameSmall(o) ? value_ < o.value_ : ultWide(o); }
  bool ule(const BitVector& o) const { return !o.ult(*this); }
  bool slt(const BitVector& o) const {
    return sameSmall(o) ? toInt64() < o.toInt64() : (signBit() != o.signBit() ? signBit() : ultWide(o));
  }
  bool sle(const BitVector& o) const { return !o.slt(*this); }
  bool umulOverflows(const BitVector& o) const;
  bool smulOverflows(const BitVector& o) const;

  static BitVector concat(const BitVector& high, const BitVector& low);
  /// Bits high..low, both included.
  BitVector extract(uint32_t high, uint32_t low) const {
    assert(low <= high && high < width_);
    return isSmall() ? BitVector(high - low + 1, value_ >> low) : extractWide(high, low);
  }
  /// To a total width that is at least the present one.
  BitVector zeroExtend(uint32_t width) const {
    assert(width >= width_);
    return width <= 64 ? BitVector(width, value_) : fromWords(width, words());
  }
  BitVector signExtend(uint32_t width) const {
    assert(width >= width_);
    return width <= 64 ? fromSigned(width, toInt64()) : signExtendWide(width);
  }
  /// Extends or truncates to a total width.
  BitVector zeroResize(uint32_t width) const { return width < width_ ? extract(width - 1, 0) : zeroExtend(width); }
  BitVector signResize(uint32_t width) const { return width < width_ ? extract(width - 1, 0) : signExtend(width); }

  uint32_t popcount() const;
  /// `width` if zero.
  uint32_t countLeadingZeros() const;
  uint32_t countTrailingZeros() const;

private:
  bool isSmall() const { return width_ <= 64; }
  bool sameSmall([[maybe_unused]] const BitVector& o) const {
    assert(width_ == o.width_);
    return isSmall();
  }
  uint64_t mask() const { return ~uint64_t{0} >> (64 - width_); }
  /// The amount as a number, `width` where it is larger.
  uint32_t shiftAmount(const BitVector& amount) const {
    return amount.fitsUint64() && amount.toUint64() < width_ ? static_cast<uint32_t>(amount.toUint64()) : width_;
  }

  // The same for width > 64.
  void initWide(uint64_t low, uint64_t fill);
  void copyWide(const BitVector& other);
  void clearUnusedBits();
  bool isZeroWide() const;
  bool fitsUint64Wide() const;
  bool equalWide(const BitVector& o) const;
  bool ultWide(const BitVector& o) const;
  BitVector addWide(const BitVector& o) const;
  BitVector subWide(const BitVector& o) const;
  BitVector mulWide(const BitVector& o) const;
  BitVector negWide() const;
  BitVector udivWide(const BitVector& o) const;
  BitVector uremWide(const BitVector& o) const;
  void divideWide(const BitVector& o, BitVector& quotient, BitVector& remainder) const;
  BitVector andWide(const BitVector& o) const;
  BitVector orWide(const BitVector& o) const;
  BitVector xorWide(const BitVector& o) const;
  BitVector notWide() const;
  BitVector shlWide(uint32_t amount) const;
  BitVector lshrWide(uint32_t amount) const;
  BitVector ashrWide(uint32_t amount) const;
  BitVector extractWide(uint32_t high, uint32_t low) const;
  BitVector signExtendWide(uint32_t width) const;

  uint32_t width_;
  union {
    uint64_t value_;
    uint64_t* words_;
  };
};
static_assert(sizeof(BitVector) == 16);

inline BitVector BitVector::fromSigned(uint32_t width, int64_t value) {
  if (width <= 64) return BitVector(width, static_cast<uint64_t>(value));
  BitVector result;
  result.width_ = width;
  result.initWide(static_cast<uint64_t>(value), value < 0 ? ~uint64_t{0} : 0);
  return result;
}

} // namespace assay

template <>
struct std::hash<assay::BitVector> {
  size_t operator()(const assay::BitVector& v) const noexcept { return v.hash(); }
};
