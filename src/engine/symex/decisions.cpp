#include "engine/symex/decisions.h"

#include "engine/symex/implied.h"
#include "engine/symex/tree.h"

namespace assay::symex {

bool Decisions::decide(State& state, Term condition, State** other) {
  if (condition.isValue()) return condition.isTrue();
  const bool holds = state.model->holds(condition);
  if (isReplaying_) {
    imply(state, holds ? condition : terms_.mkNot(condition));
    return holds;
  }
  const Term opposite = holds ? terms_.mkNot(condition) : condition;
  ModelRef model;
  const Answer answer = ask(state, opposite, model);
  const Term chosen = holds ? condition : terms_.mkNot(condition);
  if (answer.isUnsat()) {
    imply(state, chosen);
    return holds;
  }
  if (answer.isSat()) {
    auto sibling = std::make_unique<State>(state);
    forkTrail(state, *sibling);
    sibling->id = nextId_++;
    sibling->parent = state.id;
    sibling->path = solver_.extend(state.path, opposite);
    sibling->model = std::move(model);
    ++sibling->forks;
    substituteImplied(*sibling, opposite, limits_, terms_);
    if (other) *other = sibling.get();
    split_->push_back(std::move(sibling));
  } else if (!env_.deadline.expired()) {
    noteCut("the solver gave up (" + answer.toString() + ") at " + placeOf(state));
  } else {
    noteCut("out of time");
  }
  state.path = solver_.extend(state.path, chosen);
  ++state.forks;
  imply(state, chosen);
  return holds;
}

State& Decisions::split(State& state) {
  ++state.forks;
  split_->push_back(std::make_unique<State>(state));
  State& sibling = *split_->back();
  forkTrail(state, sibling);
  sibling.id = nextId_++;
  sibling.parent = state.id;
  return sibling;
}

bool Decisions::isOpen(const State& state, Term condition) {
  if (condition.isValue()) return false;
  ModelRef model;
  return !ask(state, state.model->holds(condition) ? terms_.mkNot(condition) : condition, model).isUnsat();
}

void Decisions::imply(State& state, Term constraint) {
  substituteImplied(state, constraint, limits_, terms_);
  machine_.use(state);
}

std::string Decisions::placeOf(const State& state) const {
  SourcePosition position;
  if (state.edge) {
    if (state.instr < state.edge->code.size()) {
      for (size_t i = state.instr; i < state.edge->code.size() && !position.known(); ++i) {
        if (state.edge->code[i].operation) position = state.edge->code[i].operation->position;
      }
    }
    if (!position.known()) position = program_[state.edge->id].position;
  }
  if (!position.known()) position = program_[state.location->id].position;
  for (const Frame* frame = state.frame.get(); frame && !position.known(); frame = frame->caller.get()) {
    if (frame->call) position = frame->call->position;
  }
  return position.known() ? program_.files.format(position) : "an unknown place";
}

Step Decisions::cut(const State& state, const std::string& what) {
  if (isReplaying_) return Step::Cut;
  noteCut(what + " at " + placeOf(state));
  return Step::Cut;
}

} // namespace assay::symex
