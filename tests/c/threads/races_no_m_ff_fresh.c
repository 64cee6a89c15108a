// The bytes of a mutex are written before others know it.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);

// fresh mutex filled with rubbish, then published
struct S { pthread_mutex_t m; int x; }; static struct S *_Atomic g;
static void *work(void *a){ struct S *s = g; if (s) { pthread_mutex_lock(&s->m); s->x++; pthread_mutex_unlock(&s->m);} return a; }
int main(void){ pthread_t a,b; pthread_create(&a,0,work,0); pthread_create(&b,0,work,0); struct S *s = malloc(sizeof *s); if (!s) return 0; pthread_mutex_init(&s->m,0); memset(s, 0xff, sizeof *s); g = s; return 0; }
