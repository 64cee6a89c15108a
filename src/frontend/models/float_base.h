// Included once for each floating-point type, with FLOAT (the type), OF(name) (the name with the type's suffix),
// PRECISION (bits of the significand), UNIT (the exponent of the smallest number, 2^UNIT) and LIMIT (numbers are below
// 2^LIMIT). Exact functions work on a number's parts,
//
//     value = (-1)^negative * significand * 2^exponent,
//
// where the significand has PRECISION bits, the top one set, unless the exponent is UNIT.

struct OF(Parts) {
  int negative;
  int exponent;
  u64 significand;
};

#define TOP_BIT (1ull << (PRECISION - 1))
#define ALL_BITS (TOP_BIT | (TOP_BIT - 1))

#if PRECISION == 64
union OF(Bits) {
  FLOAT value;
  struct {
    u64 significand;
    u16 signAndExponent;
  } bits;
};
/// Of a finite number.
static struct OF(Parts) OF(unpack)(FLOAT value) {
  union OF(Bits) u = {value};
  const int field = u.bits.signAndExponent & 0x7fff;
  return (struct OF(Parts)){u.bits.signAndExponent >> 15, UNIT - 1 + (field == 0 ? 1 : field), u.bits.significand};
}
static FLOAT OF(compose)(int negative, int field, u64 significand) {
  union OF(Bits) u = {0};
  u.bits.significand = significand;
  u.bits.signAndExponent = (u16)(negative << 15 | field);
  return u.value;
}
#else
#if PRECISION == 53
#define WORD u64
#else
#define WORD u32
#endif
#define SIGN_SHIFT (sizeof(WORD) * 8 - 1)
#define FIELD_BITS ((1 << (SIGN_SHIFT - PRECISION + 1)) - 1)
union OF(Bits) {
  FLOAT value;
  WORD bits;
};
/// Of a finite number.
static struct OF(Parts) OF(unpack)(FLOAT value) {
  const union OF(Bits) u = {value};
  const int field = (int)(u.bits >> (PRECISION - 1)) & FIELD_BITS;
  const u64 fraction = u.bits & (TOP_BIT - 1);
  return (struct OF(Parts)){(int)(u.bits >> SIGN_SHIFT), UNIT - 1 + (field == 0 ? 1 : field),
                            field == 0 ? fraction : fraction | TOP_BIT};
}
static FLOAT OF(compose)(int negative, int field, u64 significand) {
  union OF(Bits) u;
  u.bits = (WORD)negative << SIGN_SHIFT | (WORD)field << (PRECISION - 1) | (WORD)(significand & (TOP_BIT - 1));
  return u.value;
}
#undef WORD
#undef SIGN_SHIFT
#undef FIELD_BITS
#endif

/// The number with these parts, which must be one of the type.
static FLOAT OF(pack)(int negative, int exponent, u64 significand) {
  while (exponent > UNIT && (significand & TOP_BIT) == 0) {
    significand <<= 1;
    --exponent;
  }
  return OF(compose)(negative, (significand & TOP_BIT) != 0 ? exponent - UNIT + 1 : 0, significand);
}

static int OF(isNan)(FLOAT x) { return x != x; }
static int OF(isInfinite)(FLOAT x) { return x == (FLOAT)__builtin_inf() || x == -(FLOAT)__builtin_inf(); }
static FLOAT OF(signedZero)(int negative) { return negative ? -(FLOAT)0 : (FLOAT)0; }
/// With the top bit of the significand set, even where that takes an exponent below UNIT. Not of zero.
static struct OF(Parts) OF(normalized)(FLOAT x) {
  struct OF(Parts) parts = OF(unpack)(x);
  while ((parts.significand & TOP_BIT) == 0) {
    parts.significand <<= 1;
    --parts.exponent;
  }
  return parts;
}
