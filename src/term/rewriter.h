// Simplification at construction. A rule is one named function that looks at the top of a new application, whose
// arguments are normal already, and gives an equal, simpler term, or null where it does not apply. The rules of a kind
// are tried in the order of its table; every one counts how often it fired.
//
// Rules look a bounded number of levels down and never grow a term without bound. As a rule's result is built by the
// same builders, rules nest; beyond kMaxNesting, terms are built as they are, which keeps the stack small whatever
// rules do.
#pragma once

#include "term/application.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace assay {

class TermManager;

class Rewriter {
public:
  using Function = Term (*)(TermManager&, const Application&);
  struct Rule {
    Kind kind;
    std::string_view name;
    Function apply;
    uint64_t hits = 0;
  };

  explicit Rewriter(TermManager& tm);

  /// An equal, simpler term; null if no rule applies.
  Term rewrite(const Application& application);
  /// Every rule, kind by kind in the order in which they are tried.
  std::span<const Rule> rules() const { return rules_; }

private:
  static constexpr uint32_t kMaxNesting = 64;

  TermManager& tm_;
  std::vector<Rule> rules_;
  std::array<uint32_t, static_cast<size_t>(Kind::Count_) + 1> begin_{}; // first rule of each kind
  uint32_t nesting_ = 0;
};

} // namespace assay
