// How a program was proved, for a later run that proves it again, or a changed version of it. Nothing of this is
// believed: a lemma is a candidate for an invariant, and the rest says what is tried first.
//
// An outline is one of the kinds of proofs, with what it takes to find that proof again (outline_text.h: as text).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace assay {

struct OutlinedLemma {
  uint32_t head = 0;     // number of the head in the automaton's flow
  std::string condition; // program/condition_text.h
  bool operator==(const OutlinedLemma&) const = default;
};

/// What engines that work with formulas have made of the program (encode/flatten.h).
struct OutlinedAutomaton {
  enum class Form : uint8_t { Flat, LoopedRecursion, WithoutMemory };
  Form form = Form::Flat;
  uint32_t recursionDepth = 1; // Form::Flat: of the recursion that was unwound
  /// If calls of recursive functions are replaced by contracts: the numbers of these contracts among those that are
  /// proposed. The automaton is that of the program that is made with them.
  std::optional<std::vector<uint32_t>> contracts = {};
  bool operator==(const OutlinedAutomaton&) const = default;
};

/// Conditions hold at heads, and exclude all errors.
struct ConditionsOutline {
  std::vector<OutlinedLemma> lemmas = {};
  bool operator==(const ConditionsOutline&) const = default;
};

/// The lemmas are invariants, and with them the checks are k-inductive.
struct InductionOutline {
  OutlinedAutomaton automaton = {};
  uint32_t k = 0;
  std::vector<OutlinedLemma> lemmas = {};
  std::vector<std::string> sources = {}; // of lemmas that have no text (invariants/)
  bool operator==(const InductionOutline&) const = default;
};

/// The forward condition: no execution takes more than so many back edges.
struct ForwardOutline {
  OutlinedAutomaton automaton = {};
  uint32_t backEdges = 0;
  bool operator==(const ForwardOutline&) const = default;
};

/// All paths end.
struct PathsOutline {
  /// How paths are explored again: as at first; one after the other, where paths that come to a state that was met
  /// before are left; or one after the other, where no path is left.
  enum class Walk : uint8_t { Learning, Covering, Plain };
  Walk walk = Walk::Learning;
  std::vector<uint32_t> places = {}; // Walk::Covering: locations where paths were left; empty: not known
  bool hasHardRefutations = false;   // some took the solver long
  bool operator==(const PathsOutline&) const = default;
};

/// A step of a lexicographic ranking (engine/termination/ranking.h).
struct OutlinedRankingStep {
  struct Summand {
    int64_t factor = 0;
    bool isSigned = false;
    std::string number; // as the measure
    bool operator==(const Summand&) const = default;
  };
  uint32_t head = 0;                 // number of the head in the automaton's flow
  std::vector<uint32_t> transitions; // that it leaves out
  std::string measure;               // program/condition_text.h; empty: they are not taken again, or it is a sum
  std::string name;                  // of the measure, for people
  std::vector<Summand> summands;
  bool operator==(const OutlinedRankingStep&) const = default;
};

/// Every loop has measures that decrease. With no step, it is only known in which attempt they were found.
struct MeasuresOutline {
  uint32_t attempt = 0; // number in the table of attempts (engine/termination/termination.cpp)
  std::vector<OutlinedLemma> lemmas = {};
  std::vector<OutlinedRankingStep> ranking = {}; // rests on the lemmas
  bool operator==(const MeasuresOutline&) const = default;
};

struct OutlinedHeap {
  uint32_t head = 0; // location of the flat automaton
  std::string text;  // engine/shapes/certificate_text.h
  bool operator==(const OutlinedHeap&) const = default;
};

/// Heaps at heads of loops are all there are.
struct ShapesOutline {
  uint32_t attempt = 0; // number in the table of attempts (engine/shapes/shapes.cpp)
  uint32_t pass = 0;    // of the exploration that has found them (engine/shapes/exploration.h)
  std::vector<OutlinedHeap> heaps = {};
  bool operator==(const ShapesOutline&) const = default;
};

using ProofOutline =
    std::variant<ConditionsOutline, InductionOutline, ForwardOutline, PathsOutline, MeasuresOutline, ShapesOutline>;

/// Null: the proof is not about an automaton that its engine chooses.
inline OutlinedAutomaton* automatonOf(ProofOutline& outline) {
  if (auto* induction = std::get_if<InductionOutline>(&outline)) return &induction->automaton;
  if (auto* forward = std::get_if<ForwardOutline>(&outline)) return &forward->automaton;
  return nullptr;
}

} // namespace assay
