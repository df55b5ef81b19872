#ifndef RIDEALONG_CMICROHTTPD_H
#define RIDEALONG_CMICROHTTPD_H
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

// The functions below load the library, and have names of their own: other code of the same program may
// be linked to the library itself.
#define MHD_add_response_header ridealong_mhd_add_response_header
#define MHD_create_response_from_buffer ridealong_mhd_create_response_from_buffer
#define MHD_create_response_from_callback ridealong_mhd_create_response_from_callback
#define MHD_destroy_response ridealong_mhd_destroy_response
#define MHD_get_connection_info ridealong_mhd_get_connection_info
#define MHD_get_connection_values ridealong_mhd_get_connection_values
#define MHD_get_daemon_info ridealong_mhd_get_daemon_info
#define MHD_queue_response ridealong_mhd_queue_response
#define MHD_quiesce_daemon ridealong_mhd_quiesce_daemon
#define MHD_resume_connection ridealong_mhd_resume_connection
#define MHD_start_daemon ridealong_mhd_start_daemon
#define MHD_start_daemon_va ridealong_mhd_start_daemon_va
#define MHD_stop_daemon ridealong_mhd_stop_daemon
#define MHD_suspend_connection ridealong_mhd_suspend_connection
#include <microhttpd.h>

// Variadic functions and attributed enumerators are not imported into Swift.

static inline enum MHD_Result ridealong_mhd_yes(void) { return MHD_YES; }
static inline enum MHD_Result ridealong_mhd_no(void) { return MHD_NO; }
static inline enum MHD_ValueKind ridealong_mhd_header_kind(void) { return MHD_HEADER_KIND; }
static inline _Bool ridealong_mhd_has_started(enum MHD_ConnectionNotificationCode code) {
  return code == MHD_CONNECTION_NOTIFY_STARTED;
}

struct ridealong_mhd_options {
  const char *address;
  unsigned short port;
  unsigned int threads;
  unsigned int connections;
  unsigned int connections_per_address;
  size_t connection_memory;
  unsigned int idle_seconds;
  /// Certificates and private key as PEM; both NULL for a server without TLS.
  const char *certificate;
  const char *key;
  void *context;
  MHD_AccessHandlerCallback access;
  void *(*uri)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  /// A connection was closed at once, because there are too many. The same for all servers.
  void (*refused)(void *context);
};

extern void (*ridealong_mhd_refused)(void *context);

/// Keeps the library's messages off the program's error stream; a refusal has nothing but a message.
static inline void ridealong_mhd_log(void *context, const char *format, va_list arguments) {
  (void)arguments;
  void (*refused)(void *context) = __atomic_load_n(&ridealong_mhd_refused, __ATOMIC_ACQUIRE);
  if (refused != NULL && strncmp(format, "Server reached connection limit", 31) == 0) refused(context);
}

/// Starts a server on a numeric address; NULL on failure, with errno telling why.
static inline struct MHD_Daemon *ridealong_mhd_start(const struct ridealong_mhd_options *options) {
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
  struct sockaddr *address = NULL;
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
  memset(&v4, 0, sizeof v4);
  memset(&v6, 0, sizeof v6);
  if (inet_pton(AF_INET, options->address, &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(options->port);
    address = (struct sockaddr *)&v4;
  } else if (inet_pton(AF_INET6, options->address, &v6.sin6_addr) == 1) {
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(options->port);
    address = (struct sockaddr *)&v6;
    flags |= MHD_USE_IPv6;
  } else {
    errno = EINVAL;
    return NULL;
  }
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_END, 0, NULL},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)options->key},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL},
  };
  if (options->certificate != NULL && options->key != NULL) {
    // With epoll one byte of a handshake keeps the thread busy until its time is over (0.9.75).
    flags = (flags & ~(unsigned)MHD_USE_EPOLL) | MHD_USE_POLL | MHD_USE_TLS;
    tls[0] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)options->certificate};
  }
  // Another server may just be refusing.
  __atomic_store_n(&ridealong_mhd_refused, options->refused, __ATOMIC_RELEASE);
  errno = 0;
  return MHD_start_daemon(
      flags, options->port, NULL, NULL, options->access, options->context,
      MHD_OPTION_EXTERNAL_LOGGER, ridealong_mhd_log, options->context,
      MHD_OPTION_SOCK_ADDR, address,
      MHD_OPTION_THREAD_POOL_SIZE, options->threads,
      MHD_OPTION_CONNECTION_LIMIT, options->connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, options->connections_per_address,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
      MHD_OPTION_LISTEN_BACKLOG_SIZE, (unsigned int)128,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_ARRAY, tls,
      MHD_OPTION_URI_LOG_CALLBACK, options->uri, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->connection, options->context,
      MHD_OPTION_END);
}

/// The port that a server listens on; 0 where it is not known.
static inline unsigned short ridealong_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}

/// The socket of a connection; -1 where it is not known.
static inline int ridealong_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

/// An answer with a copy of bytes as its body; NULL on failure.
static inline struct MHD_Response *ridealong_mhd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// The value that a body's reader returns to end the connection before the announced length.
static inline ssize_t ridealong_mhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Whether a socket's other side has closed it, or it is broken.
///
/// Bytes that nobody has read yet, such as a TLS client's farewell, hide it where the system does not
/// report the end itself.
static inline _Bool ridealong_peer_has_left(int socket) {
#ifdef __linux__
  // POLLRDHUP, whose name only GNU's extensions show.
  struct pollfd ended = {.fd = socket, .events = 0x2000};
  if (poll(&ended, 1, 0) > 0) return 1;
#endif
  char byte;
  ssize_t count = recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/// Breaks a connection, so that the other side's next call fails with ECONNRESET.
static inline void ridealong_reset(int socket) {
  struct linger linger;
  memset(&linger, 0, sizeof linger);
  linger.l_onoff = 1;
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
#ifdef __linux__
  // Closing alone would come after the library's own shutdown, which is a regular end.
  struct sockaddr nowhere;
  memset(&nowhere, 0, sizeof nowhere);
  nowhere.sa_family = AF_UNSPEC;
  connect(socket, &nowhere, sizeof nowhere);
#endif
}
#endif
