// Reads over short chains of stores, written out: select(store(a, j, v), i) becomes ite(i = j, v, select(a, i)), down to
// the array at the bottom. What the SAT solver sees from the beginning it need not be taught by lemmas. Each read of an
// array at an index is expanded once. Only very short chains are worth it: on swaps of array elements, lemmas on demand
// were measured twice as fast as chains of up to 64 stores written out. Longer ones are left to arrays.h.
#pragma once

#include "solver/index_equalities.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <vector>

namespace assay {

class ReadExpansion {
public:
  ReadExpansion(TermManager& tm, IndexEqualities& indices) : tm_(tm), indices_(indices) {}

  /// An equal term.
  Term operator()(Term term);

private:
  static constexpr uint32_t kMaxDepth = 2;
  static constexpr uint32_t kMaxReads = 200000; // in the life of this object

  uint32_t depth(Term array);
  Term read(Term array, Term index);
  bool expandTop(std::vector<Term>& stack, Term select);

  TermManager& tm_;
  IndexEqualities& indices_;
  TermMap<Term> memo_;
  TermMap<Term> reads_; // from a plain read to the expanded one
  TermMap<uint32_t> depths_;
  uint32_t numReads_ = 0;
};

} // namespace assay
