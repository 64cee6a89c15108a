// Live variables: those whose value at a location some execution from there may still read. The classical backward
// analysis, one function at a time.
//
// Only variables that live on from one edge to another have a bit; what an edge defines before it reads it does not
// need one.
#pragma once

#include "program/graph.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace assay {

/// What the function is, which decides what reads variables besides its guards and operations.
enum class LivenessOf : uint8_t {
  Part,  // of a program: a call, the function's exit and the end of the program read all globals
  Whole, // all there is: the end reads nothing, and a search for leaks reads every pointer
};

class Liveness {
public:
  Liveness(const Program& program, FunctionId function, LivenessOf what = LivenessOf::Part);

  bool isLive(VariableId variable, LocationId location) const;
  /// By increasing id. Nothing for locations that the entry does not reach.
  std::vector<VariableId> liveAt(LocationId location) const;

private:
  using Bits = std::vector<uint64_t>;
  struct Transfer {
    uint32_t target;             // node
    std::vector<uint32_t> uses;  // bits read before they are written
    std::vector<uint32_t> kills; // bits written
  };

  Transfer transferOf(const Program& program, const Edge& edge, LivenessOf what);
  uint32_t bitOf(VariableId variable);
  static void set(Bits& bits, uint32_t bit) { bits[bit / 64] |= uint64_t{1} << (bit % 64); }
  void globalsAtEnds(const Program& program);
  void solve(const std::vector<std::vector<Transfer>>& transfers);

  FlowGraph flow_;
  std::vector<VariableId> variables_; // by bit
  std::unordered_map<VariableId, uint32_t> bits_;
  std::vector<VariableId> globals_;
  std::vector<Bits> live_; // by node
};

} // namespace assay
