#include "program/operation.h"

#include <stdexcept>

namespace assay {

namespace {

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
  std::vector<Term> operator()(const Step& s) const {
    return s.pointer ? std::vector{s.pointer, s.size} : std::vector<Term>{};
  }
  std::vector<Term> operator()(const Spawn& s) const { return s.arguments; }
  std::vector<Term> operator()(const Await& a) const { return {a.pointer, a.value}; }
  std::vector<Term> operator()(const Atomic&) const { return {}; }
  std::vector<Term> operator()(const Call& c) const { return c.arguments; }
  std::vector<Term> operator()(const Return& r) const { return r.value ? std::vector{r.value} : std::vector<Term>{}; }
};

} // namespace

void meetThreads() { throw std::logic_error("a program with threads came to what knows of one thread only"); }

VariableId Operation::defines() const {
  return visit(
      [](const OneOf<Assign, Input, Load, Allocate, Query, Await> auto& defining) { return defining.variable; },
      [](const Spawn& spawn) { return spawn.thread; }, [](const Call& call) { return call.result; },
      [](const OneOf<Store, Free, Copy, Fill, Return, Step, Atomic> auto&) { return VariableId(); });
}

std::vector<Term> Operation::terms() const { return visit(Reads{}); }

bool Operation::isOfMemory() const {
  return visit([](const OfMemory auto&) { return true; }, [](const OfVariables auto&) { return false; },
               [](const OfThreads auto&) { return false; });
}

bool Operation::isOfThreads() const {
  return visit([](const OfThreads auto&) { return true; }, [](const OfVariables auto&) { return false; },
               [](const OfMemory auto&) { return false; });
}

bool Operation::endsEdge() const {
  return visit([](const OneOf<Call, Return> auto&) { return true; },
               [](const OneOf<Assign, Input> auto&) { return false; }, [](const OfMemory auto&) { return false; },
               [](const OfThreads auto&) { return false; });
}

} // namespace assay
