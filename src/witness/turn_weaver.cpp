// The weaver: what it puts before each load, store and call are calls of the file with the turns (turn_source.cpp). Of a
// load or store, and of those functions of the library whose arguments say it, it hands on which bytes are accessed;
// where that is not known, for a type that is no number, it does not.
#include "witness/turn_weaver.h"

namespace assay {

namespace {

constexpr const char* kWeaver =
    R"C(/* Puts calls that let threads take turns into a file of LLVM's text form: weave IN OUT */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum Kind { Any, Read, Write };
static struct Place {
  unsigned line, column;
} *places;
static unsigned long numPlaces;

/* "!7 = !DILocation(line: 3, column: 9, scope: !5)" */
static void notePlace(const char *line) {
  char *end;
  struct Place place = {0, 0};
  if (line[0] != '!') return;
  unsigned long number = strtoul(line + 1, &end, 10);
  if (end == line + 1 || strncmp(end, " = ", 3)) return;
  const char *at = strstr(end, "!DILocation(");
  if (!at || at > end + 12) return;
  const char *row = strstr(at, "line: "), *column = strstr(at, "column: ");
  if (row) place.line = strtoul(row + 6, 0, 10);
  if (column) place.column = strtoul(column + 8, 0, 10);
  if (number >= numPlaces) {
    unsigned long more = 2 * number + 1024;
    places = realloc(places, more * sizeof *places);
    memset(places + numPlaces, 0, (more - numPlaces) * sizeof *places);
    numPlaces = more;
  }
  places[number] = place;
}

static int begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }

static int wordSize = 8; /* of a pointer, in bytes */

static void point(FILE *out, unsigned long place, enum Kind kind) {
  fprintf(out, "  call void @assay_point(i32 %u, i32 %u, i32 %d), !dbg !%lu\n", places[place].line,
          places[place].column, kind, place);
}

/* Where one of these stands outside of brackets and strings; null: nowhere. */
static const char *findOutside(const char *text, const char *ends) {
  int depth = 0, isQuoted = 0;
  for (; *text && *text != '\n'; text++) {
    if (*text == '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (depth == 0 && strchr(ends, *text)) return text;
    depth += strchr("([{<", *text) != 0;
    depth -= strchr(")]}>", *text) != 0;
    if (depth < 0) break;
  }
  return 0;
}

/* The operand "ptr ..." that begins a text, without what may follow. Empty: it is none. */
static char *pointerAt(const char *text) {
  if (!begins(text, "ptr ")) return strdup("");
  const int isName = text[4] == '%' || text[4] == '@';
  const char *end = findOutside(text + 4, isName ? ", " : ",");
  const char *close = isName ? 0 : strchr(text, '(');
  const char *order = end && close ? findOutside(close, " ") : 0; /* what an atomic access has behind its operand */
  if (order && order < end) end = order;
  return end ? strndup(text, end - text) : strdup("");
}

/* In bytes, of a type that begins a text; 0: it is not known. */
static unsigned long sizeAt(const char *text) {
  static const struct {
    const char *name;
    unsigned size;
  } types[] = {{"half", 2}, {"bfloat", 2}, {"float", 4}, {"double", 8}, {"x86_fp80", 10}, {"fp128", 16}};
  const unsigned long length = strcspn(text, " ,");
  char *end;
  if (text[0] == 'i' && text[1] >= '1' && text[1] <= '9') {
    const unsigned long bits = strtoul(text + 1, &end, 10);
    return end == text + length ? (bits + 7) / 8 : 0;
  }
  for (unsigned i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen(types[i].name) == length && begins(text, types[i].name)) return types[i].size;
  return begins(text, "ptr") && length == 3 ? wordSize : 0;
}

enum { kWrites = 1, kIsAtomic = 2 };
/* `pointer` and `size`: operands with their types. */
static void access(FILE *out, unsigned long place, enum Kind kind, const char *pointer, const char *size, int how) {
  if (!*pointer || !*size) {
    point(out, place, kind);
    return;
  }
  fprintf(out, "  call void @assay_access(i32 %u, i32 %u, i32 %d, %s, %s, i32 %d), !dbg !%lu\n", places[place].line,
          places[place].column, kind, pointer, size, how, place);
}

static void accessOf(FILE *out, unsigned long place, enum Kind kind, const char *pointer, const char *type, int how) {
  char size[32];
  char *operand = pointerAt(pointer);
  snprintf(size, sizeof size, "i%d %lu", 8 * wordSize, sizeAt(type));
  access(out, place, kind, operand, size, how);
  free(operand);
}

/* load and store: "[atomic] [volatile] TYPE, ptr ..." and "... TYPE VALUE, ptr ..." */
static void loadOrStore(FILE *out, unsigned long place, enum Kind kind, const char *text) {
  int how = kind == Write ? kWrites : 0;
  if (begins(text, "atomic ")) how |= kIsAtomic, text += 7;
  if (begins(text, "volatile ")) text += 9;
  const char *comma = findOutside(text, ",");
  accessOf(out, place, kind, comma ? comma + 2 : "", text, how);
}

/* "atomicrmw [volatile] OPERATION ptr ..., TYPE VALUE" and "cmpxchg [weak] [volatile] ptr ..., TYPE VALUE, ..." The
   latter need not write. */
static void update(FILE *out, unsigned long place, const char *text) {
  const int how = kIsAtomic | (begins(text, "atomicrmw ") ? kWrites : 0);
  const char *pointer = strstr(text, " ptr "), *comma = pointer ? findOutside(pointer, ",") : 0;
  accessOf(out, place, Any, comma ? pointer + 1 : "", comma ? comma + 2 : "", how);
}

/* An argument of a call with its type; `text` is behind the parenthesis. Empty: there is none of this type. */
static char *argument(const char *text, int number, const char *type) {
  const char *end = findOutside(text, ",)");
  for (; number > 0 && end && *end == ','; number--) text = end + 2, end = findOutside(text, ",)");
  return number == 0 && end && begins(text, type) ? strndup(text, end - text) : strdup("");
}

static const char *sizeType(void) { return wordSize == 8 ? "i64 " : "i32 "; }

/* The intrinsics for assignments of structures, and those that fill them. */
static void intrinsic(FILE *out, unsigned long place, const char *line) {
  const int isCopy = strstr(line, "@llvm.memcpy") || strstr(line, "@llvm.memmove");
  if (!isCopy && !strstr(line, "@llvm.memset")) return;
  const char *text = strchr(strstr(line, "@llvm.mem"), '(') + 1;
  char *to = argument(text, 0, "ptr "), *from = argument(text, 1, "ptr ");
  char *size = argument(text, 2, sizeType());
  if (isCopy) access(out, place, Read, from, size, 0);
  access(out, place, Write, to, size, kWrites);
  free(to), free(from), free(size);
}

/* Functions of the library whose arguments say what they access: the numbers of what is written, read, and its size;
   none: a block. */
static struct MemoryFunction {
  const char *name;
  int written, read, size;
  int isOwn; /* it is the program's */
} memoryFunctions[] = {{"@free(", 0, -1, -1, 0},
                       {"@realloc(", 0, -1, -1, 0},
                       {"@memcpy(", 0, 1, 2, 0},
                       {"@memmove(", 0, 1, 2, 0},
                       {"@memset(", 0, -1, 2, 0}};
enum { kMemoryFunctions = sizeof memoryFunctions / sizeof *memoryFunctions };

static void noteOwn(const char *line) {
  for (int i = 0; i < kMemoryFunctions; i++)
    if (begins(line, "define ") && strstr(line, memoryFunctions[i].name)) memoryFunctions[i].isOwn = 1;
}

static void call(FILE *out, unsigned long place, const char *line) {
  const struct MemoryFunction *function = memoryFunctions;
  while (function < memoryFunctions + kMemoryFunctions && !strstr(line, function->name)) function++;
  if (function == memoryFunctions + kMemoryFunctions || function->isOwn) {
    point(out, place, Any);
    return;
  }
  const char *text = strstr(line, function->name) + strlen(function->name);
  char *written = argument(text, function->written, "ptr ");
  char *read = function->read < 0 ? strdup("ptr null") : argument(text, function->read, "ptr ");
  char *size = function->size < 0 ? strdup(wordSize == 8 ? "i64 -1" : "i32 -1")
                                  : argument(text, function->size, sizeType());
  if (*written && *read && *size)
    fprintf(out, "  call void @assay_call(i32 %u, i32 %u, %s, %s, %s), !dbg !%lu\n", places[place].line,
            places[place].column, written, read, size, place);
  else
    point(out, place, Any);
  free(written), free(read), free(size);
}

/* Locals of the function whose addresses are used for nothing but its own accesses: other threads do not see them.
   Their accesses may have the places of others: in p->q[i], that of p has the one of the element. */
static char **locals;
static unsigned long numLocals;

static int isNameCharacter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("-$._", c));
}

/* The local that is named at this place; numLocals: none. */
static unsigned long localAt(const char *text) {
  unsigned long length = 1, i = 0;
  if (*text != '%') return numLocals;
  while (isNameCharacter(text[length])) length++;
  while (i < numLocals && (strncmp(locals[i], text, length) || locals[i][length])) i++;
  return i;
}

/* What the load or store goes to; null: the line is something else. */
static const char *target(const char *line) {
  const char *mark = 0, *next = line, *equals = strstr(line, " = ");
  const int isStore = begins(line, "  store ");
  if (!isStore && !(equals && begins(equals, " = load "))) return 0;
  while ((next = strstr(next, ", ptr %"))) mark = next++;
  return mark ? mark + 6 : 0;
}

static void noteLocals(char **lines, unsigned long count) {
  locals = realloc(locals, (count + 1) * sizeof *locals);
  numLocals = 0;
  for (unsigned long i = 0; i < count; i++)
    if (begins(lines[i], "  %") && strstr(lines[i], " = alloca "))
      locals[numLocals++] = strndup(lines[i] + 2, strcspn(lines[i] + 2, " "));
  for (unsigned long i = 0; i < count; i++) {
    if (strstr(lines[i], " = alloca ")) continue;
    const char *own = target(lines[i]);
    for (const char *at = strchr(lines[i], '%'); at; at = strchr(at + 1, '%')) {
      const unsigned long local = at == own ? numLocals : localAt(at);
      if (local < numLocals) locals[local] = locals[--numLocals];
    }
  }
}

static void weave(FILE *out, const char *line) {
  const char *own = target(line);
  if (own && localAt(own) < numLocals) return;
  const char *mark = 0, *next = line;
  while ((next = strstr(next, "!dbg !"))) mark = next++;
  if (!mark || !begins(line, "  ")) return;
  unsigned long place = strtoul(mark + 6, 0, 10);
  if (place >= numPlaces || places[place].line == 0) return;
  line += strspn(line, " ");
  const char *equals = strstr(line, " = ");
  if (line[0] == '%' && equals) line = equals + 3;
  for (const char *words[] = {"tail ", "musttail ", "notail "}, **word = words; word < words + 3; word++)
    if (begins(line, *word)) line += strlen(*word);
  if (begins(line, "load ")) loadOrStore(out, place, Read, line + 5);
  if (begins(line, "store ")) loadOrStore(out, place, Write, line + 6);
  if (begins(line, "atomicrmw ") || begins(line, "cmpxchg ")) update(out, place, line);
  if (!begins(line, "call ")) return;
  if (strstr(line, " @llvm."))
    intrinsic(out, place, line);
  else
    call(out, place, line);
}

/* A function that happens at once. */
static int isRegion(const char *line) {
  const char *name = strstr(line, "@__VERIFIER_atomic_");
  return name && name < strchr(line, '(') && !begins(name, "@__VERIFIER_atomic_begin(") &&
         !begins(name, "@__VERIFIER_atomic_end(");
}

/* Behind its first line. */
static void weaveFunction(FILE *in, FILE *out, int isAtomic) {
  char **lines = 0, *line = 0;
  unsigned long count = 0, room = 0;
  size_t size = 0;
  int isEntering = isAtomic;
  do {
    if (getline(&line, &size, in) < 0) break;
    if (count == room) lines = realloc(lines, (room = 2 * room + 64) * sizeof *lines);
    lines[count++] = strdup(line);
  } while (line[0] != '}');
  noteLocals(lines, count);
  for (unsigned long i = 0; i < count; i++) {
    const int isLabel = lines[i][0] != ' ' && strchr(lines[i], ':') != 0;
    if (isEntering && !isLabel) fputs("  call void @assay_enter_region()\n", out), isEntering = 0;
    weave(out, lines[i]);
    if (isAtomic && begins(lines[i], "  ret ")) fputs("  call void @assay_leave_region()\n", out);
    fputs(lines[i], out);
  }
}

int main(int count, char** arguments) {
  FILE *in = count == 3 ? fopen(arguments[1], "r") : 0, *out = in ? fopen(arguments[2], "w") : 0;
  if (!out) return fprintf(stderr, "error: cannot weave\n"), 1;
  char *line = 0;
  size_t size = 0;
  while (getline(&line, &size, in) >= 0) {
    if (begins(line, "target datalayout") && strstr(line, "-p:32:32")) wordSize = 4;
    noteOwn(line);
    notePlace(line);
  }
  rewind(in);
  while (getline(&line, &size, in) >= 0) {
    fputs(line, out);
    if (begins(line, "define ")) weaveFunction(in, out, isRegion(line));
  }
  fputs("\ndeclare void @assay_point(i32, i32, i32)\ndeclare void @assay_enter_region()\n"
        "declare void @assay_leave_region()\n",
        out);
  fprintf(out, "declare void @assay_access(i32, i32, i32, ptr, i%d, i32)\n", 8 * wordSize);
  fprintf(out, "declare void @assay_call(i32, i32, ptr, ptr, i%d)\n", 8 * wordSize);
  return fclose(out) != 0;
}
)C";

} // namespace

std::string weaverSource() { return kWeaver; }

} // namespace assay
