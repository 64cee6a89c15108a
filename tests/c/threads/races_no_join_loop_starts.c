// A loop joins threads of which there are none on this way: those that would have been joined by them have not ended.
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

static int x; static pthread_t z; static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void *dummy(void *a){ return a; }
static void *zw(void *a){ x = 1; return a; }
static void *kw(void *a){ pthread_join(z, 0); return a; }
int main(void){ pthread_t t[1]; int c = __VERIFIER_nondet_int(); void *(*f)(void *) = dummy;
 pthread_create(&z,0,zw,0);
 if (c) { f = kw; pthread_mutex_lock(&l); }
 for (int i = 0; i < 1; i++) pthread_create(&t[i],0,f,0);
 for (int i = 0; i < 1; i++) pthread_join(t[i],0);
 x = 2; return 0; }
