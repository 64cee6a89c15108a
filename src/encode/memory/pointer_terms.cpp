#include "encode/memory/pointer_terms.h"

#include "util/planted.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {

constexpr int64_t kHuge = int64_t{1} << 62;

/// Fills the memo for a term and all below it that `look` (kind, child) says are needed.
template <class Memo, class Look, class Compute>
void computeBelow(Term root, Memo& memo, Look look, Compute compute) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    if (memo.contains(t)) {
      stack.pop_back();
      continue;
    }
    bool isReady = true;
    for (uint32_t i = 0; i < t.size(); ++i)
      if (look(t.kind(), i) && !memo.contains(t[i])) {
        stack.push_back(t[i]);
        isReady = false;
      }
    if (!isReady) continue;
    memo.insert(t, compute(t));
    stack.pop_back();
  }
}

} // namespace

PointerTerms::Range PointerTerms::range(Term term) {
  const auto look = [](Kind kind, uint32_t child) {
    switch (kind) {
    case Kind::BvSignExtend:
    case Kind::BvZeroExtend:
    case Kind::BvAdd:
      return true;
    case Kind::BvConcat:
      return child == 0;
    case Kind::Ite:
      return child > 0;
    default:
      return false;
    }
  };
  computeBelow(term, ranges_, look, [&](Term t) { return computeRange(t); });
  return ranges_.at(term);
}

PointerTerms::Range PointerTerms::computeRange(Term term) const {
  const uint32_t width = term.sort().width();
  const auto full = [](uint32_t w) {
    return w >= 63 ? Range{-kHuge * 2, kHuge - 1 + kHuge}
                   : Range{-(int64_t{1} << (w - 1)), (int64_t{1} << (w - 1)) - 1};
  };
  if (term.kind() == Kind::BvConst && width <= 64) return {term.value().toInt64(), term.value().toInt64()};
  switch (term.kind()) {
  case Kind::BvSignExtend:
    return ranges_.at(term[0]);
  case Kind::BvZeroExtend: {
    const Range inner = ranges_.at(term[0]);
    if (inner.low >= 0) return inner;
    const uint32_t w = term[0].sort().width();
    return w >= 62 ? full(width) : Range{0, (int64_t{1} << w) - 1};
  }
  case Kind::BvConcat: { // x ++ 0...0 is a multiple
    const uint32_t low = term[1].sort().width();
    if (term[1].kind() == Kind::BvConst && low < 32) {
      const Range high = ranges_.at(term[0]);
      const int64_t bound = kHuge >> low;
      if (high.low > -bound && high.high < bound)
        return {high.low * (int64_t{1} << low), high.high * (int64_t{1} << low) + (int64_t{1} << low) - 1};
    }
    if (term[0].kind() == Kind::BvConst && term[0].value().isZero() && low < 62) return {0, (int64_t{1} << low) - 1};
    return full(width);
  }
  case Kind::BvAdd: {
    const Range a = ranges_.at(term[0]), b = ranges_.at(term[1]), all = full(width);
    if (std::min({a.low, b.low}) < -kHuge / 2 || std::max({a.high, b.high}) > kHuge / 2) return all;
    const Range sum{a.low + b.low, a.high + b.high};
    return sum.low < all.low || sum.high > all.high ? all : sum;
  }
  case Kind::Ite: {
    const Range a = ranges_.at(term[1]), b = ranges_.at(term[2]);
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  default:
    return full(width);
  }
}

PointerTerms::Info PointerTerms::compute(Term pointer) {
  Info result;
  if (pointer.kind() == Kind::BvConst) {
    const uint64_t value = pointer.value().toUint64();
    result.isKnown = true;
    result.objects = {layout_.object(value)};
    result.offsets = {layout_.offset(value), layout_.offset(value)};
  } else if (pointer.kind() == Kind::Ite) {
    const Info &a = infos_.at(pointer[1]), &b = infos_.at(pointer[2]);
    if (!a.isKnown || !b.isKnown) return result;
    if (planted(Defect::ForgottenChoice)) return a;
    std::set_union(a.objects.begin(), a.objects.end(), b.objects.begin(), b.objects.end(),
                   std::back_inserter(result.objects));
    result.isKnown = result.objects.size() <= kMaxChoices;
    result.offsets = {std::min(a.offsets.low, b.offsets.low), std::max(a.offsets.high, b.offsets.high)};
  } else if (pointer.kind() == Kind::BvConcat) {
    Term high = pointer[0];
    while (high.kind() == Kind::BvConcat) high = high[0];
    if (high.kind() != Kind::BvConst || high.sort().width() < layout_.objectBits()) return result;
    const int64_t window = static_cast<int64_t>(layout_.guardBit());
    result.isKnown = true;
    result.objects = {high.value().lshr(high.sort().width() - layout_.objectBits()).toUint64()};
    result.offsets = {-window, window - 1};
  } else if (pointer.kind() == Kind::BvAdd) {
    // One summand is a pointer, the other moves it within the window of its object.
    const int64_t window = static_cast<int64_t>(layout_.guardBit());
    for (uint32_t side : {0u, 1u}) {
      const Info& base = infos_.at(pointer[side]);
      if (!base.isKnown) continue;
      const Range move = range(pointer[1 - side]);
      if (move.low <= -window || move.high >= window) continue;
      const Range offsets{base.offsets.low + move.low, base.offsets.high + move.high};
      if (offsets.low < -window || offsets.high >= window) continue;
      return {true, base.objects, offsets};
    }
  }
  return result;
}

const PointerTerms::Info& PointerTerms::info(Term pointer) {
  std::vector<Term> stack{pointer};
  while (!stack.empty()) {
    const Term t = stack.back();
    bool isReady = true;
    if (t.kind() == Kind::Ite || t.kind() == Kind::BvAdd)
      for (uint32_t i = t.kind() == Kind::Ite ? 1 : 0; i < t.size(); ++i)
        if (!infos_.contains(t[i])) {
          stack.push_back(t[i]);
          isReady = false;
        }
    if (!isReady) continue;
    if (!infos_.contains(t)) infos_.insert(t, compute(t));
    stack.pop_back();
  }
  return infos_.at(pointer);
}

std::optional<std::vector<uint64_t>> PointerTerms::objects(Term pointer) {
  const Info& found = info(pointer);
  if (!found.isKnown) return std::nullopt;
  return found.objects;
}

bool PointerTerms::mayBe(Term pointer, uint64_t object) {
  const Info& found = info(pointer);
  return !found.isKnown || std::binary_search(found.objects.begin(), found.objects.end(), object);
}

Term PointerTerms::isInto(Term root, uint64_t object) {
  TermMap<Term> memo;
  const auto leave = [&](Term t) {
    const Info& found = info(t);
    Term result;
    if (found.isKnown && !std::binary_search(found.objects.begin(), found.objects.end(), object))
      result = terms_.mkFalse();
    else if (found.isKnown && found.objects.size() == 1)
      result = terms_.mkTrue();
    else if (t.kind() == Kind::Ite)
      result = terms_.mkIte(t[0], memo.at(t[1]), memo.at(t[2]));
    else
      result = terms_.mkEqual(terms_.mkBvExtract(t, layout_.width - 1, layout_.offsetBits),
                              terms_.mkBv(layout_.objectBits(), object));
    memo.insert(t, result);
  };
  // Choices are looked into, other terms are not.
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    bool isReady = true;
    if (t.kind() == Kind::Ite)
      for (uint32_t i : {1u, 2u})
        if (!memo.contains(t[i])) {
          stack.push_back(t[i]);
          isReady = false;
        }
    if (!isReady) continue;
    if (!memo.contains(t)) leave(t);
    stack.pop_back();
  }
  return memo.at(root);
}

Term PointerTerms::offset(Term root, uint64_t object) {
  TermMap<Term> memo;
  std::vector<Term> stack{root};
  const Term zero = terms_.mkBv(layout_.width, 0);
  while (!stack.empty()) {
    const Term t = stack.back();
    if (memo.contains(t)) {
      stack.pop_back();
      continue;
    }
    if (t.kind() == Kind::Ite) {
      const bool first = mayBe(t[1], object), second = mayBe(t[2], object);
      if (first && !memo.contains(t[1])) {
        stack.push_back(t[1]);
        continue;
      }
      if (second && !memo.contains(t[2])) {
        stack.push_back(t[2]);
        continue;
      }
      memo.insert(t, !first && !second ? zero
                     : !first          ? memo.at(t[2])
                     : !second         ? memo.at(t[1])
                                       : terms_.mkIte(t[0], memo.at(t[1]), memo.at(t[2])));
    } else {
      // Where t points into the object, the difference to its start is the offset.
      memo.insert(t, terms_.mkBvSub(t, terms_.mkBv(layout_.width, layout_.address(object))));
    }
    stack.pop_back();
  }
  return memo.at(root);
}

std::optional<std::vector<uint64_t>> PointerTerms::constants(Term root) {
  std::vector<uint64_t> values;
  TermSet seen;
  size_t numSeen = 0;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term t = stack.back();
    stack.pop_back();
    if (!seen.insert(t)) continue;
    if (t.kind() == Kind::Ite) {
      stack.push_back(t[1]);
      stack.push_back(t[2]);
    } else if (t.kind() == Kind::BvConst) {
      values.push_back(t.value().toUint64());
    } else {
      return std::nullopt;
    }
    if (++numSeen > 4 * kMaxChoices || values.size() > kMaxChoices) return std::nullopt;
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

PointerTerms::LowBits PointerTerms::lowBits(Term term) {
  const auto look = [](Kind kind, uint32_t child) {
    switch (kind) {
    case Kind::BvSignExtend:
    case Kind::BvZeroExtend:
    case Kind::BvAdd:
    case Kind::BvMul:
    case Kind::BvNeg:
      return true;
    case Kind::BvConcat:
      return child == 1; // enough: the low part is mostly the zeros of a scaled index
    case Kind::Ite:
      return child > 0;
    default:
      return false;
    }
  };
  computeBelow(term, lowBits_, look, [&](Term t) { return computeLowBits(t); });
  return lowBits_.at(term);
}

PointerTerms::LowBits PointerTerms::computeLowBits(Term t) const {
  const auto make = [](unsigned count, uint64_t value) {
    return LowBits{count, count == 0 ? 0 : value & (~uint64_t{0} >> (64 - count))};
  };
  switch (t.kind()) {
  case Kind::BvConst:
    return make(std::min(63u, t.sort().width()), t.value().toUint64());
  case Kind::BvSignExtend:
  case Kind::BvZeroExtend:
    return lowBits_.at(t[0]);
  case Kind::BvConcat:
    return lowBits_.at(t[1]);
  case Kind::BvAdd: {
    const LowBits a = lowBits_.at(t[0]), b = lowBits_.at(t[1]);
    return make(std::min(a.count, b.count), a.value + b.value);
  }
  case Kind::BvMul: { // zeros add up
    const LowBits a = lowBits_.at(t[0]), b = lowBits_.at(t[1]);
    const auto zeros = [](const LowBits& low) {
      return std::min(low.count, static_cast<unsigned>(std::countr_zero(low.value)));
    };
    return make(std::min({63u, zeros(a) + zeros(b), t.sort().width()}), 0);
  }
  case Kind::BvNeg: {
    const LowBits a = lowBits_.at(t[0]);
    return make(a.count, 0 - a.value);
  }
  case Kind::Ite: {
    const LowBits a = lowBits_.at(t[1]), b = lowBits_.at(t[2]);
    unsigned count = std::min(a.count, b.count);
    if (a.value != b.value) count = std::min(count, static_cast<unsigned>(std::countr_zero(a.value ^ b.value)));
    return make(count, a.value);
  }
  default:
    return {};
  }
}

std::pair<uint64_t, uint64_t> PointerTerms::congruence(Term term, uint64_t limit) {
  const LowBits low = lowBits(term);
  uint64_t modulus = 1;
  while (modulus * 2 <= limit && modulus * 2 <= uint64_t{1} << std::min(62u, low.count)) modulus *= 2;
  return {modulus, low.value & (modulus - 1)};
}

} // namespace assay
