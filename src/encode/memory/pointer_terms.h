// What the structure of a pointer's term says about where it points.
//
// A pointer is a constant address, an address plus an offset that is too small to leave the object's window, or a
// choice (ite) of such; from these follow the objects it may mean. Of other terms nothing is known, and every object is
// possible.
#pragma once

#include "program/pointer.h"
#include "term/term_manager.h"
#include "term/term_map.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace assay {

class PointerTerms {
public:
  PointerTerms(TermManager& terms, PointerLayout layout) : terms_(terms), layout_(layout) {}

  /// Numbers of objects (0 and those that do not exist included) that the pointer may have, by increasing number;
  /// nothing if that is not known.
  std::optional<std::vector<uint64_t>> objects(Term pointer);
  /// Whether the pointer's object is this one.
  Term isInto(Term pointer, uint64_t object);
  /// The offset into the object, of pointer width, where isInto() holds; negative before its start.
  Term offset(Term pointer, uint64_t object);
  /// Values of a term that is a choice of few constants; nothing if it is anything else.
  std::optional<std::vector<uint64_t>> constants(Term term);
  /// The largest power of two (at most `limit`) modulo which the term is a constant, and that constant.
  std::pair<uint64_t, uint64_t> congruence(Term term, uint64_t limit);

private:
  static constexpr size_t kMaxChoices = 64;
  struct Range { // of a signed value
    int64_t low, high;
  };
  struct Info {
    bool isKnown = false;
    std::vector<uint64_t> objects;
    Range offsets{0, 0};
  };
  const Info& info(Term pointer);
  Info compute(Term pointer);
  /// The low bits of a term that are constant.
  struct LowBits {
    unsigned count = 0; // at most 63
    uint64_t value = 0;
  };
  Range range(Term term);
  Range computeRange(Term term) const;
  LowBits lowBits(Term term);
  LowBits computeLowBits(Term term) const;
  bool mayBe(Term pointer, uint64_t object);

  TermManager& terms_;
  const PointerLayout layout_;
  TermMap<Info> infos_;
  TermMap<Range> ranges_;
  TermMap<LowBits> lowBits_;
};

} // namespace assay
