// A solver session as an SMT-LIB script that grows command by command and that any solver can run again.
//
// Declarations are global (`:global-declarations`), so a variable that first occurs in an inner scope stays known after
// the scope is left. Assertions that define helper variables (see term/smtlib.h) are scoped all the same: those of a
// scope that is left are asserted again outside, which is harmless, as a definition restricts nothing else. Assumptions
// become named definitions, printed once however often they are assumed.
#pragma once

#include "term/smtlib.h"

#include <ostream>
#include <span>
#include <string>
#include <vector>

namespace assay {

class SmtlibSession {
public:
  /// The stream must outlive the session.
  explicit SmtlibSession(std::ostream& out);

  void assertTerm(Term term);
  void push();
  void pop();
  void check(std::span<const Term> assumptions = {});
  /// A line of its own.
  void comment(const std::string& text);

private:
  /// The text of the term, after what it needs was written.
  std::string prepared(Term term);
  const std::string& nameOf(Term assumption);

  std::ostream& out_;
  SmtlibPrinter printer_;
  std::vector<std::string> definitions_; // those in force
  std::vector<size_t> scopes_;           // how many definitions there were at each push
  TermMap<std::string> names_;           // of assumptions
};

} // namespace assay
