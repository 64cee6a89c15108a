#include "cli/assay.h"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // A reader that goes away ends us quietly, as it does every other tool in a pipe.
  std::signal(SIGPIPE, SIG_DFL);
  std::ios::sync_with_stdio(false);
  return assay::runAssay({argv + 1, argv + argc}, std::cout, std::cerr);
}
