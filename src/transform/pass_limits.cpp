#include "transform/pass_limits.h"

#include "program/size_limit.h"

namespace assay {

std::optional<Program> passSizeLimits(const Program& program) {
  Program result = program.clone();
  bool hasAny = false;
  for (uint32_t i = 0; i < program.locations().size(); ++i) {
    const LocationId limit(i);
    if (program[limit].kind != LocationKind::Limit || program[limit].label != kSizeLimit) continue;
    for (const EdgeId beyond : program[limit].in) {
      const LocationId source = program[beyond].source;
      if (program[source].out.size() != 2) return std::nullopt;
      const EdgeId within = program[source].out[program[source].out[0] == beyond ? 1 : 0];
      result[within].guard = program.terms().mkTrue();
      result.removeEdge(beyond);
    }
    hasAny = true;
  }
  if (!hasAny) return std::nullopt;
  result.compact();
  return result;
}

} // namespace assay
