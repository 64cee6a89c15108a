// Equalities between indices of arrays. The SAT solver sees them as circuits over bits and is slow to find that
// equality is transitive; where three indices are compared with each other, a lemma tells it.
#pragma once

#include "term/term_manager.h"
#include "term/term_map.h"

#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

class IndexEqualities {
public:
  explicit IndexEqualities(TermManager& tm) : tm_(tm) {}

  Term equal(Term i, Term j);
  /// The lemmas since the last call: valid formulas.
  std::vector<Term> takeLemmas() { return std::exchange(lemmas_, {}); }

private:
  static constexpr uint32_t kMaxTriangles = 20000;

  Term mkEqual(Term i, Term j);
  void addTriangle(Term a, Term b, Term c);

  TermManager& tm_;
  struct Neighbours {
    TermSet set;
    std::vector<Term> list; // in the order in which they came
    bool insert(Term term) {
      const bool isNew = set.insert(term);
      if (isNew) list.push_back(term);
      return isNew;
    }
  };
  std::unordered_map<Term, Neighbours> neighbours_; // references stay while it grows
  std::vector<Term> lemmas_;
  uint32_t numTriangles_ = 0;
};

} // namespace assay
