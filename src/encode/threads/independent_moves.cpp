#include "encode/threads/independent_moves.h"

#include <algorithm>

namespace assay {

namespace {

void addAll(std::vector<bool>& to, const std::vector<bool>& from) {
  for (size_t i = 0; i < to.size(); ++i)
    if (from[i]) to[i] = true;
}

bool haveOneInCommon(const std::vector<bool>& one, const std::vector<bool>& other) {
  for (size_t i = 0; i < one.size(); ++i)
    if (one[i] && other[i]) return true;
  return false;
}

/// Nodes on a path that comes back to itself lie behind one of these.
std::vector<bool> backEdgeTargets(const ThreadSystem& system) {
  std::vector<bool> isTarget(system.nodes.size());
  enum class State : uint8_t { New, Open, Done };
  std::vector<State> states(system.nodes.size(), State::New);
  for (const ThreadTemplate& thread : system.threads) {
    std::vector<std::pair<uint32_t, size_t>> path{{thread.start, 0}};
    if (states[thread.start] != State::New) continue;
    states[thread.start] = State::Open;
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == system.nodes[node].moves.size()) {
        states[node] = State::Done;
        path.pop_back();
        continue;
      }
      const ThreadMove& move = system.moves[system.nodes[node].moves[next++]];
      if (move.end != ThreadMove::End::Node) continue;
      if (states[move.target] == State::Open) isTarget[move.target] = true;
      if (states[move.target] != State::New) continue;
      states[move.target] = State::Open;
      path.emplace_back(move.target, 0);
    }
  }
  return isTarget;
}

} // namespace

IndependentMoves::IndependentMoves(const ThreadSystem& system, const NodesThatMeet& meet)
    : system_(system), mayGoAlone_(system.nodes.size()), isIndependentOfWhoMeets_(system.nodes.size()) {
  for (const SharedCell& cell : system.cells) number_.emplace(cell.term, static_cast<uint32_t>(number_.size()));
  const std::vector<bool> isHead = backEdgeTargets(system);
  for (uint32_t i = 0; i < system.nodes.size(); ++i) {
    const ThreadNode& node = system.nodes[i];
    mayGoAlone_[i] = !isHead[i] && !node.mayStop;
    Touched all{Cells(number_.size()), Cells(number_.size())};
    for (uint32_t number : node.moves) {
      const ThreadMove& move = system.moves[number];
      const Touched touched = touchedBy(move);
      addAll(all.read, touched.read);
      addAll(all.written, touched.written);
      const bool staysInRegion = move.end == ThreadMove::End::Node && !system.nodes[move.target].isOpen;
      mayGoAlone_[i] = mayGoAlone_[i] && move.joined.empty() && !staysInRegion;
    }
    now_.push_back(std::move(all));
  }
  for (uint32_t i = 0; i < meet.size(); ++i) {
    isIndependentOfWhoMeets_[i] = true;
    for (uint32_t j = 0; j < meet.size(); ++j)
      if (meet[i][j] && !areDisjoint(now_[i], now_[j])) isIndependentOfWhoMeets_[i] = false;
  }
  later_ = now_;
  addAllBehind();
}

IndependentMoves::Touched IndependentMoves::touchedBy(const ThreadMove& move) const {
  Touched touched{Cells(number_.size()), Cells(number_.size())};
  const auto reads = [&](Term term) {
    for (Term variable : freeVariables(term))
      if (const auto cell = number_.find(variable); cell != number_.end()) touched.read[cell->second] = true;
  };
  reads(move.guard);
  for (const auto& [to, value] : move.values) {
    if (to == value) continue;
    reads(value);
    if (const auto cell = number_.find(to); cell != number_.end()) touched.written[cell->second] = true;
  }
  for (const CreatedThread& created : move.created)
    for (const auto& [to, value] : created.values) reads(value);
  // Whoever is joined has another handle than every living thread.
  for (Term handle : move.joined) {
    reads(handle);
    for (const ThreadTemplate& thread : system_.threads)
      if (thread.handle) touched.read[number_.at(thread.handle)] = true;
  }
  return touched;
}

void IndependentMoves::addAllBehind() {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (uint32_t i = 0; i < system_.nodes.size(); ++i) {
      const Touched before = later_[i];
      const auto add = [&](uint32_t node) {
        addAll(later_[i].read, later_[node].read);
        addAll(later_[i].written, later_[node].written);
      };
      for (uint32_t number : system_.nodes[i].moves) {
        const ThreadMove& move = system_.moves[number];
        if (move.end == ThreadMove::End::Node) add(move.target);
        for (const CreatedThread& created : move.created) add(system_.threads[created.thread].start);
      }
      hasChanged |= before.read != later_[i].read || before.written != later_[i].written;
    }
  }
}

/// Neither writes what the other one reads or writes.
bool IndependentMoves::areDisjoint(const Touched& one, const Touched& other) {
  return !haveOneInCommon(one.written, other.read) && !haveOneInCommon(one.written, other.written) &&
         !haveOneInCommon(one.read, other.written);
}

bool IndependentMoves::areIndependent(uint32_t node, uint32_t other) const {
  return areDisjoint(now_[node], later_[other]);
}

} // namespace assay
