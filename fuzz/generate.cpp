#include "generate.h"

#include "term/array_value.h"
#include "term/testing/random_term.h"
#include "term/traverse.h"

#include <algorithm>
#include <array>

namespace assay {

Term termOfValue(TermManager& tm, Sort sort, const Value& value) {
  switch (sort.kind()) {
  case SortKind::Bool:
    return tm.mkBool(value.asBool());
  case SortKind::BitVec:
    return tm.mkBv(value.bits());
  case SortKind::Float:
    return tm.mkFp(sort, value.bits());
  case SortKind::Array:
    break;
  }
  const ArrayValue& array = value.asArray();
  Term result = tm.mkConstArray(sort, termOfValue(tm, sort.element(), array.defaultValue()));
  array.forEach([&](const BitVector& index, const Value& element) {
    Term at = tm.mkBv(index);
    result = tm.mkStore(result, at, termOfValue(tm, sort.element(), element));
  });
  return result;
}

namespace {

const std::set<Kind> kNonlinear{Kind::BvMul,  Kind::BvUdiv,  Kind::BvUrem, Kind::BvSdiv,
                                Kind::BvSrem, Kind::BvUmulo, Kind::BvSmulo};
const std::set<Kind> kHardFloat{Kind::FpAdd,   Kind::FpMul,   Kind::FpDiv,     Kind::FpFma,
                                Kind::FpSqrt,  Kind::FpRem,   Kind::FpToFp,    Kind::FpRoundToIntegral,
                                Kind::FpToSbv, Kind::FpToUbv, Kind::FpFromSbv, Kind::FpFromUbv};

std::set<Kind> unite(std::set<Kind> a, const std::set<Kind>& b) {
  a.insert(b.begin(), b.end());
  return a;
}

struct Profile {
  const char* name;
  uint32_t weight;
  uint32_t minWidth, maxWidth; // of variables
  std::vector<FloatFormat> formats;
  bool arrays, nested;
  std::set<Kind> excluded;
  bool pinned; // every check assumes the values of the variables
  bool alone;  // too hard for other solvers: one is compared with evaluation alone
};

const std::vector<Profile>& profiles() {
  static const std::vector<FloatFormat> kTiny{{4, 5}, {4, 6}, {4, 7}};
  // Z3 4.8.12 does not take all operators in formats with so few bits, or so little room for integers.
  static const std::vector<FloatFormat> kOdd{{2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 3}, {2, 6}, {3, 4}, {3, 9}};
  static const std::vector<FloatFormat> kSmall{FloatFormat::half(), {4, 7}, {5, 6}, {4, 12}};
  static const std::vector<FloatFormat> kAll{FloatFormat::half(), FloatFormat::single(), FloatFormat::doubled(),
                                             FloatFormat::x87(),  FloatFormat::quad(),   {8, 8}};
  // The remainder takes as many steps as exponents differ: no circuit for it is small in the larger formats.
  static const std::set<Kind> kRem{Kind::FpRem}, kVeryHard{Kind::FpRem, Kind::FpFma};
  static const std::vector<Profile> kProfiles{
      {"small bit-vectors", 34, 1, 6, {}, false, false, {}, false, false},
      {"wide linear bit-vectors", 12, 1, 128, {}, false, false, kNonlinear, false, false},
      {"wide bit-vectors, pinned", 14, 1, 128, {}, false, false, {}, true, true},
      {"tiny floats", 6, 1, 5, kTiny, false, false, kVeryHard, false, false},
      {"odd floats, pinned", 6, 1, 8, kOdd, false, false, {}, true, true},
      {"tiny floats, pinned", 6, 1, 8, kTiny, false, false, {}, true, false},
      {"small floats, pinned", 4, 1, 16, kSmall, false, false, {}, true, true},
      {"all floats, simple", 4, 1, 32, kAll, false, false, unite(kNonlinear, kHardFloat), false, false},
      {"all floats, pinned", 6, 1, 64, kAll, false, false, kRem, true, true},
      {"arrays", 10, 1, 4, {}, true, false, kNonlinear, false, false},
      {"nested arrays", 4, 1, 3, {}, true, true, kNonlinear, false, false},
      {"all, pinned", 2, 1, 128, kAll, true, true, kVeryHard, true, true},
  };
  return kProfiles;
}

class Generator {
public:
  explicit Generator(uint64_t seed);
  FuzzCase run();

private:
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool chance(uint32_t percent) { return below(100) < percent; }
  static const Profile& pick(uint32_t ticket);
  RandomTermOptions options();
  void addNestedArrays();
  Term formula();
  std::vector<Term> assumptions();
  void pin(std::vector<Term>& assumptions);
  void step();

  std::mt19937_64 random_;
  const Profile& profile_;
  FuzzCase case_;
  TermManager& tm_;
  RandomTerms pool_;
  Evaluator evaluator_;
  bool consistent_; // everything is true under the planted assignment
  uint32_t scopes_ = 0;
};

Generator::Generator(uint64_t seed)
    : random_(seed * 0x9e3779b97f4a7c15ull + 1), profile_(pick(below(1000))),
      case_{.seed = seed,
            .profile = profile_.name,
            .terms = nullptr,
            .rewriting = chance(50) ? TermManager::Rewriting::On : TermManager::Rewriting::Off,
            .cached = chance(15),
            .alone = profile_.alone,
            .session = {},
            .planted = {}},
      tm_(*(case_.terms = std::make_shared<TermManager>(case_.rewriting))), pool_(tm_, options(), seed),
      evaluator_(case_.planted), consistent_(chance(50)) {
  if (profile_.nested) addNestedArrays();
  case_.planted = pool_.randomAssignment();
}

const Profile& Generator::pick(uint32_t ticket) {
  uint32_t total = 0;
  for (const Profile& p : profiles()) total += p.weight;
  ticket %= total;
  for (const Profile& p : profiles()) {
    if (ticket < p.weight) return p;
    ticket -= p.weight;
  }
  return profiles().front();
}

RandomTermOptions Generator::options() {
  RandomTermOptions options;
  options.widths.clear();
  options.maxWidth = profile_.pinned ? profile_.maxWidth : std::min(128u, 2 * profile_.maxWidth);
  for (uint32_t i = 1 + below(3); i > 0; --i) {
    uint32_t width = profile_.minWidth + below(profile_.maxWidth - profile_.minWidth + 1);
    if (std::ranges::find(options.widths, width) == options.widths.end()) options.widths.push_back(width);
  }
  for (uint32_t i = 0; i < 2 && !profile_.formats.empty(); ++i) {
    FloatFormat format = profile_.formats[below(static_cast<uint32_t>(profile_.formats.size()))];
    // Names of variables tell formats apart by their width alone.
    if (!options.formats.empty() && options.formats[0].width() == format.width()) continue;
    options.formats.push_back(format);
  }
  options.arrays = profile_.arrays;
  options.variablesPerSort = 1 + below(3);
  options.excluded = profile_.excluded;
  return options;
}

void Generator::addNestedArrays() {
  Sort index = tm_.bvSort(1 + below(profile_.maxWidth)), element = tm_.bvSort(1 + below(profile_.maxWidth));
  Sort sort = tm_.arraySort(index, tm_.arraySort(tm_.bvSort(1 + below(3)), element));
  for (const char* name : {"n0", "n1"}) pool_.add(tm_.mkVariable(name, sort));
}

Term Generator::formula() {
  Term formula = pool_.nextFormula(1 + below(8));
  if (!consistent_ && chance(70)) return formula;
  return evaluator_.evaluateBool(formula) ? formula : tm_.mkNot(formula);
}

std::vector<Term> Generator::assumptions() {
  std::vector<Term> result;
  if (chance(60))
    for (uint32_t i = 1 + below(3); i > 0; --i) result.push_back(formula());
  if (!result.empty() && chance(10)) result.push_back(chance(50) ? result[0] : tm_.mkNot(result[0]));
  if (profile_.pinned || chance(10)) pin(result);
  return result;
}

/// Assumes the planted value of every variable (sometimes leaves one out), and often a term's value: the right one, or
/// that it is another.
void Generator::pin(std::vector<Term>& assumptions) {
  Term subject = pool_.pool()[pool_.pool().size() - 1 - below(std::min<uint32_t>(8, pool_.pool().size()))];
  Term expected = termOfValue(tm_, subject.sort(), evaluator_.evaluate(subject));
  Term equal = tm_.mkEqual(subject, expected);
  assumptions.push_back(chance(50) ? equal : tm_.mkNot(equal));
  size_t leftOut = chance(20) ? below(static_cast<uint32_t>(pool_.variables().size())) : SIZE_MAX;
  for (size_t i = 0; i < pool_.variables().size(); ++i) {
    Term variable = pool_.variables()[i];
    bool small = variable.sort().isBool() || (variable.sort().isBitVec() && variable.sort().width() <= 8);
    if (i == leftOut && small) continue;
    assumptions.push_back(tm_.mkEqual(variable, termOfValue(tm_, variable.sort(), case_.planted.get(variable))));
  }
}

void Generator::step() {
  uint32_t command = below(100);
  if (command < 30) {
    case_.session.assertTerm(formula());
  } else if (command < 42) {
    case_.session.push();
    ++scopes_;
  } else if (command < 52) {
    if (scopes_ == 0) return;
    case_.session.pop();
    --scopes_;
  } else {
    case_.session.check(assumptions());
  }
}

FuzzCase Generator::run() {
  for (uint32_t steps = 6 + below(24); steps > 0; --steps) step();
  case_.session.check(assumptions());
  return std::move(case_);
}

} // namespace

FuzzCase generateCase(uint64_t seed) { return Generator(seed).run(); }

} // namespace assay
