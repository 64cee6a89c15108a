#include "term/testing/random_term.h"

#include "term/array_value.h"
#include "term/float_value.h"
#include "term/sort_check.h"

#include <array>
#include <string>

namespace assay {

/// How to make terms of a range of kinds.
struct RandomTerms::Recipe {
  Kind first, last;
  Term (RandomTerms::*make)(Kind);
};

const std::vector<RandomTerms::Recipe>& RandomTerms::recipes() {
  static const std::vector<Recipe> kRecipes{
      {Kind::Not, Kind::Or, &RandomTerms::bools},
      {Kind::Equal, Kind::Equal, &RandomTerms::equal},
      {Kind::Ite, Kind::Ite, &RandomTerms::ite},
      {Kind::BvNot, Kind::BvSmulo, &RandomTerms::bitVectors},
      {Kind::BvConcat, Kind::BvConcat, &RandomTerms::concat},
      {Kind::BvExtract, Kind::BvExtract, &RandomTerms::extract},
      {Kind::BvZeroExtend, Kind::BvSignExtend, &RandomTerms::extend},
      {Kind::FpAbs, Kind::FpNeg, &RandomTerms::floats},
      {Kind::FpAdd, Kind::FpSqrt, &RandomTerms::rounded},
      {Kind::FpRem, Kind::FpRem, &RandomTerms::floats},
      {Kind::FpRoundToIntegral, Kind::FpRoundToIntegral, &RandomTerms::rounded},
      {Kind::FpMin, Kind::FpIsNegative, &RandomTerms::floats},
      {Kind::FpFromBits, Kind::FpFromBits, &RandomTerms::fromBits},
      {Kind::FpToBits, Kind::FpToBits, &RandomTerms::toBits},
      {Kind::FpToFp, Kind::FpFromUbv, &RandomTerms::toFloat},
      {Kind::FpToSbv, Kind::FpToUbv, &RandomTerms::toBitVector},
      {Kind::Select, Kind::Select, &RandomTerms::select},
      {Kind::Store, Kind::Store, &RandomTerms::store},
  };
  return kRecipes;
}

RandomTerms::RandomTerms(TermManager& tm, RandomTermOptions options, uint64_t seed)
    : tm_(tm), options_(std::move(options)), random_(seed) {
  addVariables(tm.boolSort(), "p");
  for (uint32_t width : options_.widths) addVariables(tm.bvSort(width), "x");
  for (FloatFormat f : options_.formats) addVariables(tm.fpSort(f.exponentBits, f.significandBits), "f");
  if (!options_.arrays) return;
  Sort index = tm.bvSort(options_.widths.front());
  addVariables(tm.arraySort(index, tm.bvSort(options_.widths.back())), "a");
  if (!options_.formats.empty()) addVariables(tm.arraySort(index, randomFloatSort()), "af");
}

void RandomTerms::addVariables(Sort sort, const char* prefix) {
  for (uint32_t i = 0; i < options_.variablesPerSort; ++i) {
    std::string suffix = sort.isBool() || sort.isArray() ? "" : std::to_string(sort.width()) + "_";
    variables_.push_back(tm_.mkVariable(prefix + suffix + std::to_string(i), sort));
    pool_.push_back(variables_.back());
  }
}

Term RandomTerms::next() {
  for (;;) {
    auto kind = static_cast<Kind>(below(static_cast<uint32_t>(Kind::Count_)));
    if (options_.excluded.contains(kind)) continue;
    for (const Recipe& recipe : recipes()) {
      if (kind < recipe.first || kind > recipe.last) continue;
      if (Term term = (this->*recipe.make)(kind)) {
        pool_.push_back(term);
        return term;
      }
    }
  }
}

Term RandomTerms::nextFormula(uint32_t steps) {
  for (uint32_t i = 0; i < steps; ++i) next();
  auto anyBool = [&] {
    Term term = any(SortKind::Bool);
    return term ? term : variables_.front(); // where Booleans are rare
  };
  Term result = anyBool();
  for (uint32_t i = 0; i < 3; ++i) result = chance(50) ? tm_.mkAnd(result, anyBool()) : tm_.mkXor(result, anyBool());
  return result;
}

void RandomTerms::add(Term term) {
  pool_.push_back(term);
  if (term.isVariable()) variables_.push_back(term);
}

// Half of the picks are from the newest, so that terms grow deep; the others keep operands equal often enough.
Term RandomTerms::any() {
  auto size = static_cast<uint32_t>(pool_.size());
  return chance(50) ? pool_[size - 1 - below(std::min(size, 8u))] : pool_[below(size)];
}

Term RandomTerms::any(SortKind kind) {
  for (int tries = 0; tries < 50; ++tries)
    if (Term term = any(); term.sort().kind() == kind) return term;
  return {};
}

Term RandomTerms::of(Sort sort) {
  if (chance(25) && !sort.isArray()) return randomConstant(sort);
  for (int tries = 0; tries < 50; ++tries)
    if (Term term = any(); term.sort() == sort) return term;
  return randomConstant(sort);
}

Sort RandomTerms::randomFloatSort() {
  FloatFormat f = options_.formats[below(static_cast<uint32_t>(options_.formats.size()))];
  return tm_.fpSort(f.exponentBits, f.significandBits);
}

Term RandomTerms::sameSorts(Kind kind, SortKind sort) {
  std::array<Term, 3> args;
  uint32_t count = arityOf(kind).children;
  args[0] = any(sort);
  if (args[0].isNull()) return {};
  for (uint32_t i = 1; i < count; ++i) args[i] = of(args[0].sort());
  if (chance(15)) args[0] = of(args[0].sort());
  return tm_.mk(kind, std::span(args).first(count));
}

Term RandomTerms::rounded(Kind kind) {
  std::array<Term, 3> args;
  uint32_t count = arityOf(kind).children, mode = randomMode();
  args[0] = any(SortKind::Float);
  if (args[0].isNull()) return {};
  for (uint32_t i = 1; i < count; ++i) args[i] = of(args[0].sort());
  return tm_.mk(kind, std::span(args).first(count), std::span(&mode, 1));
}

Term RandomTerms::equal(Kind) {
  Term a = any();
  return tm_.mkEqual(a, of(a.sort()));
}

Term RandomTerms::ite(Kind) {
  Term condition = any(SortKind::Bool), a = of(any().sort());
  return condition ? tm_.mkIte(condition, a, of(a.sort())) : Term();
}

Term RandomTerms::concat(Kind) {
  Term a = any(SortKind::BitVec), b = any(SortKind::BitVec);
  if (a.isNull() || b.isNull() || a.sort().width() + b.sort().width() > options_.maxWidth) return {};
  if (chance(20)) a = randomConstant(a.sort());
  return tm_.mkBvConcat(a, chance(20) ? randomConstant(b.sort()) : b);
}

Term RandomTerms::extract(Kind) {
  Term a = any(SortKind::BitVec);
  if (a.isNull()) return {};
  uint32_t width = a.sort().width(), low = chance(30) ? 0 : below(width);
  uint32_t high = chance(30) ? width - 1 : low + below(width - low);
  return tm_.mkBvExtract(a, high, low);
}

Term RandomTerms::extend(Kind kind) {
  Term a = any(SortKind::BitVec);
  if (a.isNull() || a.sort().width() >= options_.maxWidth) return {};
  return tm_.mk(kind, {a}, {1 + below(options_.maxWidth - a.sort().width())});
}

Term RandomTerms::fromBits(Kind) {
  if (options_.formats.empty()) return {};
  Sort sort = randomFloatSort();
  return tm_.mkFpFromBits(of(tm_.bvSort(sort.width())), sort);
}

Term RandomTerms::toBits(Kind) {
  Term a = any(SortKind::Float);
  return a ? tm_.mkFpToBits(a, of(tm_.bvSort(a.sort().width()))) : Term();
}

Term RandomTerms::toFloat(Kind kind) {
  Term a = options_.formats.empty() ? Term() : any(kind == Kind::FpToFp ? SortKind::Float : SortKind::BitVec);
  if (a.isNull()) return {};
  Sort sort = randomFloatSort();
  return tm_.mk(kind, {a}, {randomMode(), sort.exponentBits(), sort.significandBits()});
}

Term RandomTerms::toBitVector(Kind kind) {
  Term a = any(SortKind::Float);
  return a ? tm_.mk(kind, {a}, {randomMode(), 1 + below(options_.maxWidth)}) : Term();
}

Term RandomTerms::select(Kind) {
  Term a = options_.arrays ? any(SortKind::Array) : Term();
  return a ? tm_.mkSelect(a, of(a.sort().index())) : Term();
}

Term RandomTerms::store(Kind) {
  Term a = options_.arrays ? any(SortKind::Array) : Term();
  if (a.isNull()) return {};
  Term index = of(a.sort().index()), element = of(a.sort().element());
  return tm_.mkStore(a, index, element);
}

BitVector RandomTerms::randomBits(uint32_t width) {
  switch (below(12)) {
  case 0:
    return BitVector::zero(width);
  case 1:
    return BitVector::one(width);
  case 2:
    return BitVector::ones(width);
  case 3:
    return BitVector::minSigned(width);
  case 4:
    return BitVector::maxSigned(width);
  case 5:
    return BitVector::one(width).shl(below(width));
  case 6:
    return BitVector::ones(width).lshr(below(width));
  default:
    break;
  }
  std::vector<uint64_t> words((width + 63) / 64);
  for (uint64_t& word : words) word = random_();
  return BitVector::fromWords(width, words);
}

BitVector RandomTerms::randomFloatBits(FloatFormat format) {
  bool negative = chance(50);
  switch (below(10)) {
  case 0:
    return format.zero(negative);
  case 1:
    return format.infinity(negative);
  case 2:
    return format.nan();
  case 3:
    return format.largest(negative);
  case 4:
    return FloatValue::fromSigned(format, RoundingMode::NearestEven, BitVector(3, below(8))).bits();
  default:
    return format.canonical(randomBits(format.width()));
  }
}

Value RandomTerms::randomValue(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return Value::boolean(chance(50));
  case SortKind::BitVec:
    return Value::bitVector(randomBits(sort.width()));
  case SortKind::Float:
    return Value::floating(randomFloatBits(FloatFormat(sort)));
  case SortKind::Array:
    break;
  }
  ArrayValue array(sort.index().width(), randomValue(sort.element()));
  for (uint32_t i = below(4); i > 0; --i) {
    BitVector index = randomBits(array.indexWidth());
    array = array.store(index, randomValue(sort.element()));
  }
  return Value::array(array);
}

Term RandomTerms::randomConstant(Sort sort) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return tm_.mkBool(chance(50));
  case SortKind::BitVec:
    return tm_.mkBv(randomBits(sort.width()));
  case SortKind::Float:
    return tm_.mkFp(sort, randomFloatBits(FloatFormat(sort)));
  case SortKind::Array:
    break;
  }
  return tm_.mkConstArray(sort, of(sort.element()));
}

Assignment RandomTerms::randomAssignment() {
  Assignment assignment;
  for (Term variable : variables_) assignment.set(variable, randomValue(variable.sort()));
  return assignment;
}

} // namespace assay
