// One value of every type that no other value can stand for.
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern __int128 __VERIFIER_nondet_int128(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern unsigned long __VERIFIER_nondet_size_t(void);
extern char *__VERIFIER_nondet_pchar(void);
extern int __VERIFIER_nondet_mine(void);

#define CHECK(condition) \
  if (!(condition)) return __LINE__ % 256

int main(void) {
  CHECK(__VERIFIER_nondet_bool());
  CHECK(__VERIFIER_nondet_char() == -128);
  CHECK(__VERIFIER_nondet_uchar() == 200);
  CHECK(__VERIFIER_nondet_short() == -32768);
  CHECK(__VERIFIER_nondet_ushort() == 65535);
  CHECK(__VERIFIER_nondet_int() == -2147483647 - 1);
  CHECK(__VERIFIER_nondet_uint() == 4294967295u);
  CHECK(__VERIFIER_nondet_unsigned() == 4000000000u);
  CHECK(__VERIFIER_nondet_long() == -9223372036854775807L - 1);
  CHECK(__VERIFIER_nondet_ulong() == 18446744073709551615ul);
  CHECK(__VERIFIER_nondet_longlong() == -9000000000000000000ll);
  CHECK(__VERIFIER_nondet_ulonglong() == 18000000000000000000ull);
  CHECK(__VERIFIER_nondet_int128() == -((__int128)1 << 100) - 3);
  CHECK(__VERIFIER_nondet_float() == 0.1f);
  float f = __VERIFIER_nondet_float();
  CHECK(f != f);
  CHECK(__VERIFIER_nondet_double() == 1e-310);
  double d = __VERIFIER_nondet_double();
  CHECK(d < 0 && d == 2 * d);
  CHECK(__VERIFIER_nondet_double() == 4);
  CHECK(__VERIFIER_nondet_size_t() == 12345678901ul);
  CHECK(__VERIFIER_nondet_pchar() == 0);
  CHECK(__VERIFIER_nondet_mine() == -5);
  return 255;
}
