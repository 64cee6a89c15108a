// What a state has done since the last node of the tree of executions, so that a condition behind it can be brought
// before it (segment.h). Steps are shared with the states that were split off.
#pragma once

#include "engine/symex/code.h"
#include "engine/symex/fingerprint.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace assay::symex {

struct TreeNode; // tree.h
struct Interpolant;
struct Join; // merger.h

namespace trail {

struct Step;
using StepRef = std::shared_ptr<const Step>;

/// A guard that was decided, the operations of an edge, or what two edges do.
struct Step {
  Step() = default;
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;
  ~Step() {
    StepRef next = std::move(before); // not by recursion
    while (next && next.use_count() == 1) next = std::move(const_cast<Step&>(*next).before);
  }

  Term guard; // in variables of the function; null: operations of an edge
  bool holds = false;
  bool isSplit = false; // another state goes on under the opposite
  const EdgeCode* edge = nullptr;
  const Join* join = nullptr;     // the edges: the first one under the guard, the second one otherwise
  const CallCode* call = nullptr; // that a return leads behind
  std::vector<uint64_t> words;    // of its operations on memory: their operands, and what they answered
  uint64_t depth = 0;
  StepRef before;
};

} // namespace trail

struct Trail {
  std::shared_ptr<TreeNode> node; // null: nothing is learnt from this state
  trail::StepRef steps;           // from there
  uint64_t length = 0;
  bool isOpaque = false;                    // it did what cannot be brought backwards
  std::vector<uint64_t> words;              // of the edge that it is in
  std::shared_ptr<const Interpolant> cover; // that it ended at
  uint64_t events = UINT64_MAX;             // splits and inputs when it last made a node
  uint32_t looksLeft = 0;
};

} // namespace assay::symex
