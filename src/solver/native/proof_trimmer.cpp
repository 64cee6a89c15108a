#include "solver/native/proof_trimmer.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace assay {

namespace {

constexpr uint32_t kNoClause = UINT32_MAX;

size_t literalIndex(int literal) { return 2 * static_cast<size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0); }

/// Of a set of literals, in whatever order.
uint64_t hashOfSet(std::span<const int> literals) {
  uint64_t sum = literals.size();
  for (int literal : literals) {
    uint64_t word = literalIndex(literal) * 0x9e3779b97f4a7c15;
    word = (word ^ (word >> 29)) * 0xbf58476d1ce4e5b9;
    sum += word ^ (word >> 32);
  }
  return sum;
}

/// All clauses, and when each of them holds.
struct SolverSteps {
  struct Step {
    uint32_t clause;
    bool isDeletion;
  };
  ClauseList clauses; // the formula's, then lemmas
  std::vector<Step> steps;

  bool read(std::string_view text) {
    std::unordered_multimap<uint64_t, uint32_t> lemmas;
    std::vector<int> literals;
    while (!text.empty()) {
      const char kind = text.front();
      text.remove_prefix(1);
      if ((kind != 'a' && kind != 'd') || !readClause(text, literals)) return false;
      const uint64_t hash = hashOfSet(literals);
      if (kind == 'a') {
        lemmas.emplace(hash, clauses.size());
        steps.push_back({static_cast<uint32_t>(clauses.size()), false});
        clauses.add(literals);
      } else if (const auto found = lemmas.find(hash); found != lemmas.end()) {
        steps.push_back({found->second, true});
        lemmas.erase(found);
      }
    }
    return true;
  }

private:
  static bool readClause(std::string_view& text, std::vector<int>& literals) {
    literals.clear();
    for (;;) {
      uint64_t word = 0;
      uint32_t shift = 0;
      for (bool isLast = false; !isLast; shift += 7) {
        if (text.empty() || shift > 35) return false;
        const auto byte = static_cast<uint8_t>(text.front());
        text.remove_prefix(1);
        word |= uint64_t{byte & 127u} << shift;
        isLast = byte < 128;
      }
      if (word == 0) return true;
      literals.push_back(word % 2 == 1 ? -static_cast<int>(word / 2) : static_cast<int>(word / 2));
    }
  }
};

class Trimmer {
public:
  Trimmer(const ClauseList& formula, int numVariables, const std::function<bool()>& stop)
      : numOriginal_(formula.size()), stop_(stop), values_(2 * (static_cast<size_t>(numVariables) + 1)),
        reasons_(numVariables + 1, kNoClause), positions_(numVariables + 1), isSeen_(numVariables + 1),
        watches_{std::vector<std::vector<uint32_t>>(values_.size()),
                 std::vector<std::vector<uint32_t>>(values_.size())} {
    all_.clauses = formula;
  }

  std::optional<ClausalProof> run(std::string_view steps, std::span<const int> goal) {
    if (!all_.read(steps)) return std::nullopt;
    const auto last = static_cast<uint32_t>(all_.clauses.size());
    all_.clauses.add(goal);
    prepare();
    needed_[last] = true;
    if (!show(last)) return std::nullopt;
    for (size_t i = all_.steps.size(); i-- > 0;) {
      const auto [clause, isDeletion] = all_.steps[i];
      if (isDeletion) {
        attach(clause);
        continue;
      }
      detach(clause);
      if (needed_[clause] && !show(clause)) return std::nullopt;
    }
    return collect();
  }

private:
  struct Shape {
    size_t begin = 0;
    uint32_t size = 0;
    bool isAlive = false, isWatched = false;
  };

  /// As it was when the solver was done.
  void prepare() {
    size_t begin = 0;
    for (size_t i = 0; i < all_.clauses.size(); ++i) {
      std::vector<int> literals(all_.clauses[i].begin(), all_.clauses[i].end());
      std::ranges::sort(literals);
      literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
      shapes_.push_back({begin, static_cast<uint32_t>(literals.size())});
      literals_.insert(literals_.end(), literals.begin(), literals.end());
      begin += literals.size();
    }
    needed_.resize(all_.clauses.size());
    hints_.resize(all_.clauses.size());
    std::vector<bool> isDeleted(all_.clauses.size());
    for (const SolverSteps::Step& step : all_.steps)
      if (step.isDeletion) isDeleted[step.clause] = true;
    for (uint32_t i = 0; i + 1 < shapes_.size(); ++i)
      if (!isDeleted[i]) attach(i);
  }

  std::span<int> literals(uint32_t clause) {
    return std::span(literals_).subspan(shapes_[clause].begin, shapes_[clause].size);
  }
  int8_t value(int literal) const { return values_[literalIndex(literal)]; }

  void assign(int literal, uint32_t reason) {
    values_[literalIndex(literal)] = 1;
    values_[literalIndex(-literal)] = -1;
    reasons_[std::abs(literal)] = reason;
    positions_[std::abs(literal)] = static_cast<uint32_t>(trail_.size());
    trail_.push_back(literal);
  }
  void backtrack(size_t size) {
    for (; trail_.size() > size; trail_.pop_back()) {
      values_[literalIndex(trail_.back())] = values_[literalIndex(-trail_.back())] = 0;
      reasons_[std::abs(trail_.back())] = kNoClause;
    }
    for (size_t& next : next_) next = std::min(next, size);
  }

  /// Literals that are not false come first; of the others those that became so last.
  void attach(uint32_t clause) {
    Shape& shape = shapes_[clause];
    shape.isAlive = true;
    const std::span<int> own = literals(clause);
    const auto rank = [&](int literal) {
      return value(literal) < 0 ? positions_[std::abs(literal)] : value(literal) == 0 ? UINT32_MAX - 1 : UINT32_MAX;
    };
    for (size_t i = 0; i < std::min<size_t>(2, own.size()); ++i)
      std::iter_swap(own.begin() + static_cast<ptrdiff_t>(i),
                     std::max_element(own.begin() + static_cast<ptrdiff_t>(i), own.end(),
                                      [&](int a, int b) { return rank(a) < rank(b); }));
    if (own.size() >= 2 && !std::exchange(shape.isWatched, true))
      for (int literal : own.first(2)) watches_[needed_[clause] ? 0 : 1][literalIndex(literal)].push_back(clause);
    if (own.empty() || value(own[0]) < 0) {
      if (rootConflict_ == kNoClause) rootConflict_ = clause;
    } else if (own.size() == 1) {
      units_.push_back(clause);
      if (value(own[0]) == 0) assign(own[0], clause);
    } else if (value(own[0]) == 0 && value(own[1]) < 0) {
      assign(own[0], clause);
    }
  }

  void detach(uint32_t clause) {
    Shape& shape = shapes_[clause];
    shape.isAlive = false;
    shape.isWatched = false; // watches go when somebody comes by
    const std::span<int> own = literals(clause);
    for (int literal : own.first(std::min<size_t>(2, own.size())))
      for (auto& watches : watches_) std::erase(watches[literalIndex(literal)], clause);
    if (own.size() == 1) std::erase(units_, clause);
    const bool isConflict = rootConflict_ == clause;
    if (isConflict) rootConflict_ = kNoClause;
    const auto reasoned = std::ranges::find_if(
        own, [&](int literal) { return value(literal) > 0 && reasons_[std::abs(literal)] == clause; });
    if (reasoned == own.end() && !isConflict) return;
    if (reasoned != own.end()) backtrack(positions_[std::abs(*reasoned)]);
    rootConflict_ = kNoClause;
    next_[0] = next_[1] = 0;
    for (uint32_t unit : units_) {
      const int literal = literals(unit)[0];
      if (value(literal) < 0) rootConflict_ = unit;
      if (value(literal) == 0) assign(literal, unit);
    }
  }

  /// The clause that is violated, or none. What is needed already propagates first.
  uint32_t propagate() {
    for (;;) {
      const bool isFirst = next_[0] < trail_.size();
      if (!isFirst && next_[1] >= trail_.size()) return kNoClause;
      const int literal = -trail_[next_[isFirst ? 0 : 1]];
      const uint32_t conflict = visit(literal, isFirst ? 0 : 1);
      if (conflict != kNoClause) return conflict;
      ++next_[isFirst ? 0 : 1];
    }
  }

  /// The literal has become false. If a clause propagates that is not needed so far, others wait until those that are
  /// had their turn.
  uint32_t visit(int falsified, size_t kind) {
    std::vector<uint32_t>& watches = watches_[kind][literalIndex(falsified)];
    size_t kept = 0;
    uint32_t conflict = kNoClause;
    for (size_t i = 0; i < watches.size(); ++i) {
      const uint32_t clause = watches[i];
      ++numVisits_;
      if (conflict != kNoClause) {
        watches[kept++] = clause;
        continue;
      }
      const std::span<int> own = literals(clause);
      if (own[0] == falsified) std::swap(own[0], own[1]);
      const auto keep = [&] {
        if (kind == 1 && needed_[clause])
          watches_[0][literalIndex(falsified)].push_back(clause);
        else
          watches[kept++] = clause;
      };
      if (value(own[0]) > 0) {
        keep();
        continue;
      }
      size_t other = 2;
      while (other < own.size() && value(own[other]) < 0) ++other;
      if (other < own.size()) {
        std::swap(own[1], own[other]);
        watches_[needed_[clause] ? 0 : 1][literalIndex(own[1])].push_back(clause);
        continue;
      }
      keep();
      if (value(own[0]) < 0)
        conflict = clause;
      else
        assign(own[0], clause);
    }
    watches.resize(kept);
    return conflict;
  }

  /// Shows the clause by unit propagation, and says which clauses that takes.
  bool show(uint32_t clause) {
    if (++numShown_ % 64 == 0 && stop_()) return false;
    uint32_t conflict = rootConflict_;
    if (conflict == kNoClause) conflict = rootConflict_ = propagate();
    const size_t root = trail_.size();
    if (conflict == kNoClause) {
      const std::span<int> own = literals(clause);
      for (int literal : own) {
        if (value(literal) > 0) { // at the root
          conflict = reasons_[std::abs(literal)];
          break;
        }
        if (value(literal) == 0) assign(-literal, kNoClause);
      }
      if (conflict == kNoClause) conflict = propagate();
    }
    if (conflict != kNoClause) explain(clause, conflict);
    backtrack(root);
    return conflict != kNoClause;
  }

  void explain(uint32_t lemma, uint32_t conflict) {
    std::vector<uint32_t> open; // positions on the trail
    const auto need = [&](uint32_t clause) {
      needed_[clause] = true;
      for (int literal : literals(clause)) {
        const int variable = std::abs(literal);
        if (isSeen_[variable] || reasons_[variable] == kNoClause) continue;
        isSeen_[variable] = true;
        open.push_back(positions_[variable]);
        std::ranges::push_heap(open);
      }
    };
    std::vector<uint32_t>& hints = hints_[lemma];
    hints.push_back(conflict);
    need(conflict);
    while (!open.empty()) {
      std::ranges::pop_heap(open);
      const int variable = std::abs(trail_[open.back()]);
      open.pop_back();
      seen_.push_back(variable);
      if (reasons_[variable] == conflict) continue; // a literal of the lemma that holds: its reason is there
      hints.push_back(reasons_[variable]);
      need(reasons_[variable]);
    }
    for (int variable : seen_) isSeen_[variable] = false;
    seen_.clear();
    std::ranges::reverse(hints);
  }

  ClausalProof collect() {
    ClausalProof proof;
    std::vector<uint32_t> numbers(shapes_.size());
    for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
    for (auto i = static_cast<uint32_t>(numOriginal_); i < shapes_.size(); ++i) {
      if (!needed_[i]) continue;
      numbers[i] = static_cast<uint32_t>(numOriginal_ + proof.lemmas.size());
      proof.lemmas.add(all_.clauses[i]);
      for (uint32_t& hint : hints_[i]) hint = numbers[hint];
      proof.hints.push_back(std::move(hints_[i]));
    }
    return proof;
  }

  const size_t numOriginal_;
  const std::function<bool()>& stop_;
  SolverSteps all_;
  std::vector<Shape> shapes_; // by clause
  std::vector<int> literals_; // of all; the first two of a clause are watched
  std::vector<bool> needed_;  // by clause
  std::vector<std::vector<uint32_t>> hints_;
  std::vector<uint32_t> units_; // that hold
  uint32_t rootConflict_ = kNoClause;

  std::vector<int8_t> values_;      // by literal
  std::vector<uint32_t> reasons_;   // by variable
  std::vector<uint32_t> positions_; // on the trail, by variable
  std::vector<int> trail_;
  size_t next_[2] = {0, 0}; // to propagate: by clauses that are needed, by others
  std::vector<bool> isSeen_;
  std::vector<int> seen_;
  std::vector<std::vector<uint32_t>> watches_[2]; // by literal: of clauses that are needed, of others
  uint64_t numVisits_ = 0, numShown_ = 0;
};

} // namespace

std::optional<ClausalProof> trimProof(const ClauseList& formula, int numVariables, std::string_view steps,
                                      std::span<const int> goal, const std::function<bool()>& stop) {
  return Trimmer(formula, numVariables, stop).run(steps, goal);
}

} // namespace assay
