// Which moves of threads leave each other alone, by the cells that they read and write.
#pragma once

#include "encode/threads/thread_system.h"
#include "term/traverse.h"

namespace assay {

/// Whether a thread may stand at one node while another one stands at the other. Empty: any two may.
using NodesThatMeet = std::vector<std::vector<bool>>;

class IndependentMoves {
public:
  IndependentMoves(const ThreadSystem& system, const NodesThatMeet& meet);

  bool isCell(Term term) const { return number_.contains(term); }
  /// The node is no head of a loop, none of its moves joins, and each of its paths ends at a node where others may go
  /// on, with the thread, or at an error.
  bool mayGoAlone(uint32_t node) const { return mayGoAlone_[node]; }
  /// The node's moves, and those of any other thread that may stand somewhere meanwhile.
  bool isIndependentOfWhoMeets(uint32_t node) const { return isIndependentOfWhoMeets_[node]; }
  /// The node's moves, and all that a thread at the other one, and those that come of it, may do from there.
  bool areIndependent(uint32_t node, uint32_t other) const;

private:
  using Cells = std::vector<bool>;
  struct Touched {
    Cells read, written;
  };
  Touched touchedBy(const ThreadMove& move) const;
  void addAllBehind();
  static bool areDisjoint(const Touched& one, const Touched& other);

  const ThreadSystem& system_;
  std::unordered_map<Term, uint32_t> number_; // of cells
  std::vector<bool> mayGoAlone_, isIndependentOfWhoMeets_;
  std::vector<Touched> now_, later_; // by node: by its moves, by all that follows as well
};

} // namespace assay
