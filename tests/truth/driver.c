// Runs every program of a batch on every input, in one process as long as nothing breaks it.
//
// A program asks for an input by truth_choose(n). Executions are enumerated depth first over these choices, so that a
// program may ask as often as it likes, in loops too, as long as the number of executions stays below a limit. Globals
// are put back to what they were at the start before each execution, by copying the data of the executable; blocks of
// the heap that are left are freed. The handlers of the undefined-behaviour sanitizer are ours: they note what happened
// and go on, or leave the execution by longjmp. The address sanitizer cannot go on after an error; the process ends
// there, and its parent starts another one at the next execution. So all that has to last is in memory shared between
// them.
//
// Each program is enumerated twice. The first time, the bodies of its checks (PROBE) are left out and the values that
// reach them are noted; then a constant is chosen for each check that is exactly at the border of what these values
// violate; the second time is what counts. That is how half of the checks hold and half do not, and none by a wide
// margin.
//
// Output, for each program: `P number`, then `K site constant` for its checks, then `E choices events` for its
// executions. Events are letters, in order, each kind once:
//   R reach_error   A an assertion failed    O overflow     S exponent of a shift    Z division by zero
//   D bad access    F bad free               b bounds       u undefined otherwise    x end    a abort    h endless loop
// and after an end or in an endless loop: 0 nothing left on the heap, r what is left is pointed to by globals, ? by the
// stack perhaps, L a leak.
// T: the execution took too long, or there were too many of them.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_CHOICES = 64, MAX_EVENTS = 16, MAX_SITES = 16, MAX_VALUES = 4096, MAX_BLOCKS = 4096, MAX_DEATHS = 12 };
enum { MAX_RUNS = 1200, MAX_STARTED = 8, SECONDS = 3, MAX_OUTPUT = 64 << 20 };
enum Rule { EQUAL, ABOVE, BELOW, SUM, PRODUCT, SIZE };

struct Site {
  int seen, rule, breaks, count;
  long long values[MAX_VALUES], constant;
};

struct Block {
  char* start;
  size_t size;
  int marked;
};

// All that has to outlive a process.
struct State {
  int program, phase, runs, deaths, blocks;
  int choice[MAX_CHOICES], limit[MAX_CHOICES], choices, position;
  char events[MAX_EVENTS];
  int eventCount, inside;
  struct Site sites[MAX_SITES];
  struct Block block[MAX_BLOCKS];
  void (*atEnd[MAX_STARTED])(void);
  int atEndCount;
  char* stackBase;
  char* snapshot;
  int filling;  // of new blocks
  char* output;
  size_t outputSize;
};

void __asan_poison_memory_region(void const volatile* start, size_t size);
extern int (*const truth_programs[])(void);
extern const int truth_program_count;
extern char __data_start[], _end[];
static struct State* state;
static jmp_buf leave;

static void note(char event) {
  if (!memchr(state->events, event, state->eventCount) && state->eventCount < MAX_EVENTS - 1)
    state->events[state->eventCount++] = event;
}

static _Noreturn void stop(char event) {
  note(event);
  longjmp(leave, 1);
}

// The executable's data, word by word: a plain loop, which no sanitizer looks at.
static void copyData(int back) {
  volatile uint64_t* data = (uint64_t*)(((uintptr_t)__data_start + 7) & ~(uintptr_t)7);
  uint64_t* copy = (uint64_t*)state->snapshot;
  size_t words = ((uintptr_t)_end - (uintptr_t)data) / 8;
  for (size_t i = 0; i < words; ++i) {
    if (!back)
      copy[i] = data[i];
    else if (data[i] != copy[i])
      data[i] = copy[i];
  }
}

int truth_choose(int count) {
  if (state->position == MAX_CHOICES) stop('T');
  if (state->position == state->choices) {
    state->choice[state->choices] = 0;
    state->limit[state->choices++] = count;
  }
  return state->choice[state->position++];
}

// --- checks ---------------------------------------------------------------------------------------------------------

int truth_probe(int number, int rule, int breaks, long long value) {
  if (state->phase == 2) return 1;
  struct Site* site = &state->sites[number];
  site->seen = 1;
  site->rule = rule;
  site->breaks = breaks;
  for (int i = 0; i < site->count; ++i)
    if (site->values[i] == value) return 0;
  if (site->count < MAX_VALUES) site->values[site->count++] = value;
  return 0;
}

long long truth_constant(int site) { return state->sites[site].constant; }

static int isValue(struct Site const* site, long long value) {
  for (int i = 0; i < site->count; ++i)
    if (site->values[i] == value) return 1;
  return 0;
}

static long long chosenConstant(struct Site const* site) {
  if (site->count == 0) return 0;
  long long smallest = site->values[0], largest = smallest, chosen = site->values[site->count / 2];
  for (int i = 0; i < site->count; ++i) {
    if (site->values[i] < smallest) smallest = site->values[i];
    if (site->values[i] > largest) largest = site->values[i];
  }
  long long magnitude = largest > -smallest ? largest : -smallest;
  switch ((enum Rule)site->rule) {
    case EQUAL:
      while (!site->breaks && isValue(site, chosen)) ++chosen;
      return chosen;
    case ABOVE: return largest - site->breaks;
    case BELOW: return smallest + site->breaks;
    case SUM: return largest < 0 ? INT32_MAX : INT32_MAX - largest + (largest > 0 && site->breaks);
    case PRODUCT: return magnitude < 2 ? 7 : INT32_MAX / magnitude + site->breaks;
    case SIZE: return largest + 1 - site->breaks;
  }
  return 0;
}

// What is left on the heap may be lost: then it is so for ever, though the program does not end.
_Noreturn void truth_hang(void) {
  note('h');
  stop(state->blocks ? '?' : '0');
}

// --- the heap --------------------------------------------------------------------------------------------------------

static struct Block* findBlock(void const* start) {
  for (int i = 0; i < state->blocks; ++i)
    if (state->block[i].start == start) return &state->block[i];
  return NULL;
}

void* truth_malloc(size_t size) {
  if (state->blocks == MAX_BLOCKS || size > 1 << 20) stop('T');
  char* start = malloc(size ? size : 8);
  memset(start, state->filling, size);
  if (size == 0) __asan_poison_memory_region(start, 8);  // the sanitizer's own block would have one byte
  state->block[state->blocks++] = (struct Block){start, size, 0};
  return start;
}

void truth_free(void* start) {
  if (!start) return;
  struct Block* block = findBlock(start);
  if (!block) stop('F');
  *block = state->block[--state->blocks];
  free(start);
}

void* truth_calloc(size_t count, size_t size) { return memset(truth_malloc(count * size), 0, count * size); }

void* truth_realloc(void* old, size_t size) {
  struct Block* block = old ? findBlock(old) : NULL;
  if (old && !block) stop('F');
  size_t oldSize = block ? block->size : 0;
  char* start = truth_malloc(size);
  if (old) memcpy(start, old, oldSize < size ? oldSize : size);
  truth_free(old);
  return start;
}

char* truth_strdup(char const* text) { return strcpy(truth_malloc(strlen(text) + 1), text); }

static void markFrom(char const* from, char const* to) {
  for (char const* word = (char const*)(((uintptr_t)from + 7) & ~(uintptr_t)7); word + 8 <= to; word += 8) {
    char* pointer = *(char* volatile*)word;
    for (int i = 0; i < state->blocks; ++i) {
      struct Block* block = &state->block[i];
      if (block->marked || pointer < block->start || pointer >= block->start + (block->size ? block->size : 1)) continue;
      block->marked = 1;
      markFrom(block->start, block->start + block->size);
    }
  }
}

static int allMarked(void) {
  for (int i = 0; i < state->blocks; ++i)
    if (!state->block[i].marked) return 0;
  return 1;
}

// Says what is left on the heap. The stack counts only if the program ends inside of its functions.
static char leftOnHeap(int stackIsAlive) {
  if (state->blocks == 0) return '0';
  for (int i = 0; i < state->blocks; ++i) state->block[i].marked = 0;
  markFrom(__data_start, _end);
  if (allMarked()) return 'r';
  if (!stackIsAlive) return 'L';
  jmp_buf registers;
  setjmp(registers);
  markFrom((char*)&registers, state->stackBase);
  return allMarked() ? '?' : 'L';
}

// --- the end ---------------------------------------------------------------------------------------------------------

int truth_atexit(void (*function)(void)) {
  if (state->atEndCount == MAX_STARTED) stop('T');
  state->atEnd[state->atEndCount++] = function;
  return 0;
}

static void runAtEnd(void) {
  while (state->atEndCount > 0) state->atEnd[--state->atEndCount]();
}

_Noreturn void truth_exit(int status) {
  runAtEnd();
  note('x');
  stop(leftOnHeap(1));
}

_Noreturn void truth_abort(void) {
  note('a');
  stop(leftOnHeap(1));
}

// Without a body it ends the program.
_Noreturn void truth_reached(void) {
  note('R');
  truth_abort();
}

_Noreturn void truth_failed_assertion(void) {
  note('A');
  stop(leftOnHeap(1));
}

// --- what the sanitizers call ----------------------------------------------------------------------------------------

typedef struct {
  char const* file;
  uint32_t line, column;
} Location;

typedef struct {
  uint16_t kind, info;
  char name[1];
} Type;

typedef struct {
  Location location;
  Type* type;
} TypeData;

typedef struct {
  Location location;
  Type *left, *right;
} ShiftData;

#define OVERFLOW(name) \
  void __ubsan_handle_##name##_overflow(void* data, void* left, void* right) { note('O'); }
OVERFLOW(add)
OVERFLOW(sub)
OVERFLOW(mul)
OVERFLOW(negate)

void __ubsan_handle_divrem_overflow(void* data, uintptr_t left, uintptr_t right) {
  if (right != 0) stop('O');
  note('Z');
  stop(state->blocks ? '?' : '0');
}

static int64_t valueOf(Type const* type, uintptr_t handle) {
  int width = 1 << (type->info >> 1);
  if (width > 64) return *(int64_t*)handle;
  if (width == 64) return (int64_t)handle;
  int64_t value = (int64_t)(handle & (((uint64_t)1 << width) - 1));
  return type->info & 1 && value >> (width - 1) ? value - ((int64_t)1 << width) : value;
}

void __ubsan_handle_shift_out_of_bounds(ShiftData* data, uintptr_t left, uintptr_t right) {
  int64_t exponent = valueOf(data->right, right);
  if (exponent < 0 || exponent >= 1 << (data->left->info >> 1)) stop('S');
  note('O');
}

void __ubsan_handle_type_mismatch_v1(void* data, uintptr_t pointer) {
  if (pointer == 0) stop('D');
  note('u');
}

void __ubsan_handle_out_of_bounds(void* data, void* index) { note('b'); }
void __ubsan_handle_load_invalid_value(void* data, void* value) { note('u'); }
void __ubsan_handle_pointer_overflow(void* data, void* base, void* result) { note('u'); }
void __ubsan_handle_vla_bound_not_positive(void* data, void* bound) { stop('u'); }
void __ubsan_handle_builtin_unreachable(void* data) { stop('u'); }
void __ubsan_handle_missing_return(void* data) { stop('u'); }

char const* __asan_get_report_description(void);

// The report is not finished and never will be: this process ends.
void __asan_on_error(void) {
  char const* what = __asan_get_report_description();
  note(what && strstr(what, "free") && !strstr(what, "use-after") ? 'F' : 'D');
  _exit(1);
}

static void tooLong(int signal) {
  note('T');
  _exit(2);
}

// --- executions ------------------------------------------------------------------------------------------------------

__attribute__((format(printf, 1, 2))) static void print(char const* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  state->outputSize += vsnprintf(state->output + state->outputSize, MAX_OUTPUT - state->outputSize, format, arguments);
  va_end(arguments);
  if (state->outputSize > MAX_OUTPUT - 4096) _exit(3);
}

static void report(void) {
  print("E ");
  for (int i = 0; i < state->position; ++i) print(i ? ".%d" : "%d", state->choice[i]);
  print("%s %.*s\n", state->position ? "" : "-", state->eventCount, state->events);
}

static void endProgram(void) {
  state->choices = state->runs = state->deaths = 0;
  if (state->phase == 1) {
    state->phase = 2;
    print("P %d\n", state->program);
    for (int i = 0; i < MAX_SITES; ++i) {
      if (!state->sites[i].seen) continue;
      state->sites[i].constant = chosenConstant(&state->sites[i]);
      print("K %d %lld\n", i, state->sites[i].constant);
    }
    return;
  }
  state->phase = 1;
  ++state->program;
  for (int i = 0; i < MAX_SITES; ++i) state->sites[i].seen = state->sites[i].count = state->sites[i].constant = 0;
}

// After an execution: its line, and the next one.
static void nextExecution(void) {
  state->inside = 0;
  if (state->phase == 2) report();
  ++state->runs;
  state->choices = state->position;
  while (state->choices > 0 && state->choice[state->choices - 1] + 1 == state->limit[state->choices - 1]) --state->choices;
  if (state->choices == 0) return endProgram();
  ++state->choice[state->choices - 1];
  if (state->runs < MAX_RUNS && state->deaths < MAX_DEATHS) return;
  if (state->phase == 2) print("E - T\n");
  endProgram();
}

__attribute__((noinline)) static void execute(void) {
  char base;
  state->stackBase = &base;
  if (setjmp(leave)) return;
  truth_programs[state->program]();
  runAtEnd();
  note('x');
  note(leftOnHeap(0));
}

static void runAll(void) {
  signal(SIGALRM, tooLong);
  while (state->program < truth_program_count) {
    copyData(1);
    state->position = state->eventCount = state->blocks = state->atEndCount = 0;
    state->inside = 1;
    alarm(SECONDS);
    execute();
    alarm(0);
    while (state->blocks) free(state->block[--state->blocks].start);
    nextExecution();
  }
}

static void* shared(size_t size) {
  return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

int main(int count, char** arguments) {
  state = shared(sizeof *state);
  state->phase = 1;
  state->snapshot = shared((size_t)(_end - __data_start) + 64);
  state->output = shared(MAX_OUTPUT);
  state->filling = count > 1 ? atoi(arguments[1]) : 0;
  int results = dup(1);
  if (!freopen("/dev/null", "w", stdout)) return 1;
  copyData(0);
  while (state->program < truth_program_count) {
    pid_t child = fork();
    if (child == 0) {
      runAll();
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 3) return 3;
    if (!state->inside) continue;
    // The process ended within an execution. By the sanitizer: the event is noted. Otherwise: a bad access.
    if (WIFSIGNALED(status)) note('D');
    ++state->deaths;
    nextExecution();
  }
  for (size_t done = 0; done < state->outputSize;) {
    ssize_t written = write(results, state->output + done, state->outputSize - done);
    if (written <= 0) return 1;
    done += written;
  }
  return 0;
}
