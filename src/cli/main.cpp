#include "cli/assay.h"

#include <csignal>
#include <cstdlib>
#include <iostream>

#ifdef __SANITIZE_ADDRESS__
// Looking for leaks takes most of a minute at exit, for what clang and LLVM keep on purpose.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }
#endif

int main(int argc, char** argv) {
  // A reader that goes away ends us quietly, as it does every other tool in a pipe.
  std::signal(SIGPIPE, SIG_DFL);
  std::ios::sync_with_stdio(false);
  const int status = assay::runAssay({argv + 1, argv + argc}, std::cout, std::cerr);
  std::cout.flush();
  std::cerr.flush();
  std::_Exit(status); // what libraries keep goes with the process
}
