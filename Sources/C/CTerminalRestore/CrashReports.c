#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CTerminalRestore.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Looks for the program that writes reports, next to the program that `place` leads to.
static int find_reporter(const char *place, char *reporter, size_t size) {
  static const char *const names[] = {"swift-backtrace", "swift-backtrace-static"};
  char program[PATH_MAX];
  if (realpath(place, program) == NULL) return 0;
  char *end = strrchr(program, '/');
  if (end == NULL) return 0;
  *end = 0;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    int length = snprintf(reporter, size, "%s/../libexec/swift/linux/%s", program, names[i]);
    if (length < 0 || (size_t)length >= size || strchr(reporter, ',') != NULL) continue;
    if (access(reporter, X_OK) == 0) return 1;
  }
  return 0;
}

/// Looks next to this program, and next to each `swift` of a search path.
static int find_any_reporter(const char *path, char *reporter, size_t size) {
  if (find_reporter("/proc/self/exe", reporter, size)) return 1;
  while (path != NULL && *path != 0) {
    char place[PATH_MAX];
    int length = (int)strcspn(path, ":");
    int written = snprintf(place, sizeof place, "%.*s/swift", length, path);
    if (length > 0 && written > 0 && (size_t)written < sizeof place &&
        find_reporter(place, reporter, size)) {
      return 1;
    }
    path += length + (path[length] == ':');
  }
  return 0;
}

char *ridealong_crash_reports_variable(const char *directory, const char *path) {
  char reporter[PATH_MAX];
  char *variable = NULL;
  // The runtime separates settings with commas and offers no way to quote one.
  if (directory[0] != '/' || strchr(directory, ',') != NULL) {
    errno = EINVAL;
    return NULL;
  }
  int length = find_any_reporter(path, reporter, sizeof reporter)
                   ? asprintf(&variable,
                              RIDEALONG_CRASH_VARIABLE "=enable=yes,interactive=no,color=no,"
                                                       "output-to=%s,swift-backtrace=%s",
                              directory, reporter)
                   : asprintf(&variable, RIDEALONG_CRASH_VARIABLE "=enable=no");
  return length < 0 ? NULL : variable;
}
