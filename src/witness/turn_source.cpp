// How a compiled program takes turns.
//
// The compiler writes LLVM's text form, the weaver puts a call of assay_point before each load, store and call that has
// a place, and the compiler makes code of that; so sanitizers see the program's own accesses as ever. A thread that
// comes to a place that the program's executions may stop at waits until the next turn of the list is its own. It alone
// runs then, until it comes to its next place, blocks or ends. When the list is through, its last thread runs on alone:
// to the violation. If it stands still instead, all go on freely.
//
// Where the program comes to another place than the list says, up to kAhead turns of that thread are left out. A thread
// that watches the others takes the turn from who sleeps in a call that nobody told of, and leaves out turns of who
// does not come; then the program is said to have left the schedule. Whatever it does then is still its own doing: only
// a failure of the program counts.
//
// Where no sanitizer can look for a data race (kReplayStops), the threads stop before the accesses that the race consists
// of: the last turn but those of the rivals, and these. The weaver tells which bytes an access goes to. When two of the
// threads stand there, both accesses come next in the real execution, and nothing orders them: if they have a byte in
// common, one of them writes and one of them is not atomic, that is the race itself. Nothing depends on how the threads
// came there, but for assumptions: no thread may have failed one.
//
// Waiting is done with futexes by system calls, and all state of turns stands in a file that no sanitizer instruments;
// so ThreadSanitizer sees no order between two accesses but the program's own.
#include "witness/turn_source.h"

namespace assay {

namespace {

constexpr const char* kRuntime = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum Kind { Any, Read, Write, Return };
enum { kBegins = 1, kEnds = 2, kRegion = 3 }; /* columns in line 0 */
enum { kMaxThreads = 1024, kAhead = 16, kMostKept = 16 };
struct Place {
  unsigned line, column, kind;
};
struct Turn {
  int thread;
  struct Place place;
};
)";

constexpr const char* kState = R"(
static const unsigned long numTurns = sizeof turns / sizeof *turns - 1;
static const unsigned long numPlaces = sizeof places / sizeof *places - 1;

/* What a thread is about to access, if it stands before an access of the race. */
struct Range {
  unsigned long begin, size; /* 0 bytes: none */
  int isWritten, isAtomic;
};
struct Stand {
  int isTaken, isKnown, isCall;
  struct Range ranges[2];
  void *caller;
};

enum State { Running, Waiting, Blocked, BlockedForSignal, Stopped, Ended };
static struct Thread {
  int state, kernelId;
  unsigned long cursor; /* behind the turn that it has taken, or waits for */
  void *(*function)(void *);
  int (*functionC11)(void *);
  void *argument;
  pthread_t handle;
  /* What it waits for while it is blocked, if that is known: where the kernel's number of the holder stands, or a thread. */
  const int *lockHolder;
  const volatile void *lock;
  pthread_t joined;
  int joins;
  const volatile void *kept[kMostKept]; /* locks that do not say who has them */
  struct Stand stand;
  int passes; /* it may go on from so many accesses that it stood before */
} threads[kMaxThreads];
static int numThreads = 1;
static __thread int self = -1;
static __thread unsigned lastLine, lastColumn;

/* All of this is guarded. */
static unsigned long nextTurn;
static int holder = 0; /* the thread that runs; -1: none */
static int isFree = 1, hasLeft = 0;
static int stops = 0; /* threads stop before the accesses of the race */
static int guard;
static unsigned changes;

void assay_finish(const char *word, const char *text);
void assay_finish_race(const char *text, void *caller, void *other);

static void lock(void) {
  while (__atomic_exchange_n(&guard, 1, __ATOMIC_ACQUIRE)) syscall(SYS_sched_yield);
}
static void unlock(void) { __atomic_store_n(&guard, 0, __ATOMIC_RELEASE); }

enum { kFutexWait = 128, kFutexWake = 129 };
static void tellChange(void) {
  __atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &changes, kFutexWake, 1 << 30, 0, 0, 0);
}
/* Guarded before and after. */
static void waitForChange(void) {
  unsigned seen = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
  struct timespec time = {0, 50000000};
  unlock();
  syscall(SYS_futex, &changes, kFutexWait, seen, &time, 0, 0);
  lock();
}

/* Places by line and column. */
static unsigned *slots, numSlots;
static unsigned long slotOf(unsigned line, unsigned column) {
  return (line * 2654435761u + column * 40503u) % numSlots;
}
static void enterPlaces(void) {
  numSlots = 2 * numPlaces + 1;
  slots = calloc(numSlots, sizeof *slots);
  for (unsigned i = 0; i < numPlaces; i++) {
    unsigned long at = slotOf(places[i].line, places[i].column);
    while (slots[at]) at = (at + 1) % numSlots;
    slots[at] = i + 1;
  }
}
static int isAlike(unsigned a, unsigned b) { return a == b || a == Any || b == Any; }
static int isKnown(unsigned line, unsigned column, unsigned kind) {
  if (line == 0 || kind == Return) return 1;
  for (unsigned long at = slotOf(line, column); slots[at]; at = (at + 1) % numSlots) {
    const struct Place *place = &places[slots[at] - 1];
    if (place->line == line && place->column == column && isAlike(place->kind, kind)) return 1;
  }
  return 0;
}
static int isHere(const struct Place *place, unsigned line, unsigned column, unsigned kind) {
  if (place->line != line || place->column != column) return 0;
  return place->kind == Return || kind == Return ? place->kind == kind : isAlike(place->kind, kind);
}

/* Whose turn it is; turns are left out that their threads have gone past. */
static void advance(void) {
  while (nextTurn < numTurns && nextTurn + 1 < threads[turns[nextTurn].thread].cursor) nextTurn++;
}

enum { kNone = -1, kUnknown = -2 };
/* The number of the thread's turn at this place. kNone: it has no turns any more. kUnknown: others. */
static long turnAt(struct Thread *me, unsigned line, unsigned column, unsigned kind) {
  int seen = 0;
  for (unsigned long at = me->cursor > nextTurn ? me->cursor : nextTurn; at < numTurns; at++) {
    if (turns[at].thread != self) continue;
    if (isHere(&turns[at].place, line, column, kind)) {
      me->cursor = at + 1;
      return at;
    }
    if (++seen == kAhead || kind == Return) return kUnknown;
  }
  return seen ? kUnknown : kNone;
}

static void release(void) {
  if (holder != self) return;
  holder = -1;
  tellChange();
}

static void takeTurn(long turn) {
  struct Thread *me = &threads[self];
  if (turn == kNone && nextTurn >= numTurns && holder == self) return; /* the last one runs on alone */
  if (turn != kNone && nextTurn == (unsigned long)turn && holder == self) {
    nextTurn++;
    advance();
    __atomic_add_fetch(&changes, 1, __ATOMIC_SEQ_CST);
    return;
  }
  release();
  advance();
  me->state = Waiting;
  while (!isFree && (turn == kNone || nextTurn < (unsigned long)turn || holder >= 0)) {
    waitForChange();
    advance();
  }
  me->state = Running;
  if (isFree) return;
  holder = self;
  if (nextTurn == (unsigned long)turn) nextTurn++;
  advance();
  tellChange();
}

/* How many bytes both have; 0: or they do not conflict. */
static unsigned long conflict(const struct Range *a, const struct Range *b) {
  unsigned long begin = a->begin > b->begin ? a->begin : b->begin;
  unsigned long endA = a->begin + a->size, endB = b->begin + b->size, end = endA < endB ? endA : endB;
  if (endA < a->begin || endB < b->begin || begin >= end || (!a->isWritten && !b->isWritten) || (a->isAtomic && b->isAtomic)) return 0;
  return end - begin;
}

/* Whether there is memory that the access can be made to; otherwise the program ends there, without a race. */
static int isMemory(const struct Range *range) {
  static char text[1 << 18];
  long size = 0, more = 1;
  int file = open("/proc/self/maps", O_RDONLY);
  if (file < 0) return 0;
  while (more > 0 && size < (long)sizeof text - 1) {
    more = read(file, text + size, sizeof text - 1 - size);
    if (more > 0) size += more;
  }
  close(file);
  text[size] = 0;
  for (const char *line = text; *line; line++) {
    unsigned long begin, end;
    char flags[8];
    if (sscanf(line, "%lx-%lx %7s", &begin, &end, flags) == 3 && begin <= range->begin && range->begin < end &&
        range->size <= end - range->begin)
      return flags[range->isWritten] != '-';
    line = strchr(line, '\n');
    if (!line) break;
  }
  return 0;
}

static void compare(const struct Stand *first, const struct Stand *rival) {
  for (int i = 0; i < 4; i++) {
    const struct Range *a = &first->ranges[i / 2], *b = &rival->ranges[i % 2];
    unsigned long bytes = conflict(a, b);
    if (bytes == 0 || !isMemory(a) || !isMemory(b)) continue;
    char text[64];
    snprintf(text, sizeof text, bytes == 1 ? "the same byte" : "the same %lu bytes", bytes);
    assay_finish_race(text, first->caller, rival->caller);
  }
}

/* Who stands there does not go on while this is guarded: both accesses come next. */
static void compareStands(void) {
  const struct Stand *first = racing < numTurns ? &threads[turns[racing].thread].stand : 0;
  if (!first || !first->isTaken) return;
  for (int i = 0; i < numThreads && i < kMaxThreads; i++)
    if (threads[i].state == Stopped) return;
  for (unsigned long at = racing + 1; at < numTurns; at++) {
    const struct Stand *rival = &threads[turns[at].thread].stand;
    if (rival->isTaken && rival != first) compare(first, rival);
  }
}

static void takeStand(long turn, const struct Stand *stand) {
  struct Thread *me = &threads[self];
  me->stand = *stand;
  if (stand->isCall && turns[turn].place.kind != Any) memset(&me->stand, 0, sizeof me->stand); /* of the program's own */
  me->stand.isTaken = 1;
  compareStands();
  release();
  me->state = Waiting;
  tellChange();
  while (!isFree && me->stand.isTaken) waitForChange();
  me->stand.isTaken = 0;
  me->cursor = turn; /* another access may have the same place */
  me->state = Running;
}

static void come(unsigned line, unsigned column, unsigned kind, const struct Stand *stand) {
  if (__atomic_load_n(&isFree, __ATOMIC_RELAXED) || self < 0 || !isKnown(line, column, kind)) return;
  int error = errno;
  lock();
  if (line != 0) lastLine = line, lastColumn = column;
  long turn = turnAt(&threads[self], line, column, kind);
  if (stops && turn >= (long)racing)
    takeStand(turn, stand);
  else if (turn != kUnknown)
    takeTurn(turn);
  unlock();
  errno = error;
}

void assay_point(unsigned line, unsigned column, unsigned kind) {
  const struct Stand stand = {.isCall = 1};
  come(line, column, kind, &stand);
}

enum { kWrites = 1, kIsAtomic = 2 };
/* A load or store of so many bytes. */
void assay_access(unsigned line, unsigned column, unsigned kind, const void *address, size_t size, unsigned how) {
  const struct Stand stand = {.isKnown = size != 0,
                              .ranges = {{(unsigned long)address, size, (how & kWrites) != 0, (how & kIsAtomic) != 0}},
                              .caller = __builtin_return_address(0)};
  come(line, column, kind, &stand);
}

/* A call of the library's that writes and reads so many bytes; without a size: that ends the life of a block, if it is
   not made to fail. */
void assay_call(unsigned line, unsigned column, const void *written, const void *read, size_t size) {
  const int isBlock = size == (size_t)-1;
  struct Stand stand = {.isKnown = !isBlock || !CALLS_FAIL, .isCall = 1, .caller = __builtin_return_address(0)};
  if (isBlock) size = stops && stand.isKnown && written ? malloc_usable_size((void *)written) : 0;
  if (written) stand.ranges[0] = (struct Range){(unsigned long)written, size, 1, 0};
  if (read) stand.ranges[1] = (struct Range){(unsigned long)read, size, 0, 0};
  come(line, column, Any, &stand);
}

static void setState(enum State state) {
  if (self < 0) return;
  lock();
  threads[self].state = state;
  if (state != Running) release();
  tellChange();
  unlock();
}

/* The thread waits for who has this lock, perhaps told by a word, or for this thread to end, or for somebody. */
static void blockOn(const volatile void *object, const int *lockHolder, const pthread_t *joined) {
  if (self >= 0) {
    lock();
    threads[self].lock = object;
    threads[self].lockHolder = lockHolder;
    threads[self].joins = joined != 0;
    if (joined) threads[self].joined = *joined;
    unlock();
  }
  setState(Blocked);
}

/* An assumption does not hold: the thread does not go on. */
void assay_stop(void) {
  setState(Stopped);
  for (;;) {
    struct timespec time = {1, 0};
    syscall(SYS_nanosleep, &time, 0);
  }
}

static int sleeps(const struct Thread *thread) {
  if (thread->state == Waiting) return 1;
  if (thread->kernelId == 0) return 0;
  char name[64], text[256];
  snprintf(name, sizeof name, "/proc/self/task/%d/stat", thread->kernelId);
  int file = open(name, O_RDONLY);
  if (file < 0) return 1;
  long size = read(file, text, sizeof text - 1);
  close(file);
  text[size > 0 ? size : 0] = 0;
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' && end[2] == 'S';
}

static void leave(const char *text) {
  if (!hasLeft) (void)!write(2, text, strlen(text));
  hasLeft = 1;
}

/* Whether it goes on: what it is about to read may be the pointer that the access at this place goes through. */
static int passes(int number) {
  struct Thread *thread = &threads[number];
  const struct Range *range = &thread->stand.ranges[0];
  if (!thread->stand.isTaken || range->isWritten || range->size != sizeof(void *) || thread->passes == 4) return 0;
  thread->passes++;
  thread->stand.isTaken = 0;
  holder = number;
  return 1;
}

/* All turns before the race have been taken, and who stands before it has nothing in common with others there. */
static void endStands(void) {
  int rivals = 0, isKnown = threads[turns[racing].thread].stand.isKnown;
  for (unsigned long at = racing + 1; at < numTurns; at++) {
    const struct Stand *rival = &threads[turns[at].thread].stand;
    rivals += rival->isTaken;
    isKnown = isKnown && (!rival->isTaken || rival->isKnown);
  }
  if (!threads[turns[racing].thread].stand.isTaken || rivals == 0)
    assay_finish("apart", "its threads do not come to the two accesses");
  for (unsigned long at = racing; at < numTurns; at++)
    if (passes(turns[at].thread)) return;
  if (!isKnown) assay_finish("hidden", "an access");
  assay_finish("apart", "two threads stand before accesses that do not conflict in any memory");
}

/* Nobody does anything. */
static void help(void) {
  lock();
  advance();
  if (holder >= 0 && nextTurn < numTurns) {
    holder = -1; /* it sleeps in a call that nobody told of */
  } else if (stops && nextTurn >= racing) {
    endStands();
  } else if (nextTurn < numTurns) {
    leave("assay: the program left the schedule\n");
    nextTurn++;
  } else {
    isFree = 1;
  }
  tellChange();
  unlock();
}

static void judgeStandstill(void) {
  int blocked = 0, stopped = 0, others = 0;
  lock();
  for (int i = 0; i < numThreads && i < kMaxThreads; i++) {
    blocked += threads[i].state == Blocked;
    stopped += threads[i].state == Stopped;
    others += threads[i].state != Blocked && threads[i].state != Stopped && threads[i].state != Ended;
  }
  unlock();
  if (others) return;
  if (stopped) assay_finish("assumption", "does not hold");
  if (blocked) assay_finish("standstill", "every thread waits for another one");
}

/* 0 instead of a lock, and this one: changes what is kept. */
static void exchangeKept(const volatile void *from, const volatile void *to) {
  for (int i = 0; self >= 0 && i < kMostKept; i++)
    if (threads[self].kept[i] == from) {
      threads[self].kept[i] = to;
      return;
    }
}

/* Whether a thread that is blocked waits for what the other one has, or for its end. */
static int waitsFor(const struct Thread *thread, const struct Thread *other) {
  if (thread->joins) return pthread_equal(other->handle, thread->joined);
  if (thread->lockHolder && *thread->lockHolder != 0) return other->kernelId == *thread->lockHolder;
  for (int i = 0; thread->lock && i < kMostKept; i++)
    if (other->kept[i] == thread->lock) return 1;
  return 0;
}

/* Whether threads wait for each other in a circle. */
static int isCircle(void) {
  static int isBlocked[kMaxThreads], reached[kMaxThreads];
  int count = numThreads < kMaxThreads ? numThreads : kMaxThreads, found = 0;
  lock();
  for (int i = 0; i < count; i++)
    isBlocked[i] = threads[i].state == Blocked && (!threads[i].lockHolder || sleeps(&threads[i]));
  for (int first = 0; first < count && !found; first++) {
    int numReached = 0;
    for (int next = -1; next < numReached && !found; next++) {
      int at = next < 0 ? first : reached[next];
      for (int other = 0; isBlocked[at] && other < count && !found; other++) {
        if (!waitsFor(&threads[at], &threads[other])) continue;
        found = other == first;
        int isNew = 1;
        for (int i = 0; i < numReached; i++) isNew = isNew && reached[i] != other;
        if (isNew) reached[numReached++] = other;
      }
    }
  }
  unlock();
  return found;
}

static void *watch(void *unused) {
  unsigned seen = 0;
  int still = 0, ticks = 0, circle = 0;
  for (;;) {
    struct timespec time = {0, 10000000};
    syscall(SYS_nanosleep, &time, 0);
    unsigned now = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
    if (now != seen) still = ticks = 0;
    seen = now;
    circle = (isFree || nextTurn >= numTurns) && isCircle() ? circle + 1 : 0;
    if (circle == 5) assay_finish("standstill", "threads wait for each other in a circle");
    int sleepers = 0, count = 0;
    for (int i = 0; i < numThreads && i < kMaxThreads; i++) {
      if (threads[i].state == Ended || threads[i].state == Stopped) continue;
      count++;
      sleepers += sleeps(&threads[i]);
    }
    still = sleepers == count ? still + 1 : 0;
    ticks++;
    if (!isFree && ticks > 150) {
      lock();
      leave("assay: the program left the schedule\n");
      isFree = 1;
      tellChange();
      unlock();
    } else if (!isFree && still > 6) {
      help();
      still = 4;
      seen = __atomic_load_n(&changes, __ATOMIC_SEQ_CST);
      ticks = 0;
    } else if (isFree && still > 30) {
      judgeStandstill();
      still = 0;
    }
  }
  return unused;
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

void assay_begin_turns(void) {
  pthread_t thread;
  self = 0;
  threads[0].kernelId = syscall(SYS_gettid);
  threads[0].handle = pthread_self();
  enterPlaces();
  isFree = getenv("ASSAY_FREE") != 0;
  stops = getenv("ASSAY_STOPS") != 0 && racing < numTurns;
  if (getenv("ASSAY_OUTCOME")) (void)!write(2, BEGINS, sizeof BEGINS - 1);
  __real_pthread_create(&thread, 0, watch, 0);
}
)";

constexpr const char* kThreads = R"(
static void *runThread(void *number) {
  self = (int)(long)number;
  struct Thread *me = &threads[self];
  me->kernelId = syscall(SYS_gettid);
  me->handle = pthread_self();
  assay_point(0, kBegins, Any);
  void *result = me->function ? me->function(me->argument) : (void *)(long)me->functionC11(me->argument);
  assay_point(0, kEnds, Any);
  setState(Ended);
  return result;
}

/* The limit of the first stack is the size of others. */
static int start(pthread_t *thread, const pthread_attr_t *wanted, void *(*function)(void *), int (*functionC11)(void *),
                 void *argument) {
  pthread_attr_t attributes;
  size_t size = 0;
  int isDetached = 0;
  lock();
  int number = numThreads < kMaxThreads ? numThreads++ : -1;
  unlock();
  if (number < 0) return EAGAIN;
  threads[number].function = function;
  threads[number].functionC11 = functionC11;
  threads[number].argument = argument;
  pthread_attr_init(&attributes);
  if (wanted) {
    pthread_attr_getstacksize(wanted, &size);
    pthread_attr_getdetachstate(wanted, &isDetached);
  }
  pthread_attr_setstacksize(&attributes, size == 0 || size > 8ul << 20 ? 8ul << 20 : size);
  pthread_attr_setdetachstate(&attributes, isDetached);
  int result = __real_pthread_create(thread, &attributes, runThread, (void *)(long)number);
  pthread_attr_destroy(&attributes);
  if (result) threads[number].state = Ended;
  return result;
}

int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                          void *argument) {
  return start(thread, attributes, function, 0, argument);
}

void __real_pthread_exit(void *) __attribute__((noreturn));
void __wrap_pthread_exit(void *result) {
  setState(Ended);
  __real_pthread_exit(result);
}

int __real_pthread_join(pthread_t, void **);
int __wrap_pthread_join(pthread_t thread, void **result) {
  for (int i = 0; i < 50; i++) {
    int status = pthread_tryjoin_np(thread, result);
    if (status != EBUSY) return status;
    struct timespec time = {0, i < 10 ? 50000 : 1000000};
    syscall(SYS_nanosleep, &time, 0);
  }
  blockOn(0, 0, &thread);
  int status = __real_pthread_join(thread, result);
  setState(Running);
  return status;
}

#define WAITING(type, name, try, holder, isKept)      \
  int __real_##name(type *);                          \
  int __wrap_##name(type *object) {                   \
    int result = try(object);                         \
    if (result != EBUSY) return result;               \
    blockOn(object, holder, 0);                       \
    result = __real_##name(object);                   \
    setState(Running);                                \
    if (isKept && result == 0) exchangeKept(0, object); \
    return result;                                    \
  }
#define TRYING(type, name)                  \
  int __real_##name(type *);                \
  int __wrap_##name(type *object) {         \
    int result = __real_##name(object);     \
    if (result == 0) exchangeKept(0, object); \
    return result;                          \
  }
#define GIVING_BACK(type, name)     \
  int __real_##name(type *);        \
  int __wrap_##name(type *object) { \
    exchangeKept(object, 0);        \
    return __real_##name(object);   \
  }
TRYING(pthread_rwlock_t, pthread_rwlock_tryrdlock)
TRYING(pthread_spinlock_t, pthread_spin_trylock)
GIVING_BACK(pthread_rwlock_t, pthread_rwlock_unlock)
GIVING_BACK(pthread_spinlock_t, pthread_spin_unlock)
WAITING(pthread_mutex_t, pthread_mutex_lock, pthread_mutex_trylock, &object->__data.__owner, 0)
WAITING(pthread_rwlock_t, pthread_rwlock_rdlock, __wrap_pthread_rwlock_tryrdlock, &object->__data.__cur_writer, 1)
WAITING(pthread_rwlock_t, pthread_rwlock_wrlock, pthread_rwlock_trywrlock, &object->__data.__cur_writer, 0)
WAITING(pthread_spinlock_t, pthread_spin_lock, __wrap_pthread_spin_trylock, 0, 1)
static int trySemaphore(sem_t *semaphore) { return sem_trywait(semaphore) == 0 ? 0 : errno == EAGAIN ? EBUSY : -1; }
WAITING(sem_t, sem_wait, trySemaphore, 0, 0)

int __real_pthread_barrier_wait(pthread_barrier_t *);
int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier) {
  unsigned line = lastLine, column = lastColumn;
  setState(Blocked);
  int result = __real_pthread_barrier_wait(barrier);
  setState(Running);
  assay_point(line, column, Return);
  return result;
}

/* A wait for a signal may return without one. */
int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
int __wrap_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (!isFree) {
    int result = pthread_mutex_unlock(mutex);
    if (result) return result;
    assay_point(lastLine, lastColumn, Return);
    return __wrap_pthread_mutex_lock(mutex);
  }
  setState(BlockedForSignal);
  int result = __real_pthread_cond_wait(condition, mutex);
  setState(Running);
  return result;
}
int __real_pthread_cond_timedwait(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
int __wrap_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
  return isFree ? __real_pthread_cond_timedwait(condition, mutex, time) : __wrap_pthread_cond_wait(condition, mutex);
}

/* Others may go on meanwhile, however short it is. */
unsigned __wrap_sleep(unsigned time) { return sched_yield(), 0; }
int __wrap_usleep(unsigned time) { return sched_yield(); }
int __wrap_nanosleep(const struct timespec *time, struct timespec *rest) { return sched_yield(); }
int __wrap_thrd_sleep(const struct timespec *time, struct timespec *rest) { return sched_yield(); }

/* threads.h. Its objects are those of pthread.h in glibc; sanitizers do not know its functions. */
enum { kSuccess = 0, kBusy = 1, kError = 2 };
static int statusOf(int error) { return error == 0 ? kSuccess : error == EBUSY ? kBusy : kError; }
int __wrap_thrd_create(pthread_t *thread, int (*function)(void *), void *argument) {
  return statusOf(start(thread, 0, 0, function, argument));
}
void __wrap_thrd_exit(int result) { __wrap_pthread_exit((void *)(long)result); }
int __wrap_thrd_join(pthread_t thread, int *result) {
  void *value = 0;
  int status = statusOf(__wrap_pthread_join(thread, &value));
  if (result) *result = (int)(long)value;
  return status;
}
int __wrap_thrd_detach(pthread_t thread) { return statusOf(pthread_detach(thread)); }
int __wrap_mtx_init(pthread_mutex_t *mutex, int type) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  if (type & 1) pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  return statusOf(pthread_mutex_init(mutex, &attributes));
}
int __wrap_mtx_lock(pthread_mutex_t *mutex) { return statusOf(__wrap_pthread_mutex_lock(mutex)); }
int __wrap_mtx_trylock(pthread_mutex_t *mutex) { return statusOf(pthread_mutex_trylock(mutex)); }
int __wrap_mtx_unlock(pthread_mutex_t *mutex) { return statusOf(pthread_mutex_unlock(mutex)); }
void __wrap_mtx_destroy(pthread_mutex_t *mutex) { pthread_mutex_destroy(mutex); }
int __wrap_cnd_init(pthread_cond_t *condition) { return statusOf(pthread_cond_init(condition, 0)); }
void __wrap_cnd_destroy(pthread_cond_t *condition) { pthread_cond_destroy(condition); }
int __wrap_cnd_signal(pthread_cond_t *condition) { return statusOf(pthread_cond_signal(condition)); }
int __wrap_cnd_broadcast(pthread_cond_t *condition) { return statusOf(pthread_cond_broadcast(condition)); }
int __wrap_cnd_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  return statusOf(__wrap_pthread_cond_wait(condition, mutex));
}
void __wrap_call_once(pthread_once_t *once, void (*function)(void)) { pthread_once(once, function); }

/* What happens at once, also when threads go on freely; a sanitizer sees a lock. */
static pthread_mutex_t region = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
void atomicBegin(void) __asm__("__VERIFIER_atomic_begin") __attribute__((weak));
void atomicBegin(void) { __wrap_pthread_mutex_lock(&region); }
void atomicEnd(void) __asm__("__VERIFIER_atomic_end") __attribute__((weak));
void atomicEnd(void) { pthread_mutex_unlock(&region); }
void assay_enter_region(void) {
  assay_point(0, kRegion, Any);
  __wrap_pthread_mutex_lock(&region);
}
void assay_leave_region(void) { pthread_mutex_unlock(&region); }
)";

std::string placeText(const TurnPlace& place) {
  return "{" + std::to_string(place.line) + ", " + std::to_string(place.column) + ", " +
         std::to_string(static_cast<unsigned>(place.kind)) + "}";
}

/// The first of the turns that the plan's data race consists of; the number of turns if there is none.
size_t racingTurn(const ReplayPlan& plan) {
  const size_t rivals = plan.prediction.rivalLines.size(), turns = plan.turns.size();
  return rivals == 0 || rivals >= turns ? turns : turns - rivals - 1;
}

} // namespace

std::string turnsSource(const ReplayPlan& plan) {
  std::string text = "/* The order in which threads go on. */" + std::string(kRuntime);
  text +=
      "\n/* Thread, line, column, what is done there; line 0: a thread begins (1), ends (2), enters a region (3). */\n"
      "static const struct Turn turns[] = {\n";
  for (const Turn& turn : plan.turns)
    text += "  {" + std::to_string(turn.thread) + ", " + placeText(turn.place) + "},\n";
  text += "  {-1, {0, 0, 0}},\n};\n/* Where a thread may have to wait for its turn. */\n"
          "static const struct Place places[] = {\n";
  for (const TurnPlace& place : plan.turnPlaces) text += "  " + placeText(place) + ",\n";
  text += "  {0, 0, 0},\n};\n/* The turn that the race begins with; those of the rivals are behind it. */\n"
          "static const unsigned long racing = " +
          std::to_string(racingTurn(plan)) + ";\n#define CALLS_FAIL " + (plan.failures.empty() ? "0" : "1") +
          "\n#define BEGINS \"" + kReplayBegins + "\\n\"\n";
  return text + kState + kThreads;
}

const std::vector<std::string>& turnWraps() {
  static const std::vector<std::string> names = {"pthread_create",
                                                 "pthread_exit",
                                                 "pthread_join",
                                                 "pthread_mutex_lock",
                                                 "pthread_rwlock_rdlock",
                                                 "pthread_rwlock_wrlock",
                                                 "pthread_spin_lock",
                                                 "pthread_rwlock_tryrdlock",
                                                 "pthread_rwlock_unlock",
                                                 "pthread_spin_trylock",
                                                 "pthread_spin_unlock",
                                                 "sem_wait",
                                                 "pthread_barrier_wait",
                                                 "pthread_cond_wait",
                                                 "pthread_cond_timedwait",
                                                 "sleep",
                                                 "usleep",
                                                 "nanosleep",
                                                 "thrd_sleep",
                                                 "thrd_create",
                                                 "thrd_exit",
                                                 "thrd_join",
                                                 "thrd_detach",
                                                 "mtx_init",
                                                 "mtx_lock",
                                                 "mtx_trylock",
                                                 "mtx_unlock",
                                                 "mtx_destroy",
                                                 "cnd_init",
                                                 "cnd_destroy",
                                                 "cnd_signal",
                                                 "cnd_broadcast",
                                                 "cnd_wait",
                                                 "call_once"};
  return names;
}

} // namespace assay
