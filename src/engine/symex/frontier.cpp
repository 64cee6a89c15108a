#include "engine/symex/frontier.h"

namespace assay::symex {

void Frontier::reach(LocationId location) {
  if (isReached_[location.index()]) return;
  isReached_[location.index()] = true;
  work_.push_back(location);
}

/// A state in the middle of an edge still has the edge's source as its location. Frames are shared by many states.
void Frontier::add(const State& state) {
  reach(state.location->id);
  for (const Frame* frame = state.frame.get(); frame && frame->call && seen_.insert(frame).second;
       frame = frame->caller.get())
    reach(frame->call->returnTo);
}

const std::vector<bool>& Frontier::follow() {
  while (!work_.empty()) {
    const LocationId location = work_.back();
    work_.pop_back();
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      reach(edge.target);
      for (const Operation& operation : edge.operations)
        if (const Call* call = operation.as<Call>(); call && program_[call->callee].hasBody())
          reach(program_[call->callee].entry);
    }
  }
  return isReached_;
}

} // namespace assay::symex
