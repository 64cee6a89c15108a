#include "program/sampling/sampler.h"

#include <cassert>

namespace assay {

namespace {

/// How many edges may pass between two looks at the interrupt flag.
constexpr uint64_t kLookEvery = 1024;

} // namespace

void Sampler::watch(Visits isWatched, Use use) {
  assert(!interpreter_);
  isWatched_ = std::move(isWatched);
  use_ = std::move(use);
}

void Sampler::watchAll(Use use) {
  watch([](LocationId, EdgeId) { return true; }, std::move(use));
}

bool Sampler::next() {
  if (numRuns_ >= plan_.runs) return false;
  if (!interpreter_) {
    // Without an observer the interpreter is faster. With one, it looks at the flag at each edge.
    InterpreterOptions limits = plan_.limits;
    if (use_) limits.interrupt = &isStopped_;
    interpreter_.emplace(program_, limits);
  }
  ++numRuns_;
  source_ = plan_.inputs(number());
  recording_.reset();
  if (plan_.isRecorded) recording_.emplace(*source_);
  InputSource& source = recording_ ? static_cast<InputSource&>(*recording_) : *source_;
  if (!use_) {
    outcome_ = interpreter_->run(source);
    return true;
  }
  isStopped_ = false;
  last_ = EdgeId();
  numEdges_ = 0;
  numVisits_.assign(program_.locations().size(), 0);
  outcome_ = interpreter_->run(source, this);
  return true;
}

void Sampler::onEdge(EdgeId edge) {
  ++numEdges_;
  const std::atomic<bool>* const interrupt = plan_.limits.interrupt;
  if (numEdges_ > plan_.maxEdges ||
      (numEdges_ % kLookEvery == 1 && interrupt && interrupt->load(std::memory_order_relaxed)))
    isStopped_ = true;
  const LocationId location = program_[edge].source;
  const bool isDirect = last_.valid() && program_[last_].target == location;
  const EdgeId by = isDirect ? last_ : EdgeId();
  last_ = edge;
  if (isWatched_(location, by)) use_({location, by, ++numVisits_[location.index()], *interpreter_});
}

} // namespace assay
