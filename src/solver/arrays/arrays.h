// solver/arrays/: arrays for solvers that have none. A read becomes a variable, and equal indices have equal values.
//
// Arrays by lemmas on demand, after Brummayer and Biere ("Lemmas on demand for the extensional theory of arrays", JSAT
// 2009). For the SAT solver a read is a bit-vector of its own and an equality of arrays a Boolean of its own. This
// class looks at a model of the rest, finds the axioms of arrays that it violates, and gives them as lemmas: terms that
// are valid, so that they stay for good. If none is violated, the model extends to the arrays.
//
// In a model, arrays hang together: a store with the array it changes, an ite with the branch that is taken, two sides
// of an equality that holds. A read at an array, with the value of its index, is followed along these links as far as
// the index is not written:
//
//     select(store(a, j, v), i)     i = j: must be v      i != j: is a read of a      (down the links)
//     a = b                         a read of one is a read of the other              (where equalities hold, reads
//                                                                                      go up the links as well)
//
// Two reads that meet at one array with one index value must have one value. The links that were taken, as conditions,
// make the lemma. A difference of arrays is witnessed by a read at a fresh index. Elements may be arrays themselves;
// then "have one value" means that their equality holds, and a lemma may bring in this equality.
//
// Long chains of stores at constant indices (StoreRun) are crossed in one step.
#pragma once

#include "solver/arrays/array_terms.h"
#include "solver/arrays/index_equalities.h"
#include "term/array_value.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace assay {

class Arrays {
public:
  Arrays(TermManager& tm, ArrayTerms& known, IndexEqualities& indices, ArrayHost& host, Poll poll)
      : tm_(tm), known_(known), indices_(indices), host_(host), poll_(std::move(poll)) {}

  /// Adds lemmas that the model violates; false if there are none.
  bool refine();
  /// After refine() was false.
  Value value(Term arrayVariable);
  uint64_t numLemmas() const { return numLemmas_; }

private:
  /// A read that has arrived at an array: the value at an index, and from where it came under which condition.
  struct Entry {
    Term index, value;
    BitVector indexValue;
    const Entry* from;
    Term condition; // of the last step; null if none
  };
  struct BitVectorHash {
    size_t operator()(const BitVector& v) const { return v.hash(); }
  };
  struct Node {
    Term term;
    uint32_t leader;                              // union-find over links
    bool hasEquality = false;                     // of a leader: some equality in it holds
    std::vector<std::pair<uint32_t, Term>> links; // by equalities that hold and chosen branches, with the condition
    std::vector<uint32_t> stores;                 // that change this array
    std::unordered_map<BitVector, const Entry*, BitVectorHash> entries;
    std::vector<Term> constants; // of a leader: constant arrays in it
  };

  void buildNodes();
  uint32_t nodeOf(Term array);
  uint32_t leader(uint32_t node);
  void link(uint32_t a, uint32_t b, Term condition);
  void readDown(Term select);
  const Entry* crossRun(const ArrayTerms::RunPlace& place, const Entry* entry);
  void spreadReads();
  void spreadConstants(uint32_t component, std::vector<std::pair<uint32_t, const Entry*>>& work);
  void arrive(uint32_t node, const Entry& entry, std::vector<std::pair<uint32_t, const Entry*>>& work);
  const Entry* step(const Entry* from, Term condition);
  const Entry* meet(uint32_t node, const Entry* entry);
  bool sameValue(Term a, Term b);
  void addConflict(const Entry* a, const Entry* b);
  void addConflictWithConstant(const Entry* a, Term constant);
  void emit(std::vector<Term>& clause);
  const BitVector& bits(Term term);
  Value elementValue(Term element);
  Value arrayValue(uint32_t node);

  TermManager& tm_;
  ArrayTerms& known_;
  IndexEqualities& indices_;
  ArrayHost& host_;
  Poll poll_;
  TermSet lemmas_;

  // Of the model at hand.
  std::vector<Node> nodes_;
  TermMap<uint32_t> nodeIndex_;
  std::deque<Entry> entries_;
  TermMap<const BitVector*> bits_;
  std::deque<BitVector> bitValues_;
  std::vector<Term> newLemmas_;
  uint64_t numLemmas_ = 0;
};

} // namespace assay
