#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "CTerminalRestore.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TEXT_MAX = 1024, STACK_SIZE = 128 * 1024, WRITE_MILLISECONDS = 200 };

static const int crash_signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
enum { CRASH_COUNT = sizeof crash_signals / sizeof crash_signals[0] };

static struct sigaction former[CRASH_COUNT];
static atomic_int installed;

// Written while disarmed only; `armed` publishes them to the handler.
static atomic_int armed;
static int terminal_fd;
static struct termios saved_attributes;
static char sequence_text[TEXT_MAX];
static size_t sequence_length;
static char note_text[TEXT_MAX];
static size_t note_length;

static atomic_int guard_pipe = -1;
static atomic_int is_reporting;

#ifdef __linux__
/// The C library's function, except that the first end is not inherited during a crash. The runtime serves its memory
/// there to the program that writes the report. If that program held this end, too, it would wait for itself when this
/// process is killed.
int socketpair(int domain, int type, int protocol, int ends[2]) {
  int code = (int)syscall(SYS_socketpair, domain, type, protocol, ends);
  if (code == 0 && atomic_load(&is_reporting)) fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  return code;
}
#endif

/// Whether everything was written. A terminal that takes nothing is waited for a moment only; one that
/// another thread is just writing to says the same, and is free soon.
static int write_all(int fd, const char *text, size_t size) {
  int patience = WRITE_MILLISECONDS;
  while (size > 0) {
    ssize_t written = write(fd, text, size);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN && patience-- > 0) {
      poll(NULL, 0, 1);
      continue;
    }
    if (written <= 0) return 0;
    text += written;
    size -= (size_t)written;
  }
  return 1;
}

/// Restores the terminal and keeps every other thread from it: they run until the process ends.
static void give_back(int writes_note) {
  int own = fcntl(terminal_fd, F_DUPFD_CLOEXEC, 3);
  int nowhere = own >= 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (nowhere >= 0) dup2(nowhere, terminal_fd);
  int terminal = own >= 0 ? own : terminal_fd;
  int is_given_back = write_all(terminal, sequence_text, sequence_length);
  tcsetattr(terminal, TCSANOW, &saved_attributes);
  if (writes_note) write_all(terminal, note_text, note_length);
  // Else the guardian would do it again, over the note.
  int guard = atomic_load(&guard_pipe);
  if (is_given_back && guard >= 0) ridealong_guard_disarm(guard);
}

static int set_handler(int signal, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  return sigaction(signal, &action, NULL) == 0 ? 0 : errno;
}

/// Ends the process by a signal that was sent to it, after the former handler saw it.
static void end_by(int signal, siginfo_t *info, void *context, const struct sigaction *seen_by) {
  // As the system would call it. With the signal blocked, a thread that the runtime starts for the report could not
  // handle the faults of reading memory that is not there, and the process would end before the report.
  pthread_sigmask(SIG_BLOCK, &seen_by->sa_mask, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  if (seen_by->sa_flags & SA_NODEFER) pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  // The runtime's handler prints the backtrace and returns: it expects the fault to happen again.
  if (seen_by->sa_flags & SA_SIGINFO) {
    seen_by->sa_sigaction(signal, info, context);
  } else if (seen_by->sa_handler != SIG_DFL && seen_by->sa_handler != SIG_IGN) {
    seen_by->sa_handler(signal);
  }
  struct sigaction usual;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  sigemptyset(&usual.sa_mask);
  sigaction(signal, &usual, NULL);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  raise(signal);
}

static void crashed(int signal, siginfo_t *info, void *context) {
  int saved_errno = errno;
  // The report is written even if the user closes the terminal meanwhile; the guardian ends what takes too long.
  set_handler(SIGHUP, SIG_IGN);
  if (atomic_exchange(&armed, 0)) give_back(1);
  atomic_store(&is_reporting, 1);
  int guard = atomic_load(&guard_pipe);
  if (guard >= 0) ridealong_guard_report(guard);
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (crash_signals[index] != signal) continue;
    sigaction(signal, &former[index], NULL);
    if (info == NULL || info->si_code <= 0) end_by(signal, info, context, &former[index]);
  }
  // A fault happens again on return, with its true registers, and reaches the former handler.
  errno = saved_errno;
}

int ridealong_restore_install(void) {
  if (atomic_exchange(&installed, 1)) return 0;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (int index = 0; index < CRASH_COUNT; index++) {
    if (sigaction(crash_signals[index], &action, &former[index]) != 0) return errno;
  }
  return 0;
}

int ridealong_restore_use_stack(void) {
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE) &&
      present.ss_size >= STACK_SIZE / 4) {
    return 0;
  }
  stack_t stack;
  memset(&stack, 0, sizeof stack);
  stack.ss_size = STACK_SIZE;
  stack.ss_sp = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp == MAP_FAILED) return errno;
  if (sigaltstack(&stack, NULL) != 0) {
    int failure = errno;
    munmap(stack.ss_sp, STACK_SIZE);
    return failure;
  }
  return 0;
}

void ridealong_restore_arm(int terminal, const struct termios *saved, const char *sequence,
                           size_t sequence_size, const char *note, size_t note_size) {
  atomic_store(&armed, 0);
  terminal_fd = terminal;
  saved_attributes = *saved;
  sequence_length = sequence_size < TEXT_MAX ? sequence_size : TEXT_MAX;
  if (sequence_length > 0) memcpy(sequence_text, sequence, sequence_length);
  note_length = note_size < TEXT_MAX ? note_size : TEXT_MAX;
  if (note_length > 0) memcpy(note_text, note, note_length);
  atomic_store(&armed, 1);
}

void ridealong_restore_now(void) {
  if (!atomic_exchange(&armed, 0)) return;
  // In the background the terminal is the shell's, and setting its attributes would stop the process.
  pid_t foreground = tcgetpgrp(terminal_fd);
  if (foreground < 0 || foreground == getpgrp()) give_back(0);
}

void ridealong_restore_disarm(void) { atomic_store(&armed, 0); }

void ridealong_restore_tell(int pipe) { atomic_store(&guard_pipe, pipe); }

enum { SIGNAL_COUNT = 65 };

// One more than the descriptor, so that 0 is no pipe.
static atomic_int signal_pipes[SIGNAL_COUNT];

static void forward(int signal) {
  int saved_errno = errno;
  char byte = (char)signal;
  int pipe = atomic_load(&signal_pipes[signal]) - 1;
  while (write(pipe, &byte, 1) < 0 && errno == EINTR) continue;
  errno = saved_errno;
}

int ridealong_wake_pipe(int ends[2]) {
  return pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0 ? 0 : errno;
}

int ridealong_signal_forward(int signal, int pipe) {
  if (signal <= 0 || signal >= SIGNAL_COUNT) return EINVAL;
  atomic_store(&signal_pipes[signal], pipe + 1);
  return set_handler(signal, forward);
}

int ridealong_signal_ignore(int signal) { return set_handler(signal, SIG_IGN); }

int ridealong_signal_is_ignored(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && !(action.sa_flags & SA_SIGINFO) &&
         action.sa_handler == SIG_IGN;
}

int ridealong_stop_here(void) {
  // The rest of the group first, as it would be by the terminal, with this process deaf to it.
  // Then this thread stops itself: a signal to oneself is delivered before raise returns, which a
  // signal to the process need not be.
  struct sigaction before;
  if (sigaction(SIGTSTP, NULL, &before) != 0) return errno;
  // The caller knows that it goes on; SIGCONT is for who was stopped unasked.
  struct sigaction before_continue;
  if (sigaction(SIGCONT, NULL, &before_continue) != 0) return errno;
  set_handler(SIGCONT, SIG_DFL);
  set_handler(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  set_handler(SIGTSTP, SIG_DFL);
  // A thread of a pool blocks the signal, which would then wait for it, and the program go on.
  sigset_t stop, usual;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &usual);
  int failure = raise(SIGTSTP) == 0 ? 0 : errno;
  pthread_sigmask(SIG_SETMASK, &usual, NULL);
  sigaction(SIGTSTP, &before, NULL);
  sigaction(SIGCONT, &before_continue, NULL);
  return failure;
}
