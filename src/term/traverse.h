// Walks over the DAG of a term, each shared subterm once, without recursion.
#pragma once

#include "term/term.h"
#include "term/term_map.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace assay {

class TermManager;

/// Visits children before parents. `enter(t)` says whether t (and what is below it) is to be visited, so a caller with
/// a memo skips what it has; `leave(t)` is called once all children that were entered are left. `enter` must be false
/// for a term that was left already.
template <class Enter, class Leave>
void postOrder(Term root, Enter enter, Leave leave) {
  if (!enter(root)) return;
  std::vector<std::pair<Term, uint32_t>> stack{{root, 0}}; // with the next child to enter
  while (!stack.empty()) {
    Term term = stack.back().first;
    uint32_t next = stack.back().second;
    if (next < term.size()) {
      ++stack.back().second;
      if (enter(term[next])) stack.push_back({term[next], 0});
    } else {
      leave(term);
      stack.pop_back();
    }
  }
}

/// Every subterm once, children before parents.
template <class Visit>
void forEachSubterm(Term root, Visit visit) {
  TermSet seen;
  postOrder(root, [&](Term t) { return seen.insert(t); }, visit);
}

/// Visits what the term may be: the branches of its ites that are no ites themselves, each once, or the term itself if
/// it is no ite.
template <class Visit>
void forEachChoice(Term root, Visit visit) {
  TermSet seen;
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    const Term term = stack.back();
    stack.pop_back();
    if (!seen.insert(term)) continue;
    if (term.kind() == Kind::Ite) {
      stack.push_back(term[1]);
      stack.push_back(term[2]);
    } else {
      visit(term);
    }
  }
}

/// The variables of a term, in the order of terms.
std::vector<Term> freeVariables(Term term);
std::vector<Term> freeVariables(std::span<const Term> terms);

/// Those of the conditions that share variables with the term, or with another one that does, and so on.
std::vector<Term> connectedWith(Term term, std::span<const Term> conditions);

/// Bool terms that a condition is made of: variables and comparisons, and also those by which it chooses between
/// numbers.
std::vector<Term> atomsOf(Term condition);

/// How many different subterms there are.
size_t termSize(Term term);

bool hasArrays(std::span<const Term> terms);
/// Adds the parts of a conjunction, or the term itself.
void splitConjunction(Term term, std::vector<Term>& parts);
/// Whether some term multiplies two bit-vectors of which neither is a constant.
bool hasProducts(std::span<const Term> terms);

/// Copies terms of other managers into one; keeps what it has copied, so further terms that share with earlier ones
/// are cheap. Variables keep their names. All terms given to one Translation come from one manager.
class Translation {
public:
  explicit Translation(TermManager& target) : target_(target) {}
  virtual ~Translation() = default;
  Term operator()(Term term);
  Sort operator()(Sort sort);

protected:
  // What a derived class may do differently.
  virtual Term translateVariable(Term variable);
  virtual Term translateApplication(Term term, std::span<const Term> children);

  TermManager& target_;

private:
  Term translateNode(Term term);

  TermMap<Term> memo_;
};

Term translate(Term term, TermManager& target);

} // namespace assay
