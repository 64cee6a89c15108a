// What depends on a few variables alone is proved whatever memory holds: pointers from outside, assembly, integers that move
// from one object to another. What such things may change is not.
// check: -p unreach-call --engine sketch --timeout 10
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 1 --native-replay off
// expect: status 2: verdict: unknown
// verdict: unknown (what is not modelled)
// check: -p unreach-call --engine sketch --timeout 10 -m 32
// expect: status 0: verdict: true
// check: -p unreach-call --engine sketch --timeout 10 -DTWICE
// expect: status 2: a sketch of the program is not safe, which says nothing
// check: -p unreach-call --engine sketch --timeout 10 -DADDRESS
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DASSEMBLY_WRITES
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DASSEMBLY_CALLS
// expect: status 2: inline assembly
// check: -p unreach-call --engine sketch --timeout 10 -DASSEMBLY_NAMES
// expect: status 2: inline assembly
// check: -p unreach-call --engine sketch --timeout 10 -DASSEMBLY_JUMPS
// expect: status 2: inline assembly
// check: -p unreach-call --engine sketch --timeout 10 -DCALLBACK
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DOTHER_TYPE
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DLIBRARY_CALLS
// expect: status 2: the library function
// check: -p unreach-call --engine sketch --timeout 10 -DAT_EXIT
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DMOVED
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DERROR_OF_OTHER_TYPE
// expect: status 2: verdict: unknown
// check: -p valid-deref --engine sketch --timeout 10
// expect: status 2: verdict: unknown
// check: -p division-by-zero --engine sketch --timeout 10 -DDIVISION
// expect: status 2: verdict: unknown
// check: -p unreach-call --engine sketch --timeout 10 -DPRINTS
// expect: status 0: verdict: true
// check: -p unreach-call --engine sketch --timeout 10 -DSIGNALS
// expect: status 2: verdict: unknown
// check: -p no-overflow --engine sketch --timeout 10 -DOVERFLOWS
// expect: status 2: verdict: unknown
// native: no (functions and objects that are defined elsewhere, assembly)
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *__VERIFIER_nondet_pointer(void);
extern int atexit(void (*)(void));
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
extern int snprintf(char *, unsigned long, const char *, ...);
extern int ftw(const char *, int (*)(const char *, const void *, int), int);

struct operations;
struct device {
  struct operations *operations;
  unsigned long flags;
  int list[4];
};
struct operations {
  int (*open)(struct device *);
  void (*close)(struct device *);
};
extern struct device *find_device(int number);
extern char past_the_end[];

int held = 0;

void lock(void) {
  if (held) reach_error();
  held = 1;
}
void unlock(void) {
  if (!held) reach_error();
  held = 0;
}
#ifdef OTHER_TYPE
long release(long x, char *y) {
  held = 0;
  return x;
}
long (*volatile releaser)(long, char *) = release;
#endif
#if defined(CALLBACK) || defined(AT_EXIT)
void release(void) { held = 0; }
#endif
#ifdef SIGNALS
void release_at(int number) { held = 0; }
#endif
#ifdef LIBRARY_CALLS
int visit(const char *name, const void *status, int flag) {
  held = 0;
  return flag;
}
#endif
#ifdef ASSEMBLY_CALLS
void __attribute__((used)) drop(void) { held = 0; }
#endif

void use(struct device *device) {
  int result;
  lock();
  __asm__ volatile("outb %b0, %w1" : : "a"(device->flags), "Nd"(128) : "memory");
  __asm__ volatile("1: rdtsc; test %0, %0; jz 1b" : "=a"(result) : : "edx", "cc");
  device->flags = (unsigned long)past_the_end - (unsigned long)device;
  device = (struct device *)((unsigned long)device + 6328);
  device->list[result & 3] = 0;
  if (device->operations && device->operations->open(device)) device->operations->close(device);
#if defined(TWICE)
  if (device->flags == 17) lock();
#elif defined(ADDRESS)
  *(int *)__VERIFIER_nondet_pointer() = 0;
  int *volatile it = &held;
  *it = 0;
#elif defined(ASSEMBLY_WRITES)
  __asm__("movl $0, %0" : "=r"(held));
#elif defined(ASSEMBLY_CALLS)
  __asm__ volatile("call drop" : : : "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
#elif defined(ASSEMBLY_NAMES)
  __asm__ volatile("movl $0, held(%%rip)" : : : "memory");
#elif defined(ASSEMBLY_JUMPS)
  __asm__ goto("jmp %l0" : : : : skip);
#elif defined(CALLBACK)
  void (*volatile pointer)(void) = release;
  pointer();
#elif defined(OTHER_TYPE)
  ((void (*)(int))releaser)(1);
#elif defined(LIBRARY_CALLS)
  ftw(".", visit, 3);
#elif defined(AT_EXIT)
  atexit(release);
#elif defined(ERROR_OF_OTHER_TYPE)
  int (*volatile pointer)(int, int) = (int (*)(int, int))reach_error;
  pointer(1, 2);
#elif defined(DIVISION)
  result = 5 / (int)(unsigned long)past_the_end;
#elif defined(PRINTS)
  snprintf((char *)device->list, 16, (char *)device, result);
#elif defined(SIGNALS)
  signal(10, release_at);
  raise(10);
#elif defined(OVERFLOWS)
  result = (int)(unsigned long)past_the_end + 1;
#elif defined(MOVED)
  held = (int)((unsigned long)device + (unsigned long)result);
#endif
  unlock();
#if defined(ASSEMBLY_JUMPS)
skip:;
#elif defined(AT_EXIT)
  lock();
  extern void exit(int);
  exit(0);
#endif
}
#ifdef AT_EXIT
void __attribute__((destructor)) last(void) {
  if (!held) reach_error();
}
#endif

int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    struct device *device = find_device(i++);
    if (device->list[i] > 3) use(device);
  }
  if (held) reach_error();
  return 0;
}
