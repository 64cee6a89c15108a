#include "engine/recall.h"

#include "engine/common/limits.h"
#include "program/threads.h"

#include <type_traits>

namespace assay {

Result recallOrRun(Engine& engine, const EarlierProof* earlier, const Program& program, Env& env) {
  const auto recall = [&](const auto& outline) -> std::optional<Result> {
    auto* const able = dynamic_cast<Recalls<std::decay_t<decltype(outline)>>*>(&engine);
    return able ? able->recall(outline, earlier->standing, program, env) : std::nullopt;
  };
  if (earlier && (engine.followsThreads() || !hasThreads(program)))
    if (std::optional<Result> result = std::visit(recall, earlier->outline)) return *std::move(result);
  return engine.run(program, env);
}

Deadline timeToRecall(Standing standing, const Env& env) {
  const auto limits = limitsOf<CommonLimits>(env.options);
  return {env.deadline, standing.isOfSame ? limits.recallSame : limits.recallOther};
}

} // namespace assay
