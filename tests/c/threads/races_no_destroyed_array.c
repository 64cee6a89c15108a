// One of two locks that were destroyed is initialised.
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

static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}; static int x;
static void *work(void *a){ pthread_mutex_lock(&m[1]); x++; pthread_mutex_unlock(&m[1]); return a; }
static void des(pthread_mutex_t *p) { pthread_mutex_destroy(p); }
static void ini(pthread_mutex_t *p) { pthread_mutex_init(p, 0); }
int main(void){ pthread_t a,b; 
 ini(&m[0]); ini(&m[1]); des(&m[0]); des(&m[1]); ini(&m[0]);
 pthread_create(&a,0,work,0); pthread_create(&b,0,work,0); return 0; }
