#include "engine/termination/unwindings.h"

#include "engine/termination/end_result.h"
#include "transform/flat_form.h"
#include "util/shared_limits.h"

namespace assay {

Unwindings::Unwindings(const Program& original, const Program& wrapping, Env& env)
    : original_(original), wrapping_(wrapping), env_(env), limits_(limitsOf<TerminationLimits>(env.options)) {}

/// False: there is no automaton of this depth.
bool Unwindings::begin() {
  if (allEnd_) return true;
  const FlatForm form{.purpose = FlatFor::Ends,
                      .depth = recursionDepth_,
                      .loopsTails = true,
                      .maxLocations = limitsOf<SharedLimits>(env_.options).inlinedLocations,
                      .refusesCalls = true,
                      .abortsAtErrors = true,
                      .compactsAgain = true};
  std::optional<FlatProgram> flat = flatForm(wrapping_, form);
  if (!flat) return false;
  flow_ = std::make_unique<Flow>(std::move(*flat));
  allEnd_ = std::make_unique<AllEnd>(original_, *flow_, env_);
  return true;
}

std::optional<Result> Unwindings::run(Work::Duration work) {
  if (isDone_) return std::nullopt;
  if (!begin()) {
    isDone_ = true;
    return std::nullopt;
  }
  const AllEnd::Answer answer = allEnd_->run(work);
  if (answer == AllEnd::Answer::Yes) return proved();
  isDone_ = allEnd_->isStuck();
  if (answer != AllEnd::Answer::Obstructed) return std::nullopt;
  const bool isLarge = flow_->program().locations().size() > limits_.largeUnwinding;
  isDone_ = isDone_ || isLarge || !isCut(flow_->origin());
  recursionDepth_ *= 2;
  allEnd_.reset();
  flow_.reset();
  return std::nullopt;
}

Result Unwindings::proved() {
  Result result = allEndResult(
      original_, wrapping_, "every unwinding ends, after at most " + std::to_string(allEnd_->depth()) + " back edges",
      allEnd_->limitsReached());
  result.outline = ForwardOutline{.backEdges = allEnd_->depth()};
  allEnd_->confirm(result);
  return result;
}

} // namespace assay
