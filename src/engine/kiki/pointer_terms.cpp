#include "engine/kiki/pointer_terms.h"

#include <algorithm>
#include <bit>

namespace assay {

namespace {
constexpr int64_t kHuge = int64_t{1} << 62;
constexpr unsigned kMaxDepth = 12;
} // namespace

PointerTerms::Range PointerTerms::range(Term term, unsigned depth) const {
  const uint32_t width = term.sort().width();
  const auto full = [](uint32_t w) {
    return w >= 63 ? Range{-kHuge * 2, kHuge - 1 + kHuge}
                   : Range{-(int64_t{1} << (w - 1)), (int64_t{1} << (w - 1)) - 1};
  };
  if (term.kind() == Kind::BvConst && width <= 64) return {term.value().toInt64(), term.value().toInt64()};
  if (depth > kMaxDepth) return full(width);
  switch (term.kind()) {
  case Kind::BvSignExtend:
    return range(term[0], depth + 1);
  case Kind::BvZeroExtend: {
    const Range inner = range(term[0], depth + 1);
    if (inner.low >= 0) return inner;
    const uint32_t w = term[0].sort().width();
    return w >= 62 ? full(width) : Range{0, (int64_t{1} << w) - 1};
  }
  case Kind::BvConcat: { // x ++ 0...0 is a multiple
    const uint32_t low = term[1].sort().width();
    if (term[1].kind() == Kind::BvConst && low < 32) {
      const Range high = range(term[0], depth + 1);
      const int64_t bound = kHuge >> low;
      if (high.low > -bound && high.high < bound)
        return {high.low * (int64_t{1} << low), high.high * (int64_t{1} << low) + (int64_t{1} << low) - 1};
    }
    if (term[0].kind() == Kind::BvConst && term[0].value().isZero() && low < 62) return {0, (int64_t{1} << low) - 1};
    return full(width);
  }
  case Kind::BvAdd: {
    const Range a = range(term[0], depth + 1), b = range(term[1], depth + 1), all = full(width);
    if (std::min({a.low, b.low}) < -kHuge / 2 || std::max({a.high, b.high}) > kHuge / 2) return all;
    const Range sum{a.low + b.low, a.high + b.high};
    return sum.low < all.low || sum.high > all.high ? all : sum;
  }
  case Kind::Ite: {
    const Range a = range(term[1], depth + 1), b = range(term[2], depth + 1);
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
    std::set_union(a.objects.begin(), a.objects.end(), b.objects.begin(), b.objects.end(),
                   std::back_inserter(result.objects));
    result.isKnown = result.objects.size() <= kMaxChoices;
    result.offsets = {std::min(a.offsets.low, b.offsets.low), std::max(a.offsets.high, b.offsets.high)};
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

// How many low bits are constant, and their value.
unsigned PointerTerms::trailing(Term t, uint64_t& value, unsigned depth) const {
  value = 0;
  if (t.kind() == Kind::BvConst) {
    value = t.value().toUint64();
    return std::min(63u, t.sort().width());
  }
  if (depth > kMaxDepth) return 0;
  uint64_t a = 0, b = 0;
  const auto masked = [&](uint64_t v, unsigned bits) { return bits == 0 ? 0 : v & (~uint64_t{0} >> (64 - bits)); };
  switch (t.kind()) {
  case Kind::BvSignExtend:
  case Kind::BvZeroExtend:
    return trailing(t[0], value, depth + 1);
  case Kind::BvConcat: {
    const unsigned low = trailing(t[1], value, depth + 1);
    return low; // enough: the low part is mostly the zeros of a scaled index
  }
  case Kind::BvAdd: {
    const unsigned bits = std::min(trailing(t[0], a, depth + 1), trailing(t[1], b, depth + 1));
    value = masked(a + b, bits);
    return bits;
  }
  case Kind::BvMul: {
    const unsigned first = trailing(t[0], a, depth + 1), second = trailing(t[1], b, depth + 1);
    // Zeros add up.
    const unsigned zeros =
        std::min<unsigned>(63, std::min<unsigned>(first, static_cast<unsigned>(std::countr_zero(a))) +
                                   std::min<unsigned>(second, static_cast<unsigned>(std::countr_zero(b))));
    return std::min(zeros, t.sort().width());
  }
  case Kind::BvNeg: {
    const unsigned bits = trailing(t[0], a, depth + 1);
    value = masked(-a, bits);
    return bits;
  }
  case Kind::Ite: {
    unsigned bits = std::min(trailing(t[1], a, depth + 1), trailing(t[2], b, depth + 1));
    if (a != b) bits = std::min<unsigned>(bits, static_cast<unsigned>(std::countr_zero(a ^ b)));
    value = masked(a, bits);
    return bits;
  }
  default:
    return 0;
  }
}

std::pair<uint64_t, uint64_t> PointerTerms::congruence(Term term, uint64_t limit) {
  uint64_t value = 0;
  const unsigned bits = trailing(term, value, 0);
  uint64_t modulus = 1;
  while (modulus * 2 <= limit && modulus * 2 <= uint64_t{1} << std::min(62u, bits)) modulus *= 2;
  return {modulus, value & (modulus - 1)};
}

} // namespace assay
