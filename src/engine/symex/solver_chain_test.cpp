// What a question costs: how much of a path condition it brings with it, and what is not asked a second time.
#include "engine/symex/solver_chain.h"

#include "solver/query_log.h"

#include <gtest/gtest.h>

#include <sstream>

namespace assay::symex {
namespace {

class Chain : public ::testing::Test {
protected:
  Term variable(const char* name) { return terms_.mkVariable(name, terms_.bvSort(32)); }
  Term number(uint64_t value) { return terms_.mkBv(32, value); }
  uint64_t count(const char* what) { return statistics_.counter(what); }

  /// Makes the constraint a part of the path condition, which has to stay satisfiable.
  void extend(Term constraint) {
    ModelRef result;
    ASSERT_TRUE(chain_.check(path_, model_, constraint, result).isSat());
    path_ = chain_.extend(path_, constraint);
    model_ = result;
  }

  TermManager terms_;
  Options options_;
  Deadline deadline_;
  Statistics statistics_;
  std::ostringstream messages_;
  Logger logger_{messages_};
  Env env_{options_, deadline_, statistics_, logger_};
  RefutationLog refutations_{makeLoggedSolver, true, env_};
  const SymexLimits limits_;
  SolverChain chain_{terms_, refutations_, limits_, env_};
  PathRef path_;
  ModelRef model_ = chain_.firstModel();
};

TEST_F(Chain, OnlyWhatSharesVariablesMatters) {
  const Term a = variable("a"), b = variable("b"), c = variable("c"), d = variable("d");
  extend(terms_.mkBvUlt(a, b));
  extend(terms_.mkBvUlt(number(7), c));
  extend(terms_.mkBvUlt(b, d));
  extend(terms_.mkBvUlt(number(9), d));
  EXPECT_EQ(chain_.relevantTo(path_, std::vector{c}).size(), 1u);
  EXPECT_EQ(chain_.relevantTo(path_, std::vector{a}).size(), 3u); // a with b with d
  // The rest of the model stays.
  const Value before = model_->valueOf(c);
  ModelRef result;
  const Term question = terms_.mkEqual(terms_.mkBvMul(a, b), number(1000));
  ASSERT_TRUE(chain_.check(path_, model_, question, result).isSat());
  EXPECT_TRUE(result->valueOf(c) == before);
  EXPECT_TRUE(result->holds(question));
  for (const PathNode* node = path_.get(); node; node = node->parent.get())
    EXPECT_TRUE(result->holds(node->constraint));
}

TEST_F(Chain, NothingIsSolvedTwice) {
  const Term a = variable("a"), b = variable("b");
  const Term square = terms_.mkBvMul(a, a);
  extend(terms_.mkEqual(square, number(1234 * 1234)));
  const uint64_t solved = count("queries solved");
  EXPECT_GT(solved, 0u);
  // Of another variable, so that it is another path condition, with the same part that matters.
  const Term impossible = terms_.mkEqual(terms_.mkBvMul(terms_.mkBvAdd(a, number(1)), a), number(3));
  ModelRef result;
  EXPECT_TRUE(chain_.check(path_, model_, impossible, result).isUnsat());
  EXPECT_EQ(count("queries solved"), solved + 1);
  EXPECT_TRUE(chain_.check(path_, model_, impossible, result).isUnsat());
  EXPECT_EQ(count("queries remembered"), 1u);
  extend(terms_.mkBvUlt(b, number(5)));
  const uint64_t now = count("queries solved");
  EXPECT_TRUE(chain_.check(path_, model_, impossible, result).isUnsat());
  EXPECT_EQ(count("queries solved"), now);
  EXPECT_EQ(count("queries remembered"), 2u);
  // Of the same one: what contradicted each other still does.
  extend(terms_.mkBvUlt(a, number(1235)));
  const uint64_t then = count("queries solved"), cached = count("queries cached");
  EXPECT_TRUE(chain_.check(path_, model_, impossible, result).isUnsat());
  EXPECT_EQ(count("queries solved"), then);
  EXPECT_EQ(count("queries cached"), cached + 1);
  // What it forgets, it finds out again.
  chain_.forget();
  EXPECT_TRUE(chain_.check(path_, model_, impossible, result).isUnsat());
  EXPECT_EQ(count("queries solved"), then + 1);
}

TEST_F(Chain, ObviousModelsAreGuessed) {
  const Term a = variable("a");
  ModelRef result;
  EXPECT_TRUE(chain_.check(path_, model_, terms_.mkBvUlt(number(41), a), result).isSat());
  EXPECT_EQ(count("queries guessed"), 1u);
  EXPECT_EQ(count("queries solved"), 0u);
}

// However much the path condition says of one variable, another one can be changed.
TEST_F(Chain, OneOfTwoVariablesIsFree) {
  const Term much = variable("much");
  for (uint64_t i = 0; i < 100; ++i) {
    const Term little = terms_.mkVariable("little" + std::to_string(i), terms_.bvSort(32));
    extend(terms_.mkNot(terms_.mkEqual(little, much)));
    extend(terms_.mkBvUlt(terms_.mkBvAdd(much, number(i)), little));
  }
  EXPECT_EQ(count("queries solved"), 0u);
  for (const PathNode* node = path_.get(); node; node = node->parent.get())
    EXPECT_TRUE(model_->holds(node->constraint));
  ModelRef result;
  EXPECT_TRUE(chain_.check(path_, model_, terms_.mkEqual(variable("little7"), much), result).isUnsat());
  EXPECT_EQ(count("queries remembered"), 1u);
}

} // namespace
} // namespace assay::symex
