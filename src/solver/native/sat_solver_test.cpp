#include "solver/native/sat_solver.h"

#include <gtest/gtest.h>
#include <new>

namespace assay {
namespace {

/// More pigeons than holes: hard enough that it does not end before it has asked whether to stop.
void addPigeons(SatSolver& solver, int holes) {
  std::vector<std::vector<int>> in(holes + 1, std::vector<int>(holes));
  for (std::vector<int>& pigeon : in)
    for (int& hole : pigeon) hole = solver.newVariable();
  for (const std::vector<int>& pigeon : in) solver.addClause(pigeon);
  for (int hole = 0; hole < holes; ++hole)
    for (int a = 0; a <= holes; ++a)
      for (int b = 0; b < a; ++b) solver.addClause({-in[a][hole], -in[b][hole]});
}

TEST(SatSolver, StopsWhenAsked) {
  SatSolver solver;
  addPigeons(solver, 12);
  EXPECT_EQ(solver.solve({}, 0, [] { return true; }), SatSolver::Result::Unknown);
}

TEST(SatSolver, SurvivesAnException) {
  const auto fail = []() -> bool { throw std::bad_alloc(); };
  {
    SatSolver solver;
    addPigeons(solver, 12);
    EXPECT_THROW(solver.solve({}, 0, fail), std::bad_alloc);
    solver.reset();
    const int x = solver.newVariable();
    solver.addClause({x});
    EXPECT_EQ(solver.solve({}, 0, [] { return false; }), SatSolver::Result::Sat);
    EXPECT_TRUE(solver.value(x));
  }
  SatSolver another;
  addPigeons(another, 12);
  EXPECT_THROW(another.solve({}, 0, fail), std::bad_alloc);
}

} // namespace
} // namespace assay
