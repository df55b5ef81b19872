#ifndef RIDEALONG_CSPAWN_H
#define RIDEALONG_CSPAWN_H

#include <sys/types.h>

// Runs another program at the same time. The flags that this takes are not visible to Swift.

/// Makes new files of this process private to its user. Programs that it starts keep the mask that
/// the process had before.
void ridealong_spawn_restrict_files(void);

/// Undoes ridealong_spawn_restrict_files, for example before this process becomes another program.
void ridealong_spawn_release_files(void);

/// Starts a program in a session of its own, so that it has no terminal to ask on and ends together
/// with what it starts. Its input is empty; its output and errors go to the two descriptors. Every
/// other descriptor is closed in it, and no signal is blocked or ignored.
/// With -1 for both, it shares this process's session, terminal, and standard descriptors instead.
/// Returns 0, or an errno.
int ridealong_spawn(pid_t *process, const char *path, char *const *arguments,
                    char *const *environment, int output, int errors);

/// Makes a pipe whose ends are none of the standard descriptors, are not inherited, and whose
/// reading end does not block. Returns 0, or an errno.
int ridealong_spawn_pipe(int *reading, int *writing);

/// Whether a process that was started has ended, without reaping it: 1 or 0, or -1 where there is no
/// such process any more.
int ridealong_spawn_has_ended(pid_t process);

/// Waits until a process that was started has ended, without reaping it.
void ridealong_spawn_wait(pid_t process);

/// Reaps a process that has ended. Returns its exit status, the negative number of the signal that
/// ended it, or 0 where nothing is known of it.
int ridealong_spawn_reap(pid_t process);

#endif
