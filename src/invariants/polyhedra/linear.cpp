#include "invariants/polyhedra/linear.h"

#include "encode/numeric.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

constexpr int64_t kMostConstant = LinearForm::kMostConstant;

std::optional<int64_t> numberOf(Term t, bool isSigned) {
  if (!t.isValue() || !t.sort().isBitVec() || t.sort().width() > 64) return std::nullopt;
  if (!isSigned && t.sort().width() == 64 && t.value().signBit()) return std::nullopt;
  return isSigned ? t.value().toInt64() : static_cast<int64_t>(t.value().toUint64());
}

/// low <= symbol <= high
void addRange(std::vector<LinearConstraint>& known, Term symbol, int64_t low, int64_t high) {
  known.push_back({{{{symbol, 1}}, -low}});
  known.push_back({{{{symbol, -1}}, high}});
}

/// The divisor of a quotient that is rounded down; 0: it is none.
int64_t divisorOf(Term t) {
  switch (t.kind()) {
  case Kind::BvUdiv:
  case Kind::BvSdiv:
    return numberOf(t[1], true).value_or(0);
  case Kind::BvLshr:
  case Kind::BvAshr: {
    const auto shift = numberOf(t[1], false);
    return shift && *shift > 0 && *shift < 20 ? int64_t{1} << *shift : 0;
  }
  case Kind::BvExtract:
    return t.index(1) < 20 && t.index(0) + 1 == t[0].sort().width() ? int64_t{1} << t.index(1) : 0;
  default:
    return 0;
  }
}

} // namespace

LinearForm LinearTerms::of(Term root) {
  postOrder(
      root,
      [&](Term t) {
        if (memo_.contains(t)) return false;
        if (isTakenApart(t)) return true;
        const auto number = numberOf(t, true);
        memo_.insert(t, number && isSmall(*number, kMostConstant) ? LinearForm{{}, *number} : symbol(t));
        return false;
      },
      [&](Term t) {
        auto form = combine(t);
        memo_.insert(t, form ? *std::move(form) : symbol(t));
      });
  return memo_.at(root);
}

LinearForm LinearTerms::value(Term term, bool isSigned) {
  const auto number = numberOf(term, isSigned);
  return number && isSmall(*number, kMostConstant) ? LinearForm{{}, *number} : of(term);
}

bool LinearTerms::isTakenApart(Term t) const {
  const auto isNarrow = [](Term part) { return part.sort().width() <= 16 && !part.isVariable(); };
  switch (t.kind()) {
  case Kind::BvAdd:
  case Kind::BvNeg:
  case Kind::BvNot:
    return true;
  case Kind::BvMul:
    return t[0].isValue() || t[1].isValue();
  case Kind::BvShl:
    return t[1].isValue();
  case Kind::BvConcat:
    return t[1].isValue() || (t[0].isValue() && t[0].value().isZero());
  case Kind::BvExtract:
    return t.index(1) == 0 && t[0].sort().width() <= 64;
  case Kind::BvZeroExtend:
  case Kind::BvSignExtend:
    // What is narrow and no variable has a range, but it depends on the extension.
    return !isNarrow(t[0]);
  default:
    return false;
  }
}

std::optional<LinearForm> LinearTerms::combine(Term t) {
  LinearForm form;
  const auto add = [&](Term part, int64_t factor) { return form.add(of(part), factor); };
  bool isFine = true;
  switch (t.kind()) {
  case Kind::BvAdd:
    isFine = add(t[0], 1) && add(t[1], 1);
    break;
  case Kind::BvNeg:
    isFine = add(t[0], -1);
    break;
  case Kind::BvNot:
    isFine = form.add({{}, -1}, 1) && add(t[0], -1);
    break;
  case Kind::BvMul: {
    const uint32_t constant = t[0].isValue() ? 0 : 1;
    const auto factor = numberOf(t[constant], true);
    isFine = factor && add(t[1 - constant], *factor);
    break;
  }
  case Kind::BvShl: {
    const auto shift = numberOf(t[1], false);
    isFine = shift && *shift < 20 && add(t[0], int64_t{1} << *shift);
    break;
  }
  case Kind::BvConcat: {
    const uint32_t width = t[1].sort().width();
    const auto low = numberOf(t[1], false);
    if (!low) return of(t[1]); // zeros above
    isFine = width < 20 && form.add({{}, *low}, 1) && add(t[0], int64_t{1} << width);
    break;
  }
  default:
    return of(t[0]);
  }
  return isFine ? std::optional(std::move(form)) : std::nullopt;
}

LinearForm LinearTerms::symbol(Term term) {
  constexpr uint32_t kMostDepth = 4;
  ++depth_;
  if (depth_ <= kMostDepth && !known_.contains(term)) addKnown(term);
  --depth_;
  return {{{term, 1}}, 0};
}

// Dividends are taken to be non-negative, as most are: only then does C round down.
void LinearTerms::addKnown(Term t) {
  std::vector<LinearConstraint> known;
  const auto number = [&](uint32_t i) { return numberOf(t[i], true); };
  if (const int64_t divisor = divisorOf(t); divisor > 1 && t[0].sort().width() <= 64) {
    LinearForm rest = of(t[0]), most{{{t, divisor}}, divisor - 1};
    if (rest.add({{{t, 1}}, 0}, -divisor) && most.add(of(t[0]), -1)) {
      known.push_back({std::move(rest)});
      known.push_back({std::move(most)});
    }
  } else if (t.kind() == Kind::BvUrem && number(1).value_or(0) > 0) {
    addRange(known, t, 0, *number(1) - 1);
  } else if (t.kind() == Kind::BvSrem && number(1).value_or(0) > 0) {
    addRange(known, t, 1 - *number(1), *number(1) - 1);
  } else if (t.kind() == Kind::BvAnd && (number(0).value_or(-1) >= 0 || number(1).value_or(-1) >= 0)) {
    addRange(known, t, 0, number(0).value_or(-1) >= 0 ? *number(0) : *number(1));
  } else if (t.kind() == Kind::Ite && t.sort().isBitVec() && number(1) && number(2)) {
    addRange(known, t, std::min(*number(1), *number(2)), std::max(*number(1), *number(2)));
  } else if (t.kind() == Kind::BvZeroExtend) {
    addRange(known, t, 0, (int64_t{1} << t[0].sort().width()) - 1);
  } else if (t.kind() == Kind::BvSignExtend) {
    const int64_t half = int64_t{1} << (t[0].sort().width() - 1);
    addRange(known, t, -half, half - 1);
  }
  std::erase_if(known, [](const LinearConstraint& c) { return !isSmall(c.form.constant, kMostConstant); });
  known_.insert(t, std::move(known));
}

const std::vector<LinearConstraint>& LinearTerms::known(Term symbol) const {
  static const std::vector<LinearConstraint> nothing;
  const auto* found = known_.find(symbol);
  return found ? *found : nothing;
}

// Limits of machine integers are what is assumed anyway; as constraints they would only be in the way.
void LinearTerms::literal(Term t, bool isTrue, LinearGuard& guard) {
  constexpr int64_t kMostBound = int64_t{1} << 28;
  const auto isNumber = [](Term part) { return part.sort().isBitVec() && part.sort().width() <= 64; };
  const auto addLess = [&](LinearForm less, const LinearForm& greater, int64_t least) {
    LinearForm form{{}, -least};
    if (form.add(greater, 1) && form.add(less, -1) && isSmall(form.constant, kMostBound))
      guard.constraints.push_back({std::move(form)});
  };
  if (t.isValue()) {
    if (t.isTrue() != isTrue) guard.constraints.push_back({{{}, -1}});
  } else if ((t.kind() == Kind::BvSlt || t.kind() == Kind::BvUlt) && isNumber(t[0])) {
    const bool isSigned = t.kind() == Kind::BvSlt;
    const LinearForm left = value(t[0], isSigned), right = value(t[1], isSigned);
    if (isTrue)
      addLess(left, right, 1);
    else
      addLess(right, left, 0);
    if (!isSigned) addLess({}, isTrue ? left : right, 0);
  } else if (t.kind() == Kind::Equal && isNumber(t[0])) {
    const auto isSignBit = [](Term part) {
      return part.kind() == Kind::BvExtract && part.sort().width() == 1 &&
             part.index(0) + 1 == part[0].sort().width() && part[0].sort().width() <= 64;
    };
    for (uint32_t side : {0u, 1u}) {
      if (!isSignBit(t[side]) || !t[1 - side].isValue()) continue;
      const LinearForm form = of(t[side][0]);
      const bool isNegative = t[1 - side].value().isOne() == isTrue;
      return isNegative ? addLess(form, {}, 1) : addLess({}, form, 0);
    }
    LinearForm difference = of(t[0]);
    if (!difference.add(of(t[1]), -1)) return;
    if (isTrue)
      guard.constraints.push_back({std::move(difference), true});
    else
      guard.nonzero.push_back(std::move(difference));
  }
}

std::vector<LinearGuard> LinearTerms::cases(Term condition, size_t most) {
  struct Open {
    std::vector<std::pair<Term, bool>> parts;
    LinearGuard guard;
  };
  std::vector<Open> open{{{{condition, true}}, {}}};
  std::vector<LinearGuard> done;
  while (!open.empty()) {
    Open next = std::move(open.back());
    open.pop_back();
    if (next.parts.empty()) {
      done.push_back(std::move(next.guard));
      continue;
    }
    auto [term, isTrue] = next.parts.back();
    next.parts.pop_back();
    if (term.kind() == Kind::Not) {
      next.parts.emplace_back(term[0], !isTrue);
    } else if (term.kind() != Kind::And && term.kind() != Kind::Or) {
      literal(term, isTrue, next.guard);
    } else if ((term.kind() == Kind::And) == isTrue) {
      next.parts.emplace_back(term[1], isTrue);
      next.parts.emplace_back(term[0], isTrue);
    } else if (open.size() + done.size() + 2 <= most) {
      Open other = next;
      other.parts.emplace_back(term[1], isTrue);
      open.push_back(std::move(other));
      next.parts.emplace_back(term[0], isTrue);
    }
    open.push_back(std::move(next));
  }
  return done;
}

} // namespace assay
