#include "program/operation.h"

namespace assay {

namespace {

/// Which variable each action writes.
struct Defines {
  template <class T>
  VariableId operator()(const T& action) const {
    if constexpr (requires { action.variable; }) return action.variable;
    return {};
  }
  VariableId operator()(const Call& call) const { return call.result; }
};

struct Reads {
  std::vector<Term> operator()(const Assign& a) const { return {a.value}; }
  std::vector<Term> operator()(const Input&) const { return {}; }
  std::vector<Term> operator()(const Load& l) const { return {l.pointer}; }
  std::vector<Term> operator()(const Store& s) const { return {s.pointer, s.value}; }
  std::vector<Term> operator()(const Allocate& a) const { return {a.size}; }
  std::vector<Term> operator()(const Free& f) const { return {f.pointer}; }
  std::vector<Term> operator()(const Copy& c) const { return {c.target, c.source, c.size}; }
  std::vector<Term> operator()(const Fill& f) const { return {f.target, f.byte, f.size}; }
  std::vector<Term> operator()(const Query& q) const { return q.arguments; }
  std::vector<Term> operator()(const Call& c) const { return c.arguments; }
  std::vector<Term> operator()(const Return& r) const { return r.value ? std::vector{r.value} : std::vector<Term>{}; }
};

} // namespace

VariableId Operation::defines() const { return std::visit(Defines{}, action); }

std::vector<Term> Operation::terms() const { return std::visit(Reads{}, action); }

} // namespace assay
