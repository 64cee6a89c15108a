// Live variables: those whose value at a location some execution from there may still read. The classical backward
// analysis, one function at a time. Globals are treated conservatively: a call and the function's exit read all of
// them, and so does the end of the program.
//
// Only variables that live on from one edge to another have a bit; what an edge defines before it reads it does not
// need one.
#pragma once

#include "program/graph.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace assay {

class Liveness {
public:
  Liveness(const Program& program, FunctionId function);

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

  Transfer transferOf(const Program& program, const Edge& edge);
  uint32_t bitOf(VariableId variable);
  void solve(const Program& program, const std::vector<std::vector<Transfer>>& transfers);

  FlowGraph flow_;
  std::vector<VariableId> variables_; // by bit
  std::unordered_map<VariableId, uint32_t> bits_;
  std::vector<VariableId> globals_;
  std::vector<Bits> live_; // by node
};

/// Whether the program asks if all heap blocks can be reached: then what variables hold matters beyond their last use.
bool asksForLeaks(const Program& program);

} // namespace assay
