// SMT-LIB 2.6. Terms are printed with `let` for what they share, in linear space and without recursion. Operators that
// the standard lacks or leaves partly open are spelled out, so that a solver's answer is about our semantics:
//
//   bvumulo, bvsmulo         by a multiplication of twice the width
//   fp.min, fp.max           with the case of two zeros
//   fp.to_sbv, fp.to_ubv     with the value where the number does not fit
//   FpToBits                 by a fresh bit-vector that is defined by an assertion of its own
#pragma once

#include "term/term.h"
#include "term/traverse.h"

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

class SmtlibPrinter {
public:
  SmtlibPrinter();
  ~SmtlibPrinter();

  /// The term as text. What it needs to be declared and asserted is remembered for the two functions below.
  std::string term(Term term);
  /// `(declare-const ...)` for every variable seen, a line each.
  std::string declarations();
  /// `(assert ...)` for what defines fresh variables, a line each.
  std::string definitions();
  /// The same lines, only those that no earlier call of the same function gave: for scripts that grow.
  std::vector<std::string> newDeclarations();
  std::vector<std::string> newDefinitions();
  /// The smallest logic that has what was seen: QF_BV, QF_ABV, QF_BVFP, QF_ABVFP, or ALL.
  std::string logic() const;

private:
  class Expansion;

  std::string print(Term expanded);
  const std::string& nameOf(Term variable);
  std::string declaration(Term variable);
  void findVariablesOfDefinitions();

  std::unique_ptr<TermManager> tm_; // holds the expanded terms
  std::unique_ptr<Expansion> expand_;
  std::vector<Term> variables_; // in order of appearance
  std::unordered_map<Term, std::string> names_;
  std::unordered_set<std::string> used_;
  size_t definitionsPrinted_ = 0, declarationsGiven_ = 0, definitionsGiven_ = 0;
  bool arrays_ = false, constArrays_ = false, floats_ = false;
};

/// A whole script: set-logic, declarations, the assertions, check-sat.
std::string smtlibScript(std::span<const Term> assertions);

} // namespace assay
