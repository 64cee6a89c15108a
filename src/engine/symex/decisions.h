// Open questions of an execution: which edge, which object, is the size zero. The state goes on with the answer that
// its model gives; if the other answer is possible too, a second state is split off that does the same operation again
// under the opposite condition. So an operation is written as if its questions had answers. A question that has no
// answer cuts the execution off.
#pragma once

#include "engine/symex/register_machine.h"
#include "engine/symex/solver_chain.h"
#include "util/env.h"

#include <map>
#include <string>
#include <vector>

namespace assay::symex {

/// How a step of an execution ended.
enum class Step : uint8_t { Next, Finished, Error, Cut };

class Decisions {
public:
  Decisions(const Program& program, SolverChain& solver, RegisterMachine& machine, const SymexLimits& limits, Env& env)
      : program_(program), terms_(program.terms()), solver_(solver), machine_(machine), limits_(limits), env_(env) {}

  /// States that are split off are added to these.
  void splitTo(std::vector<StatePtr>& states) { split_ = &states; }
  size_t numSplit() const { return split_->size(); }
  uint64_t newId() { return nextId_++; }

  /// The answer that the state goes on with. If the other answer is possible too, a state is split off at the same
  /// place, and `other` is set to it.
  bool decide(State& state, Term condition, State** other = nullptr);
  /// Another state at the same place, under the same condition, that is split off.
  State& split(State& state);
  /// Whether both answers are possible, as far as is known.
  bool isOpen(const State& state, Term condition);
  /// Whether the constraint can hold in the state; if so, a model.
  Answer ask(const State& state, Term constraint, ModelRef& model) {
    return solver_.check(state.path, state.model, constraint, model);
  }
  /// Simplifies the state's values by a constraint that its path condition implies.
  void imply(State& state, Term constraint);

  /// Ends an execution that cannot be followed.
  Step cut(const State& state, const std::string& what);
  /// What was cut, and where: reason to how often.
  const std::map<std::string, uint64_t>& cuts() const { return cuts_; }
  void noteCut(const std::string& reason) { ++cuts_[reason]; }

  /// While a parked state is taken up, its model answers all questions. Where the model cannot, the state is lost.
  void beginReplay() {
    isReplaying_ = true;
    isLost_ = false;
  }
  void endReplay() { isReplaying_ = false; }
  bool isReplaying() const { return isReplaying_; }
  void lose() { isLost_ = true; }
  bool isLost() const { return isLost_; }

private:
  std::string placeOf(const State& state) const;

  const Program& program_;
  TermManager& terms_;
  SolverChain& solver_;
  RegisterMachine& machine_;
  const SymexLimits& limits_;
  Env& env_;
  std::vector<StatePtr>* split_ = nullptr;
  std::map<std::string, uint64_t> cuts_;
  uint64_t nextId_ = 1;
  bool isReplaying_ = false;
  bool isLost_ = false;
};

} // namespace assay::symex
