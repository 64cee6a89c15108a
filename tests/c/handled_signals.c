// A function that handles signals might run at any time, so nothing is proved of such a program. What happens while no signal
// comes is known.
// check: -p assert -D CASE=0
// expect: status 2: a function that handles signals
// check: -p assert -D CASE=1 --native-replay on
// expect: status 1: verdict: false(assert)
// check: -p assert -p memsafety -D CASE=2
// expect: status 0: verdict: true
// check: -p assert -D CASE=3
// expect: status 2: a function that handles signals
// check: -p assert -D CASE=4
// expect: status 2: where signals may be blocked
// check: -p assert -p memsafety -D CASE=2 -m 32
// expect: status 0: verdict: true
// native: no (the case is given on the command line)
#include <assert.h>
#include <signal.h>
#include <stddef.h>
static volatile sig_atomic_t quit;
static void handler(int number) { quit = number; }
int main(void) {
  struct sigaction action = {0}, old;
#if CASE == 0
  assert(signal(SIGTERM, handler) == SIG_DFL);
  assert(signal(SIGTERM, SIG_DFL) == handler);
#elif CASE == 1
  signal(SIGTERM, handler);
  assert(quit != 0);
#elif CASE == 2
  action.sa_handler = SIG_IGN;
  assert(sigaction(SIGTERM, &action, NULL) == 0);
  assert(sigaction(SIGTERM, NULL, &old) == 0);
  assert(old.sa_handler == SIG_IGN);
  assert(sigaction(SIGKILL, &action, NULL) == -1);
  assert(raise(SIGTERM) == 0);
#elif CASE == 3
  action.sa_handler = handler;
  assert(sigaction(SIGTERM, &action, &old) == 0);
#elif CASE == 4
  sigset_t set;
  sigfillset(&set);
  sigprocmask(SIG_BLOCK, &set, NULL);
  assert(raise(SIGTERM) == 0);
#endif
  return 0;
}
