// Makes one state of two states of the same shape: numbers that differ become symbols, of which is known what holds in
// both states. So counters and the like do not make infinitely many states.
#pragma once

#include "engine/shapes/facts.h"

namespace assay::shapes {

class Join {
public:
  Join(const Program& program, Oracle& oracle, const State& a, const State& b)
      : program_(program), terms_(program.terms()), oracle_(oracle), a_(a), b_(b) {}

  /// Whether they have the same shape: the same pointers lead to the same blocks.
  bool hasSameShape();
  /// After hasSameShape() was true: a state that covers both.
  State join();

private:
  bool matchValues(const Value& a, const Value& b);
  bool matchBlocks(const Block& a, const Block& b);
  bool matchStatics();
  Block initial(uint64_t number) const;
  Field joined(const Field& a, const Field& b, bool isOwned, uint32_t segment);
  Value joined(const Value& a, const Value& b, uint32_t segment);
  Block joined(const Block& a, const Block& b, uint32_t number);

  const Program& program_;
  TermManager& terms_;
  Oracle& oracle_;
  const State& a_;
  const State& b_;
  std::map<uint32_t, uint32_t> inB_, inA_; // blocks
  std::vector<std::pair<uint32_t, uint32_t>> work_;
  std::map<std::tuple<uint64_t, uint64_t, uint32_t>, Term> names_; // by numbers of terms
  std::vector<Term> facts_;
  std::vector<Pairing> pairings_; // of the symbols
};

} // namespace assay::shapes
