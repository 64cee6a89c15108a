// The library writes to a handle.
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

#include <semaphore.h>

static int x; static sem_t s[100], s2; static int buf[100];
static void *dummy(void *a){ return a; }
static pthread_mutex_t mm = PTHREAD_MUTEX_INITIALIZER; static void *kw(void *a){ pthread_mutex_lock(&mm); x = 1; pthread_mutex_unlock(&mm); return a; }
int main(void){ pthread_t t[1], o[1];
 pthread_create(&o[0],0,dummy,0);
  sem_getvalue(&s[0], &buf[0]);
  sem_getvalue(&s[1], &buf[1]);
  sem_getvalue(&s[2], &buf[2]);
  sem_getvalue(&s[3], &buf[3]);
  sem_getvalue(&s[4], &buf[4]);
  sem_getvalue(&s[5], &buf[5]);
  sem_getvalue(&s[6], &buf[6]);
  sem_getvalue(&s[7], &buf[7]);
  sem_getvalue(&s[8], &buf[8]);
  sem_getvalue(&s[9], &buf[9]);
  sem_getvalue(&s[10], &buf[10]);
  sem_getvalue(&s[11], &buf[11]);
  sem_getvalue(&s[12], &buf[12]);
  sem_getvalue(&s[13], &buf[13]);
  sem_getvalue(&s[14], &buf[14]);
  sem_getvalue(&s[15], &buf[15]);
  sem_getvalue(&s[16], &buf[16]);
  sem_getvalue(&s[17], &buf[17]);
  sem_getvalue(&s[18], &buf[18]);
  sem_getvalue(&s[19], &buf[19]);
  sem_getvalue(&s[20], &buf[20]);
  sem_getvalue(&s[21], &buf[21]);
  sem_getvalue(&s[22], &buf[22]);
  sem_getvalue(&s[23], &buf[23]);
  sem_getvalue(&s[24], &buf[24]);
  sem_getvalue(&s[25], &buf[25]);
  sem_getvalue(&s[26], &buf[26]);
  sem_getvalue(&s[27], &buf[27]);
  sem_getvalue(&s[28], &buf[28]);
  sem_getvalue(&s[29], &buf[29]);
  sem_getvalue(&s[30], &buf[30]);
  sem_getvalue(&s[31], &buf[31]);
  sem_getvalue(&s[32], &buf[32]);
  sem_getvalue(&s[33], &buf[33]);
  sem_getvalue(&s[34], &buf[34]);
  sem_getvalue(&s[35], &buf[35]);
  sem_getvalue(&s[36], &buf[36]);
  sem_getvalue(&s[37], &buf[37]);
  sem_getvalue(&s[38], &buf[38]);
  sem_getvalue(&s[39], &buf[39]);
  sem_getvalue(&s[40], &buf[40]);
  sem_getvalue(&s[41], &buf[41]);
  sem_getvalue(&s[42], &buf[42]);
  sem_getvalue(&s[43], &buf[43]);
  sem_getvalue(&s[44], &buf[44]);
  sem_getvalue(&s[45], &buf[45]);
  sem_getvalue(&s[46], &buf[46]);
  sem_getvalue(&s[47], &buf[47]);
  sem_getvalue(&s[48], &buf[48]);
  sem_getvalue(&s[49], &buf[49]);
  sem_getvalue(&s[50], &buf[50]);
  sem_getvalue(&s[51], &buf[51]);
  sem_getvalue(&s[52], &buf[52]);
  sem_getvalue(&s[53], &buf[53]);
  sem_getvalue(&s[54], &buf[54]);
  sem_getvalue(&s[55], &buf[55]);
  sem_getvalue(&s[56], &buf[56]);
  sem_getvalue(&s[57], &buf[57]);
  sem_getvalue(&s[58], &buf[58]);
  sem_getvalue(&s[59], &buf[59]);

 for (int i = 0; i < 1; i++) pthread_create(&t[i],0,kw,0);
 sem_init(&s2, 0, 2); sem_getvalue(&s2, (int *)&t[0]);
 for (int i = 0; i < 1; i++) pthread_join(t[i],0);
 x = 2; return 0; }
