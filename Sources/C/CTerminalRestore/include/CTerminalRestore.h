#ifndef RIDEALONG_CTERMINALRESTORE_H
#define RIDEALONG_CTERMINALRESTORE_H

#include <stddef.h>
#include <sys/types.h>
#include <termios.h>

// Restores a terminal when the program crashes, and carries signals to a pipe. Everything that
// runs in a signal handler here is async-signal-safe: write, dup2, tcsetattr, sigaction, raise.

/// Installs the handlers of SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT, once.
/// A fault then reaches the handler from before; a signal that was sent does too, and ends the process.
/// Returns 0, or an errno.
int ridealong_restore_install(void);

/// Gives the calling thread a stack for signal handlers, so that an overflow of its own is handled.
/// Returns 0, or an errno. A thread that has a stack large enough keeps it.
int ridealong_restore_use_stack(void);

/// From now on a crash writes `sequence` to the terminal, gives it the attributes `saved` and writes
/// `note`; nothing reaches it through that descriptor then. Both texts are copied and cut at 1,024 bytes.
void ridealong_restore_arm(int terminal, const struct termios *saved, const char *sequence,
                           size_t sequence_size, const char *note, size_t note_size);

/// Restores the terminal as a crash does, without the note, if a crash would. The caller then ends the
/// process: nothing else reaches the terminal. Async-signal-safe.
void ridealong_restore_now(void);

/// From now on a crash leaves the terminal alone.
void ridealong_restore_disarm(void);

/// From now on a crash that gave the terminal back tells so through the pipe of a guardian; -1 for none.
void ridealong_restore_tell(int pipe);

// The guardian: a process of its own that holds the terminal and the reading end of a pipe. When the
// pipe ends without a goodbye, the program was killed, and the guardian restores the terminal.

/// Starts a program as the guardian, in a process group of its own, with nothing open but its pipe and
/// the terminal. The writing end, which does not block, is left in `pipe`. Returns 0, or an errno.
int ridealong_guard_start(pid_t *process, int *pipe, const char *path, char *const *arguments,
                          char *const *environment, int output, int input);

/// From now on the guardian writes `sequence`, at most 512 bytes, when the program is killed, and
/// gives the terminal the attributes `usual` if it still has the attributes `raw`.
/// Returns 0, or an errno.
int ridealong_guard_arm(int pipe, const struct termios *usual, const struct termios *raw,
                        const char *sequence, size_t size);

/// From now on the guardian leaves the terminal alone. Async-signal-safe. Returns 0, or an errno.
int ridealong_guard_disarm(int pipe);

/// From now on the guardian ends the program, and what writes the report of its crash, when they take longer than
/// 2 minutes. Async-signal-safe. Returns 0, or an errno.
int ridealong_guard_report(int pipe);

/// Closes the pipe and, where it says goodbye, waits some time for the guardian to end. Without a
/// goodbye the guardian restores the terminal once that accepts bytes again.
void ridealong_guard_end(int pipe, pid_t process, int says_goodbye, int milliseconds);

/// Runs the guardian; does not return.
_Noreturn void ridealong_guard_run(void);

/// The variable from which the Swift runtime reads what it does about a crash.
#define RIDEALONG_CRASH_VARIABLE "SWIFT_BACKTRACE"

/// The variable as a text for `putenv`: a crash writes a report to a directory without asking, where a
/// program that writes them is found next to this one or to a `swift` of a search path, else it
/// writes none. NULL with an errno; EINVAL for a directory that the variable cannot name.
char *ridealong_crash_reports_variable(const char *directory, const char *path);

/// Makes a pipe whose ends are not inherited and do not block. Returns 0, or an errno.
int ridealong_wake_pipe(int ends[2]);

/// From now on the signal is written as one byte to `pipe`, whose writing must not block; each signal has
/// its own.
/// Returns 0, or an errno.
int ridealong_signal_forward(int signal, int pipe);

/// Ignores a signal. Returns 0, or an errno.
int ridealong_signal_ignore(int signal);

/// Whether a signal is ignored at present.
int ridealong_signal_is_ignored(int signal);

/// Stops the process group as Ctrl-Z does, and returns once this process goes on.
/// Its disposition of SIGTSTP is as before afterwards. Returns 0, or an errno.
int ridealong_stop_here(void);

#endif
