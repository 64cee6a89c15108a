#include "transform/block_effect.h"

#include "term/traverse.h"

#include <algorithm>

namespace assay {

Substitution& BlockEffect::substitution() {
  if (!substitution_) substitution_.emplace(program_.terms(), values_);
  return *substitution_;
}

std::optional<Term> BlockEffect::before(Term term) {
  if (!opaque_.empty()) {
    for (Term variable : freeVariables(term)) {
      if (opaque_.contains(variable)) return std::nullopt;
    }
  }
  return values_.empty() ? term : substitution()(term);
}

void BlockEffect::follow(const Operation& operation) {
  const VariableId defined = operation.defines();
  if (!defined.valid()) return;
  if (seen_.insert(defined).second) written_.push_back(defined);
  const Term variable = program_[defined].term;
  const Assign* assign = operation.as<Assign>();
  const std::optional<Term> value = assign ? before(assign->value) : std::nullopt;
  values_.erase(variable);
  opaque_.erase(variable);
  if (value) {
    values_.emplace(variable, *value);
  } else {
    opaque_.insert(variable);
  }
  substitution_.reset();
}

Term BlockEffect::value(VariableId variable) const {
  const auto it = values_.find(program_[variable].term);
  return it == values_.end() ? Term() : it->second;
}

bool isPure(const Edge& edge) {
  return std::all_of(edge.operations.begin(), edge.operations.end(),
                     [](const Operation& operation) { return operation.as<Assign>() != nullptr; });
}

// An assignment may be done when no other that waits still reads its variable's old value. When none may, one
// variable's old value is put aside.
std::vector<Operation> sequentialise(Program& program, FunctionId function,
                                     const std::vector<std::pair<VariableId, Term>>& assignments,
                                     SourcePosition position) {
  std::vector<std::pair<VariableId, Term>> waiting;
  for (const auto& [variable, value] : assignments) {
    if (program[variable].term != value) waiting.emplace_back(variable, value);
  }
  // Who reads the old value of a variable that is written here.
  std::unordered_map<Term, uint32_t> writerOf;
  for (uint32_t i = 0; i < waiting.size(); ++i) writerOf.emplace(program[waiting[i].first].term, i);
  std::vector<uint32_t> readers(waiting.size());
  std::vector<std::vector<uint32_t>> reads(waiting.size());
  for (uint32_t i = 0; i < waiting.size(); ++i) {
    for (Term variable : freeVariables(waiting[i].second)) {
      const auto writer = writerOf.find(variable);
      if (writer == writerOf.end() || writer->second == i) continue;
      reads[i].push_back(writer->second);
      ++readers[writer->second];
    }
  }
  std::vector<Operation> result;
  std::vector<VariableId> copies;
  Substitution putAside(program.terms());
  std::vector<uint32_t> ready;
  std::vector<bool> done(waiting.size());
  for (uint32_t i = 0; i < waiting.size(); ++i) {
    if (readers[i] == 0) ready.push_back(i);
  }
  const auto perform = [&](uint32_t i) {
    done[i] = true;
    result.push_back({Assign{waiting[i].first, putAside(waiting[i].second)}, position});
    for (uint32_t writer : reads[i]) {
      if (--readers[writer] == 0 && !done[writer]) ready.push_back(writer);
    }
  };
  for (uint32_t next = 0; next < waiting.size();) {
    if (!ready.empty()) {
      const uint32_t i = ready.back();
      ready.pop_back();
      if (!done[i]) perform(i);
      continue;
    }
    if (done[next]) {
      ++next;
      continue;
    }
    // All that is left waits in circles.
    const Variable& variable = program[waiting[next].first];
    const Term old = variable.term;
    const bool isPointer = variable.isPointer;
    const VariableId copy = program.addVariable(function, "old", old.sort());
    program[copy].isPointer = isPointer;
    result.push_back({Assign{copy, old}, position});
    putAside.add(old, program[copy].term);
    copies.push_back(copy);
    // Its own value must read the copy as well, which it does through putAside.
    perform(next);
  }
  // A copy must not keep a heap block reachable.
  for (VariableId copy : copies) {
    const Sort sort = program[copy].sort();
    const bool holdsPointer = sort.isBitVec() && sort.width() >= program.layout().width;
    if (holdsPointer) result.push_back({Assign{copy, program.terms().mkZero(sort)}, position});
  }
  return result;
}

} // namespace assay
