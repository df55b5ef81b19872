#include "CStandardStreams.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

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
