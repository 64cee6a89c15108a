#include "analysis/integer_shape.h"

#include "term/bit_vector.h"
#include "term/traverse.h"

#include <algorithm>
#include <numeric>

namespace assay {

namespace {

using Wide = __int128;
constexpr int64_t kMaxBase = int64_t{1} << 48; // beyond, progressions are given up

Progression make(Wide base, Wide stride) {
  if (stride > kMaxBase || base > kMaxBase || base < -kMaxBase) {
    // Powers of two stay: they survive that sums wrap around.
    if (stride == 0) stride = base;
    uint64_t two = 1;
    while (two < (uint64_t{1} << 32) && stride % (2 * two) == 0 && base % (2 * two) == 0) two *= 2;
    return {0, two};
  }
  if (stride != 0) base = (base % stride + stride) % stride;
  return {static_cast<int64_t>(base), static_cast<uint64_t>(stride)};
}

uint64_t powerOfTwoIn(uint64_t x) { return x & (~x + 1); }

/// The values modulo 2^width, where arithmetic wraps around.
Progression wrapped(Progression p, uint32_t width) {
  const uint64_t room = uint64_t{1} << std::min(width, 48u);
  return make(p.base, static_cast<Wide>(p.stride == 0 ? room : std::min(room, powerOfTwoIn(p.stride))));
}

IntegerShape full(uint32_t width, Progression values = Progression::any()) {
  const int64_t high = width >= 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
  return {-high - 1, high, values};
}

IntegerShape fit(Wide low, Wide high, Progression values, uint32_t width) {
  const IntegerShape all = full(width);
  if (low < all.low || high > all.high) return full(width, wrapped(values, width));
  return {static_cast<int64_t>(low), static_cast<int64_t>(high), values};
}

/// The value as an unsigned number, in at least one bit more.
IntegerShape asUnsigned(const IntegerShape& shape, uint32_t width, uint32_t target) {
  if (shape.low >= 0) return shape;
  if (width >= 63) return full(target);
  const Wide turn = Wide{1} << width;
  return fit(0, turn - 1, join(shape.values, make(shape.values.base + turn, static_cast<Wide>(shape.values.stride))),
             target);
}

} // namespace

Progression join(Progression a, Progression b) {
  const Wide difference = static_cast<Wide>(a.base) - b.base;
  const uint64_t apart = static_cast<uint64_t>(difference < 0 ? -difference : difference);
  return make(a.base, static_cast<Wide>(std::gcd(std::gcd(a.stride, b.stride), apart)));
}

Progression sum(Progression a, Progression b) {
  return make(static_cast<Wide>(a.base) + b.base, static_cast<Wide>(std::gcd(a.stride, b.stride)));
}

const IntegerShape& IntegerShapes::operator()(Term term) {
  const auto isFollowed = [&](Term t) { return t.sort().isBitVec() && t.sort().width() <= 64 && !memo_.contains(t); };
  postOrder(term, isFollowed, [&](Term t) { memo_.insert(t, compute(t)); });
  return memo_.at(term);
}

IntegerShape IntegerShapes::compute(Term t) const {
  const uint32_t width = t.sort().width();
  const auto of = [&](uint32_t child) -> const IntegerShape& { return memo_.at(t[child]); };
  switch (t.kind()) {
  case Kind::BvConst: {
    const int64_t value = t.value().toInt64();
    return {value, value, make(value, 0)};
  }
  case Kind::BvSignExtend:
    return of(0);
  case Kind::BvZeroExtend:
    return asUnsigned(of(0), t[0].sort().width(), width);
  case Kind::BvConcat: { // high * 2^n + low
    const IntegerShape low = asUnsigned(of(1), t[1].sort().width(), 64);
    const uint32_t shift = t[1].sort().width();
    if (low.low < 0 || shift >= 48) return full(width);
    const Wide factor = Wide{1} << shift;
    const IntegerShape& high = of(0);
    return fit(high.low * factor + low.low, high.high * factor + low.high,
               sum(make(high.values.base * factor, high.values.stride * factor), low.values), width);
  }
  case Kind::BvAdd:
    return fit(static_cast<Wide>(of(0).low) + of(1).low, static_cast<Wide>(of(0).high) + of(1).high,
               sum(of(0).values, of(1).values), width);
  case Kind::BvNeg:
    return fit(-static_cast<Wide>(of(0).high), -static_cast<Wide>(of(0).low),
               make(-static_cast<Wide>(of(0).values.base), static_cast<Wide>(of(0).values.stride)), width);
  case Kind::BvMul: {
    const uint32_t constant = of(0).values.isExact() ? 0 : 1;
    if (!of(constant).values.isExact()) return full(width);
    const Wide factor = of(constant).values.base;
    const IntegerShape& other = of(1 - constant);
    const Wide a = factor * other.low, b = factor * other.high;
    return fit(
        std::min(a, b), std::max(a, b),
        make(factor * other.values.base, (factor < 0 ? -factor : factor) * static_cast<Wide>(other.values.stride)),
        width);
  }
  case Kind::BvAnd: // a mask that is not negative
    for (uint32_t child : {0u, 1u})
      if (of(child).low >= 0) return {0, of(child).high, Progression::any()};
    return full(width);
  case Kind::BvUrem:
    return of(1).low > 0 ? IntegerShape{0, of(1).high - 1, Progression::any()} : full(width);
  case Kind::Ite:
    return {std::min(of(1).low, of(2).low), std::max(of(1).high, of(2).high), join(of(1).values, of(2).values)};
  default:
    return full(width);
  }
}

} // namespace assay
