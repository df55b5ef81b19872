#include "CStandardStreams.h"

#include <fcntl.h>
#include <unistd.h>

/// Takes the places of standard input, output and error where they are closed.
///
/// Else a file, a connection or what wakes the runtime would get such a number, and with it what is
/// meant for people or for a pipe. Writing to such an output fails as to a closed one; what is meant
/// for standard error is dropped. It runs before `main`, as the Swift runtime opens descriptors of its
/// own before any Swift code runs.
__attribute__((constructor)) static void hold_closed_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    // It gets the lowest number that is free. Where it cannot be had, nothing else can either.
    (void)open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
}
