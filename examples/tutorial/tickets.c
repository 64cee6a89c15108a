// Two counters sell the last seat of a cinema. With LOCKED, there is no data race; with FIXED, no seat is sold twice.
#include <assert.h>
#include <pthread.h>

static int seats = 1, sold;
static pthread_mutex_t box = PTHREAD_MUTEX_INITIALIZER;

#if defined FIXED
static void *sell(void *unused) {
  pthread_mutex_lock(&box);
  if (seats > 0) {
    seats--;
    sold++;
  }
  pthread_mutex_unlock(&box);
  return unused;
}
#elif defined LOCKED
static void *sell(void *unused) {
  pthread_mutex_lock(&box);
  int left = seats;
  pthread_mutex_unlock(&box);
  if (left > 0) {
    pthread_mutex_lock(&box);
    seats--;
    sold++;
    pthread_mutex_unlock(&box);
  }
  return unused;
}
#else
static void *sell(void *unused) {
  if (seats > 0) {
    seats--;
    sold++;
  }
  return unused;
}
#endif

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, sell, 0);
  sell(0);
  pthread_join(other, 0);
  assert(sold == 1);
  return 0;
}
