// What the program declares to be unreachable, and reaches, has no meaning: it is not the end of the program. A weak
// exchange may fail for no reason. What clang does not know of gcc's builtins is no function of the user. An array of
// alloca dies with an array of variable length that is older.
// check: -p unreach-call --timeout 8 -DUNREACHABLE
// expect: status 2: declares unreachable
// check: -p unreach-call --timeout 8 -DRETURNS
// expect: status 2: declares unreachable
// check: -p unreach-call --timeout 8 -DWEAK
// expect: status 2: weak exchange
// check: -p unreach-call --timeout 8 -DBUILTIN
// expect: status 2: __builtin_add_overflow_p
// check: -p valid-deref --timeout 8 -DSTACK
// expect: status 2: variable-length array
// check: -p unreach-call --timeout 8
// expect: status 0: verdict: true
// verdict: true -p unreach-call
// native: no (each part is undefined, or open)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
__attribute__((noreturn)) void stop(int x) {
  if (x) __builtin_abort();
}
__thread int own = 3;
int main(void) {
  int x = __VERIFIER_nondet_int();
#if defined UNREACHABLE
  if (x == 3) __builtin_unreachable();
  if (x == 3) reach_error();
#elif defined RETURNS
  stop(x == 5);
  reach_error();
#elif defined WEAK
  int old = x;
  if (!__atomic_compare_exchange_n(&x, &old, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) reach_error();
#elif defined BUILTIN
  if (!__builtin_add_overflow_p(127, 1, (char)0)) reach_error();
#elif defined STACK
  char *p;
  {
    char a[x & 3];
    p = __builtin_alloca(4);
    p[0] = 1;
  }
  return p[0];
#else
  if (x > 0) {
    own += x & 1;
    if (own != 3 && own != 4) reach_error();
    if (x < 0) __builtin_unreachable();
  }
  int old = x;
  while (!__atomic_compare_exchange_n(&x, &old, 1, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  if (x != 1) reach_error();
#endif
  return 0;
}
