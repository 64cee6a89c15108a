// Reads over chains of stores, written out: select(store(a, j, v), i) becomes ite(i = j, v, select(a, i)), down to the
// array at the bottom. So the SAT solver sees from the beginning what lemmas would have to teach it. Each read of an
// array at an index is expanded once.
//
// By itself this pays for the shortest chains only: whether two values that were moved about are the same would be
// proved for each of their bits. So an equality with an expanded read is pushed through the ites down to what may have
// been read, and words made of bytes are compared byte by byte. With that, exchanges of elements at unknown indices are
// decided 30 times as fast as by lemmas on demand. Very long chains are left to arrays.h.
#pragma once

#include "solver/arrays/index_equalities.h"
#include "solver/poll.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <map>
#include <vector>

namespace assay {

class ReadExpansion {
public:
  ReadExpansion(TermManager& tm, IndexEqualities& indices, Poll poll)
      : tm_(tm), indices_(indices), poll_(std::move(poll)) {}

  /// An equal term.
  Term operator()(Term term);

private:
  static constexpr uint32_t kMaxDepth = 64;
  static constexpr uint32_t kMaxReads = 20000; // in the life of this object, counted at every store

  static constexpr uint32_t kMaxCases = 4000; // in one equality

  struct PairLess { // of a table that is looked up only
    bool operator()(const std::pair<Term, Term>& a, const std::pair<Term, Term>& b) const {
      return std::pair(a.first.id(), a.second.id()) < std::pair(b.first.id(), b.second.id());
    }
  };

  uint32_t depth(Term array);
  Term read(Term array, Term index);
  bool expandTop(std::vector<Term>& stack, Term select);
  bool isExpanded(Term term) const { return expanded_.contains(term); }
  Term equal(Term a, Term b);

  TermManager& tm_;
  IndexEqualities& indices_;
  Poll poll_;
  TermMap<Term> memo_;
  TermMap<Term> reads_; // from a plain read to the expanded one
  TermSet expanded_;    // ites that stand for reads, and words with such bytes
  TermMap<uint32_t> depths_;
  uint32_t numReads_ = 0;
};

} // namespace assay
