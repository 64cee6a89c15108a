// Included once for each floating-point type: functions of math.h whose last bits C leaves open. The result is a value
// left open within what every implementation promises: special values (C11 Annex F), sign and range. It is a function
// all the same: the arguments of the last calls give the same results again.

#define DECLARE_OPEN(name) UNSPECIFIED(FLOAT, OF(name))
#define OPEN(name) PASTE(__assay_unspecified_, OF(name))()
#define INF ((FLOAT)__builtin_inf())

static FLOAT OF(domainError)(void) {
  errorNumber = EDOM;
  return (FLOAT)__builtin_nan("");
}
static FLOAT OF(poleError)(FLOAT infinity) {
  errorNumber = ERANGE;
  return infinity;
}
static FLOAT OF(absolute)(FLOAT x) { return OF(__assay_fabs)(x); }
/// The error of a result that is too large, or too small to be told from 0. C leaves it open for subnormal results;
/// where rounding is not to nearest, also the largest numbers may be such results.
static FLOAT OF(withRangeError)(FLOAT r) {
  const FLOAT size = OF(absolute)(r);
  const int mayBe = (size < LEAST_NORMAL) | ((fegetround() != 0) & (size > 1 / LEAST_NORMAL));
  if (size == INF || size == 0 || (mayBe && __assay_unspecified_choice())) errorNumber = ERANGE;
  return r;
}

struct OF(Memo) {
  int known, mode; // the rounding mode
  FLOAT x, y, r;
};
// No short-circuit evaluation: these are conditions, not paths.
#define AGREES(memo) (!(memo).known | ((memo).mode != mode) | ((memo).x != x) | ((memo).y != y) | ((memo).r == r))
/// Assumes that r is what the same arguments gave before, and notes it.
#define REMEMBER(x, y, r)                                                                                              \
  do {                                                                                                                 \
    static struct OF(Memo) a, b, c;                                                                                    \
    const int mode = fegetround();                                                                                     \
    __VERIFIER_assume(AGREES(a) & AGREES(b) & AGREES(c));                                                              \
    c = b;                                                                                                             \
    b = a;                                                                                                             \
    a.known = 1;                                                                                                       \
    a.mode = mode;                                                                                                     \
    a.x = x;                                                                                                           \
    a.y = y;                                                                                                           \
    a.r = r;                                                                                                           \
  } while (0)

/// A function of one argument: what is returned at once, in order; the condition on the result r elsewhere; the sign
/// that r has.
#define OPEN_FUNCTION(name, specialCases, condition, sign)                                                             \
  DECLARE_OPEN(name);                                                                                                  \
  static FLOAT OF(name##_)(FLOAT x) {                                                                                  \
    if (x != x) return x;                                                                                              \
    specialCases;                                                                                                      \
    FLOAT r = OPEN(name);                                                                                              \
    __VERIFIER_assume(condition);                                                                                      \
    r = sign;                                                                                                          \
    const FLOAT y = 0;                                                                                                 \
    REMEMBER(x, y, r);                                                                                                 \
    return OF(withRangeError)(r);                                                                                      \
  }                                                                                                                    \
  MODEL(FLOAT, OF(name))(FLOAT x) { return OF(name##_)(x); }
#define IF(condition, value)                                                                                           \
  if (condition) return value
// Signs.
#define ANY_SIGN r
#define POSITIVE OF(absolute)(r)
#define SIGN_OF_X OF(__assay_copysign)(r, x)
// Conditions on |r|, without short-circuit evaluation.
#define SIZE OF(absolute)(r)
#define NUMBER() (r == r)
#define FINITE() (SIZE < INF)
#define IMPLIES(a, b) (!(a) | (b))
#define NORMAL() (SIZE >= LEAST_NORMAL)
// Of functions that are x near 0: only small numbers have small results.
#define NO_SMALLER() ((SIZE > 0) & IMPLIES(OF(absolute)(x) >= 2 * LEAST_NORMAL, NORMAL()))
#define NEAREST (fegetround() == 0)

OPEN_FUNCTION(sin, IF(x == 0, x); IF(OF(isInfinite)(x), OF(domainError)()), (SIZE <= 1) & NO_SMALLER(), ANY_SIGN)
OPEN_FUNCTION(cos, IF(x == 0, 1); IF(OF(isInfinite)(x), OF(domainError)()), (SIZE <= 1) & NORMAL(), ANY_SIGN)
OPEN_FUNCTION(tan, IF(x == 0, x); IF(OF(isInfinite)(x), OF(domainError)()), FINITE() & NO_SMALLER(), ANY_SIGN)
OPEN_FUNCTION(asin, IF(x == 0, x);
              IF(x < -1 || x > 1, OF(domainError)()), (SIZE <= PI_BOUND / 2) & NO_SMALLER(), SIGN_OF_X)
OPEN_FUNCTION(acos, IF(x == 1, 0); IF(x < -1 || x > 1, OF(domainError)()),
                                   (SIZE <= PI_BOUND) & NORMAL() & (x > 0 ? SIZE <= PI_BOUND / 2 : SIZE > (FLOAT)1.57),
                                   POSITIVE)
OPEN_FUNCTION(atan, IF(x == 0, x),
              (SIZE <= PI_BOUND / 2) & NO_SMALLER() & IMPLIES(OF(isInfinite)(x), SIZE > (FLOAT)1.57), SIGN_OF_X)
OPEN_FUNCTION(sinh, IF(x == 0 || OF(isInfinite)(x), x),
              NUMBER() & NO_SMALLER() & IMPLIES(OF(absolute)(x) <= LN_MAX, FINITE()) &
                  IMPLIES(NEAREST & (OF(absolute)(x) > LN_MAX + 2), SIZE == INF),
              SIGN_OF_X)
OPEN_FUNCTION(cosh, IF(x == 0, 1); IF(OF(isInfinite)(x), INF),
                                   (SIZE >= 1) & IMPLIES(OF(absolute)(x) <= LN_MAX, FINITE()) &
                                       IMPLIES(NEAREST & (OF(absolute)(x) > LN_MAX + 2), SIZE == INF),
                                   POSITIVE)
OPEN_FUNCTION(tanh, IF(x == 0, x);
              IF(OF(isInfinite)(x), OF(__assay_copysign)(1, x)), (SIZE <= 1) & NO_SMALLER(), SIGN_OF_X)
OPEN_FUNCTION(asinh, IF(x == 0 || OF(isInfinite)(x), x), NO_SMALLER() & (SIZE < LN_MAX + 2), SIGN_OF_X)
OPEN_FUNCTION(acosh, IF(x == 1, 0); IF(x < 1, OF(domainError)());
              IF(x == INF, x), NORMAL() & (SIZE < LN_MAX + 2), POSITIVE)
OPEN_FUNCTION(atanh, IF(x == 0, x); IF(x < -1 || x > 1, OF(domainError)());
              IF(x == 1 || x == -1, OF(poleError)(x* INF)), NO_SMALLER() & FINITE(), SIGN_OF_X)

/// Of exp and its kin: results are 1 or more for positive arguments, and nothing overflows up to `most`; underflow
/// comes as late, and a little beyond there is no number.
#define EXPONENTIAL(name, most)                                                                                        \
  OPEN_FUNCTION(name, IF(x == 0, 1); IF(x == INF, x);                                                                  \
                IF(x == -INF, 0),                                                                                      \
                NUMBER() & (x > 0 ? SIZE >= 1 : SIZE <= 1) & IMPLIES(x <= (most), FINITE()) &                          \
                    IMPLIES(NEAREST & (x > (most) + 1), SIZE == INF) &                                                 \
                    IMPLIES(x >= 1 - (most), SIZE >= LEAST_NORMAL) & IMPLIES(NEAREST & (x < -2 * (most)), SIZE == 0),  \
                POSITIVE)
EXPONENTIAL(exp, LN_MAX)
EXPONENTIAL(exp2, (FLOAT)(LIMIT - 1))
EXPONENTIAL(exp10, LOG10_MAX)
OPEN_FUNCTION(expm1, IF(x == 0 || x == INF, x); IF(x == -INF, -1),
                                                NUMBER() & NO_SMALLER() & IMPLIES(x < 0, SIZE <= 1) &
                                                    IMPLIES(x <= LN_MAX, FINITE()) &
                                                    IMPLIES(NEAREST & (x > LN_MAX + 1), SIZE == INF),
                                                SIGN_OF_X)

#define LOGARITHM(name, most)                                                                                          \
  OPEN_FUNCTION(name, IF(x == 1, 0); IF(x == 0, OF(poleError)(-INF)); IF(x < 0, OF(domainError)());                    \
                IF(x == INF, x), NORMAL() & (SIZE < (most)), OF(__assay_copysign)(r, x > 1 ? (FLOAT)1 : (FLOAT) - 1))
LOGARITHM(log, LN_MAX*(FLOAT)1.2)
LOGARITHM(log2, (FLOAT)(1 - UNIT))
LOGARITHM(log10, LOG10_MAX*(FLOAT)1.2)
OPEN_FUNCTION(log1p, IF(x == 0 || x == INF, x); IF(x == -1, OF(poleError)(-INF));
              IF(x < -1, OF(domainError)()), NO_SMALLER() & (SIZE < LN_MAX + 2), SIGN_OF_X)
OPEN_FUNCTION(cbrt, IF(x == 0 || OF(isInfinite)(x), x), (SIZE >= LEAST_NORMAL) & FINITE(), SIGN_OF_X)
OPEN_FUNCTION(erf, IF(x == 0, x);
              IF(OF(isInfinite)(x), OF(__assay_copysign)(1, x)), (SIZE <= 1) & NO_SMALLER(), SIGN_OF_X)
OPEN_FUNCTION(erfc, IF(x == 0, 1);
              IF(OF(isInfinite)(x), x > 0 ? 0 : 2),
              (x > 0 ? SIZE <= 1 : (SIZE >= 1) & (SIZE <= 2)) & IMPLIES(x < 9, SIZE >= LEAST_NORMAL), POSITIVE)

// The gamma function of a negative number has the sign of (-1)^floor(x).
static int OF(isWhole)(FLOAT x) { return OF(__assay_trunc)(x) == x; }
static int OF(gammaIsNegative)(FLOAT x) {
  const FLOAT below = OF(__assay_floor)(x);
  return x < 0 && below != 2 * OF(__assay_floor)(below / 2);
}
OPEN_FUNCTION(tgamma, IF(x == 0, OF(poleError)(OF(__assay_copysign)(INF, x))); IF(x == INF, x);
              IF(x == -INF || (x < 0 && OF(isWhole)(x)), OF(domainError)()),
              NUMBER() & IMPLIES((x >= 1) & (x <= 30), FINITE() & (SIZE > (FLOAT)0.8)) & IMPLIES(x > -30, NORMAL()),
              OF(__assay_copysign)(r, OF(gammaIsNegative)(x) ? (FLOAT)-1 : (FLOAT)1))
DECLARE_OPEN(lgamma);
static FLOAT OF(logGamma)(FLOAT x, int* sign) {
  if (x != x) return x;
  *sign = OF(gammaIsNegative)(x) || (x == 0 && OF(__assay_copysign)(1, x) < 0) ? -1 : 1;
  if (x == 1 || x == 2) return 0;
  if (OF(isInfinite)(x)) return INF;
  if (x <= 0 && OF(isWhole)(x)) return OF(poleError)(INF);
  const FLOAT r = OPEN(lgamma);
  const FLOAT y = 0;
  __VERIFIER_assume((r > -INF) & IMPLIES((x > 0) & (x < 1), r > 0) & IMPLIES(x > 2, r > 0) &
                    IMPLIES((x > 0) & (x < 1000000), r < INF) & ((r != 0) | (x < 0)));
  REMEMBER(x, y, r);
  if (r == INF) errorNumber = ERANGE;
  return r;
}
MODEL(FLOAT, OF(lgamma))(FLOAT x) { return OF(logGamma)(x, &MODEL_NAME(signgam)); }
MODEL(FLOAT, OF(gamma))(FLOAT x) { return OF(logGamma)(x, &MODEL_NAME(signgam)); }
MODEL(FLOAT, OF(lgamma_r))(FLOAT x, int* sign) { return OF(logGamma)(x, sign); }

OPEN_FUNCTION(j0, IF(x == 0, 1); IF(OF(isInfinite)(x), 0), SIZE <= 1, ANY_SIGN)
OPEN_FUNCTION(j1, IF(x == 0, x); IF(OF(isInfinite)(x), OF(__assay_copysign)(0, x)), SIZE <= 1, ANY_SIGN)
OPEN_FUNCTION(y0, IF(x == 0, OF(poleError)(-INF)); IF(x < 0, OF(domainError)()); IF(x == INF, 0), (r < 1), ANY_SIGN)
OPEN_FUNCTION(y1, IF(x == 0, OF(poleError)(-INF)); IF(x < 0, OF(domainError)()); IF(x == INF, 0), (r < 1), ANY_SIGN)

DECLARE_OPEN(atan2);
/// The value, or a neighbour of it where rounding is not to nearest.
static FLOAT OF(nearly)(FLOAT value) {
  if (fegetround() == 0) return value;
  const FLOAT r = OPEN(atan2);
  __VERIFIER_assume(r == value || r == OF(neighbour)(value, 0) || r == OF(neighbour)(value, 1));
  return r;
}
/// |atan2(y, x)|, of which 0, pi and so on are known but for their last bits.
static FLOAT OF(angle)(FLOAT y, FLOAT x) {
  const FLOAT high = OF(absolute)(y);
  const int left = OF(__assay_copysign)(1, x) < 0;
  if (high == 0 || (OF(isInfinite)(x) && high != INF)) return left ? OF(nearly)(PI) : 0;
  if (high == INF && OF(isInfinite)(x)) return OF(nearly)(left ? PI * (FLOAT)0.75 : PI / 4);
  if (x == 0 || high == INF) return OF(nearly)(PI / 2);
  const FLOAT r = OF(absolute)(OPEN(atan2));
  __VERIFIER_assume((r <= PI_BOUND) & (x > 0 ? r <= PI_BOUND / 2 : r > (FLOAT)1.57));
  __VERIFIER_assume(IMPLIES(high >= OF(absolute)(x) * (4 * LEAST_NORMAL), r >= LEAST_NORMAL));
  REMEMBER(x, y, r);
  return OF(withRangeError)(r);
}
static FLOAT OF(angleOf)(FLOAT y, FLOAT x) {
  if (x != x || y != y) return x + y;
  return OF(__assay_copysign)(OF(angle)(y, x), y);
}
MODEL(FLOAT, OF(atan2))(FLOAT y, FLOAT x) { return OF(angleOf)(y, x); }

DECLARE_OPEN(hypot);
static FLOAT OF(length)(FLOAT x, FLOAT y) {
  x = OF(absolute)(x);
  y = OF(absolute)(y);
  if (x == INF || y == INF) return INF;
  if (x != x || y != y) return x + y;
  if (x == 0) return y;
  if (y == 0) return x;
  const FLOAT r = OPEN(hypot);
  __VERIFIER_assume((r >= x) & (r >= y) & (r <= (x + y) * (FLOAT)1.0001));
  REMEMBER(x, y, r);
  if (r == INF) errorNumber = ERANGE;
  return r;
}
MODEL(FLOAT, OF(hypot))(FLOAT x, FLOAT y) { return OF(length)(x, y); }

DECLARE_OPEN(pow);
/// |x|^y of numbers other than 0, 1 and infinity. Between the powers of two around x, it is known where y takes them.
static FLOAT OF(power)(FLOAT x, FLOAT y) {
  const FLOAT r = OF(absolute)(OPEN(pow));
  __VERIFIER_assume((x > 1) == (y > 0) ? r >= 1 : r <= 1);
  const int exponent = OF(unpack)(x).exponent + PRECISION - 1; // too large for subnormal numbers
  if (x >= LEAST_NORMAL) {
    const int nearest = NEAREST;
    const FLOAT lower = y * (FLOAT)(y > 0 ? exponent : exponent + 1);
    const FLOAT upper = y * (FLOAT)(y > 0 ? exponent + 1 : exponent);
    __VERIFIER_assume(IMPLIES(nearest & (lower >= LIMIT), r == INF) & IMPLIES(upper < LIMIT, r < INF) &
                      IMPLIES(nearest & (upper < UNIT - 2), r == 0) & IMPLIES(lower > 2 - LIMIT, r >= LEAST_NORMAL));
  }
  REMEMBER(x, y, r);
  return OF(withRangeError)(r);
}
MODEL(FLOAT, OF(pow))(FLOAT x, FLOAT y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  const FLOAT size = OF(absolute)(x);
  const int odd = OF(isWhole)(y) && OF(absolute)(y) < (FLOAT)ALL_BITS + 1 && OF(__assay_trunc)(y / 2) * 2 != y;
  const FLOAT sign = odd ? OF(__assay_copysign)(1, x) : (FLOAT)1;
  if (OF(isInfinite)(y)) {
    if (size == 1) return 1;
    return (size > 1) == (y > 0) ? INF : 0;
  }
  if (size == 0 && y < 0) return OF(poleError)(sign * INF);
  if (size == 0 || size == INF) return sign * ((size == INF) == (y > 0) ? INF : 0);
  if (x < 0 && !OF(isWhole)(y)) return OF(domainError)();
  if (y == 1) return x;
  if (size == 1) return sign;
  return sign * OF(power)(size, y);
}
MODEL(void, OF(sincos))(FLOAT x, FLOAT* sine, FLOAT* cosine) {
  *sine = OF(sin_)(x);
  *cosine = OF(cos_)(x);
}

#undef DECLARE_OPEN
#undef OPEN
#undef INF
#undef AGREES
#undef REMEMBER
#undef OPEN_FUNCTION
#undef IF
#undef ANY_SIGN
#undef POSITIVE
#undef SIGN_OF_X
#undef SIZE
#undef NUMBER
#undef FINITE
#undef IMPLIES
#undef NORMAL
#undef NO_SMALLER
#undef NEAREST
#undef EXPONENTIAL
#undef LOGARITHM
