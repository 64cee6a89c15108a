// getopt.h and getopt of unistd.h: exact, as glibc does it. Arguments that are no options go behind those that are, unless the
// text of options or the environment says otherwise. Messages go to standard error.
#include "stdio_file.h"

char* MODEL_NAME(optarg);
int MODEL_NAME(optind) = 1;
int MODEL_NAME(opterr) = 1;
int MODEL_NAME(optopt) = '?';

/// As glibc has it.
struct LongOption {
  const char* name;
  int argument; // one of these
  int* flag;
  int value;
};
enum { kNoArgument, kNeedsArgument, kMayHaveArgument };

enum OptionOrder { kMovesOthers, kEndsWithOthers, kGivesOthers };
static enum OptionOrder optionOrder;
static char* optionRest; // of an element with several options; null or "" at the element's end
/// Elements that are no options and were passed.
static int passedBegin, passedEnd;

struct OptionRun {
  int count;
  char** arguments;
  const char* options; // without what it says of the order
  const struct LongOption* longOptions;
  int* longIndex;
  int isLongOnly; // one `-` may begin a long one
  int isPosix;
  int isSilent;
};

static int complain(const struct OptionRun* run) {
  if (!run->isSilent && MODEL_NAME(opterr)) {
    const int isClosed = standardError.state.isClosedForWriting;
    standardError.state.hasFailed |= fails() | isClosed;
  }
  return '?';
}
static int missing(const struct OptionRun* run) {
  complain(run);
  return run->options[0] == ':' ? ':' : '?';
}
static int isOption(const char* argument) { return argument[0] == '-' && argument[1] != 0; }

static void beginOptions(struct OptionRun* run) {
  const int isFirst = passedBegin == 0 || MODEL_NAME(optind) == 0;
  const char first = run->options[0];
  if (isFirst) {
    if (MODEL_NAME(optind) == 0) MODEL_NAME(optind) = 1;
    passedBegin = passedEnd = MODEL_NAME(optind);
    optionRest = NULL;
    optionOrder = first == '-'                                                        ? kGivesOthers
                  : first == '+' || run->isPosix || __assay_unspecified_choice() != 0 ? kEndsWithOthers
                                                                                      : kMovesOthers;
  }
  if (first == '-' || first == '+') ++run->options;
  run->isSilent = run->options[0] == ':';
}

/// Puts the elements that were passed behind those that came after them, both in their order.
static void movePassed(char** arguments) {
  const int index = MODEL_NAME(optind);
  for (int at = passedEnd; at < index; ++at) {
    char* const moved = arguments[at];
    for (int to = at; to > passedBegin + (at - passedEnd); --to) arguments[to] = arguments[to - 1];
    arguments[passedBegin + (at - passedEnd)] = moved;
  }
  passedBegin += index - passedEnd;
  passedEnd = index;
}
static void settlePassed(char** arguments) {
  if (passedEnd == MODEL_NAME(optind)) return;
  if (passedBegin == passedEnd)
    passedBegin = MODEL_NAME(optind);
  else
    movePassed(arguments);
}

/// The long option that the text up to `=` means: the name, or the beginning of one alone. -1: none, -2: several.
static int findLongOption(const struct OptionRun* run, const char* text, size_t length) {
  const struct LongOption* const all = run->longOptions;
  int found = -1;
  for (int i = 0; all[i].name != NULL; ++i) {
    size_t same = 0;
    while (same < length && all[i].name[same] == text[same]) ++same;
    if (same < length) continue;
    if (all[i].name[same] == 0) return i;
    const int isLikeFound = found >= 0 && !run->isLongOnly && all[i].argument == all[found].argument &&
                            all[i].flag == all[found].flag && all[i].value == all[found].value;
    if (found == -1)
      found = i;
    else if (!isLikeFound)
      found = -2;
  }
  return found;
}
static int hasShortOption(const struct OptionRun* run, char c) {
  for (const char* at = run->options; *at != 0; ++at)
    if (*at == c) return 1;
  return 0;
}
/// -1: it is no long option, but may be short ones.
static int takeLongOption(const struct OptionRun* run, char* text, int mayBeShort) {
  size_t length = 0;
  while (text[length] != 0 && text[length] != '=') ++length;
  const int index = findLongOption(run, text, length);
  if (index == -1 && mayBeShort && hasShortOption(run, text[0])) return -1;
  optionRest = NULL;
  ++MODEL_NAME(optind);
  if (index < 0) {
    MODEL_NAME(optopt) = 0;
    return complain(run);
  }
  const struct LongOption* const option = &run->longOptions[index];
  if (text[length] == '=') {
    if (option->argument == kNoArgument) {
      MODEL_NAME(optopt) = option->value;
      return complain(run);
    }
    MODEL_NAME(optarg) = text + length + 1;
  } else if (option->argument == kNeedsArgument) {
    if (MODEL_NAME(optind) >= run->count) {
      MODEL_NAME(optopt) = option->value;
      return missing(run);
    }
    MODEL_NAME(optarg) = run->arguments[MODEL_NAME(optind)++];
  }
  if (run->longIndex != NULL) *run->longIndex = index;
  if (option->flag == NULL) return option->value;
  *option->flag = option->value;
  return 0;
}

static int takeShortOption(const struct OptionRun* run) {
  const char c = *optionRest++;
  const char* at = run->options;
  while (*at != 0 && *at != c) ++at;
  const int isLast = *optionRest == 0;
  if (isLast) ++MODEL_NAME(optind);
  if (*at == 0 || c == ':' || c == ';') {
    MODEL_NAME(optopt) = c;
    return complain(run);
  }
  if (c == 'W' && at[1] == ';' && run->longOptions != NULL) __assay_unsupported("an option -W of getopt");
  if (at[1] != ':') return c;
  char* const rest = optionRest;
  optionRest = NULL;
  if (!isLast) {
    MODEL_NAME(optarg) = rest;
    ++MODEL_NAME(optind);
  } else if (at[2] != ':') {
    if (MODEL_NAME(optind) == run->count) {
      MODEL_NAME(optopt) = c;
      return missing(run);
    }
    MODEL_NAME(optarg) = run->arguments[MODEL_NAME(optind)++];
  }
  return c;
}

/// Goes to the next element that is an option. Otherwise: what getopt returns.
enum { kElementFound = -2 };
static int findElement(const struct OptionRun* run) {
  char** const arguments = run->arguments;
  if (passedEnd > MODEL_NAME(optind)) passedEnd = MODEL_NAME(optind);
  if (passedBegin > MODEL_NAME(optind)) passedBegin = MODEL_NAME(optind);
  if (optionOrder == kMovesOthers) {
    settlePassed(arguments);
    while (MODEL_NAME(optind) < run->count && !isOption(arguments[MODEL_NAME(optind)])) ++MODEL_NAME(optind);
    passedEnd = MODEL_NAME(optind);
  }
  const char* const next = MODEL_NAME(optind) < run->count ? arguments[MODEL_NAME(optind)] : NULL;
  if (next != NULL && next[0] == '-' && next[1] == '-' && next[2] == 0) {
    ++MODEL_NAME(optind);
    settlePassed(arguments);
    passedEnd = run->count;
    MODEL_NAME(optind) = run->count;
  }
  if (MODEL_NAME(optind) >= run->count) {
    if (passedBegin != passedEnd) MODEL_NAME(optind) = passedBegin;
    return -1;
  }
  if (isOption(next)) return kElementFound;
  if (optionOrder == kEndsWithOthers) return -1;
  MODEL_NAME(optarg) = arguments[MODEL_NAME(optind)++];
  return 1;
}

static int nextOption(struct OptionRun run) {
  if (run.count < 1) return -1;
  MODEL_NAME(optarg) = NULL;
  beginOptions(&run);
  if (optionRest == NULL || *optionRest == 0) {
    const int found = findElement(&run);
    if (found != kElementFound) return found;
    char* const element = run.arguments[MODEL_NAME(optind)];
    if (run.longOptions != NULL && element[1] == '-') return takeLongOption(&run, element + 2, 0);
    if (run.longOptions != NULL && run.isLongOnly && (element[2] != 0 || !hasShortOption(&run, element[1]))) {
      const int taken = takeLongOption(&run, element + 1, 1);
      if (taken != -1) return taken;
    }
    optionRest = element + 1;
  }
  return takeShortOption(&run);
}

MODEL(int, getopt)(int count, char** arguments, const char* options) {
  return nextOption((struct OptionRun){.count = count, .arguments = arguments, .options = options});
}
MODEL(int, __posix_getopt)(int count, char** arguments, const char* options) {
  return nextOption((struct OptionRun){.count = count, .arguments = arguments, .options = options, .isPosix = 1});
}
#define LONG_OPTIONS(name, is)                                                                                         \
  MODEL(int, name)(int count, char** arguments, const char* options, const struct LongOption* longOptions,             \
                   int* index) {                                                                                       \
    return nextOption((struct OptionRun){.count = count,                                                               \
                                         .arguments = arguments,                                                       \
                                         .options = options,                                                           \
                                         .longOptions = longOptions,                                                   \
                                         .longIndex = index,                                                           \
                                         .isLongOnly = is});                                                           \
  }
LONG_OPTIONS(getopt_long, 0)
LONG_OPTIONS(getopt_long_only, 1)
#undef LONG_OPTIONS
