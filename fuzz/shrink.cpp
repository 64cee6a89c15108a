#include "shrink.h"

#include "isolate.h"

#include "term/substitute.h"
#include "term/traverse.h"
#include "util/deadline.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace assay {

namespace {

class Shrinker {
public:
  Shrinker(FuzzCase fuzzCase, const FuzzOptions& options, std::string category, double seconds)
      : best_(std::move(fuzzCase)), options_(options), category_(std::move(category)),
        deadline_(std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000))) {}

  FuzzCase run() {
    dropDecorators();
    for (bool smaller = true; smaller && !deadline_.passed();) {
      smaller = dropCommands();
      smaller = dropAssumptions() || smaller;
      smaller = simplifyTerms() || smaller;
    }
    return std::move(best_);
  }

private:
  /// Takes the session if it still fails in the same way.
  bool attempt(Session session) {
    if (deadline_.passed()) return false;
    FuzzCase candidate = best_;
    candidate.session = std::move(session);
    return attempt(std::move(candidate));
  }

  bool attempt(FuzzCase candidate) {
    FuzzCounts counts;
    if (runIsolated(candidate, options_, counts).failure.category != category_) return false;
    best_ = std::move(candidate);
    return true;
  }

  void dropDecorators() {
    FuzzCase candidate = best_;
    candidate.cached = false;
    attempt(std::move(candidate));
  }

  bool dropCommands() {
    bool any = false;
    for (size_t chunk = std::max<size_t>(best_.session.commands.size() / 2, 1); chunk > 0; chunk /= 2) {
      for (size_t i = 0; i < best_.session.commands.size();) {
        Session session = best_.session;
        auto first = session.commands.begin() + static_cast<ptrdiff_t>(i);
        session.commands.erase(first, first + static_cast<ptrdiff_t>(std::min(chunk, session.commands.size() - i)));
        if (attempt(std::move(session))) {
          any = true;
        } else {
          i += chunk;
        }
      }
    }
    return any;
  }

  bool dropAssumptions() {
    bool any = false;
    for (size_t i = 0; i < best_.session.commands.size(); ++i) {
      if (best_.session.commands[i].kind != SessionCommand::Kind::Check) continue;
      for (size_t j = best_.session.commands[i].terms.size(); j-- > 0;) {
        Session session = best_.session;
        session.commands[i].terms.erase(session.commands[i].terms.begin() + static_cast<ptrdiff_t>(j));
        any = attempt(std::move(session)) || any;
      }
    }
    return any;
  }

  std::vector<Term> subterms() const {
    std::set<uint32_t> seen;
    std::vector<Term> all;
    for (const SessionCommand& command : best_.session.commands)
      for (Term root : command.terms)
        forEachSubterm(root, [&](Term t) {
          if (seen.insert(t.id()).second) all.push_back(t);
        });
    std::ranges::sort(all, std::ranges::greater(), &Term::id); // the largest first
    return all;
  }

  static size_t sizeOf(const Session& session) {
    TermSet seen;
    size_t size = 0;
    for (const SessionCommand& command : session.commands)
      for (Term root : command.terms)
        postOrder(
            root, [&](Term t) { return seen.insert(t); },
            [&](Term t) { size += t.isVariable() ? 2 : 1 + 3 * (t.size() > 0); });
    return size;
  }

  std::vector<Term> replacements(Term term) {
    std::vector<Term> result;
    if (term.size() == 0 && !term.isVariable()) return result;
    TermManager& tm = *best_.terms;
    result.push_back(tm.mkZero(term.sort()));
    if (term.sort().isBool()) result.push_back(tm.mkTrue());
    for (Term child : term.children())
      if (child.sort() == term.sort()) result.push_back(child);
    for (Term child : term.children())
      for (Term grandchild : child.children())
        if (grandchild.sort() == term.sort()) result.push_back(grandchild);
    if (!term.isVariable()) result.push_back(tm.mkFreshVariable("v", term.sort()));
    return result;
  }

  bool replace(Term term, Term by) {
    Substitution substitute(*best_.terms, {{term, by}});
    Session session = best_.session;
    for (SessionCommand& command : session.commands)
      for (Term& root : command.terms) root = substitute(root);
    return sizeOf(session) < sizeOf(best_.session) && attempt(std::move(session));
  }

  bool simplifyTerms() {
    bool any = false;
    for (Term term : subterms()) {
      for (Term by : replacements(term)) {
        if (deadline_.passed()) return any;
        if (!replace(term, by)) continue;
        any = true;
        break;
      }
    }
    return any;
  }

  FuzzCase best_;
  const FuzzOptions& options_;
  std::string category_;
  Deadline deadline_;
};

} // namespace

FuzzCase shrink(FuzzCase fuzzCase, const FuzzOptions& options, const FuzzFailure& failure, double seconds) {
  return Shrinker(std::move(fuzzCase), options, failure.category, seconds).run();
}

} // namespace assay
