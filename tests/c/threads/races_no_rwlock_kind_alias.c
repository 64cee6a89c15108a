// A lock for readers and writers is no recursive mutex, by another name.
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

static pthread_rwlock_t m = {{0,0,0,0,1}}; static int x; static pthread_rwlock_t *volatile q = &m;
static void *work(void *a){ pthread_rwlock_t *p = q; pthread_rwlock_wrlock(&m); pthread_rwlock_rdlock(p); pthread_rwlock_unlock(p); x++; pthread_rwlock_unlock(&m); return a; }
int main(void){ pthread_t a,b; pthread_create(&a,0,work,0); pthread_create(&b,0,work,0); return 0; }
