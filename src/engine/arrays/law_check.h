// Which laws hold whenever their heads are reached, and that no error is reached then.
//
// Of bounds and laws, those are kept that every path of the automaton keeps, given those at its beginning (Houdini). What
// a path does to a law of cells is looked at for a cell that is arbitrary: it is one that the path writes, or another
// one. Then
//
//   - what is known to be equal stands for one thing: the laws' variables, cells that a law speaks of, and numbers that
//     the path's guard makes equal, are replaced by what they are;
//   - what is left is an identity of rings, or a question without products of numbers.
//
// A cell is in the region of a law, and two numbers are equal, if the linear part of the guard and the bounds say so: no
// formula that a solver gets has both products and conditions in it, and none has an array. Each of these questions is
// an obligation for the second solver. On trust is that obligations put together are the proof: that what is equal may
// be replaced, and that a cell is written by a path or is not.
#pragma once

#include "analysis/obligation.h"
#include "encode/assertion.h"
#include "engine/arrays/cell_laws.h"
#include "engine/arrays/naming.h"
#include "solver/normal_form.h"
#include "solver/solver.h"
#include "util/env.h"

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace assay {

struct OpenEnding {
  uint32_t source; // a head's number, or Flow::kNone
  const Ending* ending;
};

class LawCheck {
public:
  LawCheck(const ArraySystem& system, const ArrayLimits& limits, Solver& solver);

  /// Drops bounds that are not kept. False: the allowance was too small. To be called before the next two.
  bool keepBounds(std::vector<Assertion> candidates, const Allowance& allowance);
  /// The same of laws.
  bool keepLaws(std::vector<Law> laws, const Allowance& allowance);
  /// What variables are given that is told by sums, in what no law says what they are; and the same with one of
  /// the sums in another form. Guesses: laws for keepLaws(), together with those that are kept.
  std::vector<Law> inherited();
  /// Endings that must not be reached and may be, as far as is known. Not looked for: more than so many.
  std::vector<OpenEnding> openEndings(size_t most, const Allowance& allowance);

  std::vector<Law> laws() const;
  /// By the number that the law was given with.
  bool isKept(size_t law) const { return isKept_[law]; }
  const std::vector<Assertion>& bounds() const { return bounds_; }
  std::vector<Obligation> obligations() const;

private:
  /// Why something holds.
  struct Proof {
    std::vector<Obligation> obligations;
    std::set<size_t> laws; // that it rests on
  };
  /// What is known where a path begins, or one that ends there.
  struct Context {
    uint32_t source;
    std::vector<Term> parts; // of the guard
    std::vector<Term> facts; // without products and arrays
    std::unordered_map<Term, Term> equal = {};
    std::unordered_map<Term, Term> decided = {}; // conditions of choices that the path settles, and indices
    std::vector<Obligation> why = {};            // of these equalities and decisions
    std::vector<ArraySystem::Element> reads = {};
  };

  Context contextOf(uint32_t source, Term guard, const ArraySystem::Path* path);
  void decideChoices(Term term, Context& context, TermSet& seen);
  Term put(const Context& context, Term term) const;
  void addReads(Term term, Context& context) const;
  void addEnds(Term term, Context& context) const;
  Term after(const ArraySystem::Path& path, const Context& context, Term term) const;
  Term numbersSummed(const Context& context, std::span<const Term> extra, Term select, Proof& proof);
  Term withLowSums(Term term) const;
  void addInherited(uint32_t head, VariableId variable, Term value, std::vector<Law>& laws) const;
  Term sumAt(const Context& context, std::span<const Term> extra, Term select, Proof& proof);
  void addCommonParts(Context& context);
  void addEqualities(Context& context);
  bool addEqual(Context& context, Term a, Term b, std::optional<Obligation> why);
  Term abstract(Term term);
  Term easy(Term term);
  void addEasy(Term term, std::vector<Term>& facts);
  bool implies(const Context& context, std::span<const Term> extra, Term goal, Proof& proof);
  Term normal(const Context& context, std::span<const Term> extra, Term term, Proof& proof);
  Term cellAt(const Context& context, std::span<const Term> extra, Term select, Proof& proof);
  bool isEqual(const Context& context, std::span<const Term> extra, Term a, Term b, Proof& proof);
  std::vector<Term> strongParts(const Context& context, Proof& proof);
  bool isImpossible(const Context& context, std::span<const Term> extra, Proof& proof);
  bool showEqual(const Context& context, std::span<const Term> extra, Term a, Term b, Proof& proof);
  bool showNormal(const Context& given, std::span<const Term> extra, Term a, Term b, Proof& proof);
  bool keeps(const ArraySystem::Path& path, const Context& context, const Law& law, Proof& proof);
  void addRelations(const Context& context, std::span<const Term> extra, Term term, std::vector<Term>& facts,
                    Proof& proof);
  bool showsBeyond(const ArraySystem::Path& path, const Context& context, std::span<const Term> extra, const Law& law,
                   Term condition, Proof& proof);
  bool shows(const Context& context, std::span<const Term> extra, Term condition, Proof& proof);
  bool keepsCells(const ArraySystem::Path& path, const Context& context, const Law& law, Proof& proof);
  bool showByCases(const ArraySystem::Path& path, const Context& context, std::span<const Term> extra, const Law& law,
                   Term cell, Term value, Proof& proof);
  Substitution placeIs(const Context& context, std::span<const Term> extra, size_t array, Term element, Proof& proof);
  bool keepBoundsOf(const ArraySystem::Path& path, bool& changes, const Allowance& allowance);

  const ArraySystem& system_;
  const Flow& flow_;
  TermManager& terms_;
  const ArrayLimits& limits_;
  Solver& solver_;
  const Allowance* allowance_ = nullptr;
  NormalForms forms_;
  std::vector<Assertion> bounds_;
  std::vector<Law> laws_;
  std::vector<bool> isKept_; // by law
  Naming naming_;            // of what arrays hold, in formulas
  std::vector<Obligation> ofBounds_, ofEndings_;
  std::map<std::pair<size_t, size_t>, Proof> ofLaws_; // by path and law
  std::map<std::vector<uint32_t>, std::optional<Obligation>> asked_;
};

} // namespace assay
