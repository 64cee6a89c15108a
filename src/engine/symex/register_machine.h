// What instructions compute in a state: machine words as long as all operands are words, terms otherwise.
#pragma once

#include "engine/symex/state.h"

#include <array>
#include <vector>

namespace assay::symex {

class RegisterMachine {
public:
  RegisterMachine(const CodeCache& code, TermManager& terms) : code_(code), terms_(terms) {}

  /// From now on operands are those of this state. To be called again when the state's variables have moved, or code
  /// was compiled.
  void use(State& state);
  SymValue get(Ref ref) const { return bases_[static_cast<size_t>(ref.space)][ref.index]; }
  void set(State& state, Ref ref, SymValue value);
  /// Makes the frame the state's own.
  void ownFrame(State& state);
  /// Executes an instruction that is no operation on memory. If it changes a variable of the function, the frame is the
  /// state's own.
  void evaluate(State& state, const Instr& instr);

  /// A frame of the callee, which has the values of the arguments.
  FrameRef newFrame(const Program& program, FunctionCode& callee, const CallCode& call) const;

private:
  bool evaluateWords(const Instr& instr, SymValue& result) const;
  Term build(const Instr& instr, Term term) const;

  const CodeCache& code_;
  TermManager& terms_;
  std::array<SymValue*, 4> bases_{}; // the files of operands
  std::vector<SymValue> temporaries_;
};

} // namespace assay::symex
