// Which orders of cells hold whenever their heads are reached, and that no error is reached then.
//
// An order is kept by a path if it holds behind it for places that are arbitrary, given what all orders and laws say, at the
// path's beginning, of those places and of the cells that the path and the orders read (Houdini). Of orders that are kept,
// those are part of the proof that exclude endings, and those that keep them. These are questions
// about arrays as they are: which of its elements a path writes, and whether they are the same, the solver answers. Each is
// an obligation for the second solver. On trust is that instances say no more than what holds for all.
#pragma once

#include "analysis/obligation.h"
#include "encode/assertion.h"
#include "engine/arrays/cell_orders.h"
#include "engine/arrays/naming.h"
#include "solver/solver.h"

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

class OrderCheck {
public:
  /// Of bounds and laws it is known that they hold.
  OrderCheck(const ArraySystem& system, std::span<const Assertion> bounds, std::span<const Law> laws,
             const ArrayLimits& limits, Solver& solver);

  /// Drops orders that are not kept. False: the allowance was too small.
  bool keep(std::vector<CellOrder> orders, const Allowance& allowance);
  /// Whether the ending is not reached from the head (or from the program's start), given the orders that are kept.
  bool excludes(uint32_t source, Term guard, const Allowance& allowance);
  /// Finds the orders that exclude endings, and obligations that they are kept. False: the allowance was too small.
  bool justify(const Allowance& allowance);

  std::vector<CellOrder> needed() const;
  const std::vector<Obligation>& obligations() const { return obligations_; }

private:
  /// By array and number.
  using Elements = std::vector<std::pair<size_t, Term>>;

  struct Question {
    std::vector<Term> facts, violated;
  };

  std::vector<Term> factsAt(uint32_t source, Term guard, Elements elements, std::span<const Term> terms);
  void addElement(size_t array, Term number, Elements& elements) const;
  void addElements(Term term, Elements& elements) const;
  void addInstances(uint32_t source, const Elements& elements, std::vector<Term>& facts);
  void addFact(Term fact, std::vector<Term>& facts, std::optional<size_t> order = std::nullopt);
  Question questionOf(size_t number);
  void addObligation(std::string what);
  bool keepAt(size_t number, bool& changes, const Allowance& allowance);
  Term easy(Term term);

  const ArraySystem& system_;
  TermManager& terms_;
  const ArrayLimits& limits_;
  Solver& solver_;
  Naming naming_;
  std::vector<Assertion> bounds_;
  std::vector<Law> laws_;
  std::vector<CellOrder> orders_;
  std::vector<bool> isNeeded_;               // by order
  std::vector<size_t> open_;                 // orders that are needed and have no obligations yet
  std::unordered_map<Term, size_t> orderOf_; // by fact
  std::vector<Obligation> obligations_;
};

} // namespace assay
