#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CTerminalRestore.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  TEXT_MAX = 512,
  WRITE_SECONDS = 30,
  /* A report takes a few seconds, or a minute for a program with all that a debugger needs. */
  REPORT_SECONDS = 120,
  ENDING_SECONDS = 5
};

/* What goes through the pipe: one byte, and after ARM an order. Each is written at once, and is short
   enough to arrive whole. */
enum { ARM = 'A', DISARM = 'D', REPORT = 'R', GOODBYE = 'Q' };

struct order {
  struct termios usual;
  struct termios raw;
  size_t length;
  char text[TEXT_MAX];
};

/* The ends of the guardian: its pipe, the terminal as an output, and as an input. */
enum { PIPE = 0, OUTPUT = 1, INPUT = 2 };

// MARK: In the program

static int send_bytes(int pipe, const void *bytes, size_t size) {
  ssize_t written;
  do {
    written = write(pipe, bytes, size);
  } while (written < 0 && errno == EINTR);
  return written == (ssize_t)size ? 0 : written < 0 ? errno : EAGAIN;
}

int ridealong_guard_arm(int pipe, const struct termios *usual, const struct termios *raw,
                        const char *sequence, size_t size) {
  struct {
    char kind;
    struct order order;
  } __attribute__((packed)) message;
  memset(&message, 0, sizeof message);
  message.kind = ARM;
  message.order.usual = *usual;
  message.order.raw = *raw;
  message.order.length = size < TEXT_MAX ? size : TEXT_MAX;
  memcpy(message.order.text, sequence, message.order.length);
  return send_bytes(pipe, &message, sizeof message);
}

int ridealong_guard_disarm(int pipe) {
  char kind = DISARM;
  return send_bytes(pipe, &kind, 1);
}

int ridealong_guard_report(int pipe) {
  char kind = REPORT;
  return send_bytes(pipe, &kind, 1);
}

void ridealong_guard_end(int pipe, pid_t process, int says_goodbye, int milliseconds) {
  char kind = GOODBYE;
  int wait_time = says_goodbye && send_bytes(pipe, &kind, 1) == 0 ? milliseconds : 0;
  /* The pipe breaks when the guardian's end is closed, which is when it ends. */
  struct pollfd broken = {.fd = pipe, .events = 0};
  while (poll(&broken, 1, wait_time) < 0 && errno == EINTR) continue;
  int is_ending = broken.revents != 0;
  close(pipe);
  while (waitpid(process, NULL, is_ending ? 0 : WNOHANG) < 0 && errno == EINTR) continue;
}

static int above_standard(int descriptor) {
  if (descriptor > 2) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  int failure = errno;
  close(descriptor);
  errno = failure;
  return moved;
}

static int make_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  for (int index = 0; index < 2; index++) {
    ends[index] = above_standard(ends[index]);
    if (ends[index] < 0) {
      int failure = errno;
      close(ends[1 - index]);
      return failure;
    }
  }
  /* Who tells the guardian something may be a signal handler, and never waits. */
  fcntl(ends[1], F_SETFL, O_NONBLOCK);
  return 0;
}

static int start(pid_t *process, const char *path, char *const *arguments,
                 char *const *environment, int reading, int output, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  sigset_t all;
  sigfillset(&all);
  /* The input first: where it is the program's standard input, the pipe takes its place. */
  code = posix_spawn_file_actions_adddup2(&actions, input, INPUT);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, output, OUTPUT);
  if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, reading, PIPE);
#ifdef __GLIBC__
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
  /* Blocked until the guardian ignores them, so that none comes in between. */
  if (code == 0) code = posix_spawnattr_setsigmask(&attributes, &all);
  if (code == 0) code = posix_spawnattr_setsigdefault(&attributes, &all);
  if (code == 0) code = posix_spawnattr_setpgroup(&attributes, 0);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  if (code == 0) code = posix_spawnattr_setflags(&attributes, flags);
  if (code == 0) code = posix_spawn(process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int ridealong_guard_start(pid_t *process, int *pipe, const char *path, char *const *arguments,
                          char *const *environment, int output, int input) {
  int ends[2];
  int code = make_pipe(ends);
  if (code != 0) return code;
  code = start(process, path, arguments, environment, ends[0], output, input);
  close(ends[0]);
  if (code != 0) {
    close(ends[1]);
    return code;
  }
  *pipe = ends[1];
  return 0;
}

// MARK: In the guardian

/// Reads that many bytes; 0 at the end of the pipe.
static int receive(void *bytes, size_t size) {
  char *place = bytes;
  while (size > 0) {
    ssize_t count = read(PIPE, place, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    place += count;
    size -= (size_t)count;
  }
  return 1;
}

static void give_back(const struct order *order) {
  /* A terminal that takes nothing is not waited for without end. */
  alarm(WRITE_SECONDS);
  /* Who has taken the terminal over meanwhile, as a shell does, has set it as it needs it. */
  struct termios present;
  if (tcgetattr(INPUT, &present) == 0 && present.c_lflag == order->raw.c_lflag &&
      present.c_iflag == order->raw.c_iflag) {
    // What the terminal answered to questions of the program that is gone is nobody's input.
    tcflush(INPUT, TCIFLUSH);
    tcsetattr(INPUT, TCSANOW, &order->usual);
  }
  const char *text = order->text;
  size_t left = order->length < TEXT_MAX ? order->length : TEXT_MAX;
  while (left > 0) {
    ssize_t written = write(OUTPUT, text, left);
    if (written < 0 && errno == EAGAIN) {
      struct pollfd ready = {.fd = OUTPUT, .events = POLLOUT};
      poll(&ready, 1, -1);
      continue;
    }
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    left -= (size_t)written;
  }
}

/// Whether a process was started by a program to write its report.
static int writes_report(const char *process, pid_t program) {
  char path[64], text[256];
  snprintf(path, sizeof path, "/proc/%s/stat", process);
  FILE *file = fopen(path, "re");
  size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
  if (file != NULL) fclose(file);
  text[length] = 0;
  /* The system keeps 15 bytes of a name. */
  const char *name = strchr(text, '(');
  const char *end = strrchr(text, ')');
  int parent = 0;
  return name != NULL && end != NULL && strncmp(name, "(swift-backtrace", 16) == 0 &&
         sscanf(end, ") %*c %d", &parent) == 1 && parent == (int)program;
}

/// Ends the process that writes the report of a program.
static void end_report(pid_t program) {
  DIR *processes = opendir("/proc");
  struct dirent *entry;
  while (processes != NULL && (entry = readdir(processes)) != NULL) {
    if (!isdigit((unsigned char)entry->d_name[0])) continue;
    if (writes_report(entry->d_name, program)) kill((pid_t)atoi(entry->d_name), SIGKILL);
  }
  if (processes != NULL) closedir(processes);
}

/// Whether the program ends within some time.
static int ends_within(int seconds) {
  struct pollfd ended = {.fd = PIPE, .events = 0};
  return poll(&ended, 1, seconds * 1000) != 0;
}

/// Waits until a program that crashed has ended, and ends a report that takes too long.
static void watch_report(pid_t program) {
  if (ends_within(REPORT_SECONDS)) return;
  /* Another parent would have taken over if the program were gone. */
  if (getppid() == program) end_report(program);
  if (!ends_within(ENDING_SECONDS) && getppid() == program) kill(program, SIGKILL);
}

void ridealong_guard_run(void) {
  pid_t program = getppid();
  const int ignored[] = {SIGTTOU, SIGTTIN, SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,
                         SIGTSTP, SIGPIPE, SIGUSR1, SIGUSR2, SIGWINCH};
  for (size_t index = 0; index < sizeof ignored / sizeof ignored[0]; index++) {
    signal(ignored[index], SIG_IGN);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  /* Else a file system could not be unmounted; nothing else depends on it. */
  int is_at_root = chdir("/") == 0;
  (void)is_at_root;

  struct order order;
  int is_armed = 0;
  char kind;
  while (receive(&kind, 1)) {
    switch (kind) {
      case ARM:
        if (!receive(&order, sizeof order)) _exit(1);
        is_armed = 1;
        break;
      case DISARM:
        is_armed = 0;
        break;
      case REPORT:
        watch_report(program);
        break;
      default:
        _exit(0);
    }
  }
  if (is_armed) give_back(&order);
  _exit(0);
}
