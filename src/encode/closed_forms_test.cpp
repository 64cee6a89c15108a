// Closed forms of random paths against the paths themselves, taken one time after the other.
#include "encode/closed_forms.h"

#include "term/evaluate.h"

#include <gtest/gtest.h>

#include <random>

namespace assay {
namespace {

class ClosedFormsTest : public ::testing::Test {
protected:
  static constexpr uint32_t kWidth = 5, kCountWidth = 6;

  struct Update {
    Term guard;
    std::vector<Term> values; // of x, y, z
  };

  Term number(uint64_t value) { return terms_.mkBv(kWidth, value); }
  uint64_t below(uint64_t bound) { return random_() % bound; }
  Term any(const std::vector<Term>& of) { return of[below(of.size())]; }
  Term constant() { return number(below(32)); }

  /// What may be done to a variable, with others that come before it.
  Term randomValue(const std::vector<Term>& variables, size_t number) {
    const Term x = variables[number], other = variables[below(number + 1)];
    switch (below(14)) {
    case 0:
    case 1:
    case 2:
      return terms_.mkBvAdd(x, constant());
    case 3:
      return other == x ? x : terms_.mkBvAdd(x, other);
    case 4:
      return other == x ? constant() : terms_.mkBvAdd(other, constant());
    case 5:
      return terms_.mkBvLshr(x, this->number(1 + below(3)));
    case 6:
      return terms_.mkBvShl(x, this->number(1 + below(3)));
    case 7:
      return terms_.mkBvXor(x, constant());
    case 8:
      return terms_.mkBvAnd(x, constant());
    case 9:
      return terms_.mkBvSub(constant(), x);
    case 10:
      return other == x ? x : terms_.mkBvAdd(x, terms_.mkBvMul(other, other));
    case 11:
      return terms_.mkBvAshr(x, this->number(1 + below(3)));
    case 12: // a sum in more bits
      return other == x ? x
                        : terms_.mkBvExtract(terms_.mkBvLshr(terms_.mkBvSignExtend(terms_.mkBvAdd(other, x), 3),
                                                             terms_.mkBv(kWidth + 3, 0)),
                                             kWidth - 1, 0);
    default:
      return x;
    }
  }

  Term randomLiteral(const std::vector<Term>& variables) {
    const Term a = any(variables), b = below(2) == 0 ? any(variables) : constant();
    switch (below(8)) {
    case 0:
      return terms_.mkBvUlt(a, b);
    case 1:
      return terms_.mkBvSlt(a, b);
    case 2:
      return terms_.mkBvUle(b, a);
    case 3:
      return terms_.mkDistinct(a, b);
    case 4:
      return terms_.mkNot(terms_.mkBvSaddo(a, constant()));
    case 5:
      return terms_.mkBvSle(terms_.mkBvSignExtend(a, 4), terms_.mkBvZeroExtend(b, 4));
    case 6:
      return terms_.mkBvUlt(terms_.mkBvMul(a, a), b);
    default:
      return terms_.mkTrue();
    }
  }

  /// A loop that does this, with everything live behind it.
  std::unique_ptr<Flow> loop(const std::vector<std::string>& names, const Update& update) {
    Program program(terms_);
    const FunctionId main = program.addFunction("main");
    std::vector<VariableId> variables;
    Term sum = number(0);
    for (const std::string& name : names) {
      variables.push_back(program.addVariable(main, name, terms_.bvSort(kWidth)));
      sum = terms_.mkBvXor(terms_.mkBvMul(sum, number(3)), program[variables.back()].term);
    }
    const LocationId start = program.addLocation(main), head = program.addLocation(main),
                     next = program.addLocation(main), error = program.addLocation(main, LocationKind::Error),
                     exit = program.addLocation(main, LocationKind::Exit);
    program[main].entry = start;
    program.setEntry(main);
    std::vector<Operation> inputs, copies, assigns;
    for (const VariableId v : variables) inputs.push_back({Input{v, InputKind::Nondet, "any"}, {}});
    for (size_t i = 0; i < variables.size(); ++i) {
      const VariableId copy = program.addVariable(main, "new", terms_.bvSort(kWidth));
      copies.push_back({Assign{copy, update.values[i]}, {}});
      assigns.push_back({Assign{variables[i], program[copy].term}, {}});
    }
    copies.insert(copies.end(), assigns.begin(), assigns.end());
    program.addEdge(start, head, terms_.mkTrue(), inputs);
    program.addEdge(head, head, update.guard, copies);
    program.addEdge(head, next, terms_.mkNot(update.guard));
    const Term fails = terms_.mkEqual(sum, number(7));
    program.addEdge(next, error, fails);
    program.addEdge(next, exit, terms_.mkNot(fails), {{Return{}, {}}});
    return std::make_unique<Flow>(std::move(program));
  }

  static Assignment stateOf(const std::vector<Term>& variables, const std::vector<BitVector>& values) {
    Assignment state;
    for (size_t i = 0; i < variables.size(); ++i) state.setBv(variables[i], values[i]);
    return state;
  }

  struct Counts {
    int solved = 0, taken = 0, exact = 0;
  };
  void compare(const Flow& flow, Counts& counts) {
    const auto paths = blockPaths(flow, 0, 10);
    ASSERT_TRUE(paths);
    for (const BlockPath& path : *paths) {
      if (path.target != flow.heads()[0]) continue;
      auto forms = ClosedForms::of(flow, path, kCountWidth);
      if (!forms) continue;
      ++counts.solved;
      const Term more = terms_.mkVariable("more", terms_.bvSort(kCountWidth));
      const Term condition = forms->canBeTaken(more);
      counts.exact += forms->isExact() ? 1 : 0;
      std::vector<Term> variables;
      for (const VariableId v : flow.liveAt(flow.heads()[0])) variables.push_back(flow.program()[v].term);
      for (int start = 0; start < 12; ++start) compareFrom(flow, path, *forms, condition, more, variables, counts);
    }
  }

  void compareFrom(const Flow& flow, const BlockPath& path, const ClosedForms& forms, Term condition, Term more,
                   const std::vector<Term>& variables, Counts& counts) {
    std::vector<BitVector> first;
    for (size_t i = 0; i < variables.size(); ++i) first.emplace_back(kWidth, random_());
    std::vector<BitVector> now = first;
    bool isTaken = true; // every time so far
    for (uint64_t times = 1; times < 60; ++times) {
      const Assignment state = stateOf(variables, now);
      Evaluator step(state);
      isTaken = isTaken && step.evaluateBool(path.guard);
      std::vector<BitVector> next;
      for (const Term v : variables) next.push_back(step.evaluateBits(path.at(flow.program(), v)));
      now = std::move(next);
      if (times == 1) continue;
      Assignment jump = stateOf(variables, first);
      jump.setBv(more, times - 1);
      Evaluator jumped(jump);
      if (!jumped.evaluateBool(condition)) continue;
      if (forms.isExact()) {
        ASSERT_TRUE(isTaken) << times << " times";
      }
      if (!isTaken) continue;
      ++counts.taken;
      for (size_t i = 0; i < variables.size(); ++i) {
        const VariableId v = flow.program().variableOf(variables[i]);
        ASSERT_EQ(jumped.evaluateBits(forms.valueAfter(v, more)), now[i]) << times << " times";
      }
    }
  }

  TermManager terms_;
  std::mt19937_64 random_{5};
};

TEST_F(ClosedFormsTest, RandomPathsDoWhatTheyDoOneByOne) {
  Counts counts;
  for (int i = 0; i < 300; ++i) {
    const std::vector<std::string> names{"x", "y", "z"};
    std::vector<Term> variables;
    for (const std::string& name : names)
      variables.push_back(terms_.mkVariable("main::" + name, terms_.bvSort(kWidth)));
    Update update{terms_.mkAnd(randomLiteral(variables), randomLiteral(variables)), {}};
    for (size_t k = 0; k < names.size(); ++k) update.values.push_back(randomValue(variables, k));
    const std::unique_ptr<Flow> flow = loop(names, update);
    if (flow->heads().empty()) continue;
    compare(*flow, counts);
    if (HasFatalFailure()) {
      for (const Term value : update.values) ADD_FAILURE() << value.toString();
      FAIL() << update.guard.toString();
    }
  }
  EXPECT_GT(counts.solved, 120);
  EXPECT_GT(counts.exact, 60);
  EXPECT_GT(counts.taken, 1000);
}

} // namespace
} // namespace assay
