#include "engine/predicates/path_facts.h"

#include "term/term_map.h"

#include <array>
#include <span>

namespace assay {

namespace {

class Chooser {
public:
  Chooser(TermManager& terms, const Assignment& model) : terms_(terms), evaluator_(model) {}

  /// The condition, or its negation, holds in the model: literals from which that follows.
  void require(Term condition) {
    std::vector<Term> open{condition};
    while (!open.empty()) {
      Term term = open.back();
      open.pop_back();
      if (term.isValue() || !seen_.insert(term)) continue;
      while (term.kind() == Kind::Not) term = term[0];
      const bool holds = evaluator_.evaluateBool(term);
      switch (term.kind()) {
      case Kind::And:
      case Kind::Or: {
        // One that decides it is enough; if none does, both are needed.
        const bool deciding = term.kind() == Kind::Or;
        if (holds == deciding) {
          open.push_back(evaluator_.evaluateBool(term[0]) == deciding ? term[0] : term[1]);
        } else {
          open.push_back(term[0]);
          open.push_back(term[1]);
        }
        break;
      }
      case Kind::Ite:
        open.push_back(term[0]);
        open.push_back(evaluator_.evaluateBool(term[0]) ? term[1] : term[2]);
        break;
      case Kind::Equal:
        if (term[0].sort().isBool()) {
          open.push_back(term[0]);
          open.push_back(term[1]);
          break;
        }
        [[fallthrough]];
      default: {
        const Term atom = decided(term);
        if (!atom.isValue()) literals_.push_back(holds ? atom : terms_.mkNot(atom));
      }
      }
    }
  }

  /// The same value on this path, without ites.
  Term decided(Term root) {
    std::vector<Term> open{root};
    while (!open.empty()) {
      const Term term = open.back();
      const size_t before = open.size();
      const auto valueOf = [&](Term child) {
        const Term* value = memo_.find(child);
        if (!value) open.push_back(child);
        return value ? *value : Term();
      };
      Term result;
      if (memo_.contains(term)) {
        open.pop_back();
        continue;
      }
      if (term.kind() == Kind::Ite) {
        result = valueOf(evaluator_.evaluateBool(term[0]) ? term[1] : term[2]);
        if (!result.isNull()) pending_.push_back(term[0]);
      } else {
        std::array<Term, 3> children;
        bool hasChanged = false;
        for (uint32_t i = 0; i < term.size(); ++i) {
          children[i] = valueOf(term[i]);
          hasChanged = hasChanged || children[i] != term[i];
        }
        if (open.size() == before)
          result = hasChanged ? terms_.rebuild(term, std::span(children).first(term.size())) : term;
      }
      if (open.size() != before) continue;
      memo_.insert(term, result);
      open.pop_back();
    }
    return memo_.at(root);
  }

  void requirePending() {
    while (!pending_.empty()) {
      const Term condition = pending_.back();
      pending_.pop_back();
      require(condition);
    }
  }
  std::vector<Term> take() { return std::move(literals_); }

private:
  TermManager& terms_;
  Evaluator evaluator_;
  TermSet seen_;
  TermMap<Term> memo_;
  std::vector<Term> pending_; // conditions of ites that were decided
  std::vector<Term> literals_;
};

} // namespace

PathFacts pathOf(TermManager& terms, const Assignment& model, Term guard,
                 std::vector<std::pair<VariableId, Term>> values) {
  Chooser chooser(terms, model);
  PathFacts facts;
  chooser.require(guard);
  for (auto& [variable, value] : values) facts.values.emplace_back(variable, chooser.decided(value));
  chooser.requirePending();
  facts.literals = chooser.take();
  return facts;
}

} // namespace assay
