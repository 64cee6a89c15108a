// Explores the states of every program of a batch natively, over all of its inputs, and says which of them have an
// endless execution.
//
// A program runs on a stack of its own. It calls the driver where it asks for an input (truth_choose), at the head of
// each loop (truth_head), at the entry of each function (truth_enter) and where it ends. Its state is that stack above
// the caller's stack pointer, its globals (a section of their own) and its heap (an arena): compiled without
// optimisation, it keeps nothing else. So the driver can compare states, and can put an earlier one back: the search
// goes depth first over the inputs. A state that is met again at the same head, while it is on the path, closes a
// cycle: an endless execution. So does a function that is entered while a call of it is active that began with the same
// arguments, globals and heap: an endless recursion. A state that was left for good is not looked at again. Bytes that
// are not in use may make equal states look different for a while, never different ones equal.
//
// The handlers of the undefined-behaviour sanitizer are ours. An overflow is noted and wraps; the note is part of the
// state, so a cycle without it is an endless execution whose behaviour is defined. A division by zero and a bad access
// end the program.
//
// Output, for each program: `number verdict states choices`. The verdict is `ends`, `endless`, `overflow` (endless
// executions have an overflow, all of them), `limit` (the search is not complete and found nothing) or `overflow-limit`
// (not complete, found only such with an overflow). The choices are the inputs on the way to the cycle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum {
  STACK = 256 << 10,
  ARENA = 16 << 10,
  LIVE = 1024,
  TABLE = 1 << 20,
  MAX_STATES = 300000,
  MAX_DEPTH = 400,
  MAX_KEY = 128
};
enum { MAX_ALONE = 70000, MAX_CHOICES = 20000, MAX_SNAPSHOTS = 100 << 20, MAX_WORK = 100 << 20 };
enum Request { STARTED, CHOICE, HEAD, ENTERED, ENDED };

struct Program {
  int (*main)(void);
  char *data, *dataEnd;
};
extern const struct Program truth_programs[];
extern const int truth_program_count;

typedef struct {
  uint64_t low, high;
} Key;

// A call that is active: where its frame begins, and what it depends on.
struct Frame {
  char* base;
  Key key;
};

// What an execution has beside its stack, globals and heap; frames are last.
struct Execution {
  size_t heapUsed;
  int overflow, depth;
  struct Frame frames[MAX_DEPTH];
};

// A choice, and what is needed to take another value.
struct Snapshot {
  int value, count;
  size_t path, size;
  jmp_buf registers;
  char *low, *bytes;
};

struct Entry {
  Key key;
  int used, onPath;
};

static struct Program const* program;
static char *stack, *arena;
static struct Execution execution;
static struct Snapshot* snapshots;
static struct Entry* table;
static uint32_t *path, *visited;
static size_t snapshotCount, snapshotBytes, pathLength, states, alone, work;
static int incomplete, onlyWithOverflow;
static jmp_buf driverRegisters, programRegisters;
static ucontext_t start;
// What the program asks for.
static enum Request request;
static int requestSite, requestCount, answer;
static char *requestStack, *requestFrame;
static Key requestKey;

// --- the program's side: no more than needed, as what it leaves on the stack may get into states ---------------------

static void ask(enum Request kind, char* low) {
  request = kind;
  requestStack = low;
  if (!_setjmp(programRegisters)) _longjmp(driverRegisters, 1);
}

int truth_choose(int count) {
  requestCount = count;
  ask(CHOICE, __builtin_dwarf_cfa());
  return answer;
}

void truth_head(int site) {
  requestSite = site;
  ask(HEAD, __builtin_dwarf_cfa());
}

_Noreturn void truth_end(void) {
  request = ENDED;
  _longjmp(driverRegisters, 1);
}

static Key mixed(Key key, char const* bytes, size_t size) {
  for (; size > 0; size -= size < 8 ? size : 8, bytes += 8) {
    uint64_t word = 0;
    memcpy(&word, bytes, size < 8 ? size : 8);
    key.low = (key.low ^ word) * 0x9e3779b97f4a7c15;
    key.low ^= key.low >> 29;
    key.high = (key.high + word + 0x632be59bd9b4e019) * 0xd6e8feb86659fd93;
    key.high ^= key.high >> 32;
  }
  return key;
}

void truth_enter(int site, char* frame, int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  Key key = {(uint64_t)site, 1};
  for (int i = 0; i < count; ++i) {
    char const* bytes = va_arg(arguments, char const*);
    key = mixed(key, bytes, va_arg(arguments, size_t));
  }
  va_end(arguments);
  requestSite = site;
  requestFrame = frame;
  requestKey = key;
  ask(ENTERED, __builtin_dwarf_cfa());
}

static void runMain(void) {
  program->main();
  truth_end();
}

// --- the heap: first fit, in an arena; what is free is zero ----------------------------------------------------------

struct Header {
  size_t size, isUsed;
};

static struct Header* header(size_t offset) { return (struct Header*)(arena + offset); }

void* truth_malloc(size_t size) {
  size = (size + 15) & ~(size_t)15;
  size_t offset = 0;
  while (offset < execution.heapUsed && (header(offset)->isUsed || header(offset)->size != size))
    offset += sizeof(struct Header) + header(offset)->size;
  if (offset + sizeof(struct Header) + size > ARENA) {
    incomplete = 1;
    truth_end();
  }
  *header(offset) = (struct Header){size, 1};
  if (offset == execution.heapUsed) execution.heapUsed += sizeof(struct Header) + size;
  return arena + offset + sizeof(struct Header);
}

// Takes free blocks from the end of the heap.
static void shrink(void) {
  size_t last = 0, end = 0;
  while (end < execution.heapUsed) {
    if (header(end)->isUsed) last = end + sizeof(struct Header) + header(end)->size;
    end += sizeof(struct Header) + header(end)->size;
  }
  memset(arena + last, 0, execution.heapUsed - last);
  execution.heapUsed = last;
}

void truth_free(void* block) {
  if (!block) return;
  struct Header* freed = (struct Header*)((char*)block - sizeof(struct Header));
  if ((char*)freed < arena || (char*)freed >= arena + execution.heapUsed || !freed->isUsed) truth_end();
  freed->isUsed = 0;
  memset(block, 0, freed->size);
  shrink();
}

// --- what the sanitizer calls ----------------------------------------------------------------------------------------

static void overflowed(void) { execution.overflow = 1; }
void __ubsan_handle_add_overflow(void* data, uintptr_t left, uintptr_t right) { overflowed(); }
void __ubsan_handle_sub_overflow(void* data, uintptr_t left, uintptr_t right) { overflowed(); }
void __ubsan_handle_mul_overflow(void* data, uintptr_t left, uintptr_t right) { overflowed(); }
void __ubsan_handle_negate_overflow(void* data, uintptr_t value) { overflowed(); }
void __ubsan_handle_shift_out_of_bounds(void* data, uintptr_t left, uintptr_t right) { overflowed(); }
void __ubsan_handle_divrem_overflow(void* data, uintptr_t left, uintptr_t right) {
  if (right == 0) truth_end();
  overflowed();
}
void __ubsan_handle_out_of_bounds(void* data, uintptr_t index) { truth_end(); }
void __ubsan_handle_type_mismatch_v1(void* data, uintptr_t pointer) { truth_end(); }

// --- states ----------------------------------------------------------------------------------------------------------

static size_t executionSize(void) {
  return offsetof(struct Execution, frames) + (size_t)execution.depth * sizeof(struct Frame);
}
static size_t dataSize(void) { return (size_t)(program->dataEnd - program->data); }

static Key withMemory(Key key) {
  key = mixed(key, (char const*)&execution.overflow, sizeof execution.overflow);
  key = mixed(key, program->data, dataSize());
  return mixed(key, arena, execution.heapUsed);
}

// The place of a state in the table, and whether it is new.
static struct Entry* find(Key key, int* isNew) {
  size_t i = key.low % TABLE;
  while (table[i].used && (table[i].key.low != key.low || table[i].key.high != key.high)) i = (i + 1) % TABLE;
  *isNew = !table[i].used;
  if (*isNew) {
    table[i] = (struct Entry){key, 1, 0};
    visited[states++] = (uint32_t)i;
  }
  return &table[i];
}

static void save(int count) {
  char* low = requestStack - LIVE; // the driver's own functions are active, too
  size_t stackSize = (size_t)(stack + STACK - low),
         size = stackSize + dataSize() + execution.heapUsed + executionSize();
  struct Snapshot* s = &snapshots[snapshotCount++];
  *s = (struct Snapshot){0, count, pathLength, size, {}, low, malloc(size)};
  memcpy(&s->registers, &programRegisters, sizeof s->registers);
  char* to = s->bytes;
  memcpy(to, &execution, executionSize());
  memcpy(to += executionSize(), program->data, dataSize());
  memcpy(to += dataSize(), low, stackSize);
  memcpy(to += stackSize, arena, execution.heapUsed);
  snapshotBytes += size;
  work += size;
}

static void restore(struct Snapshot const* s) {
  char const* from = s->bytes;
  size_t stackSize = (size_t)(stack + STACK - s->low);
  memset(arena, 0, execution.heapUsed);
  memcpy(&execution, from, offsetof(struct Execution, frames));
  memcpy(&execution, from, executionSize());
  memcpy(program->data, from += executionSize(), dataSize());
  memcpy(s->low, from += dataSize(), stackSize);
  memcpy(arena, from += stackSize, execution.heapUsed);
  memcpy(&programRegisters, &s->registers, sizeof s->registers);
  answer = s->value;
  alone = 0;
  work += s->size;
}

// --- the search ------------------------------------------------------------------------------------------------------

// Goes back to the last choice that has another value; 0 if there is none.
static int backtrack(void) {
  while (snapshotCount > 0) {
    struct Snapshot* last = &snapshots[snapshotCount - 1];
    while (pathLength > last->path) table[path[--pathLength]].onPath = 0;
    if (++last->value < last->count) {
      restore(last);
      return 1;
    }
    snapshotBytes -= last->size;
    free(last->bytes);
    --snapshotCount;
  }
  return 0;
}

enum Found { NOTHING, PRUNED, CYCLE };

static enum Found visit(void) {
  Key key = mixed((Key){(uint64_t)requestSite, 2}, requestStack, (size_t)(stack + STACK - requestStack));
  work += 64 + (size_t)(stack + STACK - requestStack) + execution.heapUsed;
  int isNew;
  struct Entry* entry = find(withMemory(key), &isNew);
  if (!isNew) return entry->onPath ? CYCLE : PRUNED;
  if (++alone > MAX_ALONE || states == MAX_STATES) {
    incomplete = 1;
    return PRUNED;
  }
  entry->onPath = 1;
  path[pathLength++] = (uint32_t)(entry - table);
  return NOTHING;
}

static enum Found enter(void) {
  while (execution.depth > 0 && execution.frames[execution.depth - 1].base <= requestFrame) --execution.depth;
  Key key = withMemory(requestKey);
  for (int i = 0; i < execution.depth; ++i)
    if (execution.frames[i].key.low == key.low && execution.frames[i].key.high == key.high) return CYCLE;
  if (execution.depth == MAX_DEPTH) {
    incomplete = 1;
    return PRUNED;
  }
  execution.frames[execution.depth++] = (struct Frame){requestFrame, key};
  return visit();
}

static enum Found choose(void) {
  if (snapshotCount == MAX_CHOICES || snapshotBytes > MAX_SNAPSHOTS) {
    incomplete = 1;
    return PRUNED;
  }
  save(requestCount);
  answer = 0;
  alone = 0;
  return NOTHING;
}

// Does what the program asks for; whether the search goes on.
static int serve(void) {
  enum Found found = request == CHOICE ? choose() : request == HEAD ? visit() : request == ENTERED ? enter() : PRUNED;
  if (found == NOTHING) return 1;
  if (found == CYCLE) {
    if (!execution.overflow) return 0;
    onlyWithOverflow = 1;
  }
  request = ENDED;
  if (states == MAX_STATES || work > MAX_WORK) {
    incomplete = 1;
    return 0;
  }
  return backtrack();
}

static void explore(void) {
  memset(stack, 0, STACK);
  memset(arena, 0, ARENA);
  memset(&execution, 0, sizeof execution);
  snapshotCount = snapshotBytes = pathLength = alone = work = 0;
  while (states > 0) table[visited[--states]].used = 0;
  incomplete = onlyWithOverflow = 0;
  getcontext(&start);
  start.uc_stack.ss_sp = stack;
  start.uc_stack.ss_size = STACK;
  makecontext(&start, runMain, 0);
  if (!_setjmp(driverRegisters)) setcontext(&start);
  volatile int goesOn = serve();
  while (goesOn) {
    if (!_setjmp(driverRegisters)) _longjmp(programRegisters, 1);
    goesOn = serve();
  }
}

static void report(void) {
  int isEndless = request != ENDED;
  printf("%d %s %zu ", (int)(program - truth_programs),
         isEndless          ? "endless"
         : onlyWithOverflow ? incomplete ? "overflow-limit" : "overflow"
         : incomplete       ? "limit"
                            : "ends",
         states);
  for (size_t i = 0; isEndless && i < snapshotCount && i < 60; ++i) printf("%s%d", i ? "." : "", snapshots[i].value);
  printf("%s\n", isEndless && snapshotCount ? "" : "-");
  while (snapshotCount > 0) free(snapshots[--snapshotCount].bytes);
}

static void* memory(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

int main(void) {
  stack = memory(STACK);
  arena = memory(ARENA);
  table = memory(TABLE * sizeof *table);
  path = memory(MAX_STATES * sizeof *path);
  visited = memory(MAX_STATES * sizeof *visited);
  snapshots = memory(MAX_CHOICES * sizeof *snapshots);
  for (program = truth_programs; program < truth_programs + truth_program_count; ++program) {
    explore();
    report();
  }
  return 0;
}
