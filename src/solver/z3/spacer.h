// An oracle: constrained Horn clauses, given to Z3's Spacer (Komuravelli, Gurfinkel, Chaki: "SMT-based model checking
// for recursive programs", 2014), over the integers (integer_reading.h). Spacer's answer is not believed. Its lemmas
// are guesses at invariants, also those that it had found when its time was up.
#pragma once

#include "term/term_manager.h"

#include <cstdint>
#include <span>
#include <vector>

namespace assay {

/// If the source's relation holds of its variables, and the guard, the target's relation holds of these values.
struct HornRule {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t source = kNone; // kNone: there is nothing before
  uint32_t target = kNone; // kNone: that must not be
  Term guard;
  std::vector<Term> values = {};
};

struct HornSystem {
  std::vector<std::vector<Term>> relations; // their variables, Bools and bit-vectors of at most 64 bits
  std::vector<HornRule> rules;
  std::vector<Term> signedVariables; // all others are not negative
};

struct HornLemmas {
  enum class Answer : uint8_t { Safe, Unsafe, Unknown };
  Answer answer = Answer::Unknown;           // over the integers
  std::vector<std::vector<Term>> byRelation; // over its variables
};

/// Within so many milliseconds, by a count of work and by the clock.
HornLemmas askSpacer(TermManager& terms, const HornSystem& system, uint32_t milliseconds);

} // namespace assay
