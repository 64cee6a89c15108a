#include "engine/termination/lassos.h"

namespace assay {

Lassos::Lassos(const Program& program, Env& env)
    : slice_(program.clone()), map_(sliceForTermination(slice_)), search_(slice_, &env.deadline.flag()), env_(env) {}

std::optional<Lasso> Lassos::find(InputSource& inputs, uint64_t maxEdges, const CycleSearch::Bytes& bytes) {
  ++env_.statistics.counter("runs for lassos");
  std::optional<Lasso> lasso = search_.find(inputs, maxEdges, bytes);
  if (!lasso) return std::nullopt;
  std::string why;
  if (!search_.confirm(*lasso, why)) {
    env_.logger.progress("DEFECT: a lasso was not confirmed: " + why);
    return std::nullopt;
  }
  return inProgram(std::move(*lasso));
}

Lasso Lassos::inProgram(Lasso lasso) const {
  lasso.head = map_.origin[lasso.head.index()];
  return lasso;
}

bool Lassos::confirm(Lasso lasso, std::string& why) {
  lasso.head = map_.inSlice(lasso.head);
  return search_.confirm(lasso, why);
}

bool isLasso(const Program& program, const Lasso& lasso, Env& env, std::string& why) {
  return Lassos(program, env).confirm(lasso, why);
}

} // namespace assay
