// Values along a path, in terms of what it begins with, each with the facts that it follows from. A value that a path
// computes twice is one term here, while a solver that is given equations alone would have to find out that two
// products are the same.
#pragma once

#include "term/term_manager.h"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

namespace assay {

class PathValues {
public:
  explicit PathValues(TermManager& terms) : terms_(terms) {}

  /// Adds the fact that the variable, which nothing has mentioned so far, has this value.
  void define(Term variable, Term value, Term fact);
  /// The term, in terms of what the path begins with.
  Term valueOf(Term term);
  /// A fact as a condition on what the path begins with.
  Term require(Term fact);

  /// Facts that conditions follow from.
  std::vector<Term> factsBehind(std::span<const Term> conditions) const;

private:
  struct Known {
    Term value;
    size_t fact;
  };
  size_t take(Term fact);

  TermManager& terms_;
  std::vector<Term> facts_;
  std::vector<std::vector<size_t>> restsOn_; // by fact: those that give values to its variables
  std::unordered_map<Term, Known> known_;    // by variable
  std::unordered_map<Term, size_t> behind_;  // by condition: the first fact that says so
};

} // namespace assay
