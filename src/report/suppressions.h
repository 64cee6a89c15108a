// Findings that do not count: the source, a file or an earlier report says so.
//
//   // assay-ignore valid-deref: the caller sees to it        in the line, or alone in the line before
//   /* assay-ignore */                                        the same for every property
//
// A line of a file of suppressions is one of
//
//   no-overflow src/hash.c                a property (or *) and a file; a star stands for any text
//   * src/legacy.c:parse                  in this function
//   valid-deref src/legacy.c:120          in this line
//   1f0a7c3355aa90be                      the identity of a finding
//
// followed by a reason behind " -- ", which is kept. What begins with # is a comment.
#pragma once

#include "report/findings.h"
#include "report/source_texts.h"
#include "strategy/suppression.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay {

class Suppressions {
public:
  /// Throws InputError if a file cannot be read or says something else.
  explicit Suppressions(const Options& options);

  /// A finding is known by its identity, or by what it is and where.
  struct Place {
    std::string identity, property, file, function;
    size_t line = 0;
  };
  std::optional<Suppression> find(const Place& place);
  bool hasBaseline() const { return hasBaseline_; }

private:
  struct Rule {
    std::string property, file; // of an identity, empty
    std::string part;           // a line, a function, an identity; empty: all of the file
    std::string reason;
  };
  void readFile(const std::string& file);
  void readBaseline(const std::string& file);
  std::optional<Suppression> inSource(const Place& place);

  std::vector<Rule> rules_;
  std::set<std::string> baseline_;      // identities
  std::set<std::string> notLookedAt_{}; // likewise, of what the baseline's run left open behind a violation
  bool hasBaseline_ = false;
  SourceTexts sources_;
};

/// Whether the text is as the pattern says, in which a star stands for any text.
bool matches(std::string_view pattern, std::string_view text);

/// For each violated check that does not count, the reason, by its number among the result's checks.
std::map<size_t, Suppression> suppressed(const Program& program, const Result& result, Suppressions& suppressions);

} // namespace assay
