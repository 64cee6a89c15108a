// signal.h. Signals do not come from outside; the program's own are those of raise. Functions that handle signals are
// not modelled: they might run at any time.
#include "assay_models.h"

enum { kSignals = 65, kAbort = 6, kKill = 9, kChild = 17, kContinue = 18, kStop = 19, kUrgent = 23, kWindow = 28 };

/// What happens with a signal: 0 for what is usual, 1 for nothing. Programs that start others leave some of them
/// ignored.
static u8 isIgnored[kSignals];
static u8 isKnown[kSignals];
UNSPECIFIED(int, ignored);
static int isOftenIgnored(int number) { // SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGCHLD
  return number <= 3 || number == 13 || number == kChild;
}
static int dispositionOf(int number) {
  if (!isKnown[number]) isIgnored[number] = isOftenIgnored(number) && __assay_unspecified_ignored() != 0;
  isKnown[number] = 1;
  return isIgnored[number];
}
/// Two numbers are the library's own.
static int isSignal(int number) { return number > 0 && number < kSignals && number != 32 && number != 33; }

MODEL(void*, signal)(int number, void* handler) {
  if (!isSignal(number) || number == kKill || number == kStop) {
    errorNumber = EINVAL;
    return (void*)-1;
  }
  const size_t wanted = (size_t)handler;
  if (wanted > 1) __assay_unsupported("a function that handles signals");
  const int before = dispositionOf(number);
  isIgnored[number] = (u8)wanted;
  return (void*)(size_t)before;
}
MODEL(int, raise)(int number) {
  if (number == 0) return 0;
  if (number == 32 || number == 33) __assay_unsupported("a signal of the library's own");
  if (!isSignal(number)) {
    errorNumber = EINVAL;
    return -1;
  }
  if (number != kKill && number != kStop && dispositionOf(number)) return 0;
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
