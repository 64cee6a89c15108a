#include "term/bit_vector.h"

#include <algorithm>
#include <gmpxx.h>

#include "term/big_integer.h"

namespace assay {

static_assert(GMP_NUMB_BITS == 64 && sizeof(mp_limb_t) == sizeof(uint64_t));

void BitVector::initWide(uint64_t low, uint64_t fill) {
  words_ = new uint64_t[numWords()];
  words_[0] = low;
  std::fill(words_ + 1, words_ + numWords(), fill);
  clearUnusedBits();
}

void BitVector::copyWide(const BitVector& other) {
  words_ = new uint64_t[numWords()];
  std::copy_n(other.words_, numWords(), words_);
}

void BitVector::clearUnusedBits() {
  if (uint32_t used = width_ % 64) words_[numWords() - 1] &= ~uint64_t{0} >> (64 - used);
}

BitVector BitVector::fromWords(uint32_t width, std::span<const uint64_t> words) {
  BitVector result(width, words.empty() ? 0 : words[0]);
  if (!result.isSmall()) {
    std::copy_n(words.begin(), std::min<size_t>(words.size(), result.numWords()), result.words_);
    result.clearUnusedBits();
  }
  return result;
}

BitVector BitVector::fromString(uint32_t width, std::string_view text, int base) {
  bool negative = text.starts_with('-');
  mpz_class magnitude(std::string(negative ? text.substr(1) : text), base);
  std::span<const uint64_t> words(mpz_limbs_read(magnitude.get_mpz_t()), mpz_size(magnitude.get_mpz_t()));
  BitVector result = fromWords(width, words);
  return negative ? result.neg() : result;
}

BitVector BitVector::minSigned(uint32_t width) { return one(width).shl(width - 1); }

std::string BitVector::toString(int base) const {
  if (base == 10 && isSmall()) return std::to_string(value_);
  return toInteger(*this).get_str(base);
}

std::string BitVector::toSignedString() const { return signBit() ? "-" + neg().toString() : toString(); }

std::string BitVector::toBinary() const {
  std::string result(width_, '0');
  for (uint32_t i = 0; i < width_; ++i)
    if (bit(i)) result[width_ - 1 - i] = '1';
  return result;
}

bool BitVector::isZeroWide() const { return mpn_zero_p(words_, numWords()); }
bool BitVector::fitsUint64Wide() const { return mpn_zero_p(words_ + 1, numWords() - 1); }
bool BitVector::equalWide(const BitVector& o) const { return std::equal(words_, words_ + numWords(), o.words_); }
bool BitVector::ultWide(const BitVector& o) const { return mpn_cmp(words_, o.words_, numWords()) < 0; }

BitVector BitVector::addWide(const BitVector& o) const {
  BitVector result(width_, 0);
  mpn_add_n(result.words_, words_, o.words_, numWords());
  result.clearUnusedBits();
  return result;
}

BitVector BitVector::subWide(const BitVector& o) const {
  BitVector result(width_, 0);
  mpn_sub_n(result.words_, words_, o.words_, numWords());
  result.clearUnusedBits();
  return result;
}

BitVector BitVector::negWide() const {
  BitVector result(width_, 0);
  mpn_neg(result.words_, words_, numWords());
  result.clearUnusedBits();
  return result;
}

BitVector BitVector::mulWide(const BitVector& o) const {
  BitVector product(numWords() * 128, 0);
  mpn_mul_n(product.words_, words_, o.words_, numWords());
  return fromWords(width_, product.words());
}

void BitVector::divideWide(const BitVector& o, BitVector& quotient, BitVector& remainder) const {
  uint32_t divisorWords = numWords();
  while (o.words_[divisorWords - 1] == 0) --divisorWords;
  quotient = BitVector(width_, 0);
  remainder = BitVector(width_, 0);
  mpn_tdiv_qr(quotient.words_, remainder.words_, 0, words_, numWords(), o.words_, divisorWords);
}

BitVector BitVector::udivWide(const BitVector& o) const {
  if (o.isZero()) return ones(width_);
  BitVector quotient, remainder;
  divideWide(o, quotient, remainder);
  return quotient;
}

BitVector BitVector::uremWide(const BitVector& o) const {
  if (o.isZero()) return *this;
  BitVector quotient, remainder;
  divideWide(o, quotient, remainder);
  return remainder;
}

// Division by zero comes out right by itself: |x| / 0 is all ones, negated if x is negative: 1.
BitVector BitVector::sdiv(const BitVector& o) const {
  BitVector magnitude = (signBit() ? neg() : *this).udiv(o.signBit() ? o.neg() : o);
  return signBit() != o.signBit() ? magnitude.neg() : magnitude;
}

BitVector BitVector::srem(const BitVector& o) const {
  BitVector magnitude = (signBit() ? neg() : *this).urem(o.signBit() ? o.neg() : o);
  return signBit() ? magnitude.neg() : magnitude;
}

BitVector BitVector::andWide(const BitVector& o) const {
  BitVector result(width_, 0);
  mpn_and_n(result.words_, words_, o.words_, numWords());
  return result;
}

BitVector BitVector::orWide(const BitVector& o) const {
  BitVector result(width_, 0);
  mpn_ior_n(result.words_, words_, o.words_, numWords());
  return result;
}

BitVector BitVector::xorWide(const BitVector& o) const {
  BitVector result(width_, 0);
  mpn_xor_n(result.words_, words_, o.words_, numWords());
  return result;
}

BitVector BitVector::notWide() const {
  BitVector result(width_, 0);
  mpn_com(result.words_, words_, numWords());
  result.clearUnusedBits();
  return result;
}

BitVector BitVector::shlWide(uint32_t amount) const {
  BitVector result(width_, 0);
  uint32_t skip = amount / 64, count = numWords() - skip;
  if (uint32_t bits = amount % 64) {
    mpn_lshift(result.words_ + skip, words_, count, bits);
  } else {
    std::copy_n(words_, count, result.words_ + skip);
  }
  result.clearUnusedBits();
  return result;
}

BitVector BitVector::lshrWide(uint32_t amount) const {
  BitVector result(width_, 0);
  uint32_t skip = amount / 64, count = numWords() - skip;
  if (uint32_t bits = amount % 64) {
    mpn_rshift(result.words_, words_ + skip, count, bits);
  } else {
    std::copy_n(words_ + skip, count, result.words_);
  }
  return result;
}

BitVector BitVector::ashrWide(uint32_t amount) const {
  BitVector result = lshrWide(amount);
  return signBit() && amount > 0 ? result.or_(ones(width_).shl(width_ - amount)) : result;
}

BitVector BitVector::extractWide(uint32_t high, uint32_t low) const {
  return fromWords(high - low + 1, lshrWide(low).words());
}

BitVector BitVector::signExtendWide(uint32_t width) const {
  BitVector result = fromWords(width, words());
  return signBit() && width > width_ ? result.or_(ones(width).shl(width_)) : result;
}

BitVector BitVector::concat(const BitVector& high, const BitVector& low) {
  uint32_t width = high.width_ + low.width_;
  if (width <= 64) return BitVector(width, high.value_ << low.width_ | low.value_);
  return high.zeroExtend(width).shl(low.width_).or_(low.zeroExtend(width));
}

bool BitVector::umulOverflows(const BitVector& o) const {
  if (sameSmall(o)) {
    uint64_t product;
    return __builtin_mul_overflow(value_, o.value_, &product) || product > mask();
  }
  BitVector product = zeroExtend(2 * width_).mul(o.zeroExtend(2 * width_));
  return !product.extract(2 * width_ - 1, width_).isZero();
}

bool BitVector::smulOverflows(const BitVector& o) const {
  if (sameSmall(o)) {
    int64_t product;
    return __builtin_mul_overflow(toInt64(), o.toInt64(), &product) || fromSigned(width_, product).toInt64() != product;
  }
  BitVector product = signExtend(2 * width_).mul(o.signExtend(2 * width_));
  return !(product.extract(width_ - 1, 0).signExtend(2 * width_) == product);
}

uint32_t BitVector::popcount() const {
  uint32_t count = 0;
  for (uint64_t word : words()) count += static_cast<uint32_t>(std::popcount(word));
  return count;
}

uint32_t BitVector::countLeadingZeros() const {
  uint32_t i = numWords();
  while (i > 0 && words()[i - 1] == 0) --i;
  return i == 0 ? width_ : width_ - 64 * i + static_cast<uint32_t>(std::countl_zero(words()[i - 1]));
}

uint32_t BitVector::countTrailingZeros() const {
  for (uint32_t i = 0; i < numWords(); ++i)
    if (uint64_t word = words()[i]) return 64 * i + static_cast<uint32_t>(std::countr_zero(word));
  return width_;
}

} // namespace assay
