#include "transform/expose_decisions.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

namespace {

class Exposure {
public:
  explicit Exposure(Program& program) : program_(program), terms_(program.terms()) {}

  unsigned run() {
    const size_t before = program_.edges().size();
    for (uint32_t i = 0; i < before; ++i) {
      const EdgeId edge(i);
      if (!program_[edge].source.valid() || !isOfUser(edge)) continue;
      splitCases(edge);
    }
    const size_t all = program_.edges().size();
    for (uint32_t i = 0; i < all; ++i) {
      const EdgeId edge(i);
      if (program_[edge].source.valid() && isOfUser(edge)) exposeValues(edge);
    }
    return static_cast<unsigned>(program_.edges().size() - before);
  }

private:
  bool isOfUser(EdgeId edge) const { return program_[program_[program_[edge].source].function].position.known(); }

  /// The disjuncts of a guard, if each compares one term with a constant: then they exclude each other.
  std::vector<Term> casesOf(Term guard) const {
    std::vector<Term> result, stack{guard};
    Term subject;
    while (!stack.empty()) {
      const Term term = stack.back();
      stack.pop_back();
      if (term.kind() == Kind::Or) {
        for (uint32_t i = 0; i < term.size(); ++i) stack.push_back(term[i]);
        continue;
      }
      if (term.kind() != Kind::Equal || term[0].isValue() == term[1].isValue()) return {};
      const Term compared = term[0].isValue() ? term[1] : term[0];
      if (subject && subject != compared) return {};
      subject = compared;
      result.push_back(term);
    }
    return result;
  }

  void splitCases(EdgeId edge) {
    if (program_[edge].guard.kind() != Kind::Or) return;
    const std::vector<Term> cases = casesOf(program_[edge].guard);
    if (cases.size() < 2) return;
    program_[edge].guard = cases[0];
    for (size_t i = 1; i < cases.size(); ++i) {
      const Edge copy = program_[edge];
      program_.addEdge(copy.source, copy.target, cases[i], copy.operations, copy.position);
    }
  }

  /// Whether a pointer has left its object: a question of ours, not of the program.
  bool isAboutObjects(Term condition) const {
    const PointerLayout& layout = program_.layout();
    if (condition.kind() != Kind::Equal || !condition[0].sort().isBitVec()) return false;
    return condition[0].sort().width() == layout.objectBits();
  }

  /// A decision that the operation hides; null if there is none.
  Term decisionIn(const Operation& operation) const {
    if (const Assign* assign = operation.as<Assign>();
        assign && assign->value.sort().isBool() && !assign->value.isValue())
      return assign->value;
    Term found;
    for (Term term : operation.terms()) {
      if (found || term.isValue() || term.size() == 0) continue;
      forEachSubterm(term, [&](Term t) {
        if (!found && t.kind() == Kind::Ite && !t[0].isValue() && !isAboutObjects(t[0])) found = t[0];
      });
    }
    return found;
  }

  void exposeValues(EdgeId edge) {
    const std::vector<Operation> operations = program_[edge].operations;
    EdgeId rest = edge; // holds operations from `first` on
    size_t first = 0;
    for (size_t i = 0; i < operations.size(); ++i) {
      const Term decision = decisionIn(operations[i]);
      if (!decision) continue;
      const SourcePosition position = operations[i].position.known() ? operations[i].position : program_[edge].position;
      const FunctionId function = program_[program_[edge].source].function;
      const LocationId target = program_[rest].target;
      const LocationId fork = program_.addLocation(function), join = program_.addLocation(function);
      program_[fork].position = program_[join].position = position;
      const auto begin = operations.begin();
      program_[rest].operations.assign(begin + static_cast<ptrdiff_t>(first), begin + static_cast<ptrdiff_t>(i));
      program_.redirect(rest, program_[rest].source, fork);
      program_.addEdge(fork, join, decision, {}, position);
      program_.addEdge(fork, join, terms_.mkNot(decision), {}, position);
      rest = program_.addEdge(join, target, terms_.mkTrue(),
                              std::vector<Operation>(begin + static_cast<ptrdiff_t>(i), operations.end()), position);
      first = i;
    }
  }

  Program& program_;
  TermManager& terms_;
};

} // namespace

unsigned exposeDecisions(Program& program) { return Exposure(program).run(); }

} // namespace assay
