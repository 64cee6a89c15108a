// What is found before blasting. An asserted equation x = t (or Boolean x, or not x) whose variable occurs in nothing
// that the solver knows so far, and not in t, is a definition: x is replaced by t from then on and the equation need
// not be asserted. Constants spread by the rewriter as terms are rebuilt.
//
// As x is new, nothing that was rebuilt before has to be rebuilt again; and what is known of a scope, definitions
// included, is forgotten with it. A later assertion about x is an assertion about t. The model takes x from t.
#pragma once

#include "solver/poll.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <span>
#include <vector>

namespace assay {

class Preprocessor {
public:
  /// What is left undone when `poll` throws is done by the next call.
  Preprocessor(TermManager& tm, Poll poll) : tm_(tm), poll_(std::move(poll)) {}

  void push();
  /// Whether definitions have gone with the scope.
  bool pop();
  size_t numScopes() const { return scopes_.size() - 1; }

  /// Takes assertions of the present scope and gives what is left to be asserted.
  std::vector<Term> assertAll(std::span<const Term> assertions);
  /// The term with all definitions applied.
  Term apply(Term term);
  /// The right side of a variable's definition as it was asserted; null if there is none.
  Term definition(Term variable) const;
  /// Some term had to do with arrays.
  bool hasArrays() const { return hasArrays_; }
  uint64_t numDefinitions() const { return numDefinitions_; }

private:
  /// Known since a scope was opened, and no longer once that scope is closed.
  template <class T>
  struct Scoped {
    T value{};
    uint32_t depth = 0;
    uint32_t scope = 0; // unique; 0 is none
  };
  template <class T>
  Scoped<T> here(T value) const {
    return {value, static_cast<uint32_t>(scopes_.size() - 1), scopes_.back().id};
  }
  template <class T>
  bool isAlive(const Scoped<T>* entry) const {
    return entry && entry->scope != 0 && entry->depth < scopes_.size() && scopes_[entry->depth].id == entry->scope;
  }
  bool isKnown(Term term) const { return isAlive(memo_.find(term)); }
  bool define(Term literal);
  bool defineAs(Term variable, Term value);

  TermManager& tm_;
  Poll poll_;
  struct Scope {
    uint32_t id; // unique
    bool hasDefinitions = false;
  };
  std::vector<Scope> scopes_{{1}};
  uint32_t lastScope_ = 1;
  TermMap<Scoped<Term>> memo_;
  TermMap<Scoped<Term>> definitions_;
  bool hasArrays_ = false;
  uint64_t numDefinitions_ = 0;
};

} // namespace assay
