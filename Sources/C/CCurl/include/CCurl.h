#ifndef RIDEALONG_CCURL_H
#define RIDEALONG_CCURL_H
// The functions below load the library, and have names of their own: other code of the same program may
// be linked to the library itself.
#define curl_easy_cleanup ridealong_curl_easy_cleanup
#define curl_easy_getinfo ridealong_curl_easy_getinfo
#define curl_easy_init ridealong_curl_easy_init
#define curl_easy_perform ridealong_curl_easy_perform
#define curl_easy_setopt ridealong_curl_easy_setopt
#define curl_easy_strerror ridealong_curl_easy_strerror
#define curl_global_init ridealong_curl_global_init
#define curl_multi_add_handle ridealong_curl_multi_add_handle
#define curl_multi_cleanup ridealong_curl_multi_cleanup
#define curl_multi_info_read ridealong_curl_multi_info_read
#define curl_multi_init ridealong_curl_multi_init
#define curl_multi_perform ridealong_curl_multi_perform
#define curl_multi_poll ridealong_curl_multi_poll
#define curl_multi_remove_handle ridealong_curl_multi_remove_handle
#define curl_multi_setopt ridealong_curl_multi_setopt
#define curl_multi_wakeup ridealong_curl_multi_wakeup
#define curl_slist_append ridealong_curl_slist_append
#define curl_slist_free_all ridealong_curl_slist_free_all
#define curl_version ridealong_curl_version
#define curl_version_info ridealong_curl_version_info
#include <curl/curl.h>
// The header has macros of the same names, which count arguments.
#undef curl_easy_getinfo
#undef curl_easy_setopt
#undef curl_multi_setopt
#define curl_easy_getinfo ridealong_curl_easy_getinfo
#define curl_easy_setopt ridealong_curl_easy_setopt
#define curl_multi_setopt ridealong_curl_multi_setopt
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <sys/socket.h>

// Variadic functions are not imported into Swift, so each kind of option has a function here.

static inline CURLcode ridealong_curl_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_list(CURL *easy, CURLoption option,
                                               struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_write(CURL *easy, CURLoption option,
                                                curl_write_callback value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ridealong_curl_set_prereq(CURL *easy, curl_prereq_callback value) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode ridealong_curl_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ridealong_curl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ridealong_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
  return curl_easy_getinfo(easy, info, (char **)value);
}

static inline CURLMcode ridealong_curl_multi_set_long(CURLM *multi, CURLMoption option,
                                                      long value) {
  return curl_multi_setopt(multi, option, value);
}

/// The number of certificates that the server showed.
static inline int ridealong_curl_certificate_count(CURL *easy) {
  struct curl_certinfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL) return 0;
  return info->num_of_certs;
}

/// The fields of one certificate, as a list of "Name:value" that lives as long as the handle.
static inline struct curl_slist *ridealong_curl_certificate(CURL *easy, int number) {
  struct curl_certinfo *info = NULL;
  if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL) return NULL;
  return number < info->num_of_certs ? info->certinfo[number] : NULL;
}

/// The address that the handle is connected to, in numbers.
static inline const char *ridealong_curl_address(CURL *easy) {
  char *address = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &address) == CURLE_OK ? address : NULL;
}

/// The file of authorities of OpenSSL's variable, which the library does not read, else the one it was built with if that
/// is there, else one of the places of Debian, Fedora, SUSE and Arch.
///
/// Without any it is the one that the library was built with, which the error names, or null if it reports none.
static inline const char *ridealong_curl_authorities(void) {
  static const char *const usual[] = {
      "/etc/ssl/certs/ca-certificates.crt",
      "/etc/pki/tls/certs/ca-bundle.crt",
      "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
  };
  const char *file = getenv("SSL_CERT_FILE");
  if (file && *file) return file;
  const char *own = NULL;
#if LIBCURL_VERSION_NUM >= 0x075400
  own = curl_version_info(CURLVERSION_NOW)->cainfo;
#endif
  if (own && access(own, R_OK) == 0) return own;
  for (size_t place = 0; place < sizeof usual / sizeof *usual; place++) {
    if (access(usual[place], R_OK) == 0) return usual[place];
  }
  return own;
}

/// Allows http and https alone, by the newer option where the library has it.
///
/// The library that the program runs with may be older than the one it was built with.
static inline CURLcode ridealong_curl_set_protocols(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  if (code != CURLE_UNKNOWN_OPTION) return code;
#endif
  // The number of CURLOPT_PROTOCOLS, which newer headers deprecate.
  return curl_easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 181),
                          (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
}

/// Gives up a name lookup without waiting for the resolver's thread, where the library can.
static inline CURLcode ridealong_curl_set_quick_exit(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
  CURLcode code = curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  return code == CURLE_UNKNOWN_OPTION ? CURLE_OK : code;
#else
  (void)easy;
  return CURLE_OK;
#endif
}

/// Bounds how long a socket's peer may leave what was sent to it unacknowledged.
static inline int ridealong_bound_silence(void *milliseconds, curl_socket_t socket,
                                          curlsocktype purpose) {
  (void)purpose;
#ifdef TCP_USER_TIMEOUT
  unsigned int value = (unsigned int)(uintptr_t)milliseconds;
  // Where the system does not take it, the connection is only given up later.
  (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &value, sizeof value);
#else
  (void)milliseconds;
  (void)socket;
#endif
  return CURL_SOCKOPT_OK;
}

/// Lets the system give up a connection whose peer has silently gone.
///
/// libcurl keeps an HTTP/2 connection after a request on it timed out, and would send the next
/// requests over it too.
static inline CURLcode ridealong_curl_bound_silence(CURL *easy, long milliseconds) {
  CURLcode code =
      curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, ridealong_bound_silence);
  if (code != CURLE_OK) return code;
  return curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, (void *)(uintptr_t)milliseconds);
}

/// Starts a detached thread that takes no signals; 0 or an error number.
///
/// Signals stay with the program's own threads, and a connection that broke under a TLS write
/// cannot end the program by SIGPIPE.
static inline int ridealong_start_thread(void *(*body)(void *), void *context) {
  sigset_t all, before;
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error != 0) return error;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  error = pthread_create(&thread, &attributes, body, context);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  pthread_attr_destroy(&attributes);
  return error;
}

/// Sleeps for some milliseconds, at most until a signal.
static inline void ridealong_pause(int milliseconds) { (void)poll(NULL, 0, milliseconds); }
#endif
