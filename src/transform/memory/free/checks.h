// Accesses that a check of the program has shown to be defined: behind the edge on which a question to memory is
// answered with yes, and behind an access of the same place. Facts are followed along locations with one edge in, as
// far as no variable in them changes and nothing is freed. Without this, each check would be followed by the same
// condition once more, on the way to an unsupported location.
#pragma once

#include "program/program.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace assay {

class CheckedAccesses {
public:
  explicit CheckedAccesses(const Program& program);

  /// Whether the part of the operation that reads, writes or frees is known to be defined.
  enum class Part : uint8_t { Reads, Writes, Frees };
  bool isDefined(const Operation& operation, Part part) const;

private:
  struct Fact {
    Part part;
    Term pointer;
    Term size;           // null for Frees
    VariableId variable; // holds if this is true; invalid: holds
    std::vector<Term> reads;
    bool operator==(const Fact&) const = default;
  };
  using Facts = std::vector<Fact>;
  static constexpr size_t kMaxFacts = 48;

  void follow(LocationId from);
  Facts behind(const Edge& edge, Facts facts);
  void learn(Term guard, Facts& facts) const;
  void meet(const Operation& operation, Part part, Term pointer, Term size, Facts& facts);
  void meetAccesses(const Operation& operation, Facts& facts);
  static bool isKnown(const Facts& facts, Part part, Term pointer, Term size);
  static void add(Facts& facts, Part part, Term pointer, Term size, VariableId variable);

  const Program& program_;
  std::unordered_map<const Operation*, uint8_t> defined_; // a bit a part
};

} // namespace assay
