// The judge is the host: its float, double and, where it is IEEE quad, long double, in the rounding modes that it has.
#include "term/float_value.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <vector>

namespace assay {
namespace {

constexpr RoundingMode kAllModes[] = {RoundingMode::NearestEven, RoundingMode::NearestAway,
                                      RoundingMode::TowardPositive, RoundingMode::TowardNegative,
                                      RoundingMode::TowardZero};

struct HostMode {
  RoundingMode mode;
  int host;
};
constexpr HostMode kHostModes[] = {{RoundingMode::NearestEven, FE_TONEAREST},
                                   {RoundingMode::TowardPositive, FE_UPWARD},
                                   {RoundingMode::TowardNegative, FE_DOWNWARD},
                                   {RoundingMode::TowardZero, FE_TOWARDZERO}};

class HostRounding {
public:
  explicit HostRounding(int mode) { std::fesetround(mode); }
  ~HostRounding() { std::fesetround(FE_TONEAREST); }
};

template <class Host>
struct Bits {
  static constexpr uint32_t width = sizeof(Host) * 8;
  static FloatFormat format() {
    return width == 32 ? FloatFormat::single() : width == 64 ? FloatFormat::doubled() : FloatFormat::quad();
  }
  static FloatValue of(Host value) {
    uint64_t words[2] = {};
    std::memcpy(words, &value, sizeof value);
    return {format(), BitVector::fromWords(width, words)};
  }
  static Host to(const BitVector& bits) {
    Host value;
    std::memcpy(&value, bits.words().data(), sizeof value);
    return value;
  }
};

/// Random encodings, with exponents near each other and special values often enough.
template <class Host>
class Samples {
public:
  explicit Samples(uint64_t seed) : random_(seed) {}
  Host next() {
    FloatFormat format = Bits<Host>::format();
    BitVector bits = randomBits(format.width());
    switch (random_() % 8) {
    case 0:
      return Bits<Host>::to(special(format));
    case 1:
      return static_cast<Host>(static_cast<int64_t>(random_()) >> (random_() % 64));
    case 2:
      return static_cast<Host>(static_cast<int64_t>(random_() % 64)) / 4;
    case 3: // near 1
      bits = bits.and_(BitVector::ones(format.width()).lshr(format.exponentBits + 1))
                 .or_(BitVector(format.width(), format.bias() - 2 + random_() % 5).shl(format.fractionBits()));
      return Bits<Host>::to(bits);
    case 4: // few bits set in the fraction
      return Bits<Host>::to(bits.and_(randomBits(format.width())).and_(randomBits(format.width())));
    default:
      return Bits<Host>::to(bits);
    }
  }
  std::mt19937_64& random() { return random_; }

private:
  BitVector randomBits(uint32_t width) {
    uint64_t words[2] = {random_(), random_()};
    return BitVector::fromWords(width, words);
  }
  BitVector special(FloatFormat format) {
    bool negative = random_() % 2;
    BitVector one = BitVector::one(format.width());
    switch (random_() % 6) {
    case 0:
      return format.zero(negative);
    case 1:
      return format.infinity(negative);
    case 2:
      return format.nan();
    case 3:
      return format.largest(negative);
    case 4:
      return format.zero(negative).or_(one); // smallest subnormal
    default:
      return format.zero(negative).or_(one.shl(format.fractionBits())); // smallest normal
    }
  }
  std::mt19937_64 random_;
};

template <class Host>
std::string show(Host x) {
  return Bits<Host>::of(x).bits().toString(16);
}

// volatile keeps the compiler from moving host arithmetic across fesetround.
template <class Host>
void compareArithmetic(int rounds) {
  Samples<Host> samples(20240601);
  for (int i = 0; i < rounds; ++i) {
    volatile Host a = samples.next(), b = samples.next(), c = samples.next();
    FloatValue x = Bits<Host>::of(a), y = Bits<Host>::of(b), z = Bits<Host>::of(c);
    for (auto [mode, host] : kHostModes) {
      volatile Host sum, product, quotient, fused, root, integral;
      {
        HostRounding rounding(host);
        sum = a + b;
        product = a * b;
        quotient = a / b;
        fused = std::fma(Host(a), Host(b), Host(c));
        root = std::sqrt(Host(a));
        integral = std::nearbyint(Host(a));
      }
      std::string what = show<Host>(a) + " " + show<Host>(b) + " " + show<Host>(c) + " mode " + std::to_string(host);
      ASSERT_EQ(x.add(mode, y), Bits<Host>::of(sum)) << "add " << what;
      ASSERT_EQ(x.mul(mode, y), Bits<Host>::of(product)) << "mul " << what;
      ASSERT_EQ(x.div(mode, y), Bits<Host>::of(quotient)) << "div " << what;
      ASSERT_EQ(x.fma(mode, y, z), Bits<Host>::of(fused)) << "fma " << what;
      ASSERT_EQ(x.sqrt(mode), Bits<Host>::of(root)) << "sqrt " << what;
      ASSERT_EQ(x.roundToIntegral(mode), Bits<Host>::of(integral)) << "integral " << what;
    }
    ASSERT_EQ(x.roundToIntegral(RoundingMode::NearestAway), Bits<Host>::of(std::round(Host(a)))) << show<Host>(a);
    // IEEE gives a zero the sign of x; glibc's remainder() does not always.
    FloatValue rest = Bits<Host>::of(std::remainder(Host(a), Host(b)));
    if (rest.isZero()) rest = FloatValue::zero(x.format(), x.sign());
    ASSERT_EQ(x.remainder(y), rest) << show<Host>(a) << " " << show<Host>(b);
    ASSERT_EQ(x.lt(y), a < b);
    ASSERT_EQ(x.le(y), a <= b);
    ASSERT_EQ(x.eq(y), a == b);
    ASSERT_EQ(x.isNormal(), std::isnormal(Host(a)));
    ASSERT_EQ(x.isSubnormal(), std::fpclassify(Host(a)) == FP_SUBNORMAL);
    ASSERT_EQ(x.isNan(), std::isnan(Host(a)));
    ASSERT_EQ(x.isInf(), std::isinf(Host(a)));
    ASSERT_EQ(x.isZero(), a == 0);
  }
}

constexpr bool kLongDoubleIsQuad = std::numeric_limits<long double>::digits == 113;

TEST(FloatValue, SingleAgreesWithTheHost) { compareArithmetic<float>(30000); }
TEST(FloatValue, DoubleAgreesWithTheHost) { compareArithmetic<double>(30000); }
TEST(FloatValue, QuadAgreesWithTheHost) {
  if constexpr (kLongDoubleIsQuad) {
    compareArithmetic<long double>(5000);
  } else {
    GTEST_SKIP() << "long double is not quad here";
  }
}

template <class From, class To>
void compareConversion(int rounds) {
  Samples<From> samples(7);
  for (int i = 0; i < rounds; ++i) {
    volatile From a = samples.next();
    for (auto [mode, host] : kHostModes) {
      volatile To converted;
      {
        HostRounding rounding(host);
        converted = static_cast<To>(a);
      }
      ASSERT_EQ(Bits<From>::of(a).convert(Bits<To>::format(), mode), Bits<To>::of(converted)) << show<From>(a);
    }
  }
}

TEST(FloatValue, ConversionBetweenFormats) {
  compareConversion<float, double>(5000);
  compareConversion<double, float>(20000);
  if constexpr (kLongDoubleIsQuad) {
    compareConversion<long double, double>(5000);
    compareConversion<long double, float>(5000);
    compareConversion<double, long double>(5000);
  }
}

template <class Host>
void compareIntegers(int rounds) {
  Samples<Host> samples(11);
  for (int i = 0; i < rounds; ++i) {
    volatile uint64_t n = samples.random()() >> (samples.random()() % 64);
    volatile int64_t s = static_cast<int64_t>(samples.random()()) >> (samples.random()() % 64);
    volatile Host a = samples.next();
    for (auto [mode, host] : kHostModes) {
      volatile Host fromUnsigned, fromSigned, integral;
      {
        HostRounding rounding(host);
        // clang's code for x86-64 subtracts, which makes an unsigned 0 -0 where rounding is downward.
        fromUnsigned = n == 0 ? Host(0) : static_cast<Host>(n);
        fromSigned = static_cast<Host>(s);
        integral = std::nearbyint(Host(a));
      }
      FloatFormat format = Bits<Host>::format();
      ASSERT_EQ(FloatValue::fromUnsigned(format, mode, BitVector(64, n)), Bits<Host>::of(fromUnsigned)) << n;
      ASSERT_EQ(FloatValue::fromSigned(format, mode, BitVector(64, s)), Bits<Host>::of(fromSigned)) << s;
      auto toSigned = Bits<Host>::of(a).toSigned(mode, 32);
      bool fits = integral >= Host(-2147483648.0) && integral < Host(2147483648.0);
      ASSERT_EQ(toSigned.has_value(), fits) << show<Host>(a);
      if (fits) {
        ASSERT_EQ(toSigned->toInt64(), static_cast<int64_t>(integral));
      }
      auto toUnsigned = Bits<Host>::of(a).toUnsigned(mode, 32);
      fits = integral >= 0 && integral < Host(4294967296.0);
      ASSERT_EQ(toUnsigned.has_value(), fits) << show<Host>(a);
      if (fits) {
        ASSERT_EQ(toUnsigned->toUint64(), static_cast<uint64_t>(integral));
      }
    }
  }
}

TEST(FloatValue, Integers) {
  compareIntegers<float>(10000);
  compareIntegers<double>(10000);
}

// Sums, products and quotients of halves, computed in double, are exact or have so many more bits (53 >= 2 * 11 + 2)
// that rounding twice is rounding once. All pairs would be 2^32; a stride through them will do.
TEST(FloatValue, HalfAgreesWithDouble) {
  FloatFormat half = FloatFormat::half();
  for (uint32_t i = 0; i < 65536; i += 7) {
    FloatValue x(half, BitVector(16, i));
    for (uint32_t j = i % 251; j < 65536; j += 2503) {
      FloatValue y(half, BitVector(16, j));
      double a = x.toDouble(), b = y.toDouble();
      auto rounded = [&](double d) { return FloatValue::of(d).convert(half, RoundingMode::NearestEven); };
      ASSERT_EQ(x.add(RoundingMode::NearestEven, y), rounded(a + b)) << i << " " << j;
      ASSERT_EQ(x.mul(RoundingMode::NearestEven, y), rounded(a * b)) << i << " " << j;
      ASSERT_EQ(x.div(RoundingMode::NearestEven, y), rounded(a / b)) << i << " " << j;
      ASSERT_EQ(x.remainder(y), rounded(std::remainder(a, b))) << i << " " << j;
    }
    ASSERT_EQ(x.sqrt(RoundingMode::NearestEven),
              FloatValue::of(std::sqrt(x.toDouble())).convert(half, RoundingMode::NearestEven));
  }
}

// Nearest-away, which hosts lack, by its definition on every pair of a tiny format: compute exactly in double, take the
// nearest of all floats and on a tie the one of larger magnitude.
TEST(FloatValue, NearestAwayByDefinition) {
  FloatFormat tiny(3, 4);
  double largest = FloatValue(tiny, tiny.largest(false)).toDouble();
  double beyond = 16; // the next number if there were one
  auto nearest = [&](double exact) {
    if (std::abs(exact) >= (largest + beyond) / 2) return FloatValue::infinity(tiny, exact < 0);
    FloatValue best = FloatValue::zero(tiny, std::signbit(exact));
    for (uint32_t i = 0; i < 64; ++i) {
      FloatValue candidate(tiny, BitVector(7, i | (std::signbit(exact) ? 64 : 0)));
      if (!candidate.isFinite()) continue;
      double distance = std::abs(candidate.toDouble() - exact), least = std::abs(best.toDouble() - exact);
      if (distance < least || (distance == least && std::abs(candidate.toDouble()) > std::abs(best.toDouble())))
        best = candidate;
    }
    return best;
  };
  for (uint32_t i = 0; i < 128; ++i) {
    for (uint32_t j = 0; j < 128; ++j) {
      FloatValue x(tiny, BitVector(7, i)), y(tiny, BitVector(7, j));
      if (!x.isFinite() || !y.isFinite()) continue;
      double sum = x.toDouble() + y.toDouble(), product = x.toDouble() * y.toDouble();
      ASSERT_EQ(x.add(RoundingMode::NearestAway, y), nearest(sum)) << i << " " << j;
      ASSERT_EQ(x.mul(RoundingMode::NearestAway, y), nearest(product)) << i << " " << j;
    }
  }
}

TEST(FloatValue, MinAndMax) {
  FloatFormat half = FloatFormat::half();
  FloatValue plus = FloatValue::zero(half), minus = FloatValue::zero(half, true), nan = FloatValue::nan(half);
  FloatValue one = FloatValue::of(1.0).convert(half, RoundingMode::NearestEven);
  EXPECT_EQ(plus.min(minus), minus);
  EXPECT_EQ(minus.min(plus), plus);
  EXPECT_EQ(plus.max(minus), minus);
  EXPECT_EQ(minus.max(plus), plus);
  EXPECT_EQ(nan.min(one), one);
  EXPECT_EQ(one.max(nan), one);
  EXPECT_EQ(nan.max(nan), nan);
  EXPECT_EQ(one.min(minus), minus);
  EXPECT_EQ(one.max(minus), one);
}

TEST(FloatValue, FormatsOfAnyWidthAreConsistent) {
  // Through a wider format and back is the identity; widening to quad commutes with exact operations.
  std::mt19937_64 random(3);
  for (int i = 0; i < 3000; ++i) {
    uint64_t words[2] = {random(), random()};
    FloatValue x(FloatFormat::x87(), BitVector::fromWords(79, words));
    for (RoundingMode rm : kAllModes) ASSERT_EQ(x.convert(FloatFormat::quad(), rm).convert(FloatFormat::x87(), rm), x);
    // A product of two doubles fits a quad's significand: rounding it to x87 is the x87 product.
    FloatValue a(FloatFormat::doubled(), BitVector(64, random())), b(FloatFormat::doubled(), BitVector(64, random()));
    auto in = [](const FloatValue& v, FloatFormat f) { return v.convert(f, RoundingMode::NearestEven); };
    FloatFormat quad = FloatFormat::quad(), x87 = FloatFormat::x87();
    for (RoundingMode rm : kAllModes)
      ASSERT_EQ(in(a, x87).mul(rm, in(b, x87)), in(a, quad).mul(rm, in(b, quad)).convert(x87, rm));
  }
}

TEST(FloatValue, DecimalStringsReadBack) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const FloatValue x(FloatFormat::doubled(), BitVector(64, random()));
    if (!x.isFinite()) continue;
    ASSERT_EQ(FloatValue::of(std::strtod(x.toString().c_str(), nullptr)), x) << x.toString();
  }
}

} // namespace
} // namespace assay
