// GNU and C11 atomics, sequentially.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stdatomic.h>

int main(void) {
  int x = 5;
  CHECK(__sync_fetch_and_add(&x, 3) == 5 && x == 8);
  CHECK(__sync_add_and_fetch(&x, 1) == 9);
  CHECK(__sync_fetch_and_sub(&x, 4) == 9 && __sync_fetch_and_or(&x, 8) == 5 && __sync_fetch_and_and(&x, 12) == 13);
  CHECK(__sync_xor_and_fetch(&x, 15) == 3);
  CHECK(__sync_bool_compare_and_swap(&x, 3, 7) && !__sync_bool_compare_and_swap(&x, 3, 9) && x == 7);
  CHECK(__sync_val_compare_and_swap(&x, 7, 1) == 7 && x == 1);
  CHECK(__sync_lock_test_and_set(&x, 6) == 1);
  __sync_lock_release(&x);
  CHECK(x == 0);
  __sync_synchronize();
  unsigned char byte = 250;
  CHECK(__atomic_fetch_add(&byte, 10, __ATOMIC_SEQ_CST) == 250 && byte == 4);
  CHECK(__atomic_load_n(&byte, __ATOMIC_ACQUIRE) == 4);
  __atomic_store_n(&byte, 9, __ATOMIC_RELEASE);
  CHECK(__atomic_exchange_n(&byte, 1, __ATOMIC_RELAXED) == 9);
  long long wide = 1LL << 40, expected = 0;
  CHECK(!__atomic_compare_exchange_n(&wide, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  CHECK(expected == 1LL << 40);
  CHECK(__atomic_compare_exchange_n(&wide, &expected, 5, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) && wide == 5);
  atomic_int counter = 0;
  counter++;
  counter += 4;
  CHECK(atomic_fetch_add(&counter, 2) == 5 && atomic_load(&counter) == 7);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  CHECK(!atomic_flag_test_and_set(&flag) && atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  int signedmax = 3;
  CHECK(__atomic_fetch_max(&signedmax, 9, __ATOMIC_SEQ_CST) == 3 && signedmax == 9);
  return 0;
}
