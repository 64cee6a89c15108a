#include "transform/mark_loops.h"

#include "program/loops.h"

#include <algorithm>

namespace assay {

LoopMarks markLoops(Program& program) {
  const LoopForest forest(program, program.entry());
  LoopMarks marks;
  if (forest.loops().size() < 2 || forest.isIrreducible()) return marks;
  TermManager& terms = program.terms();
  for (const Loop& loop : forest.loops()) {
    const uint32_t line = program[loop.head].position.line;
    const VariableId mark = program.addVariable(FunctionId(), "loop@" + std::to_string(line), terms.boolSort());
    program[mark].initial = terms.mkFalse();
    for (EdgeId edge : program[loop.head].in) {
      const bool isBack = std::find(loop.backEdges.begin(), loop.backEdges.end(), edge) != loop.backEdges.end();
      program[edge].operations.push_back({Assign{mark, isBack ? terms.mkTrue() : terms.mkFalse()}, {}});
    }
    marks.emplace_back(loop.head, mark);
  }
  return marks;
}

} // namespace assay
