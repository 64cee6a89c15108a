#include "engine/symex/conjunction.h"

#include "term/substitute.h"
#include "term/traverse.h"

#include <algorithm>
#include <unordered_map>

namespace assay::symex {

namespace {

uint64_t maskOf(uint32_t width) { return ~uint64_t{0} >> (64 - width); }

bool isWord(Term term) { return term.sort().isBitVec() && term.sort().width() <= 64; }

/// The numbers that a comparison with a constant allows for its other side; null: it is none. An empty set has no
/// interval.
struct Bound {
  Term term;
  std::optional<Interval> interval;
};

Bound boundOf(Term atom, bool holds) {
  if (atom.kind() != Kind::Equal && atom.kind() != Kind::BvUlt && atom.kind() != Kind::BvSlt) return {};
  if (!isWord(atom[0])) return {};
  const bool isFirst = atom[0].kind() == Kind::BvConst;
  if (!isFirst && atom[1].kind() != Kind::BvConst) return {};
  const Term term = atom[isFirst ? 1 : 0];
  const uint64_t constant = atom[isFirst ? 0 : 1].value().toUint64();
  const uint32_t width = term.sort().width();
  const uint64_t mask = maskOf(width);
  const auto between = [&](uint64_t low, uint64_t high) { // not empty
    return Bound{term, Interval{low & mask, (high - low) & mask}};
  };
  if (atom.kind() == Kind::Equal) return holds ? between(constant, constant) : between(constant + 1, constant - 1);
  const bool isSigned = atom.kind() == Kind::BvSlt;
  const uint64_t least = isSigned ? uint64_t{1} << (width - 1) : 0, greatest = (least - 1) & mask;
  if (isFirst) { // constant < term
    if (!holds) return between(least, constant);
    return constant == greatest ? Bound{term, {}} : between(constant + 1, greatest);
  }
  if (!holds) return between(constant, greatest);
  return constant == least ? Bound{term, {}} : between(least, constant - 1);
}

} // namespace

std::optional<Interval> intersection(Interval a, Interval b, uint32_t width) {
  const uint64_t mask = maskOf(width);
  if (a.length == mask) return b;
  if (b.length == mask) return a;
  // From a's beginning: a is [0, a.length], b is [begin, end], perhaps around the end of all numbers.
  const uint64_t begin = (b.low - a.low) & mask, end = (begin + b.length) & mask;
  const bool wraps = begin > end;
  if (!wraps) {
    if (begin > a.length) return std::nullopt;
    return Interval{b.low, std::min(end, a.length) - begin};
  }
  if (begin <= a.length) return std::nullopt; // two pieces
  return Interval{a.low, std::min(end, a.length)};
}

std::pair<Term, uint64_t> Sums::split(Term root) {
  postOrder(
      root, [&](Term t) { return !known_.contains(t); },
      [&](Term t) {
        if (known_.contains(t)) return;
        if (t.kind() == Kind::BvConst && isWord(t)) {
          known_.insert(t, {Term(), t.value().toUint64()});
        } else if (t.kind() == Kind::BvAdd && isWord(t)) {
          const auto a = known_.at(t[0]), b = known_.at(t[1]);
          Term sum = t;
          if (a.first != t[0] || b.first != t[1])
            sum = !a.first ? b.first : !b.first ? a.first : terms_.mkBvAdd(a.first, b.first);
          known_.insert(t, {sum, (a.second + b.second) & maskOf(t.sort().width())});
        } else {
          known_.insert(t, {t, 0});
        }
      });
  return known_.at(root);
}

void Conjunction::add(Term condition, Sums& sums) {
  std::vector<Term> parts;
  splitConjunction(condition, parts);
  for (Term part : parts) addPart(part, sums);
}

void Conjunction::addPart(Term part, Sums& sums) {
  if (part.isTrue()) return;
  if (part.isFalse()) {
    isFalse_ = true;
    return;
  }
  const bool isNegated = part.kind() == Kind::Not;
  const Bound found = boundOf(isNegated ? part[0] : part, !isNegated);
  if (!found.term) {
    if (seen_.insert(part)) others_.push_back(part);
    return;
  }
  if (!found.interval) {
    isFalse_ = true;
    return;
  }
  const auto [sum, constant] = sums.split(found.term);
  const uint64_t mask = maskOf(found.term.sort().width());
  const Interval interval{(found.interval->low - constant) & mask, found.interval->length};
  if (sum) {
    bound(sum, interval);
  } else if (((0 - interval.low) & mask) > interval.length) {
    isFalse_ = true;
  }
}

void Conjunction::bound(Term sum, Interval interval) {
  if (!index_.contains(sum)) {
    index_.insert(sum, bounded_.size());
    bounded_.push_back({sum, {interval}});
    return;
  }
  std::vector<Interval>& intervals = bounded_[index_.at(sum)].intervals;
  for (size_t i = 0; i < intervals.size();) {
    const std::optional<Interval> both = intersection(intervals[i], interval, sum.sort().width());
    if (!both) {
      ++i;
      continue;
    }
    interval = *both;
    intervals.erase(intervals.begin() + static_cast<ptrdiff_t>(i));
    i = 0;
  }
  intervals.push_back(interval);
}

std::vector<std::pair<Term, uint64_t>> Conjunction::constants() const {
  std::vector<std::pair<Term, uint64_t>> result;
  for (const Bounded& bounded : bounded_) {
    if (bounded.sum.isVariable() && bounded.intervals.size() == 1 && bounded.intervals[0].length == 0)
      result.emplace_back(bounded.sum, bounded.intervals[0].low);
  }
  return result;
}

void Conjunction::propagate(Sums& sums, uint32_t rounds) {
  size_t before = 0;
  for (uint32_t round = 0; round < rounds && !isFalse_; ++round) {
    const auto known = constants();
    if (known.size() == before) return;
    before = known.size();
    std::unordered_map<Term, Term> values;
    for (const auto& [variable, word] : known) values[variable] = sums.terms().mkBv(variable.sort().width(), word);
    Substitution substitution(sums.terms(), values);
    Conjunction next;
    for (const auto& [variable, word] : known) next.bound(variable, {word, 0});
    for (Term term : terms(sums)) {
      const bool isOne = term.kind() == Kind::Equal && (values.contains(term[0]) || values.contains(term[1])) &&
                         (term[0].isValue() || term[1].isValue());
      if (!isOne) next.add(substitution.apply(term), sums);
    }
    *this = std::move(next);
  }
}

std::vector<Term> Conjunction::terms(Sums& sums) const {
  TermManager& terms = sums.terms();
  std::vector<Term> result;
  if (isFalse_) return {terms.mkFalse()};
  for (const Bounded& bounded : bounded_) {
    const uint32_t width = bounded.sum.sort().width();
    for (const Interval& interval : bounded.intervals) {
      if (interval.length == maskOf(width)) continue;
      const Term low = terms.mkBv(width, interval.low);
      if (interval.length == 0) {
        result.push_back(terms.mkEqual(bounded.sum, low));
      } else {
        const Term above = terms.mkBvSub(bounded.sum, low);
        result.push_back(terms.mkBvUle(above, terms.mkBv(width, interval.length)));
      }
    }
  }
  result.insert(result.end(), others_.begin(), others_.end());
  return result;
}

size_t Conjunction::size() const {
  size_t size = others_.size();
  for (const Bounded& bounded : bounded_) size += bounded.intervals.size();
  return size;
}

} // namespace assay::symex
