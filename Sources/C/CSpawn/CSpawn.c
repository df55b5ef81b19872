#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CSpawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/// The mask for new files that programs start with; -1 for this process's own.
static _Atomic int children_umask = -1;

void ridealong_spawn_restrict_files(void) {
  int before = umask(077);
  int unknown = -1;
  atomic_compare_exchange_strong(&children_umask, &unknown, before);
}

void ridealong_spawn_release_files(void) {
  int before = atomic_exchange(&children_umask, -1);
  if (before >= 0) umask((mode_t)before);
}

/// Closes all descriptors from 3 on but one, which closes itself.
static void close_others(int kept, int most) {
#ifdef SYS_close_range
  unsigned between = (unsigned)kept - 1;
  if ((between < 3 || syscall(SYS_close_range, 3u, between, 0u) == 0) &&
      syscall(SYS_close_range, (unsigned)kept + 1, ~0u, 0u) == 0)
    return;
#endif
  for (int descriptor = 3; descriptor < most; descriptor++) {
    if (descriptor != kept) close(descriptor);
  }
}

/// Runs in the new process until that is another program. Nothing here may take a lock, because
/// another thread may have had it.
static void become(const char *path, char *const *arguments, char *const *environment, int output,
                   int errors, int report, int most) {
  int mask = atomic_load(&children_umask);
  if (mask >= 0) umask((mode_t)mask);
  if (output >= 0) setsid();
  struct sigaction standard = {0};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  if (output >= 0) {
    int input = open("/dev/null", O_RDONLY);
    if (input < 0 || dup2(input, 0) < 0 || dup2(output, 1) < 0 || dup2(errors, 2) < 0) return;
  }
  close_others(report, most);
  sigset_t none;
  sigemptyset(&none);
  if (sigprocmask(SIG_SETMASK, &none, NULL) != 0) return;
  execve(path, arguments, environment);
}

int ridealong_spawn(pid_t *process, const char *path, char *const *arguments,
                    char *const *environment, int output, int errors) {
  int reading, report;
  int code = ridealong_spawn_pipe(&reading, &report);
  if (code != 0) return code;
  long most = sysconf(_SC_OPEN_MAX);
  sigset_t all, before;
  sigfillset(&all);
  // No handler of this process runs in the new one.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = fork();
  if (child == 0) {
    become(path, arguments, environment, output, errors, report, most > 0 ? (int)most : 1024);
    code = errno;
    ssize_t ignored = write(report, &code, sizeof code);
    (void)ignored;
    _exit(127);
  }
  code = child < 0 ? errno : 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report);
  if (child > 0) {
    // The pipe closes without any bytes when the new process has become the program.
    fcntl(reading, F_SETFL, 0);
    int said = 0;
    ssize_t count;
    do {
      count = read(reading, &said, sizeof said);
    } while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof said) {
      code = said;
      ridealong_spawn_reap(child);
    } else {
      *process = child;
    }
  }
  close(reading);
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
  // Close-on-exec from birth: another thread may start a program between two calls.
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
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
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

void ridealong_spawn_wait(pid_t process) {
  siginfo_t information = {0};
  while (waitid(P_PID, (id_t)process, &information, WEXITED | WNOWAIT) != 0 && errno == EINTR)
    continue;
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
