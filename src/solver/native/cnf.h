// Circuit to clauses, on demand: a gate gets a variable and clauses when an assertion or assumption first reaches it.
//
// Polarity (Plaisted and Greenbaum): a gate that is only ever required to be true needs only the clauses that make its
// inputs follow. As clauses for the other direction are added when it is first needed there, later assertions may use a
// gate in any way. ANDs that only one other AND uses are written into its clauses.
#pragma once

#include "solver/native/aig.h"
#include "solver/native/sat_solver.h"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace assay {

class Cnf {
public:
  /// `poll` is called now and then; it may throw, and what is left to be done is done by the next call.
  Cnf(const Aig& aig, SatSolver& sat, std::function<void()> poll) : aig_(aig), sat_(sat), poll_(std::move(poll)) {}

  /// Forgets all clauses; for a SAT solver that was reset.
  void reset();
  /// The circuit's output holds, or one of the `guard` literals.
  void require(AigLit lit, std::span<const int> guard = {});
  /// A literal which, if true, makes the output true.
  int literal(AigLit lit);
  /// From the next model on, the gate's variable has the gate's value.
  void define(AigLit lit) {
    if (!lit.isConstant()) encode(lit, kBoth);
  }
  /// Whether some clause mentions the gate.
  bool isUsed(AigLit lit) const { return lit.node() < variables_.size() && variables_[lit.node()] != 0; }
  /// After sat: the value of an input or a defined gate; false if no clause mentions it.
  bool value(AigLit lit) const;

  size_t memoryBytes() const { return variables_.capacity() * sizeof(int) + encoded_.capacity(); }

private:
  enum Polarity : uint8_t { kPositive = 1, kNegative = 2, kBoth = 3 };

  void encode(AigLit root, uint8_t polarity);
  void demand(AigLit lit, uint8_t polarity);
  int variable(uint32_t node);
  int name(AigLit lit) { return lit.negated() ? -variable(lit.node()) : variable(lit.node()); }
  bool isInner(AigLit lit) const;
  void collectInputs(uint32_t node);
  void encodeAnd(uint32_t node, uint8_t polarity);
  void encodeXor(uint32_t node, uint8_t polarity);
  void encodeIte(uint32_t node, uint8_t polarity);
  void encodeMaj(uint32_t node, uint8_t polarity);
  static uint8_t flip(uint8_t polarity, bool negated) {
    return negated ? static_cast<uint8_t>((polarity >> 1) | ((polarity & 1) << 1)) : polarity;
  }

  const Aig& aig_;
  SatSolver& sat_;
  std::function<void()> poll_;
  uint32_t numEncoded_ = 0;
  std::vector<int> variables_;   // by gate, 0 if it has none
  std::vector<uint8_t> encoded_; // by gate, the polarities whose clauses are there
  std::vector<std::pair<uint32_t, uint8_t>> pending_;
  std::vector<AigLit> inputs_; // of the AND at hand
  std::vector<int> clause_;
};

} // namespace assay
