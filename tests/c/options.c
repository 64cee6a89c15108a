// getopt and getopt_long do what glibc's do: what they return and set, and where they move arguments.
// run:
// expect: exit 28
// run: -m 32
// expect: exit 28
// native: yes
#include <getopt.h>
static unsigned sum;
static int flag;
static void mix(int x) { sum = sum * 31 + (unsigned)x; }
static void mixText(const char *text) {
  for (; text && *text; text++) mix((unsigned char)*text);
  mix(text ? 1 : 2);
}
static const struct option all[] = {{"verbose", no_argument, 0, 'v'},
                                    {"output", required_argument, 0, 'o'},
                                    {"level", optional_argument, 0, 'l'},
                                    {"level-of-all", required_argument, &flag, 7},
                                    {"version", no_argument, &flag, 3},
                                    {0, 0, 0, 0}};
static void run(int kind, const char *options, int count, char **arguments) {
  int index = -1, option;
  optind = 0;
  opterr = 0;
  do {
    option = kind == 0   ? getopt(count, arguments, options)
             : kind == 1 ? getopt_long(count, arguments, options, all, &index)
                         : getopt_long_only(count, arguments, options, all, &index);
    mix(option), mix(optind), mix(index), mix(flag), mixText(optarg);
    if (option == '?' || option == ':') mix(optopt);
  } while (option != -1);
  for (int i = 0; i < count; i++) mixText(arguments[i]);
}
#define RUN(kind, options, ...)                                                                                        \
  do {                                                                                                                 \
    char *arguments[] = {"program", __VA_ARGS__, 0};                                                                   \
    run(kind, options, sizeof arguments / sizeof *arguments - 1, arguments);                                           \
  } while (0)
int main(void) {
  RUN(0, "ab:c::", "-a", "x", "-b", "1", "y", "-c2", "-c", "z", "--", "-a");
  RUN(0, "+ab:", "-ab5", "x", "-a");
  RUN(0, "-ab:", "-a", "x", "-q", "-b");
  RUN(0, ":ab:", "x", "-", "-q", "-b");
  RUN(1, "vo:", "--verb", "x", "--output=3", "--output", "q", "--level", "--level=9", "--lev", "-vo", "t");
  RUN(1, ":vo:", "--nothing", "--verbose=3", "--output");
  RUN(1, ":vo:", "x", "--ver", "--", "--level-of-all", "3", "y");
  RUN(2, "vo:", "-level=3", "-vo3", "-vers", "-output", "x", "-zz", "-v");
  return (int)(sum % 200);
}
