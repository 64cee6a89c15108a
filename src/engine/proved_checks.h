// Checks that others have proved. Transformations copy, renumber and drop locations, but what a check says to the user
// stays: it is known by property, message and position. Several error locations may be one check; it is proved when all
// of them are.
#pragma once

#include "engine/exchange.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace assay {

class ProvedChecks {
public:
  explicit ProvedChecks(const Program& original);

  /// Whether a check is proved by this, and was not before.
  bool add(const ProvedCheck& proof, const std::string& engine);
  /// How the check of an error location, of the original program or of one made from it, was proved; null if it was not.
  const std::string* proofOf(const Location& error) const;
  /// The error locations of the original program that are the same check as this one, of any program.
  std::span<const LocationId> errorsOf(const Location& error) const;
  /// "3 checks proved by kiki", "check at f.c:7:3 proved by kiki"; empty if there are none.
  std::string summary() const;
  /// What a proof that rests on these was confirmed by.
  ProofCheck proofCheck() const;

private:
  using Key = std::tuple<Property, std::string, SourcePosition>;
  struct Check {
    std::vector<LocationId> errors;
    std::set<LocationId> open;
    std::string how;
    std::string engine, solver;
  };
  static Key keyOf(const Location& location) { return {location.property, location.message, location.position}; }

  const Program& original_;
  std::map<Key, Check> checks_;
};

} // namespace assay
