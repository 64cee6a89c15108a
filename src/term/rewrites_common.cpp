// Rules that hold for many operators alike.
#include "term/rewrite_rules.h"
#include "term/semantics.h"

#include <array>

namespace assay::rewrites {

namespace {

// (op c1 ... cn) -> c
Term foldConstants(TermManager& tm, const Application& a) {
  std::array<Value, 3> values;
  for (size_t i = 0; i < a.args.size(); ++i) {
    if (!a[i].isValue()) return {};
    values[i] = valueOfConstant(a[i]);
  }
  return mkValue(tm, a.sort, applyOperator(a, std::span(values).first(a.args.size())));
}

// (op c x) -> (op x c), (op y x) -> (op x y) in the order of terms, where constants come last; op commutes
Term orderOperands(TermManager& tm, const Application& a) {
  return precedes(a[1], a[0]) ? mkSame(tm, a, std::array{a[1], a[0]}) : Term();
}

// (fp.fma y x z) -> (fp.fma x y z), in the same order
Term orderFactors(TermManager& tm, const Application& a) {
  return precedes(a[1], a[0]) ? mkSame(tm, a, std::array{a[1], a[0], a[2]}) : Term();
}

bool isIteOfConstants(Term t) { return isKind(t, Kind::Ite) && t[1].isValue() && t[2].isValue(); }

// (op (ite c k1 k2)) -> (ite c (op k1) (op k2)), also with constants beside the ite
Term pushIntoIteOfConstants(TermManager& tm, const Application& a) {
  size_t at = a.args.size();
  for (size_t i = 0; i < a.args.size(); ++i) {
    if (a[i].isValue()) continue;
    if (at < a.args.size() || !isIteOfConstants(a[i])) return {};
    at = i;
  }
  if (at == a.args.size()) return {};
  auto branch = [&](uint32_t which) {
    std::array<Term, 3> args;
    for (size_t i = 0; i < a.args.size(); ++i) args[i] = i == at ? a[i][which] : a[i];
    return mkSame(tm, a, std::span(args).first(a.args.size()));
  };
  return tm.mkIte(a[at][0], branch(1), branch(2));
}

constexpr Kind kCommutative[] = {Kind::And,   Kind::Or,    Kind::Equal, Kind::BvAnd,   Kind::BvOr,
                                 Kind::BvXor, Kind::BvAdd, Kind::BvMul, Kind::BvUmulo, Kind::BvSmulo,
                                 Kind::FpAdd, Kind::FpMul, Kind::FpEq};

} // namespace

void addCommonRules(Rules& rules) {
  for (auto k = static_cast<uint8_t>(Kind::Not); k < static_cast<uint8_t>(Kind::Select); ++k) {
    auto kind = static_cast<Kind>(k);
    rules.push_back({kind, "fold-constants", foldConstants});
    if (kind >= Kind::BvNot || kind == Kind::Equal) rules.push_back({kind, "ite-of-constants", pushIntoIteOfConstants});
  }
  for (Kind kind : kCommutative) rules.push_back({kind, "order-operands", orderOperands});
  rules.push_back({Kind::FpFma, "order-factors", orderFactors});
}

} // namespace assay::rewrites
