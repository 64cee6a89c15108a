#include "term/bit_vector.h"

#include <gtest/gtest.h>
#include <random>

namespace assay {
namespace {

using Wide = __int128;
using UWide = unsigned __int128;

// Widths up to 64 stand inline, wider ones in words; __int128 judges both.
class BitVectorAgainstInt128 : public testing::TestWithParam<uint32_t> {
protected:
  uint32_t width() const { return GetParam(); }
  UWide mask() const { return ~UWide{0} >> (128 - width()); }
  UWide value(const BitVector& v) const { return v.words()[0] | (v.numWords() > 1 ? UWide{v.words()[1]} << 64 : 0); }
  Wide signedValue(const BitVector& v) const {
    return static_cast<Wide>(value(v) << (128 - width())) >> (128 - width());
  }
  BitVector make(UWide x) const {
    uint64_t words[2] = {static_cast<uint64_t>(x), static_cast<uint64_t>(x >> 64)};
    return BitVector::fromWords(width(), words);
  }
  BitVector sample() {
    UWide x = UWide{random_()} << 64 | random_();
    switch (random_() % 5) {
    case 0:
      return make(x >> (random_() % 128));
    case 1:
      return make(~(x >> (random_() % 128)));
    case 2:
      return make(UWide{1} << (random_() % width()));
    case 3:
      return make(random_() % 4);
    default:
      return make(x);
    }
  }
  std::mt19937_64 random_{42};
};

TEST_P(BitVectorAgainstInt128, Arithmetic) {
  for (int i = 0; i < 3000; ++i) {
    BitVector x = sample(), y = sample();
    UWide a = value(x), b = value(y);
    Wide s = signedValue(x), t = signedValue(y);
    EXPECT_EQ(x.add(y), make(a + b));
    EXPECT_EQ(x.sub(y), make(a - b));
    EXPECT_EQ(x.mul(y), make(a * b));
    EXPECT_EQ(x.neg(), make(-a));
    EXPECT_EQ(x.not_(), make(~a));
    EXPECT_EQ(x.and_(y), make(a & b));
    EXPECT_EQ(x.or_(y), make(a | b));
    EXPECT_EQ(x.xor_(y), make(a ^ b));
    EXPECT_EQ(x.udiv(y), b == 0 ? BitVector::ones(width()) : make(a / b));
    EXPECT_EQ(x.urem(y), b == 0 ? x : make(a % b));
    bool wraps = t == -1 && width() == 128;
    EXPECT_EQ(x.sdiv(y), t == 0 ? make(s < 0 ? 1 : -1) : wraps ? x.neg() : make(s / t));
    EXPECT_EQ(x.srem(y), t == 0 ? x : wraps ? make(0) : make(s % t));
    EXPECT_EQ(x.ult(y), a < b);
    EXPECT_EQ(x.ule(y), a <= b);
    EXPECT_EQ(x.slt(y), s < t);
    EXPECT_EQ(x.sle(y), s <= t);
    EXPECT_EQ(x == y, a == b);
    UWide product;
    EXPECT_EQ(x.umulOverflows(y), __builtin_mul_overflow(a, b, &product) || product > mask());
    // By magnitudes: for signed ones clang calls a function that gcc's runtime does not have.
    const auto magnitude = [](Wide number) {
      return number < 0 ? -static_cast<UWide>(number) : static_cast<UWide>(number);
    };
    const UWide limit = (mask() >> 1) + ((s < 0) != (t < 0) ? 1 : 0);
    const bool isTooLarge = __builtin_mul_overflow(magnitude(s), magnitude(t), &product) || product > limit;
    EXPECT_EQ(x.smulOverflows(y), isTooLarge);
  }
}

TEST_P(BitVectorAgainstInt128, ShiftsAndParts) {
  for (int i = 0; i < 2000; ++i) {
    BitVector x = sample();
    UWide a = value(x);
    Wide s = signedValue(x);
    uint32_t n = static_cast<uint32_t>(random_() % width());
    EXPECT_EQ(x.shl(n), make(a << n));
    EXPECT_EQ(x.lshr(n), make(a >> n));
    EXPECT_EQ(x.ashr(n), make(static_cast<UWide>(s >> n)));
    EXPECT_EQ(x.shl(width()), make(0));
    EXPECT_EQ(x.lshr(width() + 5), make(0));
    EXPECT_EQ(x.ashr(width()), make(s < 0 ? ~UWide{0} : 0));
    BitVector amount = sample();
    bool large = value(amount) >= width();
    EXPECT_EQ(x.shl(amount), large ? make(0) : make(a << static_cast<uint32_t>(value(amount))));
    uint32_t high = n + static_cast<uint32_t>(random_() % (width() - n));
    EXPECT_EQ(value(x.extract(high, n)), (a >> n) & (~UWide{0} >> (127 - (high - n))));
    if (n > 0) {
      EXPECT_EQ(BitVector::concat(x.extract(width() - 1, n), x.extract(n - 1, 0)), x);
    }
    EXPECT_EQ(x.zeroExtend(200).extract(width() - 1, 0), x);
    EXPECT_TRUE(x.zeroExtend(200).extract(199, width()).isZero());
    EXPECT_EQ(x.signExtend(200).extract(199, width()).isOnes(), x.signBit());
    EXPECT_EQ(x.signExtend(200).extract(199, width()).isZero(), !x.signBit());
    EXPECT_EQ(x.bit(n), (a >> n & 1) != 0);
    EXPECT_EQ(x.toInt64(), static_cast<int64_t>(s));
    uint32_t ones = 0, leading = width(), trailing = width();
    for (uint32_t k = 0; k < width(); ++k) {
      if (!(a >> k & 1)) continue;
      ++ones;
      leading = width() - 1 - k;
      trailing = std::min(trailing, k);
    }
    EXPECT_EQ(x.popcount(), ones);
    EXPECT_EQ(x.countLeadingZeros(), leading);
    EXPECT_EQ(x.countTrailingZeros(), trailing);
    EXPECT_EQ(x.isPowerOfTwo(), ones == 1);
    EXPECT_EQ(BitVector::fromString(width(), x.toString(10), 10), x);
    EXPECT_EQ(BitVector::fromString(width(), x.toSignedString(), 10), x);
    EXPECT_EQ(BitVector::fromString(width(), x.toString(16), 16), x);
    EXPECT_EQ(BitVector::fromString(width(), x.toBinary(), 2), x);
    EXPECT_EQ(x.toBinary().size(), width());
  }
}

TEST_P(BitVectorAgainstInt128, Extremes) {
  EXPECT_EQ(value(BitVector::ones(width())), mask());
  EXPECT_EQ(BitVector::minSigned(width()), make(UWide{1} << (width() - 1)));
  EXPECT_EQ(BitVector::maxSigned(width()), make(mask() >> 1));
  EXPECT_TRUE(BitVector::ones(width()).isOnes());
  EXPECT_TRUE(BitVector::minSigned(width()).isMinSigned());
  EXPECT_TRUE(make(1).isOne());
  EXPECT_EQ(BitVector::fromSigned(width(), -3), make(-3));
  // C's undefined case is defined here: the result wraps.
  EXPECT_EQ(BitVector::minSigned(width()).sdiv(BitVector::ones(width())), BitVector::minSigned(width()));
  EXPECT_TRUE(BitVector::minSigned(width()).srem(BitVector::ones(width())).isZero());
}

INSTANTIATE_TEST_SUITE_P(Widths, BitVectorAgainstInt128, testing::Values(1, 2, 3, 8, 33, 63, 64, 65, 96, 127, 128));

TEST(BitVector, CopiesAndMovesWideValues) {
  BitVector x = BitVector::ones(1000), y = x;
  EXPECT_EQ(x, y);
  BitVector z = std::move(y);
  EXPECT_EQ(x, z);
  y = z;
  z = BitVector(8, 1);
  EXPECT_EQ(x, y);
  EXPECT_EQ(z, BitVector(8, 1));
  y = BitVector(y); // through a copy of itself
  EXPECT_EQ(x.hash(), y.hash());
  EXPECT_FALSE(BitVector(8, 0) == BitVector(9, 0));
}

TEST(BitVector, WideDivision) {
  BitVector a = BitVector::fromString(512, "123456789012345678901234567890123456789012345678901234567890");
  BitVector b = BitVector::fromString(512, "987654321098765432109876543210");
  EXPECT_EQ(a.udiv(b).toString(), "124999998860937500014238281249");
  EXPECT_EQ(a.udiv(b).mul(b).add(a.urem(b)), a);
}

TEST(BitVector, BadDigitsThrow) { EXPECT_THROW(BitVector::fromString(8, "12x"), std::invalid_argument); }

} // namespace
} // namespace assay
