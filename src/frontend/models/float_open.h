// Included once for each floating-point type: functions of math.h whose last bits C leaves open. The result is a value
// left open within what every implementation promises: special values, sign and range.

#define OPEN(name) PASTE(__assay_unspecified_, OF(name))()
#define DECLARE_OPEN(name) UNSPECIFIED(FLOAT, OF(name))
#define INF ((FLOAT)__builtin_inf())

static FLOAT OF(domainError)(void) {
  errorNumber = EDOM;
  return (FLOAT)__builtin_nan("");
}
static int OF(sameSign)(FLOAT x, FLOAT result) { return x < 0 ? result <= 0 : result >= 0; }
static FLOAT OF(absolute)(FLOAT x) { return x < 0 ? -x : x; }

/// A function of one argument: what is returned at once, in order, and the condition on the result r elsewhere.
#define OPEN_FUNCTION(name, specialCases, condition)                                                                   \
  DECLARE_OPEN(name);                                                                                                  \
  MODEL(FLOAT, OF(name))(FLOAT x) {                                                                                    \
    if (x != x) return x;                                                                                              \
    specialCases;                                                                                                      \
    const FLOAT r = OPEN(name);                                                                                        \
    __VERIFIER_assume(condition);                                                                                      \
    return r;                                                                                                          \
  }
#define IF(condition, value)                                                                                           \
  if (condition) return value

OPEN_FUNCTION(sin, IF(x == 0, x); IF(OF(isInfinite)(x), OF(domainError)()), r >= -1 && r <= 1)
OPEN_FUNCTION(cos, IF(x == 0, 1); IF(OF(isInfinite)(x), OF(domainError)()), r >= -1 && r <= 1)
OPEN_FUNCTION(tan, IF(x == 0, x); IF(OF(isInfinite)(x), OF(domainError)()), r > -INF && r < INF)
OPEN_FUNCTION(asin, IF(x == 0, x); IF(x < -1 || x > 1, OF(domainError)()), OF(sameSign)(x, r) && r > -2 && r < 2)
OPEN_FUNCTION(acos, IF(x == 1, 0); IF(x < -1 || x > 1, OF(domainError)()), r >= 0 && r < 4)
OPEN_FUNCTION(atan, IF(x == 0, x), OF(sameSign)(x, r) && r > -2 && r < 2)
OPEN_FUNCTION(sinh, IF(x == 0 || OF(isInfinite)(x), x), OF(sameSign)(x, r))
OPEN_FUNCTION(cosh, IF(x == 0, 1); IF(OF(isInfinite)(x), INF), r >= 1)
OPEN_FUNCTION(tanh, IF(x == 0, x), OF(sameSign)(x, r) && r >= -1 && r <= 1)
OPEN_FUNCTION(asinh, IF(x == 0 || OF(isInfinite)(x), x), OF(sameSign)(x, r) && r > -INF && r < INF)
OPEN_FUNCTION(acosh, IF(x == 1, 0); IF(x < 1, OF(domainError)()); IF(x == INF, x), r >= 0 && r < INF)
OPEN_FUNCTION(atanh, IF(x == 0, x); IF(x < -1 || x > 1, OF(domainError)()); IF(x == 1, INF);
              IF(x == -1, -INF), OF(sameSign)(x, r) && r > -INF && r < INF)
OPEN_FUNCTION(exp, IF(x == 0, 1); IF(x == INF, x); IF(x == -INF, 0), r >= 0 && (x < 0 ? r <= 1 : r >= 1))
OPEN_FUNCTION(exp2, IF(x == 0, 1); IF(x == INF, x); IF(x == -INF, 0), r >= 0 && (x < 0 ? r <= 1 : r >= 1))
OPEN_FUNCTION(exp10, IF(x == 0, 1); IF(x == INF, x); IF(x == -INF, 0), r >= 0 && (x < 0 ? r <= 1 : r >= 1))
OPEN_FUNCTION(expm1, IF(x == 0 || x == INF, x); IF(x == -INF, -1), OF(sameSign)(x, r) && r >= -1)
OPEN_FUNCTION(log, IF(x == 1, 0); IF(x == 0, -INF); IF(x < 0, OF(domainError)());
              IF(x == INF, x), r > -12000 && r < 12000 && (x < 1 ? r <= 0 : r >= 0))
OPEN_FUNCTION(log2, IF(x == 1, 0); IF(x == 0, -INF); IF(x < 0, OF(domainError)());
              IF(x == INF, x), r > -17000 && r < 17000 && (x < 1 ? r <= 0 : r >= 0))
OPEN_FUNCTION(log10, IF(x == 1, 0); IF(x == 0, -INF); IF(x < 0, OF(domainError)());
              IF(x == INF, x), r > -5000 && r < 5000 && (x < 1 ? r <= 0 : r >= 0))
OPEN_FUNCTION(log1p, IF(x == 0 || x == INF, x); IF(x == -1, -INF);
              IF(x < -1, OF(domainError)()), OF(sameSign)(x, r) && r > -INF && r < INF)
OPEN_FUNCTION(cbrt, IF(x == 0 || OF(isInfinite)(x), x), OF(sameSign)(x, r) && r != 0 && r > -INF && r < INF)
OPEN_FUNCTION(erf, IF(x == 0, x), OF(sameSign)(x, r) && r >= -1 && r <= 1)
OPEN_FUNCTION(erfc, IF(x == 0, 1), r >= 0 && r <= 2)
OPEN_FUNCTION(tgamma, IF(x == INF, x); IF(x == -INF, OF(domainError)()), x < 0 || r > 0)
OPEN_FUNCTION(lgamma, IF(OF(isInfinite)(x), INF), r == r)
OPEN_FUNCTION(j0, , r >= -1 && r <= 1)
OPEN_FUNCTION(j1, , r >= -1 && r <= 1)
OPEN_FUNCTION(y0, , 1)
OPEN_FUNCTION(y1, , 1)

DECLARE_OPEN(atan2);
MODEL(FLOAT, OF(atan2))(FLOAT y, FLOAT x) {
  if (x != x || y != y) return x + y;
  const FLOAT r = OPEN(atan2);
  __VERIFIER_assume(r > -4 && r < 4 && (y == 0 || OF(sameSign)(y, r)));
  return r;
}

DECLARE_OPEN(hypot);
MODEL(FLOAT, OF(hypot))(FLOAT x, FLOAT y) {
  if (OF(isInfinite)(x) || OF(isInfinite)(y)) return INF;
  if (x != x || y != y) return x + y;
  if (x == 0) return OF(absolute)(y) + 0;
  if (y == 0) return OF(absolute)(x);
  const FLOAT r = OPEN(hypot);
  __VERIFIER_assume(r >= OF(absolute)(x) && r >= OF(absolute)(y));
  return r;
}

DECLARE_OPEN(pow);
MODEL(FLOAT, OF(pow))(FLOAT x, FLOAT y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return x + y;
  if (y == 1) return x;
  const int whole = OF(trunc)(y) == y;
  if (x < 0 && x > -INF && !whole) return OF(domainError)();
  const FLOAT r = OPEN(pow);
  __VERIFIER_assume(r == r && (r >= 0 || (x <= 0 && whole)));
  if (x == 0) __VERIFIER_assume(y > 0 ? r == 0 : r == INF || r == -INF);
  if (x == INF) __VERIFIER_assume(y > 0 ? r == INF : r == 0);
  return r;
}

MODEL(void, OF(sincos))(FLOAT x, FLOAT* sine, FLOAT* cosine) {
  const FLOAT s = OPEN(sin);
  const FLOAT c = OPEN(cos);
  const int special = x != x || OF(isInfinite)(x);
  __VERIFIER_assume(special || (s >= -1 && s <= 1 && c >= -1 && c <= 1));
  *sine = special ? x - x : x == 0 ? x : s;
  *cosine = special ? x - x : x == 0 ? 1 : c;
}

#undef OPEN
#undef DECLARE_OPEN
#undef INF
#undef OPEN_FUNCTION
#undef IF
