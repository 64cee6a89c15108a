// Arrays by lemmas on demand, after Brummayer and Biere ("Lemmas on demand for the extensional theory of arrays", JSAT
// 2009). For the SAT solver a read is a bit-vector of its own and an equality of arrays a Boolean of its own. This class
// looks at a model of the rest, finds the axioms of arrays that it violates, and gives them as lemmas: terms that are
// valid, so that they stay for good. If none is violated, the model extends to the arrays.
//
// In a model, arrays hang together: a store with the array it changes, an ite with the branch that is taken, two sides of
// an equality that holds. A read at an array, with the value of its index, is followed along these links as far as the
// index is not written:
//
//     select(store(a, j, v), i)     i = j: must be v      i != j: is a read of a      (down the links)
//     a = b                         a read of one is a read of the other              (where equalities hold, reads
//                                                                                      go up the links as well)
//
// Two reads that meet at one array with one index value must have one value. The links that were taken, as conditions,
// make the lemma. A difference of arrays is witnessed by a read at a fresh index. Elements may be arrays themselves; then
// "have one value" means that their equality holds, and a lemma may bring in this equality.
//
// Long chains of stores at constant indices (Run) are crossed in one step.
#pragma once

#include "solver/index_equalities.h"
#include "solver/poll.h"
#include "term/array_value.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <deque>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace assay {

/// What the rest of the solver does for the arrays.
class ArrayHost {
public:
  virtual ~ArrayHost() = default;
  /// From the next model on, the term (Bool or bit-vector) has a value.
  virtual void define(Term term) = 0;
  /// The value of such a term in the model at hand.
  virtual Value modelValue(Term term) = 0;
  virtual void addLemma(Term lemma) = 0;
};

class Arrays {
public:
  Arrays(TermManager& tm, IndexEqualities& indices, ArrayHost& host, Poll poll)
      : tm_(tm), indices_(indices), host_(host), poll_(std::move(poll)) {}

  void push();
  void pop();
  size_t numScopes() const { return scopes_.size() - 1; }

  /// Whether the term has anything to do with arrays has been found out by the caller.
  void add(Term formula);
  bool isEmpty() const { return selects_.empty() && equalities_.empty(); }

  /// Adds lemmas that the model violates; false if there are none.
  bool refine();
  /// After refine() was false.
  Value value(Term arrayVariable);
  uint64_t numLemmas() const { return numLemmas_; }

private:
  /// A maximal chain of stores at constant indices; a chain that forks belongs to the run of the first comer.
  struct Less {
    bool operator()(const BitVector& a, const BitVector& b) const { return a.ult(b); }
  };
  struct Run {
    Term base;                                               // below the lowest store
    std::vector<Term> stores;                                // from the lowest up
    std::map<BitVector, std::vector<uint32_t>, Less> places; // of an index, by increasing position
  };
  struct RunPlace {
    Run* run = nullptr;
    uint32_t position = 0;
  };

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

  // Collecting.
  bool isKnown(Term term) const;
  void visit(Term term);
  void addRun(Term store);
  void addWitness(Term equality);

  // Refining.
  void buildNodes();
  uint32_t nodeOf(Term array);
  uint32_t leader(uint32_t node);
  void link(uint32_t a, uint32_t b, Term condition);
  void readDown(Term select);
  const Entry* crossRun(const RunPlace& place, const Entry* entry);
  void spreadReads();
  void spreadConstants(uint32_t component, std::vector<std::pair<uint32_t, const Entry*>>& work);
  void arrive(uint32_t node, const Entry& entry, std::vector<std::pair<uint32_t, const Entry*>>& work);
  const Entry* step(const Entry* from, Term condition);
  const Entry* meet(uint32_t node, const Entry* entry);
  bool sameValue(Term a, Term b);
  Term mkElementEqual(Term a, Term b);
  void addConflict(const Entry* a, const Entry* b);
  void addConflictWithConstant(const Entry* a, Term constant);
  void emit(std::vector<Term>& clause);
  const BitVector& bits(Term term);
  Value elementValue(Term element);
  Value arrayValue(uint32_t node);

  TermManager& tm_;
  IndexEqualities& indices_;
  ArrayHost& host_;
  Poll poll_;

  struct Scope {
    uint32_t id;
    size_t selects, equalities, arrays;
  };
  std::vector<Scope> scopes_{{1, 0, 0, 0}};
  uint32_t lastScope_ = 1;
  TermMap<std::pair<uint32_t, uint32_t>> known_; // depth and id of the scope in which a term was seen
  std::vector<Term> selects_, equalities_, arrays_;
  TermMap<RunPlace> runs_;
  std::vector<std::unique_ptr<Run>> allRuns_;
  TermMap<Term> witnesses_;   // of an equality, the lemma
  std::vector<Term> toVisit_; // formulas whose parts are not all known
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
