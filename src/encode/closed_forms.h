// What a path from a loop's head to itself does when it is taken again and again: closed forms in the number of times.
//
//   x := x + 3             x + 3*j                          i < n      0 <= n - i - j*1 for the first j and the last
//   s := s + x             s + x*j + 3*binomial(j, 2)
//   y := 7,  z := x        7,  what x was before
//   b := b >> 1            b >> j
//   t := 5 - t             t or 5 - t, by the lowest bit of j
//
// Numbers are those of the machine: a polynomial in j has coefficients for binomial(j, 0), binomial(j, 1), ..., which
// are integers, so that it is exact modulo 2^w. (Jeannet, Schrammel, Sankaranarayanan: "Abstract acceleration of
// general linear loops", 2014, and Frohn: "A calculus for modular loop acceleration", 2020, have closed forms over the
// integers; conditions here say where machine numbers do not wrap around.)
//
// That the path's guard holds each time is a condition without quantifiers. A comparison of polynomials holds between
// two numbers of times if it holds for both, nothing wraps around, and what is compared only grows or only falls; two
// numbers that become equal where one of them moves in even steps do so after a number of times that is known. Of what
// is neither, the first, the last and one in the middle are looked at: then the condition may hold though the guard
// fails in between (isExact()).
#pragma once

#include "encode/block_paths.h"
#include "encode/progress.h"

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace assay {

class ClosedForms {
public:
  /// Nothing: some variable that is live at the path's target, which is where the path begins, has no closed form.
  /// Symbols of the path that are no variables stay the same each time. Numbers of times have `countWidth` bits.
  static std::optional<ClosedForms> of(const Flow& flow, const BlockPath& path, uint32_t countWidth);

  /// Variables that the path changes, among those that are live.
  std::vector<VariableId> changed() const;
  /// The value behind 1 + `more` times, in terms of the values before.
  Term valueAfter(VariableId variable, Term more) const;
  /// When the path can be taken 1 + `more` times; `more` is not zero.
  Term canBeTaken(Term more);
  /// Whether canBeTaken() says nothing else: it looks at each time, not only at some of them. Known after it was asked.
  bool isExact() const { return isExact_; }

private:
  using Forms = std::unordered_map<Term, Progress>; // of variables
  enum class From : uint8_t { Start, FirstTime };
  struct NeedsRange { // for a form to be right
    Progress progress;
    bool isSigned;
    From from;
  };

  ClosedForms(const Flow& flow, const BlockPath& path, uint32_t countWidth);
  bool solveAll();
  bool solve(Term variable, Term next);
  bool solveLinear(Term variable, Term next);
  bool solveShift(Term variable, Term next);
  bool solveRepeated(Term variable, Term next);
  Progress alternating(Term odd, Term even) const;
  void keep(Term variable, const Progress& fromStart);
  std::optional<Progress> progressOf(Term term, From from);
  Progress progressOfOperator(Term term, const std::vector<Progress>& children, From from);
  Term holds(Term condition, bool isTrue, Term last);
  Term holdsComparison(Term condition, bool isTrue, Term last);
  Term holdsEquality(Term condition, bool isTrue, Term last);
  Term holdsSometimes(Term condition, bool isTrue, Term last);

  const Program& program_;
  TermManager& terms_;
  const uint32_t countWidth_;
  std::shared_ptr<const ProgressBuilder> builder_; // functions of other forms refer to it
  Term guard_;
  std::vector<Term> live_;              // variables, in their order
  std::unordered_map<Term, Term> next_; // their values behind the path
  Forms fromStart_;                     // before j times
  Forms fromFirst_;                     // before 1 + j times
  std::vector<NeedsRange> ranges_;
  bool isExact_ = true;
};

} // namespace assay
