#ifndef RIDEALONG_CTERMINALRESTORE_H
#define RIDEALONG_CTERMINALRESTORE_H

#include <stddef.h>
#include <termios.h>

// Gives a terminal back when the program crashes, and carries signals to a pipe. Everything that
// runs in a signal handler here is async-signal-safe: write, tcsetattr, sigaction, raise.

/// Installs the handlers of SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE and SIGABRT, once.
/// Returns 0, or an errno.
int ridealong_restore_install(void);

/// Gives the calling thread a stack for signal handlers, so that an overflow of its own is handled.
/// Returns 0, or an errno. A thread that has a stack large enough keeps it.
int ridealong_restore_use_stack(void);

/// From now on a crash writes `sequence` to the terminal, gives it the attributes `saved` and writes
/// `note`. Both texts are copied and cut at 1,024 bytes.
void ridealong_restore_arm(int terminal, const struct termios *saved, const char *sequence,
                           size_t sequence_size, const char *note, size_t note_size);

/// From now on a crash leaves the terminal alone.
void ridealong_restore_disarm(void);

/// From now on the signal is written as one byte to `pipe`, whose writing must not block.
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
