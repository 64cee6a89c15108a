// GNU builtins.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

static int choose(int x) {
  if (__builtin_expect(x > 0, 1)) return 1;
  if (x == 0) return 2;
  if (x < 0) return 3;
  __builtin_unreachable();
}
struct s {
  int a, b[3];
};

int main(void) {
  CHECK(choose(5) == 1 && choose(0) == 2 && choose(-1) == 3);
  int i;
  unsigned u;
  long long ll;
  CHECK(__builtin_add_overflow(2147483647, 1, &i) && i == (-2147483647 - 1));
  CHECK(!__builtin_sub_overflow(5, 7, &i) && i == -2);
  CHECK(__builtin_sub_overflow(5u, 7u, &u) && u == 4294967294u);
  CHECK(__builtin_mul_overflow(65536, 65536, &i) && i == 0);
  CHECK(!__builtin_mul_overflow(65536, 65536, &ll) && ll == 4294967296LL);
  CHECK(__builtin_smul_overflow(-2147483647 - 1, -1, &i));
  CHECK(__builtin_uaddll_overflow(~0ULL, 1, (unsigned long long *)&ll) && ll == 0);
  CHECK(__builtin_ctz(40) == 3 && __builtin_clz(1) == 31 && __builtin_popcount(255) == 8 && __builtin_parity(7) == 1);
  CHECK(__builtin_ctzll(1ULL << 40) == 40 && __builtin_clzll(1) == 63 && __builtin_popcountll(~0ULL) == 64);
  CHECK(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_clrsb(-1) == 31);
  CHECK(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x12345678) == 0x78563412);
  CHECK(__builtin_bswap64(1) == 1ULL << 56);
  CHECK(__builtin_rotateleft32(0x80000001u, 1) == 3 && __builtin_bitreverse8(1) == 128);
  int from[4] = {1, 2, 3, 4}, to[4];
  __builtin_memcpy(to, from, sizeof from);
  __builtin_memmove(to + 1, to, 3 * sizeof(int));
  CHECK(to[0] == 1 && to[1] == 1 && to[3] == 3);
  __builtin_memset(to, 0xff, 8);
  CHECK(to[1] == -1 && to[2] == 2);
  CHECK(__builtin_offsetof(struct s, b[2]) == 12);
  CHECK(__builtin_types_compatible_p(int, signed) && __builtin_choose_expr(1, 3, 4.0) == 3);
  CHECK(__builtin_isnan(__builtin_nan("")) && __builtin_isinf(__builtin_inf()) && __builtin_fabs(-2.0) == 2);
  CHECK(__builtin_huge_val() > 1e308 && __builtin_signbit(-0.0) && __builtin_copysign(2, -1.0) == -2);
  CHECK(__builtin_isgreater(2.0, 1.0) && !__builtin_isless(__builtin_nan(""), 1) && __builtin_isunordered(0.0 / 0, 1));
  CHECK(__builtin_abs(-4) == 4 && __builtin_strlen("four") == 4 && __builtin_strcmp("a", "b") < 0);
  CHECK(__builtin_object_size(from, 0) == sizeof from || __builtin_object_size(from, 0) == (__SIZE_TYPE__)-1);
  __builtin_prefetch(from);
  CHECK(__builtin_assume_aligned(from, 4) == from);
  return 0;
}
