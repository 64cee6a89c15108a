// A block for each thread, which frees it: the free of one block takes nothing of another one.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D DETACHED
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D SAME
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D AT_TIMES
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D TWICE
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D LATE
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D KEPT
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D LINKED
// expect: status 2: verdict: unknown
// native: no (it may not end)
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct Request {
  int kind;
  struct Request *next;
};
static struct Request *kept;
static void *serve(void *given) {
  struct Request *request = given;
#ifdef LINKED
  if (request->next) request->next->kind = 1;
#endif
  const int kind = request->kind;
  free(request);
  return kind ? given : 0;
}
int main(void) {
  struct Request *request = 0;
#ifdef SAME
  request = malloc(sizeof *request);
  if (!request) return 0;
#endif
  while (__VERIFIER_nondet_int()) {
#ifndef SAME
#ifdef AT_TIMES
    if (!request)
#endif
    {
      struct Request *const before = request;
      request = malloc(sizeof *request);
      if (!request) break;
      request->next = before;
    }
#endif
    request->kind = 1;
    pthread_t thread;
    pthread_create(&thread, 0, serve, request);
#ifdef TWICE
    pthread_create(&thread, 0, serve, request);
#endif
#ifdef DETACHED
    pthread_detach(thread);
#endif
#ifdef LATE
    if (request->kind) break;
#endif
#ifdef KEPT
    if (kept && kept->kind) break;
    kept = request;
#endif
  }
  return 0;
}
