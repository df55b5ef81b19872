#include "CStandardStreams.h"

#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "CTerminalRestore.h"

/* The program opens some twenty at most, and more for each connection. */
enum { FILES_NEEDED = 32, STATUS_FAILURE = 1 };

/// Ends the program where the system lets it open too few files.
///
/// The libraries of the Swift runtime trap when they cannot open one, on threads that start before
/// `main`.
static void check_file_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= FILES_NEEDED) return;
  if (limit.rlim_max >= FILES_NEEDED) {
    limit.rlim_cur = FILES_NEEDED;
    if (setrlimit(RLIMIT_NOFILE, &limit) == 0) return;
  }
  dprintf(STDERR_FILENO,
          "ridealong: too many open files: the limit is %d, and %d are needed. Raise it with "
          "ulimit -n.\n",
          (int)limit.rlim_cur, FILES_NEEDED);
  _exit(STATUS_FAILURE);
}

/// Takes the places of standard input, output and error where they are closed.
///
/// Else a file, a connection or what wakes the runtime would get such a number, and with it what is
/// meant for people or for a pipe. Writing to such an output fails as to a closed one; what is meant
/// for standard error is dropped. It runs before `main`, as the Swift runtime opens descriptors of its
/// own before any Swift code runs.
static void hold_closed_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // It gets the lowest number that is free. Where it cannot be had, nothing else can either.
    (void)open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}

__attribute__((constructor)) static void prepare(void) {
  hold_closed_streams();
  check_file_limit();
}

static char **lent_place;
static char *lent_variable;

#ifdef __linux__
extern char __executable_start, _end;
extern void *swift_retain(void *object);
extern char **environ;

/// Sets what the Swift runtime does about a crash before the runtime, a part of this program, reads it:
/// the same for all commands on a terminal.
///
/// CrashReports.swift makes the directory at the first start and then starts the program again, as it
/// does where the runtime is a library that has started already. The runtime looks for the arguments
/// next to the environment, which therefore must not move: the text replaces that of another variable
/// until `main`.
__attribute__((constructor(101))) static void set_crash_reports(void) {
  uintptr_t runtime = (uintptr_t)&swift_retain;
  if (runtime < (uintptr_t)&__executable_start || runtime >= (uintptr_t)&_end) return;
  if (!isatty(STDOUT_FILENO) || getenv(RIDEALONG_CRASH_VARIABLE) != NULL) return;
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  char directory[PATH_MAX + 32];
  int length = state != NULL && state[0] == '/'
                   ? snprintf(directory, sizeof directory, "%s/ridealong/crash", state)
               : home != NULL && home[0] == '/'
                   ? snprintf(directory, sizeof directory, "%s/.local/state/ridealong/crash", home)
                   : -1;
  if (length < 0 || (size_t)length >= sizeof directory || access(directory, W_OK) != 0) return;
  char *variable = ridealong_crash_reports_variable(directory, getenv("PATH"));
  if (variable == NULL) return;
  lent_place = environ;
  lent_variable = *lent_place;
  *lent_place = variable;
}
#endif

void ridealong_standard_streams_start(void) {
  if (lent_place == NULL) return;
  char *variable = *lent_place;
  *lent_place = lent_variable;
  lent_place = NULL;
  (void)putenv(variable);
}
