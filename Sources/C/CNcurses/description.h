#ifndef RIDEALONG_CNCURSES_DESCRIPTION_H
#define RIDEALONG_CNCURSES_DESCRIPTION_H
/* The description of the terminal that curses draws with, made from the terminal's own. In it a pair
   of colors is a single short sequence, ESC [ NUMBER y, in place of two that are computed each time, which
   was half of curses' time for a map; the program then writes the colors, also those that are not in the palette.
   It lacks what the program
   does not use, or what some terminals do not have: other character sets, the palette's restoration, and
   repeated characters. The format is that of term(5), and curses reads it from TERMINFO, see terminfo(5). */

struct ridealong_bytes {
  unsigned char bytes[16384];
  size_t count;
  int is_full;
};

static inline void ridealong_put(struct ridealong_bytes *_Nonnull into, const void *_Nonnull bytes,
                                 size_t count) {
  if (count > sizeof into->bytes - into->count) {
    into->is_full = 1;
    return;
  }
  memcpy(into->bytes + into->count, bytes, count);
  into->count += count;
}

/* A number of 2 or 4 bytes, the lowest first. */
static inline void ridealong_put_number(struct ridealong_bytes *_Nonnull into, int number, int size) {
  for (int index = 0; index < size; index++) {
    unsigned char byte = (unsigned char)((unsigned)number >> (8 * index));
    ridealong_put(into, &byte, 1);
  }
}

static inline int ridealong_is_present(const char *_Nullable text) {
  return text != NULL && text != (const char *)-1;
}

/* Whether a text is ESC [, digits, colons and semicolons, and m. */
static inline int ridealong_is_plain(const char *_Nullable text) {
  if (!ridealong_is_present(text) || text[0] != 27 || text[1] != '[') return 0;
  size_t count = strspn(text + 2, "0123456789:;");
  return count > 0 && text[2 + count] == 'm' && text[3 + count] == 0;
}

/* Whether a string makes plain sequences of all colors. tiparm is given one number, so the string may have no
   other parameter, and no text; any s or l is refused, not only those of %s and %l. */
static inline int ridealong_makes_plain(const char *_Nullable text, int colors) {
  if (!ridealong_is_present(text) || strpbrk(text, "sl") != NULL) return 0;
  for (const char *next = text; (next = strstr(next, "%p")) != NULL; next += 2)
    if (next[2] != '1') return 0;
  for (int color = 0; color < colors; color++)
    if (!ridealong_is_plain(tiparm(text, color))) return 0;
  return 1;
}

/* Whether the program can write the colors of the present terminal: as parameters of one sequence. */
static inline int ridealong_has_plain_colors(void) {
  int colors = tigetnum("colors");
  if (colors > 256) return 0;
  /* ESC [ 3 x ; 4 y m; x and y are 9 on most terminals. */
  const char *usual = tigetstr("op");
  return ridealong_is_plain(usual) && strlen(usual) == 8 && usual[2] == '3' && usual[4] == ';' &&
         usual[5] == '4' && ridealong_makes_plain(tigetstr("setaf"), colors) &&
         ridealong_makes_plain(tigetstr("setab"), colors);
}

/* The colors of our description where the program writes them: those of the palette, and others to which it gives
   numbers. */
enum { RIDEALONG_NUMBERED_COLORS = 4096 };

/* A string for our description; NULL leaves it out. */
static inline const char *_Nullable ridealong_our_string(const char *_Nonnull name, int is_plain) {
  static const char *const unused[] = {"acsc", "enacs", "smacs", "rmacs", "oc", "rep", "initp", NULL};
  for (const char *const *other = unused; *other != NULL; other++)
    if (strcmp(name, *other) == 0) return NULL;
  if (is_plain && strcmp(name, "scp") == 0) return "\033[%p1%dy";
  if (is_plain && strcmp(name, "op") == 0) return "\033[0y";
  const char *text = tigetstr(name);
  return ridealong_is_present(text) ? text : NULL;
}

/* Our description of a terminal, as TERMINFO=hex:…; NULL if there is none. */
static inline char *_Nullable ridealong_our_description(const char *_Nonnull term, int is_plain) {
  /* Direct colors need RGB, an extension that our description does not have. */
  if (tigetnum("colors") > 256) return NULL;
  struct ridealong_bytes *head = calloc(2, sizeof *head), *texts = head + 1;
  if (head == NULL) return NULL;
  int booleans = 0, numbers = 0, strings = 0;
  while (boolnames[booleans] != NULL) booleans++;
  while (numnames[numbers] != NULL) numbers++;
  while (strnames[strings] != NULL) strings++;
  const int header[] = {01036, (int)strlen(term) + 1, booleans, numbers, strings};
  for (int index = 0; index < 5; index++) ridealong_put_number(head, header[index], 2);
  const size_t size_place = head->count;
  ridealong_put_number(head, 0, 2);
  ridealong_put(head, term, strlen(term) + 1);
  for (int index = 0; index < booleans; index++)
    ridealong_put_number(head, tigetflag(boolnames[index]) == 1, 1);
  if (head->count % 2 != 0) ridealong_put_number(head, 0, 1);
  for (int index = 0; index < numbers; index++) {
    int number = tigetnum(numnames[index]);
    if (is_plain && number == 256 && strcmp(numnames[index], "colors") == 0)
      number = RIDEALONG_NUMBERED_COLORS;
    ridealong_put_number(head, number < 0 ? -1 : number, 4);
  }
  for (int index = 0; index < strings; index++) {
    const char *text = ridealong_our_string(strnames[index], is_plain);
    ridealong_put_number(head, text == NULL ? -1 : (int)texts->count, 2);
    if (text == NULL) continue;
    /* Without the selection of the usual character set, which ends many styles. */
    for (const char *set; (set = strstr(text, "\033(B")) != NULL; text = set + 3)
      ridealong_put(texts, text, (size_t)(set - text));
    ridealong_put(texts, text, strlen(text) + 1);
  }
  head->bytes[size_place] = texts->count & 0xFF;
  head->bytes[size_place + 1] = (unsigned char)(texts->count >> 8);
  ridealong_put(head, texts->bytes, texts->count);
  static const char start[] = "TERMINFO=hex:";
  char *text = head->is_full || texts->is_full ? NULL : malloc(sizeof start + 2 * head->count);
  if (text != NULL) {
    char *end = text + sizeof start - 1;
    memcpy(text, start, sizeof start);
    for (size_t index = 0; index < head->count; index++, end += 2)
      snprintf(end, 3, "%02x", head->bytes[index]);
  }
  free(head);
  return text;
}

/* The environment with another entry for TERMINFO. */
static inline char *_Nullable *_Nullable ridealong_environment(char *_Nonnull entry) {
  extern char **environ;
  size_t count = 0, kept = 0;
  while (environ != NULL && environ[count] != NULL) count++;
  char **result = calloc(count + 2, sizeof *result);
  if (result == NULL) return NULL;
  for (size_t index = 0; index < count; index++)
    if (strncmp(environ[index], "TERMINFO=", 9) != 0) result[kept++] = environ[index];
  result[kept] = entry;
  return result;
}

/* Opens a curses screen with our description, or else with the terminal's own. If colors are plain, copies the
   terminal's sequence for its own colors to `usual`, which has 32 bytes. */
static inline SCREEN *_Nullable ridealong_curses_open(const char *_Nonnull term, FILE *_Nonnull output,
                                                      char *_Nonnull usual) {
  extern char **environ;
  int found = 0;
  TERMINAL *before = cur_term;
  usual[0] = 0;
  char *entry = NULL;
  if (setupterm(term, STDOUT_FILENO, &found) == OK) {
    int is_plain = ridealong_has_plain_colors();
    if (is_plain) snprintf(usual, 32, "%s", tigetstr("op"));
    entry = ridealong_our_description(term, is_plain);
  }
  TERMINAL *mine = cur_term;
  if (before != mine) {
    set_curterm(before);
    del_curterm(mine);
  }
  char **with = entry == NULL ? NULL : ridealong_environment(entry);
  if (with == NULL) {
    free(entry);
    return newterm(term, output, output);
  }
  /* Another thread may be reading the environment. So environ gets another array, and neither that array nor its
     entry is freed. */
  char **others = environ;
  environ = with;
  SCREEN *screen = newterm(term, output, output);
  environ = others;
  return screen != NULL ? screen : newterm(term, output, output);
}
#endif
