// Functions that run when the program ends: those registered last run first, and one of them may register another,
// which then runs next. exit() and the return from main, which the front end translates itself, call
// __assay_run_atexit(); quick_exit() calls the other one.
#include "assay_models.h"

#define MOST_EXIT_FUNCTIONS 32

typedef void exit_function(void);

static exit_function* at_exit[MOST_EXIT_FUNCTIONS];
static unsigned at_exit_count;
static exit_function* at_quick[MOST_EXIT_FUNCTIONS];
static unsigned at_quick_count;

MODEL(int, atexit)(exit_function* function) {
  if (!__assay_runs_once("atexit") && at_exit_count == MOST_EXIT_FUNCTIONS)
    __assay_unsupported("more than 32 functions given to atexit");
  at_exit[at_exit_count++] = function;
  return 0;
}

MODEL(int, at_quick_exit)(exit_function* function) {
  if (!__assay_runs_once("at_quick_exit") && at_quick_count == MOST_EXIT_FUNCTIONS)
    __assay_unsupported("more than 32 functions given to at_quick_exit");
  at_quick[at_quick_count++] = function;
  return 0;
}

static int takeLast(exit_function** functions, unsigned* count, exit_function** function) {
  if (*count == 0) return 0;
  *function = functions[--*count];
  return 1;
}
static int takeLastAtExit(exit_function** function) { return takeLast(at_exit, &at_exit_count, function); }
static int takeLastAtQuick(exit_function** function) { return takeLast(at_quick, &at_quick_count, function); }

void __assay_run_atexit(void) {
  exit_function* function;
  while (takeLastAtExit(&function)) function();
}

void __assay_run_at_quick_exit(void) {
  exit_function* function;
  while (takeLastAtQuick(&function)) function();
}
