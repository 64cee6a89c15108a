// Register code of terms. Within an edge a term is computed once: the registers of what has been computed are known,
// and the definition of a variable removes whatever was computed from it.
#pragma once

#include "program/bytecode.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace assay {

class TermCompiler {
public:
  /// Adds to the code of `result`.
  TermCompiler(const Program& program, const Registers& registers, FunctionCode& result)
      : program_(program), registers_(registers), result_(result) {}

  uint32_t here() const { return static_cast<uint32_t>(result_.code.size()); }
  Instruction& emit(Op op) { return result_.code.emplace_back(op); }

  /// Nothing is known, and no temporary in use.
  void beginLocation();
  /// How much is known now; what becomes known later can be forgotten again down to this mark.
  size_t mark() const { return log_.size(); }
  void forgetSince(size_t mark);
  /// Other threads may have changed whatever terms were computed from.
  void forgetAll();

  /// Where the term's value stands, if it is known.
  std::optional<Register> find(Term term) const;
  /// With a target, the value ends up there.
  Register compute(Term root, const Register* target = nullptr);
  uint32_t word(Term term) { return compute(term).index; }

  /// The register that an operation writes on behalf of a variable: its own, or a temporary on the way to a global.
  Register beginDefinition(VariableId variable);
  void endDefinition(VariableId variable, Register from);
  /// The variable is about to change: nothing computed from it holds any more.
  void define(VariableId variable);
  void remember(Term term, Register place);
  void move(Register to, Register from);

private:
  Register emitTerm(Term term, const Register* target);
  Register emitLeaf(Term term, const Register* target);
  Register newTemporary(bool isWide);
  Register registerFor(Term term, const Register* target) {
    return target ? *target : newTemporary(Registers::isWide(term.sort()));
  }

  const Program& program_;
  const Registers& registers_;
  FunctionCode& result_;
  std::unordered_map<Term, Register> known_;           // of the present location
  std::unordered_map<Term, std::vector<Term>> usedBy_; // among known_: what was computed from a term
  std::vector<Term> log_;                              // terms in the order in which they became known
  uint32_t nextWord_ = 0, nextWide_ = 0;
};

} // namespace assay
