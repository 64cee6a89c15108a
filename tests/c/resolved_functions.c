// Functions that the loader or the processor chooses among: nothing is known of a call.
// check: -p unreach-call --timeout 10 -DCALL
// expect: status 2: the function 'chosen', which a resolver chooses
// check: -p unreach-call --timeout 10 -DPOINTER
// expect: status 2: the function 'chosen', which a resolver chooses
// check: -p unreach-call --timeout 10 -DALIAS
// expect: status 2: the function 'chosen', which a resolver chooses
// check: -p unreach-call --timeout 10 -DINITIALISER
// expect: status 2: which a resolver chooses, is in an initialiser
// check: -p unreach-call --timeout 10 -DTABLE
// expect: status 2: which a resolver chooses, is in an initialiser
// check: -p unreach-call --timeout 10 -DCLONES
// expect: status 2: which a resolver chooses
// check: -p unreach-call --timeout 10 -DVERSIONS
// expect: status 2: which a resolver chooses
// check: -p unreach-call --timeout 10 -DCALL -m 32
// expect: status 2: the function 'chosen', which a resolver chooses
// check: -p unreach-call --timeout 10
// expect: status 0: verdict: true
// native: no (not modelled)
void reach_error(void) {}

static int one(void) { return 1; }
static int (*choose(void))(void) { return one; }
int chosen(void) __attribute__((ifunc("choose")));
extern int same(void) __attribute__((alias("chosen")));

#if defined(INITIALISER)
static int (*pointer)(void) = chosen;
#elif defined(TABLE)
static struct entry {
  int n;
  int (*f)(void);
} table[2] = {{1, one}, {2, chosen}};
#elif defined(CLONES)
__attribute__((target_clones("avx2", "default"))) int cloned(void) { return 1; }
#elif defined(VERSIONS)
__attribute__((target("default"))) int version(void) { return 1; }
__attribute__((target("avx2"))) int version(void) { return 1; }
#endif

int main(void) {
  int result = 0;
#if defined(CALL)
  result = chosen();
#elif defined(POINTER)
  int (*f)(void) = chosen;
  result = f();
#elif defined(ALIAS)
  result = same();
#elif defined(INITIALISER)
  result = pointer();
#elif defined(TABLE)
  result = table[0].f() - table[1].f();
#elif defined(CLONES)
  result = cloned();
#elif defined(VERSIONS)
  result = version();
#endif
  if (result == 1) reach_error();
  return 0;
}
