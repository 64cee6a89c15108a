// 10,000 solvers come, answer and go; linked with the leak sanitizer, which makes the exit status 23 if anything is
// left. With the argument `leak`, one solver stays behind: to see that this would be noticed.
#include "solver/decorators/cache.h"
#include "solver/factory.h"

#include <cstdlib>
#include <iostream>
#include <string_view>

namespace assay {
namespace {

/// Bit-vectors, floats and arrays, in scopes and under assumptions: every part of a solver has something to do.
void ask(Solver& solver, uint64_t round) {
  TermManager& tm = solver.terms();
  Term x = tm.mkVariable("x", tm.bvSort(8)), y = tm.mkVariable("y", tm.bvSort(8));
  Term a = tm.mkVariable("a", tm.arraySort(tm.bvSort(8), tm.bvSort(8))), f = tm.mkVariable("f", tm.fpSort(5, 11));
  Term p = tm.mkVariable("p", tm.boolSort());
  solver.assertTerm(tm.mkEqual(tm.mkBvAdd(x, y), tm.mkBv(8, round)));
  solver.push();
  if (round % 3 == 0) solver.assertTerm(tm.mkEqual(tm.mkSelect(tm.mkStore(a, x, y), tm.mkBv(8, round)), x));
  if (round % 5 == 0) solver.assertTerm(tm.mkFpLt(f, tm.mkFpAdd(RoundingMode::NearestEven, f, f)));
  if (solver.check(std::vector{p}).isSat()) solver.value(tm.mkBvMul(x, y));
  solver.pop();
  if (solver.check(std::vector{tm.mkEqual(x, y), tm.mkEqual(x, tm.mkBvNot(y))}).isUnsat()) solver.core();
}

int main(bool leak) {
  const uint64_t numNative = leak ? 10 : 10000, numOther = leak ? 0 : 20;
  TermManager tm;
  for (uint64_t i = 0; i < numNative; ++i) ask(*makeSolver("native", tm), i);
  for (uint64_t i = 0; i < numOther; ++i) {
    ask(*makeSolver("z3", tm), i);
    ask(*makeCache(makeSolver("native", tm)), i);
  }
  if (leak) {
    auto* lost = makeSolver("native", tm).release();
    ask(*lost, 0);
  }
  std::cout << numNative << " native solvers, " << numOther << " of other kinds\n";
  return 0;
}

} // namespace
} // namespace assay

int main(int argc, char** argv) { return assay::main(argc > 1 && std::string_view(argv[1]) == "leak"); }
