// The circuit that terms become: an and-inverter graph in which XOR, ITE and MAJ (two of three) are gates of their own,
// so that the CNF of adders and multiplexers need not be found again in a soup of ANDs.
//
// Gates are hashed: one gate exists once. AND is simplified by the local two-level rules of Brummayer and Biere ("Local
// two-level and-inverter graph minimization without blowup", MEMICS 2006), the other gates by what constants, equal and
// opposite operands allow, and normalised so that signs stand outside:
//
//   XOR  has positive operands          ITE  has positive condition and positive then-branch
//   MAJ  has at most one negative operand
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace assay {

/// A gate or its negation. Gate 0 is the constant false.
struct AigLit {
  uint32_t code = 0;

  static constexpr AigLit of(uint32_t node, bool negated = false) { return {2 * node + negated}; }
  static constexpr AigLit constant(bool value) { return {value}; }
  constexpr uint32_t node() const { return code >> 1; }
  constexpr bool negated() const { return code & 1; }
  constexpr bool isConstant() const { return code <= 1; }
  constexpr bool isFalse() const { return code == 0; }
  constexpr bool isTrue() const { return code == 1; }
  constexpr AigLit operator~() const { return {code ^ 1}; }
  constexpr AigLit operator^(bool negate) const { return {code ^ static_cast<uint32_t>(negate)}; }
  constexpr auto operator<=>(const AigLit&) const = default;
};

constexpr AigLit kAigFalse = AigLit::constant(false);
constexpr AigLit kAigTrue = AigLit::constant(true);

class Aig {
public:
  enum class Gate : uint8_t { Constant, Input, And, Xor, Ite, Maj };
  struct Node {
    std::array<AigLit, 3> in; // ITE: condition, then, else; unused ones are false
    Gate gate;
    uint8_t fanout; // gates that use this one; stays at 255
  };

  /// `poll` is called now and then while the graph grows, with the bytes that are to be allocated; it may throw to end
  /// the work.
  explicit Aig(std::function<void(size_t)> poll = {});

  AigLit input();
  AigLit mkAnd(AigLit a, AigLit b);
  AigLit mkOr(AigLit a, AigLit b) { return ~mkAnd(~a, ~b); }
  AigLit mkXor(AigLit a, AigLit b);
  AigLit mkXnor(AigLit a, AigLit b) { return ~mkXor(a, b); }
  AigLit mkIte(AigLit c, AigLit t, AigLit e);
  AigLit mkMaj(AigLit a, AigLit b, AigLit c);

  const Node& node(uint32_t index) const { return nodes_[index]; }
  const Node& node(AigLit lit) const { return nodes_[lit.node()]; }
  bool isAnd(AigLit lit) const { return nodes_[lit.node()].gate == Gate::And; }
  /// How many gates the circuits of these outputs have.
  size_t coneSize(std::span<const AigLit> outputs) const;
  uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
  size_t memoryBytes() const { return nodes_.capacity() * sizeof(Node) + table_.capacity() * sizeof(uint32_t); }

private:
  /// One rewriting of the operands of an AND: a result, or other operands to go on with.
  enum class Step : uint8_t { None, Done, Again };
  Step simplify(AigLit& a, AigLit& b, AigLit& result) const;
  Step simplifyOneSide(AigLit& a, AigLit& b, AigLit& result) const;
  Step simplifyPositives(AigLit& a, AigLit& b, AigLit& result) const;
  Step simplifyMixed(AigLit& a, AigLit& b, AigLit& result) const;
  Step simplifyNegatives(AigLit& a, AigLit& b, AigLit& result) const;

  AigLit gate(Gate gate, AigLit a, AigLit b, AigLit c = kAigFalse);
  size_t slot(const Node& node) const;
  void grow();
  uint32_t append(const Node& node);

  std::vector<Node> nodes_;
  std::vector<uint32_t> table_; // open addressing; 0 is free
  uint32_t numGates_ = 0;
  std::function<void(size_t)> poll_;
};

} // namespace assay
