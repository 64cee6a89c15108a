// Why clauses cannot be satisfied, in small steps that are easy to check: lemmas, each of which follows by unit
// propagation (RUP: Goldberg, Novikov: "Verification of proofs of unsatisfiability for CNF formulas", DATE 2003), with
// the clauses that propagate, in their order (LRAT: Cruz-Filipe et al.: "Efficient certified RAT verification", CADE
// 2017). To check a proof takes a small part of the time that it took to find it, because nothing is searched for.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Clauses of literals as in DIMACS, one after the other.
class ClauseList {
public:
  void add(std::span<const int> literals) {
    literals_.insert(literals_.end(), literals.begin(), literals.end());
    ends_.push_back(literals_.size());
  }
  size_t size() const { return ends_.size(); }
  std::span<const int> operator[](size_t i) const {
    const size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::span(literals_).subspan(begin, ends_[i] - begin);
  }
  void clear() { literals_.clear(), ends_.clear(); }
  bool operator==(const ClauseList&) const = default;

private:
  std::vector<int> literals_;
  std::vector<size_t> ends_;
};

struct ClausalProof {
  ClauseList lemmas; // the last one is what was to be shown
  /// By lemma: clauses of the formula and, after these, earlier lemmas, by number. When they are applied in turn, each
  /// clause has one literal that is not false yet; the last clause has none.
  std::vector<std::vector<uint32_t>> hints;
  bool operator==(const ClausalProof&) const = default;
};

std::string printProof(const ClausalProof& proof);
/// Nothing if the text is no proof at all. The proof that it returns may be wrong: see isProof().
std::optional<ClausalProof> parseProof(std::string_view text);

/// Whether each lemma follows from the formula and the lemmas before. Literals of the formula have variables up to this
/// one.
bool isProof(const ClausalProof& proof, const ClauseList& formula, int numVariables);

} // namespace assay
