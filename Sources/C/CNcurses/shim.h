#ifndef RIDEALONG_CNCURSES_H
#define RIDEALONG_CNCURSES_H
#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>
#include <ncursesw/curses.h>
#include <ncursesw/term.h>

#include "description.h"

/* What Swift does not import: macros, variadic functions, mutable globals. */

/* A file without a name that curses writes to, so that the program decides when, and how much of it,
   goes to the terminal. NULL, with errno set, if there is none. */
static inline FILE *_Nullable ridealong_curses_buffer(void) {
#if defined(__linux__)
  /* Declared here: the header shows it only with definitions that would change other types. */
  extern int memfd_create(const char *name, unsigned int flags);
  int fd = memfd_create("curses", 1 /* MFD_CLOEXEC */);
  if (fd < 0) return NULL;
  FILE *file = fdopen(fd, "w+");
  if (file == NULL) close(fd);
  return file;
#else
  return tmpfile();
#endif
}

/* A curses screen that writes to a file and never reads. `usual` has 32 bytes, see above. */
static inline SCREEN *_Nullable ridealong_curses_new(const char *_Nonnull term, FILE *_Nonnull output,
                                                     char *_Nonnull usual) {
  use_env(FALSE);
  /* Else a description without a size, such as that of the Linux console, makes newterm fail. */
  use_tioctl(TRUE);
  return ridealong_curses_open(term, output, usual);
}

static inline WINDOW *_Nullable ridealong_curses_window(void) { return stdscr; }
static inline WINDOW *_Nullable ridealong_curses_current(void) { return curscr; }

/* Makes a cell without a character. */
static inline void ridealong_curses_style(cchar_t *_Nonnull cell, uint32_t attributes, int pair) {
  memset(cell, 0, sizeof *cell);
  cell->attr = (attr_t)attributes | (attr_t)(COLOR_PAIR(pair < 255 ? pair : 255));
  cell->ext_color = pair;
}

/* Puts one character of up to three code points into a cell, with less work than setcchar. Returns the columns
   that the C library counts for it. Leaves out marks that the library does not know, because curses would count a
   column for each. */
static inline int ridealong_curses_fill(cchar_t *_Nonnull cell, uint32_t base, uint32_t mark,
                                        uint32_t second_mark) {
  if (mark != 0 && wcwidth((wchar_t)mark) != 0) mark = second_mark = 0;
  if (second_mark != 0 && wcwidth((wchar_t)second_mark) != 0) second_mark = 0;
  cell->chars[0] = (wchar_t)base;
  cell->chars[1] = (wchar_t)mark;
  cell->chars[2] = (wchar_t)second_mark;
  /* No table is needed for these. */
  return base < 0x7F || (base >= 0x2800 && base < 0x2900) ? 1 : wcwidth((wchar_t)base);
}

static inline uint32_t ridealong_curses_bold(void) { return (uint32_t)A_BOLD; }
static inline uint32_t ridealong_curses_dim(void) { return (uint32_t)A_DIM; }
static inline uint32_t ridealong_curses_reverse(void) { return (uint32_t)A_REVERSE; }
static inline uint32_t ridealong_curses_underline(void) { return (uint32_t)A_UNDERLINE; }

/* Looks a terminal up: 1 if it is known, 0 if not, -1 if there is no database. The number of its
   colors, or -1, is left in `colors`, whether it can address its cursor in `addresses`, in `exact`
   whether its description has RGB (ncurses) or Tc (tmux), which stand for all colors, in `plain` whether the
   program can write its colors itself, and in `title` whether it takes a title as xterm does: XT, which tmux reads,
   too, or a status line of such a sequence. */
static inline int ridealong_terminfo(const char *_Nonnull term, int *_Nonnull colors,
                                     int *_Nonnull addresses, int *_Nonnull exact,
                                     int *_Nonnull plain, int *_Nonnull title) {
  int found = 0;
  TERMINAL *before = cur_term;
  if (setupterm(term, STDOUT_FILENO, &found) != OK) return found == 1 ? 0 : found;
  *colors = tigetnum("colors");
  char *address = tigetstr("cup");
  *addresses = address != NULL && address != (char *)-1;
  /* RGB may be a flag, a number, or a string. */
  char *bits = tigetstr("RGB");
  *exact = tigetflag("Tc") == 1 || tigetflag("RGB") == 1 || tigetnum("RGB") > 0 ||
           (bits != NULL && bits != (char *)-1);
  *plain = ridealong_has_plain_colors();
  char *status = tigetstr("tsl");
  *title = tigetflag("XT") == 1 ||
           (status != NULL && status != (char *)-1 &&
            (strncmp(status, "\033]2;", 4) == 0 || strncmp(status, "\033]0;", 4) == 0));
  TERMINAL *mine = cur_term;
  if (before != mine) {
    set_curterm(before);
    del_curterm(mine);
  }
  return 1;
}

/* The columns of a character for the C library, in the process's locale; -1 if it does not know the character. */
static inline int ridealong_width(uint32_t character) { return wcwidth((wchar_t)character); }

/* What the terminal's description has for ending a screen; NULL for nothing. */
static inline const char *_Nullable ridealong_curses_exit_screen(void) { return exit_ca_mode; }
static inline const char *_Nullable ridealong_curses_clear_line(void) { return clr_eol; }
static inline const char *_Nullable ridealong_curses_usual_cursor(void) { return cursor_normal; }

/* Whether curses writes pairs of colors as ESC [ NUMBER y, which the terminal does not know. */
static inline int ridealong_curses_names_pairs(void) {
  return ridealong_is_present(set_color_pair) && strcmp(set_color_pair, "\033[%p1%dy") == 0;
}

/* Whether reverse and colors exclude each other, so that the colors are to be swapped. */
static inline int ridealong_curses_swaps_colors(void) {
  return no_color_video > 0 && (no_color_video & 4) != 0;
}

/* The numbers of colors that curses knows. */
static inline int ridealong_curses_colors(void) { return COLORS; }

/* The terminal's sequence for a color. Only if curses names pairs: then one parameter is enough. */
static inline const char *_Nullable ridealong_curses_color(int color, int is_background) {
  char *sequence = is_background ? set_a_background : set_a_foreground;
  return ridealong_is_present(sequence) ? tiparm(sequence, color) : NULL;
}
static inline int ridealong_curses_sets_region(void) { return change_scroll_region != NULL; }

/* The size of a terminal; 0, or -1 with errno set. */
static inline int ridealong_terminal_size(int fd, int *_Nonnull across, int *_Nonnull down) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0) return -1;
  *across = size.ws_col;
  *down = size.ws_row;
  return 0;
}

/* The speed of a serial line of less than 38,400 bits a second, in bits a second; 0 for any other terminal.
   38,400 is the setting of every pseudoterminal. */
static inline int ridealong_terminal_speed(int fd) {
  static const struct {
    speed_t name;
    int speed;
  } known[] = {{B50, 50},       {B75, 75},       {B110, 110},     {B134, 134},   {B150, 150},
               {B200, 200},     {B300, 300},     {B600, 600},     {B1200, 1200}, {B1800, 1800},
               {B2400, 2400},   {B4800, 4800},   {B9600, 9600},   {B19200, 19200}};
  struct termios attributes;
  if (tcgetattr(fd, &attributes) != 0) return 0;
  for (size_t index = 0; index < sizeof known / sizeof known[0]; index++) {
    if (known[index].name == cfgetospeed(&attributes)) return known[index].speed;
  }
  return 0;
}

static inline int ridealong_open(const char *_Nonnull path, int flags, int mode) {
  return open(path, flags | O_CLOEXEC, mode);
}

/* The character set of the locale of the environment. */
static inline const char *_Nonnull ridealong_codeset(void) {
  setlocale(LC_ALL, "");
  return nl_langinfo(CODESET);
}
#endif
