// Included once for each floating-point type, after float_base.h: functions of math.h with exact results. errno is set
// as glibc sets it; where C lets a function report underflow or not, that is open.

// Translated by the front end.
FLOAT OF(__assay_trunc)(FLOAT x);
FLOAT OF(__assay_floor)(FLOAT x);
FLOAT OF(__assay_round)(FLOAT x);
FLOAT OF(__assay_rint)(FLOAT x);
FLOAT OF(__assay_fabs)(FLOAT x);
FLOAT OF(__assay_copysign)(FLOAT x, FLOAT sign);
FLOAT OF(__assay_sqrt)(FLOAT x);

MODEL(FLOAT, OF(sqrt))(FLOAT x) {
  if (x < 0) errorNumber = EDOM;
  return OF(__assay_sqrt)(x);
}

struct OF(Remainder) {
  u64 significand; // with the divisor's exponent
  u64 quotient;    // its low bits
};

/// Long division of a by b, whose exponent is not larger.
static struct OF(Remainder) OF(divide)(struct OF(Parts) a, struct OF(Parts) b) {
  struct OF(Remainder) result = {a.significand % b.significand, a.significand / b.significand};
  for (int i = a.exponent - b.exponent; i > 0; --i) {
    const u64 r = result.significand;
    const u64 room = b.significand - r; // r + r may need one bit too many
    const int carry = r >= room;
    result.significand = carry ? r - room : r + r;
    result.quotient = result.quotient * 2 + (u64)carry;
  }
  return result;
}

MODEL(FLOAT, OF(fmod))(FLOAT x, FLOAT y) {
  if (OF(isNan)(x) || OF(isNan)(y)) return x + y;
  if (OF(isInfinite)(x) || y == 0) {
    errorNumber = EDOM;
    return (FLOAT)__builtin_nan("");
  }
  if (x == 0 || OF(isInfinite)(y)) return x;
  const struct OF(Parts) a = OF(unpack)(x);
  const struct OF(Parts) b = OF(unpack)(y);
  if (a.exponent < b.exponent) return x;
  const struct OF(Remainder) r = OF(divide)(a, b);
  return r.significand == 0 ? OF(signedZero)(a.negative) : OF(pack)(a.negative, b.exponent, r.significand);
}

/// x - n*y for the integer n nearest to x/y, the even one in the middle; the low bits of |n| to *quotient.
static FLOAT OF(nearestRemainder)(FLOAT x, FLOAT y, u64* quotient) {
  *quotient = 0;
  if (OF(isNan)(x) || OF(isNan)(y)) return x + y;
  if (OF(isInfinite)(x) || y == 0) {
    errorNumber = EDOM;
    return (FLOAT)__builtin_nan("");
  }
  if (x == 0 || OF(isInfinite)(y)) return x;
  const struct OF(Parts) a = OF(unpack)(x);
  const struct OF(Parts) b = OF(unpack)(y);
  if (a.exponent < b.exponent - 1) return x;
  if (a.exponent == b.exponent - 1) { // |x| < |y|: 0 or 1 times y, and y is 2 * b.significand at x's exponent
    if (a.significand <= b.significand) return x;
    *quotient = 1;
    return OF(pack)(!a.negative, a.exponent, b.significand * 2 - a.significand);
  }
  struct OF(Remainder) r = OF(divide)(a, b);
  const u64 rest = b.significand - r.significand;
  const int up = r.significand > rest || (r.significand == rest && (r.quotient & 1) != 0);
  *quotient = r.quotient + (u64)up;
  if (r.significand == 0) return OF(signedZero)(a.negative);
  return OF(pack)(a.negative ^ up, b.exponent, up ? rest : r.significand);
}
/// A zero has the sign of x (IEEE 754). Of tiny and of huge numbers, and of float where rounding is downward, glibc's
/// functions do not all give it.
static FLOAT OF(remainderOf)(FLOAT x, FLOAT y) {
  u64 quotient;
  const FLOAT result = OF(nearestRemainder)(x, y, &quotient);
#if PRECISION == 53
  const int isOpen = OF(__assay_fabs)(y) < 0x1p-900 || OF(__assay_fabs)(x) > 0x1p1000;
#elif PRECISION == 24
  const int isOpen = fegetround() == kDownward;
#else
  const int isOpen = 0;
#endif
  return result == 0 && x != 0 && isOpen && __assay_unspecified_choice() ? -result : result;
}
MODEL(FLOAT, OF(remainder))(FLOAT x, FLOAT y) { return OF(remainderOf)(x, y); }
MODEL(FLOAT, OF(drem))(FLOAT x, FLOAT y) { return OF(remainderOf)(x, y); }
MODEL(FLOAT, OF(remquo))(FLOAT x, FLOAT y, int* quotient) {
  u64 bits;
  const FLOAT result = OF(nearestRemainder)(x, y, &bits);
  if (OF(isNan)(result)) { // nothing, or anything
    if (__assay_unspecified_choice()) *quotient = __assay_unspecified_choice();
    return result;
  }
  *quotient = (x < 0) != (y < 0) ? -(int)(bits & 7) : (int)(bits & 7);
  return result;
}

MODEL(FLOAT, OF(modf))(FLOAT x, FLOAT* whole) {
  *whole = OF(__assay_trunc)(x);
  if (OF(isInfinite)(x)) return OF(__assay_copysign)(0, x);
  return OF(isNan)(x) ? x : OF(__assay_copysign)(x - *whole, x);
}

MODEL(FLOAT, OF(frexp))(FLOAT x, int* exponent) {
  *exponent = 0;
  if (OF(isNan)(x) || OF(isInfinite)(x)) *exponent = __assay_unspecified_choice();
  if (x == 0 || OF(isNan)(x) || OF(isInfinite)(x)) return x;
  const struct OF(Parts) parts = OF(normalized)(x);
  *exponent = parts.exponent + PRECISION;
  return OF(pack)(parts.negative, -PRECISION, parts.significand);
}

/// A result that is too large.
static FLOAT OF(overflow)(int negative) {
  errorNumber = ERANGE;
  const int mode = fegetround();
  const int towardZero = mode == kTowardZero || mode == (negative ? kUpward : kDownward);
  if (towardZero) return OF(pack)(negative, LIMIT - PRECISION, ALL_BITS);
  return negative ? -(FLOAT)__builtin_inf() : (FLOAT)__builtin_inf();
}

/// significand / 2^shift, in the current rounding mode.
static u64 OF(shiftDown)(u64 significand, int shift, int negative) {
  const u64 kept = shift < 64 ? significand >> shift : 0;
  const u64 half = shift <= 64 ? 1ull << (shift - 1) : 0;
  const u64 rest = shift < 64 ? significand & (half * 2 - 1) : significand;
  if (rest == 0) return kept;
  const int mode = fegetround();
  if (mode == 0) return kept + (shift <= 64 && (rest > half || (rest == half && (kept & 1) != 0)));
  return kept + (mode == (negative ? kDownward : kUpward));
}

/// x * 2^n.
static FLOAT OF(scale)(FLOAT x, long n) {
  if (x == 0 || OF(isNan)(x) || OF(isInfinite)(x)) return x;
  const struct OF(Parts) parts = OF(normalized)(x);
  const long most = 100000; // beyond any range of exponents
  const int exponent = parts.exponent + (int)(n > most ? most : n < -most ? -most : n);
  if (exponent + PRECISION > LIMIT) return OF(overflow)(parts.negative);
  if (exponent >= UNIT) return OF(pack)(parts.negative, exponent, parts.significand);
  const u64 kept = OF(shiftDown)(parts.significand, UNIT - exponent, parts.negative);
  if (kept == 0) {
    errorNumber = ERANGE;
    return OF(signedZero)(parts.negative);
  }
  if (exponent + PRECISION <= UNIT && __assay_unspecified_choice()) errorNumber = ERANGE;
  return OF(pack)(parts.negative, UNIT, kept);
}
MODEL(FLOAT, OF(ldexp))(FLOAT x, int n) { return OF(scale)(x, n); }
MODEL(FLOAT, OF(scalbn))(FLOAT x, int n) { return OF(scale)(x, n); }
MODEL(FLOAT, OF(scalbln))(FLOAT x, long n) { return OF(scale)(x, n); }

MODEL(int, OF(ilogb))(FLOAT x) {
  if (x != 0 && !OF(isNan)(x) && !OF(isInfinite)(x)) return OF(normalized)(x).exponent + PRECISION - 1;
  errorNumber = EDOM;
  return OF(isInfinite)(x) ? INT_MAX : -INT_MAX - 1;
}
MODEL(FLOAT, OF(logb))(FLOAT x) {
  if (x == 0) {
    if (__assay_unspecified_choice()) errorNumber = ERANGE;
    return -(FLOAT)__builtin_inf();
  }
  if (OF(isNan)(x)) return x;
  return OF(isInfinite)(x) ? (FLOAT)__builtin_inf() : (FLOAT)(OF(normalized)(x).exponent + PRECISION - 1);
}
MODEL(FLOAT, OF(significand))(FLOAT x) {
  if (x == 0 || OF(isNan)(x) || OF(isInfinite)(x)) return x;
  const struct OF(Parts) parts = OF(normalized)(x);
  return OF(pack)(parts.negative, 1 - PRECISION, parts.significand);
}

/// The neighbour of a number that is neither zero nor NaN, away from zero or towards it.
static FLOAT OF(neighbour)(FLOAT x, int away) {
  const int negative = x < 0;
  if (OF(isInfinite)(x)) return away ? x : OF(pack)(negative, LIMIT - PRECISION, ALL_BITS);
  struct OF(Parts) p = OF(unpack)(x);
  if (away && p.significand == ALL_BITS) {
    if (p.exponent == LIMIT - PRECISION) return negative ? -(FLOAT)__builtin_inf() : (FLOAT)__builtin_inf();
    return OF(pack)(negative, p.exponent + 1, TOP_BIT);
  }
  if (away) return OF(pack)(negative, p.exponent, p.significand + 1);
  if (p.significand == TOP_BIT && p.exponent > UNIT) return OF(pack)(negative, p.exponent - 1, ALL_BITS);
  return p.significand == 1 ? OF(signedZero)(negative) : OF(pack)(negative, p.exponent, p.significand - 1);
}
static FLOAT OF(next)(FLOAT x, FLOAT y) {
  if (OF(isNan)(x) || OF(isNan)(y)) return x + y;
  if (x == y) return y;
  const FLOAT result = x == 0 ? OF(pack)(y < 0, UNIT, 1) : OF(neighbour)(x, (x < y) == (x > 0));
  if (OF(isInfinite)(result)) errorNumber = ERANGE;
  if (OF(__assay_fabs)(result) < LEAST_NORMAL && __assay_unspecified_choice()) errorNumber = ERANGE;
  return result;
}
MODEL(FLOAT, OF(nextafter))(FLOAT x, FLOAT y) { return OF(next)(x, y); }
#ifdef HAS_X87
MODEL(FLOAT, OF(nexttoward))(FLOAT x, long double y) {
  if (OF(isNan)(x) || y != y) return x + (FLOAT)y;
  if (x == y) return (FLOAT)y;
  return OF(next)(x, y > x ? (FLOAT)__builtin_inf() : -(FLOAT)__builtin_inf());
}
#endif

UNSPECIFIED(i64, OF(lrint));
/// What a conversion yields when the value does not fit is open.
#define TO_INTEGER(type, bits, value)                                                                                  \
  const FLOAT rounded = value;                                                                                         \
  const FLOAT limit = (FLOAT)(1ull << ((bits) - 1));                                                                   \
  return rounded >= -limit && rounded < limit ? (type)rounded : (type)PASTE(__assay_unspecified_, OF(lrint))()
#define LONG_BITS (sizeof(long) * 8)
MODEL(long, OF(lround))(FLOAT x) { TO_INTEGER(long, LONG_BITS, OF(__assay_round)(x)); }
MODEL(long, OF(lrint))(FLOAT x) { TO_INTEGER(long, LONG_BITS, OF(__assay_rint)(x)); }
MODEL(i64, OF(llround))(FLOAT x) { TO_INTEGER(i64, 64, OF(__assay_round)(x)); }
MODEL(i64, OF(llrint))(FLOAT x) { TO_INTEGER(i64, 64, OF(__assay_rint)(x)); }
#undef TO_INTEGER
#undef LONG_BITS

MODEL(FLOAT, OF(fdim))(FLOAT x, FLOAT y) {
  if (OF(isNan)(x) || OF(isNan)(y)) return x + y;
  const FLOAT result = x > y ? x - y : 0;
  if (OF(isInfinite)(result) && !OF(isInfinite)(x) && !OF(isInfinite)(y)) errorNumber = ERANGE;
  return result;
}
UNSPECIFIED(FLOAT, OF(nan));
/// What a tag means for the bits is open.
static FLOAT OF(taggedNan)(void) {
  const FLOAT value = PASTE(__assay_unspecified_, OF(nan))();
  __VERIFIER_assume(value != value);
  return value;
}
MODEL(FLOAT, OF(nan))(const char* tag) {
  if (*tag == 0) return (FLOAT)__builtin_nan("");
  readString(tag);
  return OF(taggedNan)();
}
