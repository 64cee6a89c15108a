// What may hold of threads where they stand, to be tried (thread_assertions.h): comparisons of cells, locals and constants of
// the program, its conditions, and what has to hold for its errors not to be reached, at nodes before them.
#pragma once

#include "encode/threads/thread_system.h"

namespace assay {

struct CandidateLimits {
  uint32_t constants = 0, steps = 0, atNode = 0;
};

class AssertionCandidates {
public:
  AssertionCandidates(TermManager& terms, const ThreadSystem& system, const CandidateLimits& limits);

  /// By node; each speaks of cells and of the node's locals.
  std::vector<std::vector<Term>> ofNodes();
  /// About cells, and locals of one thread and of another one; the names are those that are given.
  std::vector<Term> ofPair(const std::vector<Term>& locals, const std::vector<Term>& others) const;

private:
  void collectConstants();
  bool isOf(uint32_t node, Term term) const;
  void add(uint32_t node, Term candidate);
  void addBoth(uint32_t node, Term condition);
  void addConditions(uint32_t node);
  void addWhatErrorsNeed();
  void addComparisons(uint32_t node);

  TermManager& terms_;
  const ThreadSystem& system_;
  const CandidateLimits& limits_;
  std::map<uint32_t, std::vector<Term>> constants_; // by width
  std::set<Term, bool (*)(Term, Term)> cells_{precedes};
  std::vector<std::set<Term, bool (*)(Term, Term)>> found_;
  std::vector<std::vector<Term>> at_;
};

} // namespace assay
