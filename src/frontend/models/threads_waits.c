// Threads that wait for each other in a circle: a deadlock, whatever other threads do.
//
// Who waits for a lock, for the end of a thread, or for a function that is called once, waits for those that have it,
// and goes on when all of them have given it back. Only they can do that: what another thread's opening of a lock does
// is undefined in POSIX and C, also where these models know an effect. So a circle that is there stays, and it is the
// last thread to begin to wait that closes it: nobody takes anything while he waits. Semaphores, barriers and signals
// come from anybody; who waits for them waits for nobody, and they are no part of a circle.
//
// All of this looks at memory unseen: other threads' turns do not depend on it, so reductions of schedules do not know
// of it. They lose no circle. Turns that commute lead to the same waits in either order, and whichever comes last finds
// the circle; a turn that is taken first, though an execution into a circle has it not, can be put behind that
// execution, where the circle still is.
#include "threads.h"

struct Wait {
  const int* holder;  // where the number of the thread that has it stands, plus 1; null: nobody is known by that
  const void* object; // that threads have kept; null: none
};
static struct Wait waits[kThreads] OF_THREADS;
enum { kKept = 8 };
static const void* kept[kThreads][kKept] OF_THREADS;

/// The thread has it from now on: what does not say itself who has it.
UNSEEN static void keep(const void* object) {
  if (!__assay_has_threads() || !__assay_checks_deadlocks()) return;
  int free = 0;
  while (free < kKept && kept[self][free] != NULL) ++free;
  if (free == kKept) __assay_unsupported("more than 8 locks, for readers or spin locks, that one thread has at once");
  kept[self][free] = object;
}

/// Once less.
UNSEEN static void giveBack(const void* object) {
  if (!__assay_has_threads() || !__assay_checks_deadlocks()) return;
  int at = 0;
  while (at < kKept && kept[self][at] != object) ++at;
  if (at < kKept) kept[self][at] = NULL;
}

UNSEEN static int hasKept(int thread, const void* object) {
  for (int i = 0; i < kKept; ++i)
    if (kept[thread][i] == object) return 1;
  return 0;
}

/// Adds the thread to a list of so many, if it is not there. The length of the list.
UNSEEN static int reach(int* reached, int count, int thread) {
  for (int i = 0; i < count; ++i)
    if (reached[i] == thread) return count;
  reached[count] = thread;
  return count + 1;
}

/// Whether those that the thread waits for wait for it, or for others that do.
UNSEEN static int isInCircle(void) {
  int reached[kThreads];
  int count = 0;
  for (int next = -1; next < count; ++next) {
    const struct Wait* const wait = &waits[next < 0 ? self : reached[next]];
    if (wait->holder != NULL && __assay_bytes_left(wait->holder) >= sizeof *wait->holder) {
      const int thread = *wait->holder - 1;
      if (thread == self) return 1;
      if (thread >= 0 && thread < threadCount) count = reach(reached, count, thread);
    }
    if (wait->object == NULL) continue;
    if (hasKept(self, wait->object)) return 1;
    for (int thread = 0; thread < threadCount; ++thread)
      if (thread != self && hasKept(thread, wait->object)) count = reach(reached, count, thread);
  }
  return 0;
}

/// The thread waits for whoever these say, until it ends to wait.
UNSEEN static void beginWaiting(const int* holder, const void* object) {
  if (!__assay_has_threads() || !__assay_checks_deadlocks()) return;
  waits[self].holder = holder;
  waits[self].object = object;
  if (isInCircle()) __assay_circle();
}

UNSEEN static void endWaiting(void) {
  if (!__assay_has_threads() || !__assay_checks_deadlocks()) return;
  waits[self].holder = NULL;
  waits[self].object = NULL;
}
