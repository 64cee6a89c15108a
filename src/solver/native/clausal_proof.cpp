#include "solver/native/clausal_proof.h"

#include <cstdlib>

namespace assay {

namespace {

constexpr std::string_view kProofHead = "refutation\n";

void writeWord(std::string& out, uint64_t number) {
  for (; number >= 128; number >>= 7) out += static_cast<char>(number | 128);
  out += static_cast<char>(number);
}

class ProofReader {
public:
  explicit ProofReader(std::string_view text) : rest_(text) {}

  uint64_t number() {
    uint64_t result = 0;
    for (uint32_t shift = 0; shift < 63; shift += 7) {
      if (rest_.empty()) break;
      const auto byte = static_cast<uint8_t>(rest_.front());
      rest_.remove_prefix(1);
      result |= uint64_t{byte & 127u} << shift;
      if (byte < 128) return result;
    }
    hasFailed_ = true;
    return 0;
  }
  /// Each of what is counted takes a byte at least.
  size_t count() {
    const uint64_t result = number();
    if (result <= rest_.size()) return result;
    hasFailed_ = true;
    return 0;
  }
  bool hasFailed() const { return hasFailed_; }
  bool atEnd() const { return rest_.empty(); }

private:
  std::string_view rest_;
  bool hasFailed_ = false;
};

/// Which literals are false, while a lemma is looked at.
class FalseLiterals {
public:
  explicit FalseLiterals(int numVariables) : isFalse_(2 * (static_cast<size_t>(numVariables) + 1)) {}

  bool isFalse(int literal) const { return isFalse_[index(literal)]; }
  void makeFalse(int literal) {
    isFalse_[index(literal)] = true;
    trail_.push_back(literal);
  }
  void clear() {
    for (int literal : trail_) isFalse_[index(literal)] = false;
    trail_.clear();
  }

private:
  static size_t index(int literal) { return 2 * static_cast<size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0); }

  std::vector<bool> isFalse_;
  std::vector<int> trail_;
};

/// Whether the clauses of these numbers propagate to a contradiction.
template <class Clause>
bool propagates(std::span<const uint32_t> hints, const Clause& clause, FalseLiterals& falseOnes) {
  for (uint32_t hint : hints) {
    int left = 0;
    for (int literal : clause(hint)) {
      if (falseOnes.isFalse(literal) || literal == left) continue;
      if (left != 0) return false;
      left = literal;
    }
    if (left == 0) return true;
    falseOnes.makeFalse(-left);
  }
  return false;
}

} // namespace

std::string printProof(const ClausalProof& proof) {
  std::string out(kProofHead);
  writeWord(out, proof.lemmas.size());
  for (size_t i = 0; i < proof.lemmas.size(); ++i) {
    writeWord(out, proof.lemmas[i].size());
    for (int literal : proof.lemmas[i])
      writeWord(out, 2 * static_cast<uint64_t>(std::abs(literal)) + (literal < 0 ? 1 : 0));
    writeWord(out, proof.hints[i].size());
    for (uint32_t hint : proof.hints[i]) writeWord(out, hint);
  }
  return out;
}

std::optional<ClausalProof> parseProof(std::string_view text) {
  if (!text.starts_with(kProofHead)) return std::nullopt;
  ProofReader in(text.substr(kProofHead.size()));
  ClausalProof proof;
  std::vector<int> literals;
  for (size_t left = in.count(); left > 0 && !in.hasFailed(); --left) {
    literals.clear();
    for (size_t number = in.count(); number > 0; --number) {
      const uint64_t word = in.number();
      if (word < 2 || word > UINT32_MAX) return std::nullopt;
      const auto variable = static_cast<int>(word / 2);
      literals.push_back(word % 2 == 1 ? -variable : variable);
    }
    std::vector<uint32_t>& hints = proof.hints.emplace_back(in.count());
    for (uint32_t& hint : hints) {
      const uint64_t number = in.number();
      if (number > UINT32_MAX) return std::nullopt;
      hint = static_cast<uint32_t>(number);
    }
    proof.lemmas.add(literals);
  }
  if (in.hasFailed() || !in.atEnd()) return std::nullopt;
  return proof;
}

bool isProof(const ClausalProof& proof, const ClauseList& formula, int numVariables) {
  if (proof.lemmas.size() == 0 || proof.hints.size() != proof.lemmas.size()) return false;
  const auto clause = [&](uint32_t number) {
    return number < formula.size() ? formula[number] : proof.lemmas[number - formula.size()];
  };
  FalseLiterals falseOnes(numVariables);
  for (size_t i = 0; i < proof.lemmas.size(); ++i) {
    for (int literal : proof.lemmas[i])
      if (literal == 0 || std::abs(literal) > numVariables) return false;
    for (uint32_t hint : proof.hints[i])
      if (hint >= formula.size() + i) return false;
    for (int literal : proof.lemmas[i]) falseOnes.makeFalse(literal);
    if (!propagates(std::span<const uint32_t>(proof.hints[i]), clause, falseOnes)) return false;
    falseOnes.clear();
  }
  return true;
}

} // namespace assay
