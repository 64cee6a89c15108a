#include "engine/shapes/flat.h"

#include "analysis/vocabulary.h"
#include "program/leak_search.h"
#include "program/liveness.h"
#include "program/loops.h"

namespace assay::shapes {

Flat::Flat(Program made, LeakChecks leakChecks) : program(std::move(made)), leaks(leakChecks) {
  const LoopForest loops(program, program.entry());
  // Where leaks are looked for, what C's variables point to counts beyond their last use.
  const Liveness read(program, program.entry(), LivenessOf::Part);
  const Liveness searched(program, program.entry(), LivenessOf::Whole);
  isHead.resize(program.locations().size());
  Vocabulary words;
  for (const Edge& edge : program.edges()) {
    words.add(edge.guard);
    for (const Operation& operation : edge.operations)
      for (Term term : operation.terms()) words.add(term);
  }
  constants.insert(words.constants().begin(), words.constants().end());
  for (const Loop& loop : loops.loops()) {
    isHead[loop.head.index()] = true;
    std::unordered_set<VariableId>& variables = kept[loop.head];
    for (VariableId variable : read.liveAt(loop.head)) variables.insert(variable);
    for (VariableId variable : searched.liveAt(loop.head))
      if (isLeakRoot(program[variable], LeakRoots::Named)) variables.insert(variable);
  }
}

bool Flat::hasOtherConstants(const State& state) const {
  bool result = false;
  forEachValue(state, [&](const Value& value) {
    result = result || (value.isConstant() && value.number.sort().isBitVec() && !constants.contains(value.number));
  });
  return result;
}

State Flat::start() const {
  State state;
  for (uint32_t i = 0; i < program.variables().size(); ++i) {
    const Variable& variable = program.variables()[i];
    if (!variable.function.valid() && variable.initial && variable.initial.isValue())
      state.variables[VariableId(i)] = Value::of(variable.initial);
  }
  // Nobody asks for blocks that are lost.
  state.mayHaveLost = !leaks.memtrack && !leaks.memcleanup;
  return state;
}

} // namespace assay::shapes
