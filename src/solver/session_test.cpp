#include "solver/session.h"

#include "solver/testing/test_solvers.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Session, PlaysAndPrintsTheSameCommands) {
  TermManager tm;
  Term p = tm.mkVariable("p", tm.boolSort()), q = tm.mkVariable("q", tm.boolSort());
  Session session;
  session.assertTerm(tm.mkOr(p, q));
  session.push();
  session.assertTerm(tm.mkNot(p));
  session.check({tm.mkNot(q)});
  session.pop();
  session.check({tm.mkNot(q)});
  session.check();
  EXPECT_EQ(session.numChecks(), 3u);

  BruteForceSolver solver(tm);
  EXPECT_EQ(session.play(solver), (std::vector<Answer>{Answer::unsat(), Answer::sat(), Answer::sat()}));
  EXPECT_EQ(session.toSmtlib(), "(set-option :global-declarations true)\n"
                                "(set-logic ALL)\n"
                                "(declare-const p Bool)\n"
                                "(declare-const q Bool)\n"
                                "(assert (or p q))\n"
                                "(push 1)\n"
                                "(assert (not p))\n"
                                "(define-fun |assumption 0| () Bool (not q))\n"
                                "(check-sat-assuming (|assumption 0|))\n"
                                "(pop 1)\n"
                                "(check-sat-assuming (|assumption 0|))\n"
                                "(check-sat)\n");
}

/// What defines a helper variable of an inner scope is said again when the scope is left.
TEST(Session, DefinitionsOutliveTheirScope) {
  TermManager tm;
  Term f = tm.mkVariable("f", tm.fpSort(3, 4)), x = tm.mkVariable("x", tm.bvSort(7));
  Term says = tm.mkEqual(tm.mkFpToBits(f, x), x);
  Session session;
  session.push();
  session.assertTerm(says);
  session.pop();
  session.assertTerm(says);
  std::string text = session.toSmtlib();
  size_t pop = text.find("(pop 1)");
  ASSERT_NE(pop, std::string::npos);
  size_t before = text.find("(assert (ite"), after = text.find("(assert (ite", pop);
  EXPECT_LT(before, pop) << text;
  EXPECT_NE(after, std::string::npos) << text;
}

} // namespace
} // namespace assay
