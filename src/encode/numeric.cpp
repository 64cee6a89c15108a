#include "encode/numeric.h"

#include "term/traverse.h"

namespace assay {

bool isSigned(const Variable& variable) {
  return variable.typeClass != TypeClass::Unsigned && variable.typeClass != TypeClass::Bool &&
         !variable.sort().isBool();
}

bool isNumeric(const Variable& variable) {
  if (variable.typeClass == TypeClass::Float || variable.typeClass == TypeClass::Pointer) return false;
  return variable.sort().isBool() || (variable.sort().isBitVec() && variable.sort().width() <= 64);
}

std::set<VariablePair> relatedPairs(const Program& program) {
  constexpr size_t kMaxVariables = 8; // of one term: beyond, nothing special relates any two of them
  std::set<VariablePair> pairs;
  const auto relate = [&](std::vector<Term> variables) {
    if (variables.size() > kMaxVariables) return;
    for (Term a : variables)
      for (Term b : variables) {
        const VariableId x = program.variableOf(a), y = program.variableOf(b);
        if (x.valid() && y.valid() && x < y && isNumeric(program[x]) && isNumeric(program[y])) pairs.insert({x, y});
      }
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    relate(freeVariables(edge.guard));
    for (const Operation& operation : edge.operations)
      if (const Assign* assign = operation.as<Assign>()) {
        std::vector<Term> variables = freeVariables(assign->value);
        variables.push_back(program[assign->variable].term);
        relate(std::move(variables));
      }
  }
  return pairs;
}

std::vector<bool> signedVariables(const Program& program) {
  std::vector<int> votes(program.variables().size());
  TermSet seen;
  const auto look = [&](Term root) {
    postOrder(
        root, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.kind() != Kind::BvSlt && t.kind() != Kind::BvUlt) return;
          for (uint32_t side : {0u, 1u})
            for (Term variable : freeVariables(t[side])) {
              const VariableId v = program.variableOf(variable);
              if (v.valid()) votes[v.index()] += t.kind() == Kind::BvSlt ? 1 : -1;
            }
        });
  };
  for (const Edge& edge : program.edges()) {
    if (!edge.source.valid()) continue;
    look(edge.guard);
    for (const Operation& operation : edge.operations)
      for (Term term : operation.terms()) look(term);
  }
  std::vector<bool> result;
  for (size_t v = 0; v < votes.size(); ++v)
    result.push_back(votes[v] != 0 ? votes[v] > 0 : isSigned(program.variables()[v]));
  return result;
}

} // namespace assay
