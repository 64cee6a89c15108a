// An operator applied to terms, before (or without) being a term itself: what type checks, rewrite rules and the
// semantics of operators look at.
#pragma once

#include "term/term.h"

#include <array>
#include <span>

namespace assay {

struct Application {
  Kind kind;
  Sort sort; // of the result
  std::span<const Term> args;
  std::array<uint32_t, 3> indices{};

  Application(Kind kind, Sort sort, std::span<const Term> args, std::span<const uint32_t> indices = {})
      : kind(kind), sort(sort), args(args) {
    for (size_t i = 0; i < indices.size(); ++i) this->indices[i] = indices[i];
  }
  explicit Application(Term t)
      : kind(t.kind()), sort(t.sort()), args(t.children()), indices{t.index(0), t.index(1), t.index(2)} {}

  Term operator[](size_t i) const { return args[i]; }
  uint32_t index(size_t i) const { return indices[i]; }
  RoundingMode roundingMode() const { return static_cast<RoundingMode>(indices[0]); }
};

} // namespace assay
