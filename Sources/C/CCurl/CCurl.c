// The functions of libcurl that the program calls. curl_global_init loads the library: it and the two
// dozen libraries that it needs take a quarter of the time to the first bytes on a terminal, and many
// commands send no request.
#include "CCurl.h"

#include <dlfcn.h>
#include <stdarg.h>

#define FUNCTIONS(F)                                                                              \
  F(curl_easy_cleanup)                                                                            \
  F(curl_easy_getinfo)                                                                            \
  F(curl_easy_init)                                                                               \
  F(curl_easy_perform)                                                                            \
  F(curl_easy_setopt)                                                                             \
  F(curl_easy_strerror)                                                                           \
  F(curl_global_init)                                                                             \
  F(curl_multi_add_handle)                                                                        \
  F(curl_multi_cleanup)                                                                           \
  F(curl_multi_info_read)                                                                         \
  F(curl_multi_init)                                                                              \
  F(curl_multi_perform)                                                                           \
  F(curl_multi_poll)                                                                              \
  F(curl_multi_remove_handle)                                                                     \
  F(curl_multi_setopt)                                                                            \
  F(curl_multi_wakeup)                                                                            \
  F(curl_slist_append)                                                                            \
  F(curl_slist_free_all)                                                                          \
  F(curl_version)                                                                                 \
  F(curl_version_info)

#define DECLARE(name) __typeof__(&name) name;
static struct { FUNCTIONS(DECLARE) } library;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
#ifdef __APPLE__
  void *handle = dlopen("libcurl.4.dylib", RTLD_NOW);
#else
  void *handle = dlopen("libcurl.so.4", RTLD_NOW);
#endif
  if (handle == NULL) return;
#define LOAD(name)                                                                                \
  if ((library.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) return;
  FUNCTIONS(LOAD)
  is_loaded = 1;
}

// The program calls no other function before this one, so it is the only one that loads.
CURLcode curl_global_init(long flags) {
  pthread_once(&once, load);
  return is_loaded ? library.curl_global_init(flags) : CURLE_FAILED_INIT;
}

CURL *curl_easy_init(void) { return library.curl_easy_init(); }
void curl_easy_cleanup(CURL *easy) { library.curl_easy_cleanup(easy); }
CURLcode curl_easy_perform(CURL *easy) { return library.curl_easy_perform(easy); }
const char *curl_easy_strerror(CURLcode code) { return library.curl_easy_strerror(code); }
char *curl_version(void) { return library.curl_version(); }
curl_version_info_data *curl_version_info(CURLversion age) { return library.curl_version_info(age); }

// Each option has one more argument: a long, a curl_off_t or a pointer, all of one size.
_Static_assert(sizeof(long) == sizeof(void *) && sizeof(curl_off_t) == sizeof(void *),
               "options have different sizes");

CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  return library.curl_easy_setopt(easy, option, value);
}

CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...) {
  va_list arguments;
  va_start(arguments, info);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  return library.curl_easy_getinfo(easy, info, value);
}

CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...) {
  va_list arguments;
  va_start(arguments, option);
  void *value = va_arg(arguments, void *);
  va_end(arguments);
  return library.curl_multi_setopt(multi, option, value);
}

CURLM *curl_multi_init(void) { return library.curl_multi_init(); }
CURLMcode curl_multi_cleanup(CURLM *multi) { return library.curl_multi_cleanup(multi); }
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy) {
  return library.curl_multi_add_handle(multi, easy);
}
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy) {
  return library.curl_multi_remove_handle(multi, easy);
}
CURLMcode curl_multi_perform(CURLM *multi, int *running) {
  return library.curl_multi_perform(multi, running);
}
CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd others[], unsigned int count, int timeout,
                          int *ready) {
  return library.curl_multi_poll(multi, others, count, timeout, ready);
}
CURLMcode curl_multi_wakeup(CURLM *multi) { return library.curl_multi_wakeup(multi); }
CURLMsg *curl_multi_info_read(CURLM *multi, int *left) {
  return library.curl_multi_info_read(multi, left);
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
  return library.curl_slist_append(list, text);
}
void curl_slist_free_all(struct curl_slist *list) {
  if (list != NULL) library.curl_slist_free_all(list);
}
