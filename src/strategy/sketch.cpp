#include "strategy/sketch.h"

#include "engine/common/status_table.h"
#include "engine/engines.h"
#include "program/threads.h"
#include "strategy/certify.h"
#include "strategy/limits.h"
#include "transform/compact_edges.h"
#include "transform/forget_memory.h"
#include "transform/slice.h"

#include <utility>

namespace assay {

namespace {

/// What holds of the sketch holds of the program.
Result proofOf(const Program& program, const Program& sketch, Result proof) {
  Result result;
  result.verdict = Verdict::True;
  result.reason = "whatever memory holds, accesses inside of objects taken for granted: " + proof.reason;
  result.proofCheck = std::move(proof.proofCheck);
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Proved, result.reason, {}});
  const bool isLimited = !limitsOf(CheckTable(sketch), proof).empty();
  const CheckTable table(program);
  for (uint32_t i = 0; i < table.rows().size(); ++i) {
    const TableRow& row = table.rows()[i];
    if (row.isCheck() || (row.isLimit() && isLimited)) continue;
    result.obstacles.push_back({RowId(i), CheckStatus::Proved,
                                row.isLimit() ? "the same is proved without this limit"
                                              : "whatever the result is there, and whatever memory holds then"});
  }
  return result;
}

} // namespace

Result Sketch::verify(const Program& program, Env& env) {
  const auto open = [&](const std::string& why) { return openResult(program, Question::Errors, why); };
  env.logger.progress("sketching the program");
  std::optional<Program> made = load_ ? load_() : std::optional(program.clone());
  if (!made) return open("there is no sketch of the program");
  if (hasThreads(*made)) return open("a sketch knows no threads");
  Program& sketch = *made;
  env.statistics.counter("sketch.edges") = sketch.edges().size();
  forgetMemory(sketch);
  sliceProgram(sketch, checkedProperties(sketch), SlicedInputs::Dropped); // behind obstacles there may be more
  compactEdges(sketch);
  env.statistics.counter("sketch.edges left") = sketch.edges().size();
  const auto limits = limitsOf<StrategyLimits>(env.options);
  std::string reason;
  for (const auto& [engine, time] : {std::pair("symex", limits.sketchPaths), std::pair("ic3ia", limits.sketchBlocks)}) {
    const Deadline deadline(env.deadline, time);
    Env inner{env.options, deadline, env.statistics, env.logger};
    Result found = makeEngine(engine)->run(sketch, inner);
    if (found.verdict == Verdict::True && certify(found, sketch, inner))
      return proofOf(program, sketch, std::move(found));
    if (found.verdict == Verdict::False) return open("a sketch of the program is not safe, which says nothing");
    reason = std::string(engine) + " on a sketch of the program: " + found.reason;
  }
  return open(reason);
}

} // namespace assay
