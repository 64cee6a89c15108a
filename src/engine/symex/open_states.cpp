#include "engine/symex/open_states.h"

#include <vector>

namespace assay::symex {

OpenStates::OpenStates(Executor& executor, const SymexLimits& limits, Env& env, uint64_t seed, Order order)
    : executor_(executor), limits_(limits), env_(env), seed_(seed), order_(order),
      parkings_(env.statistics.counter("states parked")), returns_(env.statistics.counter("states taken up")) {
  makeSearcher(order);
}

void OpenStates::add(StatePtr state) {
  searcher_->add(*state);
  const uint64_t id = state->id;
  states_[id] = std::move(state);
}

void OpenStates::drop(State& state) {
  searcher_->remove(state);
  states_.erase(state.id);
}

void OpenStates::search(Order order) {
  order_ = order;
  if (!isDeep_) makeSearcher(order);
}

void OpenStates::makeSearcher(Order order) {
  searcher_ = symex::makeSearcher(order, limits_, seed_, executor_.visits());
  for (const auto& [id, state] : states_) searcher_->add(*state);
}

void OpenStates::park(size_t kept) {
  if (!isDeep_) {
    isDeep_ = true;
    makeSearcher({SearchOrder::Dfs});
  }
  while (states_.size() > kept) {
    State& oldest = *states_.begin()->second;
    for (StatePtr& other : executor_.alternatives(oldest)) add(std::move(other));
    parked_.park(oldest);
    executor_.lose(oldest);
    drop(oldest);
    ++parkings_;
  }
}

bool OpenStates::takeUp() {
  while (!parked_.empty() && !env_.deadline.expired()) {
    StatePtr state = executor_.takeUp(parked_.take());
    if (!state) continue;
    ++returns_;
    add(std::move(state));
    if (parked_.empty()) {
      isDeep_ = false;
      makeSearcher(order_);
    }
    return true;
  }
  return false;
}

void OpenStates::keepEveryOther(bool isFirst) {
  std::vector<State*> others;
  bool stays = isFirst;
  for (const auto& [id, state] : states_) {
    if (!stays) others.push_back(state.get());
    stays = !stays;
  }
  for (State* state : others) {
    executor_.lose(*state);
    drop(*state);
  }
}

} // namespace assay::symex
