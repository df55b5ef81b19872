#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

static int close_others(posix_spawn_file_actions_t *actions) {
#ifdef __GLIBC__
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#else
  (void)actions;
  return 0;
#endif
}

static int set_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int code = posix_spawnattr_setsigmask(attributes, &none);
  if (code == 0) code = posix_spawnattr_setsigdefault(attributes, &all);
  if (code == 0) code = posix_spawnattr_setflags(attributes, flags);
  return code;
}

int ridealong_spawn(pid_t *process, const char *path, char *const *arguments,
                    char *const *environment, int output, int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  code = posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, 1);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, errors, 2);
  if (code == 0) code = close_others(&actions);
  if (code == 0) code = set_attributes(&attributes);
  if (code == 0) code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

/// The same descriptor, or another in its place, that is above the standard ones; -1 if none.
static int above_standard(int descriptor) {
  if (descriptor > 2) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int code = errno;
  close(descriptor);
  errno = code;
  return moved;
}

int ridealong_spawn_pipe(int *reading, int *writing) {
  int ends[2];
  if (pipe(ends) != 0) return errno;
  ends[0] = above_standard(ends[0]);
  if (ends[0] < 0) {
    int code = errno;
    close(ends[1]);
    return code;
  }
  ends[1] = above_standard(ends[1]);
  if (ends[1] < 0) {
    int code = errno;
    close(ends[0]);
    return code;
  }
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

int ridealong_spawn_has_ended(pid_t process) {
  siginfo_t information = {0};
  int result;
  do {
    result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  if (result != 0) return -1;
  return information.si_pid == process;
}

int ridealong_spawn_reap(pid_t process) {
  int status = 0;
  pid_t reaped;
  do {
    reaped = waitpid(process, &status, 0);
  } while (reaped < 0 && errno == EINTR);
  if (reaped != process) return 0;
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}
