// signal.h. Signals do not come from outside, and the program's own are those of raise. A function that handles signals might run
// at any time: executions go on where no signal comes, and the others are unsupported.
#include "assay_models.h"

enum { kSignals = 65, kAbort = 6, kKill = 9, kChild = 17, kContinue = 18, kStop = 19, kUrgent = 23, kWindow = 28 };

/// What happens with a signal: 0 for what is usual, 1 for nothing, or a function. Programs that start others leave some of
/// them ignored.
static void* handlers[kSignals];
static u8 isKnown[kSignals];
UNSPECIFIED(int, ignored);
static int isOftenIgnored(int number) { // SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGCHLD
  return number <= 3 || number == 13 || number == kChild;
}
static int isFunction(const void* handler) { return (size_t)handler > 1; }
static void* handlerOf(int number) {
  if (!isKnown[number] && isOftenIgnored(number) && __assay_unspecified_ignored() != 0) handlers[number] = (void*)1;
  isKnown[number] = 1;
  return handlers[number];
}
static void* exchangeHandler(int number, void* handler) {
  if (isFunction(handler) && __assay_unspecified_choice() != 0) __assay_unsupported("a function that handles signals");
  void* const before = handlerOf(number);
  handlers[number] = handler;
  return before;
}
/// Two numbers are the library's own.
static int isSignal(int number) { return number > 0 && number < kSignals && number != 32 && number != 33; }

static int mayBeSet(int number) {
  if (isSignal(number) && number != kKill && number != kStop) return 1;
  errorNumber = EINVAL;
  return 0;
}
MODEL(void*, signal)(int number, void* handler) {
  return mayBeSet(number) ? exchangeHandler(number, handler) : (void*)-1;
}

static int mayBeBlocked; // whether some signals may be
MODEL(int, raise)(int number) {
  if (number == 0) return 0;
  if (number == 32 || number == 33) __assay_unsupported("a signal of the library's own");
  if (!isSignal(number)) {
    errorNumber = EINVAL;
    return -1;
  }
  if (number != kKill && number != kStop) {
    if (mayBeBlocked) __assay_unsupported("raise where signals may be blocked");
    if (isFunction(handlerOf(number))) __assay_unsupported("raise of a signal that a function handles");
    if (handlerOf(number) != NULL) return 0;
  }
  if (number == kChild || number == kContinue || number == kUrgent || number == kWindow) return 0;
  if (number >= kStop && number < kUrgent) __assay_unsupported("a signal that stops the program");
  abort();
}

struct SignalSet {
  unsigned long words[1024 / (8 * sizeof(long))];
};
MODEL(int, sigemptyset)(struct SignalSet* set) {
  memset(set, 0, sizeof *set);
  return 0;
}
MODEL(int, sigfillset)(struct SignalSet* set) {
  memset(set, 0xff, sizeof *set);
  const u64 own = 3ull << 31; // signals 32 and 33
  set->words[0] &= ~(unsigned long)own;
  if (sizeof(long) == 4) set->words[1] &= ~(unsigned long)(own >> 32);
  return 0;
}
static unsigned long signalBit(int number) { return 1ul << ((unsigned)(number - 1) % (8 * sizeof(long))); }
static unsigned long* signalWord(struct SignalSet* set, int number) {
  if (isSignal(number)) return &set->words[(unsigned)(number - 1) / (8 * sizeof(long))];
  errorNumber = EINVAL;
  return NULL;
}
MODEL(int, sigaddset)(struct SignalSet* set, int number) {
  unsigned long* const word = signalWord(set, number);
  if (word == NULL) return -1;
  *word |= signalBit(number);
  return 0;
}
MODEL(int, sigdelset)(struct SignalSet* set, int number) {
  unsigned long* const word = signalWord(set, number);
  if (word == NULL) return -1;
  *word &= ~signalBit(number);
  return 0;
}
MODEL(int, sigismember)(const struct SignalSet* set, int number) {
  const unsigned long* const word = signalWord((struct SignalSet*)set, number);
  return word == NULL ? -1 : (*word & signalBit(number)) != 0;
}

/// As glibc has it.
struct SignalAction {
  void* handler;
  struct SignalSet mask;
  int flags;
  void* restorer;
};
MODEL(int, sigaction)(int number, const struct SignalAction* action, struct SignalAction* old) {
  if (action == NULL && (number == kKill || number == kStop)) {
    if (old != NULL) memset(old, 0, sizeof *old);
    return 0;
  }
  if (!mayBeSet(number)) return -1;
  void* before;
  if (action == NULL) {
    before = handlerOf(number);
  } else {
    __assay_reads(&action->mask, sizeof action->mask + sizeof action->flags);
    before = exchangeHandler(number, action->handler);
  }
  if (old == NULL) return 0;
  __VERIFIER_nondet_memory(&old->mask, sizeof *old - sizeof old->handler); // as they are not remembered
  old->handler = before;
  return 0;
}

enum { kBlock = 0, kUnblock = 1, kSetMask = 2 };
static void noteBlocked(void) { mayBeBlocked = 1; }
/// What was blocked is not remembered.
static int changeBlocked(int how, const struct SignalSet* set, struct SignalSet* old) {
  if (set != NULL) {
    if (how != kBlock && how != kUnblock && how != kSetMask) return EINVAL;
    __assay_reads(set, sizeof *set);
    noteBlocked();
  }
  if (old != NULL) __VERIFIER_nondet_memory(old, sizeof *old);
  return 0;
}
MODEL(int, pthread_sigmask)(int how, const struct SignalSet* set, struct SignalSet* old) {
  return changeBlocked(how, set, old);
}
MODEL(int, sigprocmask)(int how, const struct SignalSet* set, struct SignalSet* old) {
  const int error = changeBlocked(how, set, old);
  if (error == 0) return 0;
  errorNumber = error;
  return -1;
}
/// A signal from outside, which the program waits for.
INPUT(int, signal);
MODEL(int, sigwait)(const struct SignalSet* set, int* number) {
  __assay_step();
  const int came = __assay_input_signal();
  __VERIFIER_assume(isSignal(came));
  __VERIFIER_assume((*signalWord((struct SignalSet*)set, came) & signalBit(came)) != 0);
  *number = came;
  return 0;
}
