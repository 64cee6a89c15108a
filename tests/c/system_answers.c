// Folders, patterns, processes, limits of the system: what they answer is open within what POSIX says.
// check: -p assert -p memsafety -D CASE=0
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=1
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=2
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=3
// expect: status 0: verdict: true
// check: -p assert -D CASE=4
// expect: status 2: a process that fork has made
// check: -p assert -D CASE=5
// expect: status 1: verdict: false(assert)
// check: -p memsafety -D CASE=6 --native-replay off
// expect: no: verdict: true
// check: -p memsafety -D CASE=7 --native-replay off
// expect: no: verdict: true
// check: -p assert -p memsafety -D CASE=8
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=0 -m 32
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=1 -m 32
// expect: status 0: verdict: true
// native: no (the world outside decides)
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <regex.h>
#include <string.h>
#include <sys/wait.h>
#include <syslog.h>
#include <termios.h>
#include <unistd.h>
int main(void) {
#if CASE == 6 || CASE == 8
  char path[8];
  if (gethostname(path, CASE == 6 ? 9 : 8) == 0) assert(strlen(path) < 8);
#elif CASE == 0
  DIR *folder = opendir(".");
  if (folder == NULL) return 0;
  struct dirent *entry = readdir(folder);
  if (entry != NULL) assert(entry->d_name[0] != 0);
  int result = closedir(folder);
  assert(result == 0 || result == -1);
#elif CASE == 1 || CASE == 7
  regex_t pattern;
  regmatch_t matches[2];
  if (regcomp(&pattern, "a(b*)c", REG_EXTENDED) != 0) return 0;
  if (regexec(&pattern, "abbc", CASE == 7 ? 3 : 2, matches, 0) == 0) {
    assert(matches[0].rm_so >= 0 && matches[0].rm_eo <= 4);
    assert(matches[1].rm_so <= matches[1].rm_eo);
  }
  regfree(&pattern);
  return fnmatch("*.c", "a.c", 0) == 0;
#elif CASE == 2
  assert(isatty(1) == isatty(1) && sysconf(_SC_OPEN_MAX) == sysconf(_SC_OPEN_MAX));
  assert(sysconf(_SC_NPROCESSORS_CONF) == sysconf(_SC_NPROCESSORS_CONF));
  assert(sysconf(_SC_PAGESIZE) == 4096 && sysconf(_SC_NPROCESSORS_ONLN) > 0 && sysconf(_SC_OPEN_MAX) >= -1);
  uid_t user = getuid();
  assert(user == getuid());
  int flags = fcntl(0, F_GETFL);
  assert(flags >= -1);
  openlog("name", LOG_PID, LOG_DAEMON);
  syslog(LOG_ERR, "%s %d: %m", "text", 3);
  struct termios terminal;
  if (tcgetattr(0, &terminal) == 0) tcsetattr(0, TCSANOW, &terminal);
#elif CASE == 3
  int status = 77, process = waitpid(-1, &status, WNOHANG);
  assert(process >= -1 && (process > 0 || status == 77));
#elif CASE == 4
  assert(fork() >= -1);
#elif CASE == 5
  assert(fork() <= 0); // the parent
#endif
  return 0;
}
