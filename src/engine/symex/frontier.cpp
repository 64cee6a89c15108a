#include "engine/symex/frontier.h"

namespace assay::symex {

void Frontier::reach(LocationId location) {
  if (isReached_[location.index()]) return;
  isReached_[location.index()] = true;
  work_.push_back(location);
}

/// A state in the middle of an edge still has the edge's source as its location. Frames are shared by many states.
void Frontier::add(const State& state) {
  add(state.location, state.frame.get());
  if (!state.threads) return;
  for (const Thread& thread : *state.threads)
    if (thread.frame) add(thread.location, thread.frame.get());
  if (state.reserve && state.reserve->before) add(*state.reserve->before);
}

void Frontier::add(const LocationCode* location, const Frame* top) {
  reach(location->id);
  for (const Frame* frame = top; frame && frame->call && seen_.insert(frame).second; frame = frame->caller.get())
    reach(frame->call->returnTo);
}

void Frontier::follow() {
  while (!work_.empty()) {
    const LocationId location = work_.back();
    work_.pop_back();
    for (EdgeId id : program_[location].out) {
      const Edge& edge = program_[id];
      reach(edge.target);
      for (const Operation& operation : edge.operations) {
        if (const Call* call = operation.as<Call>(); call && program_[call->callee].hasBody())
          reach(program_[call->callee].entry);
        if (const Spawn* spawn = operation.as<Spawn>()) reach(program_[spawn->callee].entry);
      }
    }
  }
}

std::optional<std::set<RowId>> Frontier::openRows(const StatusTable& excluded) {
  follow();
  const CheckTable& table = excluded.table();
  std::set<RowId> open;
  const auto isObstacle = [&](RowId row) { return !row.valid() || !excluded[row].isProved; };
  for (uint32_t i = 0; i < isReached_.size(); ++i) {
    if (!isReached_[i]) continue;
    const Location& location = program_.locations()[i];
    const RowId row = table.find(location);
    if (location.kind == LocationKind::Unsupported && isObstacle(row)) return std::nullopt;
    if (row.valid()) open.insert(row);
    for (EdgeId id : location.out) {
      const Edge& edge = program_[id];
      const Call* call = edge.operations.empty() ? nullptr : edge.operations.back().as<Call>();
      if (call && !program_[call->callee].hasBody() && isObstacle(table.find(program_, edge))) return std::nullopt;
    }
  }
  return open;
}

} // namespace assay::symex
