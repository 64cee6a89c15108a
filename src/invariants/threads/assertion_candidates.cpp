#include "invariants/threads/assertion_candidates.h"

#include "term/substitute.h"
#include "term/term_manager.h"
#include "term/traverse.h"

#include <algorithm>

namespace assay {

AssertionCandidates::AssertionCandidates(TermManager& terms, const ThreadSystem& system, const CandidateLimits& limits)
    : terms_(terms), system_(system), limits_(limits),
      found_(system.nodes.size(), std::set<Term, bool (*)(Term, Term)>(precedes)), at_(system.nodes.size()) {
  for (const SharedCell& cell : system_.cells) cells_.insert(cell.term);
  collectConstants();
}

std::vector<std::vector<Term>> AssertionCandidates::ofNodes() {
  for (uint32_t node = 0; node < system_.nodes.size(); ++node) addConditions(node);
  addWhatErrorsNeed();
  for (uint32_t node = 0; node < system_.nodes.size(); ++node) addComparisons(node);
  return at_;
}

std::vector<Term> AssertionCandidates::ofPair(const std::vector<Term>& locals, const std::vector<Term>& others) const {
  std::vector<Term> result;
  for (Term cell : cells_) {
    const auto constants = cell.sort().isBool() ? constants_.end() : constants_.find(cell.sort().width());
    if (constants == constants_.end()) continue;
    for (Term constant : constants->second)
      for (Term bound : {constant, terms_.mkBvAdd(constant, terms_.mkBv(constant.sort().width(), 1))}) {
        result.push_back(terms_.mkDistinct(cell, bound));
        result.push_back(terms_.mkBvUle(bound, cell));
        result.push_back(terms_.mkBvSle(bound, cell));
      }
  }
  const auto compare = [&](Term one, Term other) {
    if (one.sort() != other.sort() || one.sort().isBool()) return;
    result.push_back(terms_.mkDistinct(one, other));
    for (const auto& [low, high] : {std::pair(one, other), std::pair(other, one)}) {
      result.push_back(terms_.mkBvUlt(low, high));
      result.push_back(terms_.mkBvSlt(low, high));
    }
  };
  for (Term local : locals)
    for (Term other : others) compare(local, other);
  for (Term cell : cells_) {
    for (Term local : locals) compare(cell, local);
    for (Term other : others) compare(cell, other);
  }
  std::erase_if(result, [](Term term) { return term.isValue(); });
  std::ranges::sort(result, precedes);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

void AssertionCandidates::collectConstants() {
  TermSet seen;
  const auto look = [&](Term term) {
    postOrder(
        term, [&](Term t) { return seen.insert(t); },
        [&](Term t) {
          if (t.kind() != Kind::BvConst) return;
          std::vector<Term>& ofWidth = constants_[t.sort().width()];
          if (ofWidth.size() < limits_.constants) ofWidth.push_back(t);
        });
  };
  for (const SharedCell& cell : system_.cells)
    if (cell.initial) look(cell.initial);
  for (const ThreadNode& node : system_.nodes)
    for (uint32_t number : node.moves) {
      const ThreadMove& move = system_.moves[number];
      look(move.guard);
      for (const SharedCell& cell : system_.cells)
        if (const auto now = move.values.find(cell.term); now != move.values.end()) look(now->second);
    }
  for (auto& [width, values] : constants_)
    for (uint64_t number : {0, 1}) {
      const Term constant = terms_.mkBv(width, number);
      if (std::ranges::find(values, constant) == values.end()) values.push_back(constant);
    }
}

bool AssertionCandidates::isOf(uint32_t node, Term term) const {
  return std::ranges::all_of(freeVariables(term), [&](Term variable) {
    return cells_.contains(variable) || std::ranges::binary_search(system_.nodes[node].locals, variable, precedes);
  });
}

void AssertionCandidates::add(uint32_t node, Term candidate) {
  if (candidate.isValue() || found_[node].size() >= limits_.atNode || !isOf(node, candidate)) return;
  if (found_[node].insert(candidate).second) at_[node].push_back(candidate);
}
void AssertionCandidates::addBoth(uint32_t node, Term condition) {
  add(node, condition);
  add(node, terms_.mkNot(condition));
}

/// Of moves that begin there, and, in the new values of locals, of those that lead there.
void AssertionCandidates::addConditions(uint32_t node) {
  for (uint32_t number : system_.nodes[node].moves) {
    const ThreadMove& move = system_.moves[number];
    for (Term atom : atomsOf(move.guard)) addBoth(node, atom);
    if (move.end == ThreadMove::End::Node)
      for (Term atom : atomsOf(move.guard)) addBoth(move.target, atom);
  }
}

void AssertionCandidates::addWhatErrorsNeed() {
  std::vector<std::pair<uint32_t, Term>> wanted;
  for (uint32_t node = 0; node < system_.nodes.size(); ++node)
    for (uint32_t number : system_.nodes[node].moves)
      if (system_.moves[number].end == ThreadMove::End::Error)
        wanted.emplace_back(node, terms_.mkNot(system_.moves[number].guard));
  std::vector<std::vector<const ThreadMove*>> into(system_.nodes.size());
  for (const ThreadNode& node : system_.nodes)
    for (uint32_t number : node.moves)
      if (system_.moves[number].end == ThreadMove::End::Node)
        into[system_.moves[number].target].push_back(&system_.moves[number]);
  for (uint32_t step = 0; step < limits_.steps && !wanted.empty(); ++step) {
    std::vector<std::pair<uint32_t, Term>> earlier;
    for (const auto& [node, condition] : wanted) {
      if (condition.isValue() || termSize(condition) > 60) continue;
      add(node, condition);
      for (const ThreadMove* move : into[node]) {
        const Term before = Substitution(terms_, move->values).apply(condition);
        earlier.emplace_back(move->source, before);
        if (!move->guard.isTrue()) earlier.emplace_back(move->source, terms_.mkImplies(move->guard, before));
      }
    }
    std::ranges::sort(earlier, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : precedes(a.second, b.second);
    });
    earlier.erase(std::ranges::unique(earlier).begin(), earlier.end());
    if (earlier.size() > 400) earlier.resize(400);
    wanted = std::move(earlier);
  }
}

void AssertionCandidates::addComparisons(uint32_t node) {
  std::vector<Term> numbers;
  for (const SharedCell& cell : system_.cells) numbers.push_back(cell.term);
  const size_t numCells = numbers.size();
  for (Term local : system_.nodes[node].locals) numbers.push_back(local);
  for (Term number : numbers) {
    if (number.sort().isBool()) {
      addBoth(node, number);
      continue;
    }
    for (Term constant : constants_[number.sort().width()]) {
      addBoth(node, terms_.mkEqual(number, constant));
      for (const auto& [low, high] : {std::pair(number, constant), std::pair(constant, number)}) {
        add(node, terms_.mkBvUle(low, high));
        add(node, terms_.mkBvSle(low, high));
      }
    }
  }
  for (size_t i = 0; i < numbers.size(); ++i)
    for (size_t j = i + 1; j < numbers.size(); ++j) {
      const Term a = numbers[i], b = numbers[j];
      if (a.sort() != b.sort() || a.sort().isBool()) continue;
      addBoth(node, terms_.mkEqual(a, b));
      for (const auto& [low, high] : {std::pair(a, b), std::pair(b, a)}) {
        add(node, terms_.mkBvUle(low, high));
        add(node, terms_.mkBvSle(low, high));
        if (j >= numCells) {
          add(node, terms_.mkBvUlt(low, high));
          add(node, terms_.mkBvSlt(low, high));
        }
      }
    }
}

} // namespace assay
