#include "solver/smtlib_session.h"

#include <cassert>

namespace assay {

SmtlibSession::SmtlibSession(std::ostream& out) : out_(out) {
  out_ << "(set-option :global-declarations true)\n(set-logic ALL)\n";
}

std::string SmtlibSession::prepared(Term term) {
  std::string text = printer_.term(term);
  for (const std::string& line : printer_.newDeclarations()) out_ << line;
  for (std::string& line : printer_.newDefinitions()) {
    out_ << line;
    definitions_.push_back(std::move(line));
  }
  return text;
}

void SmtlibSession::assertTerm(Term term) {
  std::string text = prepared(term);
  out_ << "(assert " << text << ")\n";
}

void SmtlibSession::push() {
  scopes_.push_back(definitions_.size());
  out_ << "(push 1)\n";
}

void SmtlibSession::pop() {
  assert(!scopes_.empty());
  out_ << "(pop 1)\n";
  for (size_t i = scopes_.back(); i < definitions_.size(); ++i) out_ << definitions_[i];
  scopes_.pop_back();
}

const std::string& SmtlibSession::nameOf(Term assumption) {
  if (!names_.contains(assumption)) {
    std::string text = prepared(assumption);
    std::string name = "|assumption " + std::to_string(names_.size()) + "|";
    out_ << "(define-fun " << name << " () Bool " << text << ")\n";
    names_.insert(assumption, name);
  }
  return names_.at(assumption);
}

void SmtlibSession::check(std::span<const Term> assumptions) {
  if (assumptions.empty()) {
    out_ << "(check-sat)\n";
    return;
  }
  std::string list;
  for (Term assumption : assumptions) list += (list.empty() ? "" : " ") + nameOf(assumption);
  out_ << "(check-sat-assuming (" << list << "))\n";
}

void SmtlibSession::comment(const std::string& text) { out_ << "; " << text << "\n"; }

} // namespace assay
