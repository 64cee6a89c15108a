#include "solver/arrays/array_reads.h"

#include "term/traverse.h"

#include <algorithm>
#include <array>

namespace assay {

Term ReadExpansion::operator()(Term term) {
  postOrder(
      term, [&](Term t) { return !memo_.contains(t); },
      [&](Term t) {
        poll_();
        std::array<Term, 3> children;
        bool same = true;
        for (uint32_t i = 0; i < t.size(); ++i) {
          children[i] = memo_.at(t[i]);
          same = same && children[i] == t[i];
        }
        Term result = t;
        if (t.kind() == Kind::Select) {
          result = read(children[0], children[1]);
        } else if (t.kind() == Kind::BvConcat && !same) {
          result = tm_.mkBvConcat(children[0], children[1]);
          bool isWord = isExpanded(children[0]) || isExpanded(children[1]);
          if (isWord && result.kind() == Kind::BvConcat) expanded_.insert(result);
        } else if (t.kind() == Kind::Equal && t[0].sort().isBitVec()) {
          result = equal(children[0], children[1]);
        } else if (!same) {
          result = tm_.rebuild(t, std::span(children).first(t.size()));
        }
        memo_.insert(t, result);
      });
  return memo_.at(term);
}

/// How many stores and ites are on top of each other, at most.
uint32_t ReadExpansion::depth(Term array) {
  postOrder(
      array, [&](Term t) { return t.sort().isArray() && !depths_.contains(t); },
      [&](Term t) {
        uint32_t below = 0;
        if (t.kind() == Kind::Store) below = depths_.at(t[0]) + 1;
        if (t.kind() == Kind::Ite) below = std::max(depths_.at(t[1]), depths_.at(t[2])) + 1;
        depths_.insert(t, below);
      });
  return depths_.at(array);
}

Term ReadExpansion::read(Term array, Term index) {
  Term root = tm_.mkSelect(array, index);
  if (root.kind() != Kind::Select || depth(root[0]) > kMaxDepth || numReads_ > kMaxReads) return root;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    poll_();
    if (reads_.contains(stack.back()) || expandTop(stack, stack.back())) stack.pop_back();
  }
  return reads_.at(root);
}

/// Expands a read if the reads below are expanded; otherwise puts those on the stack.
bool ReadExpansion::expandTop(std::vector<Term>& stack, Term select) {
  bool complete = true;
  auto below = [&](Term array) {
    Term plain = tm_.mkSelect(array, select[1]); // may be simpler than a read
    if (plain.kind() != Kind::Select) return plain;
    if (const Term* known = reads_.find(plain)) return *known;
    stack.push_back(plain);
    complete = false;
    return plain;
  };
  Term array = select[0], result = select;
  if (array.kind() == Kind::Store) {
    Term rest = below(array[0]);
    if (complete) result = tm_.mkIte(indices_.equal(select[1], array[1]), array[2], rest);
  } else if (array.kind() == Kind::Ite) {
    Term first = below(array[1]), second = below(array[2]);
    if (complete) result = tm_.mkIte(array[0], first, second);
  } else if (array.kind() == Kind::ConstArray) {
    result = array[0];
  }
  if (!complete) return false;
  ++numReads_;
  if (result.kind() == Kind::Ite) expanded_.insert(result);
  reads_.insert(select, result);
  return true;
}

/// An equality with an expanded read, or with a word that has such bytes, as a case distinction over equalities with
/// what may have been read. So whether two values are the same is decided once, and not for each of their bits.
Term ReadExpansion::equal(Term a, Term b) {
  using Pair = std::pair<Term, Term>;
  std::map<Pair, Term, PairLess> done;
  std::vector<Pair> stack{{a, b}};
  while (!stack.empty()) {
    poll_();
    auto [x, y] = stack.back();
    if (!isExpanded(x) || (isExpanded(y) && precedes(x, y))) std::swap(x, y);
    if (!isExpanded(x) || done.size() + stack.size() > kMaxCases) {
      done[stack.back()] = tm_.mkEqual(x, y);
      stack.pop_back();
      continue;
    }
    bool isWord = x.kind() == Kind::BvConcat;
    uint32_t low = isWord ? x[1].sort().width() : 0, all = x.sort().width();
    Pair first(x[isWord ? 0 : 1], isWord ? tm_.mkBvExtract(y, all - 1, low) : y);
    Pair second(x[isWord ? 1 : 2], isWord ? tm_.mkBvExtract(y, low - 1, 0) : y);
    auto firstDone = done.find(first), secondDone = done.find(second);
    if (firstDone != done.end() && secondDone != done.end()) {
      done[stack.back()] = isWord ? tm_.mkAnd(firstDone->second, secondDone->second)
                                  : tm_.mkIte(x[0], firstDone->second, secondDone->second);
      stack.pop_back();
      continue;
    }
    if (firstDone == done.end()) stack.push_back(first);
    if (secondDone == done.end()) stack.push_back(second);
  }
  return done.at({a, b});
}

} // namespace assay
