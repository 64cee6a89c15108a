// Preloaded, it makes Z3 end the process at every check: by exit(), as a failed assertion of Z3 does, or by a signal.
#include <cstdlib>
#include <z3.h>

extern "C" Z3_lbool Z3_solver_check_assumptions(Z3_context, Z3_solver, unsigned count, const Z3_ast*) {
  if (count == 0) std::exit(114);
  std::abort();
}
