// How a program was proved, for whoever proves it again, or what has become of it since. Nothing of this is believed: a
// lemma is a candidate for an invariant, and the rest says what is tried first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace assay {

struct ProofOutline {
  enum class Way : uint8_t {
    Conditions, // hold at heads, and exclude all errors
    Induction,  // k-induction, with lemmas
    Forward,    // no execution takes more than k back edges
    Paths,      // all paths end; `k` is 1 if there were refutations that took long
    Measures,   // every loop has one that decreases: `ranking`; `k` says in which attempt they are found
    Shapes,     // heaps at heads, in place of lemmas; `k` says in which attempt they are found
  };
  /// What engines that work with formulas have made of the program (encode/flatten.h).
  enum class Automaton : uint8_t { Flat, LoopedRecursion, WithoutMemory };
  /// How paths are gone along again: as at first; one after the other, leaving what was met before; or leaving none.
  enum class Walk : uint8_t { Learning, Covering, Plain };
  struct Lemma {
    uint32_t head = 0;     // number of the head in the automaton's flow
    std::string condition; // program/condition_text.h; of shapes, a heap (engine/shapes/certificate_text.h)
    bool operator==(const Lemma&) const = default;
  };
  /// Of a lexicographic ranking (engine/termination/ranking.h).
  struct RankingStep {
    struct Summand {
      int64_t factor = 0;
      bool isSigned = false;
      std::string number; // as the measure
      bool operator==(const Summand&) const = default;
    };
    uint32_t head = 0;                 // as above
    std::vector<uint32_t> transitions; // that it leaves out
    std::string measure;               // program/condition_text.h; empty: they are not taken again, or it is a sum
    std::string name;                  // of the measure, for people
    std::vector<Summand> summands;
    bool operator==(const RankingStep&) const = default;
  };

  Way way = Way::Conditions;
  Automaton automaton = Automaton::Flat;
  /// Of recursion that was unwound. Of shapes, the pass of the attempt.
  uint32_t depth = 1;
  uint32_t k = 0;
  std::vector<Lemma> lemmas = {};
  std::vector<std::string> sources = {}; // of lemmas that have no text (invariants)
  /// If calls of recursive functions are replaced by contracts: which, of those that are proposed. The rest is about what is
  /// made of the program with them.
  std::optional<std::vector<uint32_t>> contracts = {};
  std::vector<RankingStep> ranking = {}; // rests on the lemmas
  Walk walk = Walk::Learning;
  std::vector<uint32_t> places = {}; // Walk::Covering: locations where paths were left; empty: nobody knows
  bool needsSecond = false;          // the engines' own solver takes too long to confirm it
  /// It is the same program: what was confirmed then by a second solver need not be confirmed as thoroughly. Not part of the text.
  bool isOfSame = false;
  bool operator==(const ProofOutline&) const = default;
};

} // namespace assay
