// Which reads, equalities and arrays there are in what is asserted; follows scopes. What the lemmas on demand
// (arrays.h) depend on gets a value in every model, and an equality of arrays gets its witness.
#pragma once

#include "solver/poll.h"
#include "term/term_manager.h"
#include "term/term_map.h"
#include "term/value.h"

#include <map>
#include <memory>
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

/// A maximal chain of stores at constant indices; where a chain forks, the branch that was met first continues the run.
struct StoreRun {
  struct Less {
    bool operator()(const BitVector& a, const BitVector& b) const { return a.ult(b); }
  };
  Term base;                                               // below the lowest store
  std::vector<Term> stores;                                // from the lowest up
  std::map<BitVector, std::vector<uint32_t>, Less> places; // of an index, by increasing position
};

/// The equality of two elements, in the order of terms.
Term mkElementEqual(TermManager& tm, Term a, Term b);

class ArrayTerms {
public:
  /// Where a store stands in its run.
  struct RunPlace {
    StoreRun* run = nullptr;
    uint32_t position = 0;
  };

  ArrayTerms(TermManager& tm, ArrayHost& host, Poll poll) : tm_(tm), host_(host), poll_(std::move(poll)) {}

  void push();
  void pop();
  size_t numScopes() const { return scopes_.size() - 1; }

  /// The caller has found out that the formula has something to do with arrays.
  void add(Term formula);
  /// Whether a term with arrays in it is known.
  bool isKnown(Term term) const;
  /// Whether there is nothing that may need a lemma.
  bool isEmpty() const { return selects_.empty() && equalities_.empty(); }

  const std::vector<Term>& selects() const { return selects_; }
  const std::vector<Term>& equalities() const { return equalities_; }
  const std::vector<Term>& arrays() const { return arrays_; }
  /// Null if the store is in no run.
  const RunPlace* runPlace(Term store) const { return runs_.find(store); }

private:
  bool leadsToArrays(Term term);
  void visit(Term term);
  void addRun(Term store);
  void addWitness(Term equality);

  TermManager& tm_;
  ArrayHost& host_;
  Poll poll_;

  struct Scope {
    uint32_t id;
    size_t selects, equalities, arrays;
  };
  std::vector<Scope> scopes_{{1, 0, 0, 0}};
  uint32_t lastScope_ = 1;
  TermMap<std::pair<uint32_t, uint32_t>> known_; // depth and id of the scope in which a term was seen
  TermMap<bool> leads_;                          // of a term: to arrays
  std::vector<Term> selects_, equalities_, arrays_;
  TermMap<RunPlace> runs_;
  std::vector<std::unique_ptr<StoreRun>> allRuns_;
  TermMap<Term> witnesses_;   // of an equality, the lemma
  std::vector<Term> toVisit_; // formulas whose parts are not all known
};

} // namespace assay
