#include "engine/engine.h"

#include "engine/engines.h"
#include "program/threads.h"

namespace assay {

Result openResult(const Program& program, Question question, const std::string& reason) {
  Result result;
  result.question = question;
  result.reason = reason;
  const CheckTable table(program);
  for (uint32_t i = 0; i < table.rows().size(); ++i)
    if (!table.rows()[i].isCheck()) result.obstacles.push_back({RowId(i), CheckStatus::Open, "not excluded"});
  if (question == Question::Termination) return result;
  for (uint32_t i = 0; i < program.locations().size(); ++i)
    if (program.locations()[i].kind == LocationKind::Error)
      result.checks.push_back({LocationId(i), CheckStatus::Open, reason, {}});
  return result;
}

Result Engine::run(const Program& program, Env& env) {
  if (followsThreads() || !hasThreads(program)) return verify(program, env);
  const Question question = isTerminationEngine(name()) ? Question::Termination : Question::Errors;
  return openResult(program, question, "engine " + std::string(name()) + " does not follow threads");
}

} // namespace assay
