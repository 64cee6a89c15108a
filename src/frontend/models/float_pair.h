// Included once for each floating-point type, after float_open.h: arithmetic on complex numbers as the compiler's
// runtime does it (C11 Annex G), and the functions of complex.h that take numbers apart.

/// An infinite number as a direction, else 0 with its sign.
static FLOAT OF(direction)(FLOAT x) { return OF(__assay_copysign)(OF(isInfinite)(x) ? (FLOAT)1 : (FLOAT)0, x); }
static FLOAT OF(zeroForNan)(FLOAT x) { return OF(isNan)(x) ? OF(__assay_copysign)(0, x) : x; }
static int OF(isFinite)(FLOAT x) { return !OF(isNan)(x) && !OF(isInfinite)(x); }
static FLOAT _Complex OF(complexNumber)(FLOAT real, FLOAT imaginary) {
  FLOAT _Complex z;
  __real__ z = real;
  __imag__ z = imaginary;
  return z;
}

MODEL(FLOAT _Complex, COMPLEX_OF(mul))(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  const FLOAT infinity = (FLOAT)__builtin_inf();
  const FLOAT ac = a * c, bd = b * d, ad = a * d, bc = b * c;
  const FLOAT real = ac - bd, imaginary = ad + bc;
  if (!OF(isNan)(real) || !OF(isNan)(imaginary)) return OF(complexNumber)(real, imaginary);
  int recalculate = 0;
  if (OF(isInfinite)(a) || OF(isInfinite)(b)) {
    a = OF(direction)(a);
    b = OF(direction)(b);
    c = OF(zeroForNan)(c);
    d = OF(zeroForNan)(d);
    recalculate = 1;
  }
  if (OF(isInfinite)(c) || OF(isInfinite)(d)) {
    c = OF(direction)(c);
    d = OF(direction)(d);
    a = OF(zeroForNan)(a);
    b = OF(zeroForNan)(b);
    recalculate = 1;
  }
  if (!recalculate && (OF(isInfinite)(ac) || OF(isInfinite)(bd) || OF(isInfinite)(ad) || OF(isInfinite)(bc))) {
    a = OF(zeroForNan)(a);
    b = OF(zeroForNan)(b);
    c = OF(zeroForNan)(c);
    d = OF(zeroForNan)(d);
    recalculate = 1;
  }
  if (!recalculate) return OF(complexNumber)(real, imaginary);
  return OF(complexNumber)(infinity * (a * c - b * d), infinity * (a * d + b * c));
}

/// (a + bi) / (c + di), both divided by c (Smith's method), where |c| >= |d|.
static FLOAT _Complex OF(divideByReal)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  const FLOAT ratio = d / c;
  const FLOAT scale = d * ratio + c;
  return OF(complexNumber)((b * ratio + a) / scale, (b - a * ratio) / scale);
}
static FLOAT _Complex OF(divideByImaginary)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  const FLOAT ratio = c / d;
  const FLOAT scale = c * ratio + d;
  return OF(complexNumber)((a * ratio + b) / scale, (b * ratio - a) / scale);
}
static FLOAT _Complex OF(divideSmith)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  return OF(__assay_fabs)(c) < OF(__assay_fabs)(d) ? OF(divideByImaginary)(a, b, c, d) : OF(divideByReal)(a, b, c, d);
}
/// By the definition. In the wider type, as some do it for the narrow ones, only the last rounding counts.
#define DIVIDE_PLAINLY(T)                                                                                              \
  const T scale = (T)c * c + (T)d * d;                                                                                 \
  return OF(complexNumber)((FLOAT)(((T)a * c + (T)b * d) / scale), (FLOAT)(((T)b * c - (T)a * d) / scale))
static FLOAT _Complex OF(dividePlainly)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) { DIVIDE_PLAINLY(FLOAT); }
#if PRECISION == 24
#define WIDER double
#else
#define WIDER long double
#endif
static FLOAT _Complex OF(divideWider)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) { DIVIDE_PLAINLY(WIDER); }
#undef WIDER
#undef DIVIDE_PLAINLY

UNSPECIFIED(FLOAT, OF(complexPart));
static int OF(isExtreme)(FLOAT x) {
  const FLOAT size = OF(__assay_fabs)(x);
  return size != 0 && (size > OF(scale)(1, LIMIT / 4) || size < OF(scale)(1, -LIMIT / 4));
}
/// Where implementations differ, one of them. Far from 1 they guard against overflow in more ways than are known here.
static FLOAT _Complex OF(divideFinite)(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  if (OF(isExtreme)(a) || OF(isExtreme)(b) || OF(isExtreme)(c) || OF(isExtreme)(d)) {
    const FLOAT real = PASTE(__assay_unspecified_, OF(complexPart))();
    const FLOAT imaginary = PASTE(__assay_unspecified_, OF(complexPart))();
    return OF(complexNumber)(real, imaginary);
  }
  switch (__assay_unspecified_choice()) {
  case 0:
    return OF(divideSmith)(a, b, c, d);
  case 1:
    return OF(dividePlainly)(a, b, c, d);
  default:
    return OF(divideWider)(a, b, c, d);
  }
}

MODEL(FLOAT _Complex, COMPLEX_OF(div))(FLOAT a, FLOAT b, FLOAT c, FLOAT d) {
  const FLOAT infinity = (FLOAT)__builtin_inf();
  const int finiteA = OF(isFinite)(a) && OF(isFinite)(b);
  const int finiteC = OF(isFinite)(c) && OF(isFinite)(d);
  if (finiteA && finiteC && (c != 0 || d != 0)) return OF(divideFinite)(a, b, c, d);
  if (c == 0 && d == 0 && (!OF(isNan)(a) || !OF(isNan)(b))) {
    return OF(complexNumber)(OF(__assay_copysign)(infinity, c) * a, OF(__assay_copysign)(infinity, c) * b);
  }
  if ((OF(isInfinite)(a) || OF(isInfinite)(b)) && finiteC) {
    a = OF(direction)(a);
    b = OF(direction)(b);
    return OF(complexNumber)(infinity * (a * c + b * d), infinity * (b * c - a * d));
  }
  if ((OF(isInfinite)(c) || OF(isInfinite)(d)) && finiteA) {
    c = OF(direction)(c);
    d = OF(direction)(d);
    return OF(complexNumber)(0 * (a * c + b * d), 0 * (b * c - a * d));
  }
  return OF(dividePlainly)(a, b, c, d);
}

MODEL(FLOAT, OF(creal))(FLOAT _Complex z) { return __real__ z; }
MODEL(FLOAT, OF(cimag))(FLOAT _Complex z) { return __imag__ z; }
MODEL(FLOAT _Complex, OF(conj))(FLOAT _Complex z) { return OF(complexNumber)(__real__ z, -__imag__ z); }
MODEL(FLOAT, OF(cabs))(FLOAT _Complex z) { return OF(length)(__real__ z, __imag__ z); }
MODEL(FLOAT, OF(carg))(FLOAT _Complex z) { return OF(angleOf)(__imag__ z, __real__ z); }
MODEL(FLOAT _Complex, OF(cproj))(FLOAT _Complex z) {
  if (!OF(isInfinite)(__real__ z) && !OF(isInfinite)(__imag__ z)) return z;
  return OF(complexNumber)((FLOAT)__builtin_inf(), OF(__assay_copysign)(0, __imag__ z));
}
