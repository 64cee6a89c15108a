#include "encode/block_paths.h"

#include "encode/unwinding.h"
#include "term/substitute.h"
#include "term/traverse.h"

namespace assay {

Term BlockPath::at(const Program& program, Term term) const {
  SymbolicState state;
  state.variables = values;
  return instantiate(program, term, state);
}

namespace {

class PathFinder {
public:
  PathFinder(const Flow& flow, size_t most) : flow_(flow), program_(flow.program()), most_(most) {}

  std::optional<std::vector<BlockPath>> run(uint32_t head) {
    BlockPath start;
    start.target = head == Flow::kNone ? flow_.entry() : flow_.heads()[head];
    start.guard = flow_.terms().mkTrue();
    for (uint32_t v = 0; v < program_.variables().size(); ++v) {
      const Variable& variable = program_.variables()[v];
      start.values.set(v, head == Flow::kNone && variable.initial ? variable.initial : variable.term);
    }
    // A program that begins with a loop has a path to its head that does nothing.
    if (head == Flow::kNone && flow_.headNumber(start.target) != Flow::kNone) return std::vector{std::move(start)};
    std::vector<BlockPath> open{std::move(start)};
    while (!open.empty()) {
      const BlockPath path = std::move(open.back());
      open.pop_back();
      for (EdgeId edge : program_[path.target].out) {
        BlockPath next = path;
        if (!follow(program_[edge], next)) return std::nullopt;
        if (next.guard.isFalse()) continue;
        const bool isEnd = flow_.headNumber(next.target) != Flow::kNone || program_[next.target].out.empty();
        (isEnd ? found_ : open).push_back(std::move(next));
        if (found_.size() + open.size() > most_) return std::nullopt;
      }
    }
    return std::move(found_);
  }

private:
  /// False: there is a call on the edge.
  bool follow(const Edge& edge, BlockPath& path) const {
    path.target = edge.target;
    path.guard = flow_.terms().mkAnd(path.guard, path.at(program_, edge.guard));
    for (const Operation& operation : edge.operations) {
      const auto setToAnything = [&](VariableId variable) {
        path.values.set(
            variable.index(),
            flow_.terms().mkFreshVariable("path!" + std::string(program_[variable].name()), program_[variable].sort()));
      };
      const bool isFollowed = operation.visit(
          [&](const Assign& assign) {
            path.values.set(assign.variable.index(), path.at(program_, assign.value));
            return true;
          },
          [&](const OneOf<Input, Load, Allocate, Query> auto& defining) {
            setToAnything(defining.variable);
            return true;
          },
          [](const OneOf<Store, Free, Copy, Fill, Return> auto&) { return true; }, [](const Call&) { return false; },
          NoThreads<bool>());
      if (!isFollowed) return false;
    }
    return true;
  }

  const Flow& flow_;
  const Program& program_;
  const size_t most_;
  std::vector<BlockPath> found_;
};

/// A condition that decides between numbers in a value; null: there is none.
Term choiceIn(const Flow& flow, const BlockPath& path) {
  Term condition;
  TermSet seen;
  path.values.forEach([&](size_t v, Term value) {
    if (v >= flow.program().variables().size() || value.isNull() || !condition.isNull()) return;
    if (!flow.isLive(v, path.target)) return;
    postOrder(
        value, [&](Term t) { return condition.isNull() && seen.insert(t); },
        [&](Term t) {
          if (t.kind() == Kind::Ite && condition.isNull()) condition = t[0];
        });
  });
  return condition;
}

} // namespace

std::vector<BlockPath> withoutChoices(const Flow& flow, const BlockPath& path, size_t most) {
  TermManager& terms = flow.terms();
  std::vector<BlockPath> open{path}, done;
  while (!open.empty()) {
    BlockPath next = std::move(open.back());
    open.pop_back();
    const Term condition = open.size() + done.size() + 1 < most ? choiceIn(flow, next) : Term();
    if (condition.isNull()) {
      done.push_back(std::move(next));
      continue;
    }
    for (const bool isTrue : {true, false}) {
      Substitution put(terms, {{condition, isTrue ? terms.mkTrue() : terms.mkFalse()}});
      BlockPath decided = next;
      decided.guard = terms.mkAnd(put.apply(next.guard), isTrue ? condition : terms.mkNot(condition));
      if (decided.guard.isFalse()) continue;
      next.values.forEach([&](size_t v, Term value) {
        if (!value.isNull()) decided.values.set(v, put.apply(value));
      });
      open.push_back(std::move(decided));
    }
  }
  return done;
}

std::optional<std::vector<BlockPath>> blockPaths(const Flow& flow, uint32_t head, size_t most) {
  return PathFinder(flow, most).run(head);
}

} // namespace assay
