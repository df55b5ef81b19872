#ifndef RIDEALONG_CVTERM_H
#define RIDEALONG_CVTERM_H
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vterm.h>

/* One cell without unions and bit fields. Colors: 0 to 255 of the palette, -1 the terminal's own,
   -2 any other. */
typedef struct {
  uint32_t text[VTERM_MAX_CHARS_PER_CELL];
  int width;
  int foreground;
  int background;
  int bold;
  int reverse;
  int underline;
} ridealong_vterm_cell;

static inline int ridealong_vterm_color(const VTermColor *_Nonnull color, int is_foreground) {
  if (is_foreground ? VTERM_COLOR_IS_DEFAULT_FG(color) : VTERM_COLOR_IS_DEFAULT_BG(color)) return -1;
  return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -2;
}

static inline int ridealong_vterm_get(VTermScreen *_Nonnull screen, int across, int down,
                                      ridealong_vterm_cell *_Nonnull result) {
  VTermScreenCell cell;
  VTermPos place = {.row = down, .col = across};
  memset(result, 0, sizeof *result);
  if (!vterm_screen_get_cell(screen, place, &cell)) return 0;
  /* What stands after the first 0 is not set. */
  for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL && cell.chars[index] != 0; index++) {
    result->text[index] = cell.chars[index];
  }
  result->width = cell.width;
  result->foreground = ridealong_vterm_color(&cell.fg, 1);
  result->background = ridealong_vterm_color(&cell.bg, 0);
  result->bold = cell.attrs.bold;
  result->reverse = cell.attrs.reverse;
  result->underline = cell.attrs.underline;
  return 1;
}

/* The master of a new terminal, close-on-exec from birth, with the path of the other side; -1 if the system has none. */
static inline int ridealong_pty_open(char *_Nonnull path, int size) {
  int master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  int locked = 0, number;
  if (master < 0) return -1;
  if (ioctl(master, TIOCSPTLCK, &locked) != 0 || ioctl(master, TIOCGPTN, &number) != 0) {
    close(master);
    return -1;
  }
  snprintf(path, (size_t)size, "/dev/pts/%d", number);
  return master;
}

static inline int ridealong_pty_resize(int fd, int across, int down) {
  struct winsize size = {.ws_row = (unsigned short)down, .ws_col = (unsigned short)across};
  return ioctl(fd, TIOCSWINSZ, &size);
}

/* How much of what came from the terminal its program has not read; -1 where that cannot be known. */
static inline int ridealong_pty_unread(const char *_Nonnull path) {
  int fd = open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return -1;
  int count = 0;
  if (ioctl(fd, FIONREAD, &count) != 0) count = -1;
  close(fd);
  return count;
}

/* Closes what the child would inherit; declared here since the header hides it without _GNU_SOURCE. */
static inline int ridealong_spawn_close_from(posix_spawn_file_actions_t *_Nonnull actions, int fd) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, fd);
}

enum { ridealong_spawn_setsid = 0x80 };

/* A descriptor that becomes readable when a process ends; -1 if the kernel has none. */
static inline int ridealong_process_descriptor(int pid) {
#ifdef SYS_pidfd_open
  return (int)syscall(SYS_pidfd_open, pid, 0);
#else
  return -1;
#endif
}
#endif
