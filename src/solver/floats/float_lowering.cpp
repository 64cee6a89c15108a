#include "solver/floats/float_lowering.h"

#include "solver/floats/float_symbols.h"
#include "term/array_value.h"
#include "term/float_format.h"
#include "term/traverse.h"

#include <array>
#include <cassert>
#include <deque>
#include <optional>
#include <string>

#include <symfpu/core/add.h>
#include <symfpu/core/classify.h>
#include <symfpu/core/compare.h>
#include <symfpu/core/convert.h>
#include <symfpu/core/divide.h>
#include <symfpu/core/fma.h>
#include <symfpu/core/multiply.h>
#include <symfpu/core/packing.h>
#include <symfpu/core/remainder.h>
#include <symfpu/core/rounder.h>
#include <symfpu/core/sign.h>
#include <symfpu/core/sqrt.h>

namespace assay {

using symbolic::Format;
using symbolic::Mode;
using symbolic::Prop;
using symbolic::SymbolicScope;
using symbolic::Traits;
using symbolic::UnpackedFloat;
using Sbv = Traits::sbv;
using Ubv = Traits::ubv;

Sort loweredSort(TermManager& tm, Sort sort) {
  if (sort.isFloat()) return tm.bvSort(sort.width());
  return sort.isArray() ? tm.arraySort(loweredSort(tm, sort.index()), loweredSort(tm, sort.element())) : sort;
}

Value raised(const Value& value, Sort sort) {
  if (sort.isFloat()) return Value::floating(value.bits());
  if (!sort.isArray()) return value;
  ArrayValue result(sort.index().width(), raised(value.asArray().defaultValue(), sort.element()));
  value.asArray().forEach([&](const BitVector& index, const Value& element) {
    result = result.store(index, raised(element, sort.element()));
  });
  return Value::array(result);
}

namespace {

/// The float to which arrays of this sort lead, through however many indices; or the null sort.
Sort innermostFloat(Sort sort) {
  while (sort.isArray()) sort = sort.element();
  return sort.isFloat() ? sort : Sort();
}

/// An IEEE encoding in its parts.
struct Encoding {
  TermManager& tm;
  Sort sort;
  Term bits;

  uint32_t width() const { return sort.width(); }
  uint32_t fractionBits() const { return sort.significandBits() - 1; }
  Term sign() const { return tm.mkEqual(tm.mkBvExtract(bits, width() - 1, width() - 1), tm.mkBv(1, 1)); }
  Term magnitude() const { return tm.mkBvExtract(bits, width() - 2, 0); }
  Term exponent() const { return tm.mkBvExtract(bits, width() - 2, fractionBits()); }
  Term fraction() const { return tm.mkBvExtract(bits, fractionBits() - 1, 0); }
  Term exponentIsOnes() const { return tm.mkEqual(exponent(), tm.mkOnes(sort.exponentBits())); }
  Term exponentIsZero() const { return tm.mkEqual(exponent(), tm.mkBv(sort.exponentBits(), 0)); }
  Term fractionIsZero() const { return tm.mkEqual(fraction(), tm.mkBv(fractionBits(), 0)); }
  Term infinity() const { return tm.mkBvExtract(tm.mkBv(FloatFormat(sort).infinity(false)), width() - 2, 0); }
  Term isNan() const { return tm.mkBvUlt(infinity(), magnitude()); }
  Term isInf() const { return tm.mkEqual(magnitude(), infinity()); }
  Term isZero() const { return tm.mkEqual(magnitude(), tm.mkBv(width() - 1, 0)); }
  Term withSign(Term sign) const { return tm.mkBvConcat(tm.mkBoolToBv(sign), magnitude()); }
  /// An unsigned number that grows with the float; one for both zeros, and above all others for NaN.
  Term rank() const {
    Term negative = tm.mkAnd(sign(), tm.mkNot(isZero()));
    return tm.mkIte(negative, tm.mkBvNot(bits), tm.mkBvConcat(tm.mkBv(1, 1), magnitude()));
  }
  Term canonical() const { return tm.mkIte(isNan(), tm.mkBv(FloatFormat(sort).nan()), bits); }
};

} // namespace

/// A lowered term: `term`, or for a float one or both of its forms.
struct Lowered {
  Term term;
  std::optional<UnpackedFloat> unpacked;
};

/// What the comparison of encoded floats needs of each.
struct Ranked {
  Term rank, isNan;
};

struct FloatLowering::Impl {
  Impl(TermManager& tm, std::vector<Term>& conditions, Poll poll)
      : tm(tm), conditions(conditions), poll(std::move(poll)) {}

  using Rule = Lowered (Impl::*)(Term);
  struct Row {
    Kind kind;
    Rule rule;
  };
  static const Row kRows[];
  static Rule ruleOf(Kind kind);

  Term lower(Term root);
  Lowered lowerNode(Term t);

  Lowered& at(Term t) { return values[memo.at(t)]; }
  Term pack(Sort sort, const UnpackedFloat& value);
  Term packed(Term t);
  const UnpackedFloat& unpacked(Term t);
  bool isPacked(Term t) { return !at(t).term.isNull(); }
  Encoding encoding(Term t) { return {tm, t.sort(), packed(t)}; }
  Term requireCanonical(Sort sort, Term bits);
  static Lowered of(Term term) { return {term, std::nullopt}; }
  static Lowered of(const UnpackedFloat& value) { return {Term(), value}; }
  static Lowered of(const Prop& value) { return {value.term(), std::nullopt}; }

  UnpackedFloat convert(const Format& from, const Format& to, Mode mode, const UnpackedFloat& value);
  UnpackedFloat fromUnsigned(const Format& to, Mode mode, const Prop& sign, Term magnitude);
  template <class Operation>
  Lowered withRoom(Term t, Mode mode, Operation operation);
  const Ranked& ranked(Term t);
  Term less(Term a, Term b);
  Term equal(Term a, Term b);

  // One function an operator.
  Lowered variable(Term t);
  Lowered constant(Term t);
  Lowered fromBits(Term t);
  Lowered toBits(Term t);
  Lowered equality(Term t);
  Lowered choice(Term t);
  Lowered select(Term t);
  Lowered absolute(Term t);
  Lowered negated(Term t);
  Lowered sum(Term t);
  Lowered product(Term t);
  Lowered quotient(Term t);
  Lowered fused(Term t);
  Lowered root(Term t);
  Lowered remainder(Term t);
  Lowered integral(Term t);
  Lowered extremum(Term t);
  Lowered lessThan(Term t);
  Lowered lessOrEqual(Term t);
  Lowered equalTo(Term t);
  Lowered isNan(Term t);
  Lowered isInf(Term t);
  Lowered isZero(Term t);
  Lowered isNormal(Term t);
  Lowered isSubnormal(Term t);
  Lowered isNegative(Term t);
  Lowered toFloat(Term t);
  Lowered fromSigned(Term t);
  Lowered fromUnsignedBits(Term t);
  Lowered toSigned(Term t);
  Lowered toUnsigned(Term t);

  TermManager& tm;
  std::vector<Term>& conditions;
  Poll poll;
  TermMap<uint32_t> memo; // into values
  std::deque<Lowered> values;
  TermMap<Ranked> ranks; // of floats that were compared
};

const FloatLowering::Impl::Row FloatLowering::Impl::kRows[] = {
    {Kind::FpConst, &Impl::constant},
    {Kind::FpFromBits, &Impl::fromBits},
    {Kind::FpToBits, &Impl::toBits},
    {Kind::FpAbs, &Impl::absolute},
    {Kind::FpNeg, &Impl::negated},
    {Kind::FpAdd, &Impl::sum},
    {Kind::FpMul, &Impl::product},
    {Kind::FpDiv, &Impl::quotient},
    {Kind::FpFma, &Impl::fused},
    {Kind::FpSqrt, &Impl::root},
    {Kind::FpRem, &Impl::remainder},
    {Kind::FpRoundToIntegral, &Impl::integral},
    {Kind::FpMin, &Impl::extremum},
    {Kind::FpMax, &Impl::extremum},
    {Kind::FpLe, &Impl::lessOrEqual},
    {Kind::FpLt, &Impl::lessThan},
    {Kind::FpEq, &Impl::equalTo},
    {Kind::FpIsNan, &Impl::isNan},
    {Kind::FpIsInf, &Impl::isInf},
    {Kind::FpIsZero, &Impl::isZero},
    {Kind::FpIsNormal, &Impl::isNormal},
    {Kind::FpIsSubnormal, &Impl::isSubnormal},
    {Kind::FpIsNegative, &Impl::isNegative},
    {Kind::FpToFp, &Impl::toFloat},
    {Kind::FpFromSbv, &Impl::fromSigned},
    {Kind::FpFromUbv, &Impl::fromUnsignedBits},
    {Kind::FpToSbv, &Impl::toSigned},
    {Kind::FpToUbv, &Impl::toUnsigned},
};

FloatLowering::Impl::Rule FloatLowering::Impl::ruleOf(Kind kind) {
  static const auto table = [] {
    std::array<Rule, static_cast<size_t>(Kind::Count_)> result{};
    for (const Row& row : kRows) result[static_cast<size_t>(row.kind)] = row.rule;
    return result;
  }();
  return table[static_cast<size_t>(kind)];
}

Term FloatLowering::Impl::lower(Term root) {
  SymbolicScope scope(tm, poll);
  postOrder(
      root, [&](Term t) { return !memo.contains(t); },
      [&](Term t) {
        poll();
        values.push_back(lowerNode(t));
        memo.insert(t, static_cast<uint32_t>(values.size() - 1));
      });
  return root.sort().isFloat() ? packed(root) : at(root).term;
}

Lowered FloatLowering::Impl::lowerNode(Term t) {
  if (t.isVariable()) return variable(t);
  if (Rule rule = ruleOf(t.kind())) return (this->*rule)(t);
  if (t.kind() == Kind::Equal && t[0].sort().isFloat()) return equality(t);
  if (t.sort().isFloat()) return t.kind() == Kind::Ite ? choice(t) : select(t);
  if (t.kind() == Kind::ConstArray) return of(tm.mkConstArray(loweredSort(tm, t.sort()), packed(t[0])));
  std::array<Term, 3> children;
  bool same = true;
  for (uint32_t i = 0; i < t.size(); ++i) {
    children[i] = packed(t[i]);
    same = same && children[i] == t[i];
  }
  return of(same ? t : tm.rebuild(t, std::span(children).first(t.size())));
}

/// The encoding. (symfpu's own function computes the shift of subnormal numbers in too few bits where significands have
/// three bits or less.)
Term FloatLowering::Impl::pack(Sort sort, const UnpackedFloat& value) {
  Format format(sort);
  uint32_t width = value.getExponent().getWidth() + 2, fractionBits = format.significandBits - 1;
  uint64_t bias = (uint64_t{1} << (format.exponentBits - 1)) - 1;
  Sbv exponent = value.getExponent().extend(2), least = Sbv(tm.mkBv(BitVector::fromSigned(width, 1 - int64_t(bias))));
  Prop subnormal = exponent < least;
  Ubv amount = symfpu::ITE(subnormal, least - exponent, Sbv::zero(width)).toUnsigned();
  uint32_t room = std::max(width, format.significandBits);
  Ubv significand = (value.getSignificand().resize(room) >> amount.resize(room));
  Term biased = (exponent + Sbv(width, bias)).toUnsigned().resize(format.exponentBits).term();
  Term large = tm.mkOr(value.getNaN().term(), value.getInf().term());
  Term small = tm.mkOr(value.getZero().term(), subnormal.term());
  Term exponentField =
      tm.mkIte(large, tm.mkOnes(format.exponentBits), tm.mkIte(small, tm.mkBv(format.exponentBits, 0), biased));
  BitVector quiet = BitVector::one(fractionBits).shl(fractionBits - 1);
  Term special = tm.mkIte(value.getNaN().term(), tm.mkBv(quiet), tm.mkBv(fractionBits, 0));
  Term fraction = tm.mkIte(tm.mkOr(large, value.getZero().term()), special, significand.resize(fractionBits).term());
  return tm.mkBvConcat(tm.mkBvConcat(tm.mkBoolToBv(value.getSign().term()), exponentField), fraction);
}

/// The lowered term; of a float, its encoding.
Term FloatLowering::Impl::packed(Term t) {
  Lowered& value = at(t);
  if (!value.term) value.term = pack(t.sort(), *value.unpacked);
  return value.term;
}

const UnpackedFloat& FloatLowering::Impl::unpacked(Term t) {
  Lowered& value = at(t);
  if (!value.unpacked) value.unpacked.emplace(symfpu::unpack<Traits>(Format(t.sort()), Ubv(value.term)));
  return *value.unpacked;
}

Term FloatLowering::Impl::requireCanonical(Sort sort, Term bits) {
  Encoding encoding{tm, sort, bits};
  conditions.push_back(tm.mkEqual(encoding.canonical(), bits));
  return bits;
}

Lowered FloatLowering::Impl::variable(Term t) {
  if (innermostFloat(t.sort()).isNull()) return of(t);
  Term stand = tm.mkFreshVariable(std::string(t.symbol()) + "!bits", loweredSort(tm, t.sort()));
  return of(t.sort().isFloat() ? requireCanonical(t.sort(), stand) : stand);
}

Lowered FloatLowering::Impl::constant(Term t) { return of(tm.mkBv(t.value())); }
Lowered FloatLowering::Impl::fromBits(Term t) { return of(Encoding{tm, t.sort(), packed(t[0])}.canonical()); }

Lowered FloatLowering::Impl::toBits(Term t) {
  Term bits = packed(t[0]), nan = tm.mkBvOr(packed(t[1]), tm.mkBv(FloatFormat(t[0].sort()).nan()));
  return of(tm.mkIte(at(t[0]).unpacked ? unpacked(t[0]).getNaN().term() : encoding(t[0]).isNan(), nan, bits));
}

Lowered FloatLowering::Impl::equality(Term t) {
  if (isPacked(t[0]) && isPacked(t[1])) return of(tm.mkEqual(packed(t[0]), packed(t[1])));
  return of(symfpu::smtlibEqual<Traits>(Format(t[0].sort()), unpacked(t[0]), unpacked(t[1])));
}

Lowered FloatLowering::Impl::choice(Term t) {
  if (isPacked(t[1]) && isPacked(t[2])) return of(tm.mkIte(packed(t[0]), packed(t[1]), packed(t[2])));
  return of(symfpu::ITE(Prop(packed(t[0])), unpacked(t[1]), unpacked(t[2])));
}

// What stands in an array was canonical when it was stored; of what was there before, it has to be said.
Lowered FloatLowering::Impl::select(Term t) {
  return of(requireCanonical(t.sort(), tm.mkSelect(packed(t[0]), packed(t[1]))));
}

Lowered FloatLowering::Impl::absolute(Term t) {
  if (isPacked(t[0])) return of(encoding(t[0]).withSign(tm.mkFalse()));
  return of(symfpu::absolute<Traits>(Format(t.sort()), unpacked(t[0])));
}

Lowered FloatLowering::Impl::negated(Term t) {
  if (!isPacked(t[0])) return of(symfpu::negate<Traits>(Format(t.sort()), unpacked(t[0])));
  Encoding x = encoding(t[0]);
  return of(x.withSign(tm.mkNot(tm.mkOr(x.sign(), x.isNan()))));
}

// symfpu relies on exponents that reach further than significands are long: it writes numbers of significant bits as
// exponents, and takes it for granted that the square root of a subnormal number is normal. Formats without that room
// get a wider one, in which sums and products are exact, and quotients and roots have more than twice the bits, so that
// rounding again to the format is rounding once (Figueroa).
template <class Operation>
Lowered FloatLowering::Impl::withRoom(Term t, Mode mode, Operation operation) {
  Format format(t.sort()), wide = format;
  std::vector<UnpackedFloat> args;
  for (Term child : t.children()) args.push_back(unpacked(child));
  auto lacksRoom = [](const Format& f) {
    return f.exponentBits <= 3 || (f.exponentBits < 12 && f.significandBits + 3 >= uint32_t{1} << (f.exponentBits - 1));
  };
  if (!lacksRoom(format)) return of(operation(format, args));
  wide.significandBits = 2 * format.significandBits + (uint32_t{2} << format.exponentBits) + 4;
  while (lacksRoom(wide)) ++wide.exponentBits;
  for (UnpackedFloat& arg : args) arg = convert(format, wide, mode, arg);
  return of(convert(wide, format, mode, operation(wide, args)));
}

using Args = const std::vector<UnpackedFloat>&;

Lowered FloatLowering::Impl::sum(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::add<Traits>(f, rm, a[0], a[1], Prop(true)); });
}
Lowered FloatLowering::Impl::product(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::multiply<Traits>(f, rm, a[0], a[1]); });
}
Lowered FloatLowering::Impl::quotient(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::divide<Traits>(f, rm, a[0], a[1]); });
}
Lowered FloatLowering::Impl::fused(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::fma<Traits>(f, rm, a[0], a[1], a[2]); });
}
Lowered FloatLowering::Impl::root(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::sqrt<Traits>(f, rm, a[0]); });
}
Lowered FloatLowering::Impl::remainder(Term t) {
  return withRoom(t, Traits::RNE(), [](const Format& f, Args a) { return symfpu::remainder<Traits>(f, a[0], a[1]); });
}
Lowered FloatLowering::Impl::integral(Term t) {
  Mode rm{t.roundingMode()};
  return withRoom(t, rm, [&](const Format& f, Args a) { return symfpu::roundToIntegral<Traits>(f, rm, a[0]); });
}

/// Of a float that is packed. The rank of an ite is an ite of ranks: sorting floats is sorting numbers.
const Ranked& FloatLowering::Impl::ranked(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term t = stack.back();
    bool isChoice = t.kind() == Kind::Ite && isPacked(t[1]) && isPacked(t[2]);
    const Ranked *first = isChoice ? ranks.find(t[1]) : nullptr, *second = isChoice ? ranks.find(t[2]) : nullptr;
    if (ranks.contains(t)) {
      stack.pop_back();
    } else if (!isChoice) {
      ranks.insert(t, {encoding(t).rank(), encoding(t).isNan()});
    } else if (first && second) {
      Term c = packed(t[0]);
      ranks.insert(t, {tm.mkIte(c, first->rank, second->rank), tm.mkIte(c, first->isNan, second->isNan)});
    } else {
      stack.push_back(t[first ? 2 : 1]);
    }
  }
  return ranks.at(root);
}

/// IEEE's a < b.
Term FloatLowering::Impl::less(Term a, Term b) {
  if (!isPacked(a) || !isPacked(b)) return symfpu::lessThan<Traits>(Format(a.sort()), unpacked(a), unpacked(b)).term();
  Ranked x = ranked(a), y = ranked(b);
  return tm.mkAnd(tm.mkNot(tm.mkOr(x.isNan, y.isNan)), tm.mkBvUlt(x.rank, y.rank));
}

/// IEEE's a = b.
Term FloatLowering::Impl::equal(Term a, Term b) {
  if (!isPacked(a) || !isPacked(b))
    return symfpu::ieee754Equal<Traits>(Format(a.sort()), unpacked(a), unpacked(b)).term();
  Ranked x = ranked(a), y = ranked(b);
  return tm.mkAnd(tm.mkNot(x.isNan), tm.mkEqual(x.rank, y.rank));
}

// A NaN gives the other operand, two zeros the second.
Lowered FloatLowering::Impl::extremum(Term t) {
  Term a = t[0], b = t[1];
  Term takeFirst = t.kind() == Kind::FpMin ? less(a, b) : less(b, a);
  auto isNan = [&](Term x) { return isPacked(x) ? encoding(x).isNan() : unpacked(x).getNaN().term(); };
  Term first = tm.mkOr(takeFirst, isNan(b));
  if (isPacked(a) && isPacked(b)) return of(tm.mkIte(first, packed(a), packed(b)));
  return of(symfpu::ITE(Prop(first), unpacked(a), unpacked(b)));
}

Lowered FloatLowering::Impl::lessThan(Term t) { return of(less(t[0], t[1])); }
Lowered FloatLowering::Impl::lessOrEqual(Term t) {
  if (!isPacked(t[0]) || !isPacked(t[1]))
    return of(symfpu::lessThanOrEqual<Traits>(Format(t[0].sort()), unpacked(t[0]), unpacked(t[1])));
  Ranked x = ranked(t[0]), y = ranked(t[1]);
  return of(tm.mkAnd(tm.mkNot(tm.mkOr(x.isNan, y.isNan)), tm.mkBvUle(x.rank, y.rank)));
}
Lowered FloatLowering::Impl::equalTo(Term t) { return of(equal(t[0], t[1])); }

Lowered FloatLowering::Impl::isNan(Term t) {
  return isPacked(t[0]) ? of(encoding(t[0]).isNan()) : of(unpacked(t[0]).getNaN());
}
Lowered FloatLowering::Impl::isInf(Term t) {
  return isPacked(t[0]) ? of(encoding(t[0]).isInf()) : of(unpacked(t[0]).getInf());
}
Lowered FloatLowering::Impl::isZero(Term t) {
  return isPacked(t[0]) ? of(encoding(t[0]).isZero()) : of(unpacked(t[0]).getZero());
}
Lowered FloatLowering::Impl::isNormal(Term t) {
  if (!isPacked(t[0])) return of(symfpu::isNormal<Traits>(Format(t[0].sort()), unpacked(t[0])));
  Encoding x = encoding(t[0]);
  return of(tm.mkNot(tm.mkOr(x.exponentIsZero(), x.exponentIsOnes())));
}
Lowered FloatLowering::Impl::isSubnormal(Term t) {
  if (!isPacked(t[0])) return of(symfpu::isSubnormal<Traits>(Format(t[0].sort()), unpacked(t[0])));
  Encoding x = encoding(t[0]);
  return of(tm.mkAnd(x.exponentIsZero(), tm.mkNot(x.fractionIsZero())));
}
Lowered FloatLowering::Impl::isNegative(Term t) {
  if (!isPacked(t[0])) return of(!unpacked(t[0]).getNaN() && unpacked(t[0]).getSign());
  Encoding x = encoding(t[0]);
  return of(tm.mkAnd(tm.mkNot(x.isNan()), x.sign()));
}

// symfpu takes a conversion for exact if the unpacked exponent does not become narrower, which in small formats with
// long significands is not enough; so we say ourselves where to round, with room for guard bits and exponents.
UnpackedFloat FloatLowering::Impl::convert(const Format& from, const Format& to, Mode mode,
                                           const UnpackedFloat& value) {
  if (from.exponentBits <= to.exponentBits && from.significandBits <= to.significandBits)
    return symfpu::convertFloatToFloat<Traits>(from, to, mode, value);
  auto lacking = [](uint32_t present, uint32_t needed) { return present < needed ? needed - present : 0; };
  uint32_t exponent = lacking(value.getExponent().getWidth(), UnpackedFloat::exponentWidth(to) + 1);
  uint32_t significand = lacking(value.getSignificand().getWidth(), to.significandBits + 2);
  UnpackedFloat rounded(symfpu::rounder<Traits>(to, mode, value.extend(exponent, significand)));
  return symfpu::ITE(value.getNaN(), UnpackedFloat::makeNaN(to),
                     symfpu::ITE(value.getInf(), UnpackedFloat::makeInf(to, value.getSign()),
                                 symfpu::ITE(value.getZero(), UnpackedFloat::makeZero(to, value.getSign()), rounded)));
}

Lowered FloatLowering::Impl::toFloat(Term t) {
  return of(convert(Format(t[0].sort()), Format(t.sort()), Mode{t.roundingMode()}, unpacked(t[0])));
}

// As a float with as many significant bits as the integer has and an exponent that is large enough.
UnpackedFloat FloatLowering::Impl::fromUnsigned(const Format& to, Mode mode, const Prop& sign, Term magnitude) {
  uint32_t width = magnitude.sort().width();
  if (width < 3) magnitude = tm.mkBvZeroExtend(magnitude, 3 - width), width = 3;
  Format exact(symfpu::bitsToRepresent<uint32_t>(width) + 1, width);
  uint32_t exponentWidth = UnpackedFloat::exponentWidth(exact);
  UnpackedFloat initial(sign, Sbv(exponentWidth, width - 1), Ubv(magnitude));
  UnpackedFloat normal(initial.normaliseUpDetectZero(exact));
  return convert(exact, to, mode,
                 UnpackedFloat(normal.getNaN(), normal.getInf(), normal.getZero(),
                               normal.getSign() && !normal.getZero(), normal.getExponent(), normal.getSignificand()));
}

Lowered FloatLowering::Impl::fromUnsignedBits(Term t) {
  return of(fromUnsigned(Format(t.sort()), Mode{t.roundingMode()}, Prop(false), packed(t[0])));
}

Lowered FloatLowering::Impl::fromSigned(Term t) {
  Term x = packed(t[0]);
  Term negative = tm.mkBvSlt(x, tm.mkBv(x.sort().width(), 0));
  Term magnitude = tm.mkIte(negative, tm.mkBvNeg(x), x); // as unsigned, right for the least number too
  return of(fromUnsigned(Format(t.sort()), Mode{t.roundingMode()}, Prop(negative), magnitude));
}

// One bit is too few for symfpu. With two, everything but 0 is the one other value.
Lowered FloatLowering::Impl::toSigned(Term t) {
  uint32_t width = t.index(1), wide = std::max(width, 2u);
  Term result = symfpu::convertFloatToSBV<Traits>(Format(t[0].sort()), Mode{t.roundingMode()}, unpacked(t[0]), wide,
                                                  Sbv::minValue(wide))
                    .term();
  return of(width == wide ? result : tm.mkBoolToBv(tm.mkBvToBool(result)));
}

Lowered FloatLowering::Impl::toUnsigned(Term t) {
  uint32_t width = t.index(1), wide = std::max(width, 2u);
  Term result = symfpu::convertFloatToUBV<Traits>(Format(t[0].sort()), Mode{t.roundingMode()}, unpacked(t[0]), wide,
                                                  Ubv::allOnes(wide))
                    .term();
  return of(width == wide ? result : tm.mkBoolToBv(tm.mkBvToBool(result)));
}

FloatLowering::FloatLowering(TermManager& tm, Poll poll)
    : impl_(std::make_unique<Impl>(tm, conditions_, std::move(poll))) {}
FloatLowering::~FloatLowering() = default;

Term FloatLowering::operator()(Term term) { return impl_->lower(term); }

Term FloatLowering::variable(Term variable) const {
  return impl_->memo.contains(variable) ? impl_->at(variable).term : Term();
}

} // namespace assay
