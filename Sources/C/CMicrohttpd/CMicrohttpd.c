// The functions of libmicrohttpd that the program calls. MHD_start_daemon loads the library: it needs
// GnuTLS, and only the emulator has a server.
#include "CMicrohttpd.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>

#define FUNCTIONS(F)                                                                              \
  F(MHD_add_response_header)                                                                      \
  F(MHD_create_response_from_buffer)                                                              \
  F(MHD_create_response_from_callback)                                                            \
  F(MHD_destroy_response)                                                                         \
  F(MHD_get_connection_info)                                                                      \
  F(MHD_get_connection_values)                                                                    \
  F(MHD_get_daemon_info)                                                                          \
  F(MHD_queue_response)                                                                           \
  F(MHD_quiesce_daemon)                                                                           \
  F(MHD_resume_connection)                                                                        \
  F(MHD_start_daemon_va)                                                                          \
  F(MHD_stop_daemon)                                                                              \
  F(MHD_suspend_connection)

#define DECLARE(name) __typeof__(&name) name;
static struct { FUNCTIONS(DECLARE) } library;

void (*ridealong_mhd_refused)(void *context);

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
#ifdef __APPLE__
  void *handle = dlopen("libmicrohttpd.12.dylib", RTLD_NOW);
#else
  void *handle = dlopen("libmicrohttpd.so.12", RTLD_NOW);
#endif
  if (handle == NULL) return;
#define LOAD(name)                                                                                \
  if ((library.name = (__typeof__(&name))dlsym(handle, #name)) == NULL) return;
  FUNCTIONS(LOAD)
  is_loaded = 1;
}

// Every other function needs a server or what one gives, so it is the only one that loads.
struct MHD_Daemon *MHD_start_daemon(unsigned int flags, uint16_t port, MHD_AcceptPolicyCallback accept,
                                    void *accept_context, MHD_AccessHandlerCallback handler,
                                    void *handler_context, ...) {
  pthread_once(&once, load);
  if (!is_loaded) {
    errno = ENOSYS;
    return NULL;
  }
  va_list options;
  va_start(options, handler_context);
  struct MHD_Daemon *daemon = library.MHD_start_daemon_va(flags, port, accept, accept_context, handler,
                                                          handler_context, options);
  va_end(options);
  return daemon;
}

void MHD_stop_daemon(struct MHD_Daemon *daemon) { library.MHD_stop_daemon(daemon); }
MHD_socket MHD_quiesce_daemon(struct MHD_Daemon *daemon) {
  return library.MHD_quiesce_daemon(daemon);
}

// Their last arguments, if any, are not used with what the program asks for.
const union MHD_DaemonInfo *MHD_get_daemon_info(struct MHD_Daemon *daemon,
                                                enum MHD_DaemonInfoType type, ...) {
  return library.MHD_get_daemon_info(daemon, type);
}
const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                        enum MHD_ConnectionInfoType type, ...) {
  return library.MHD_get_connection_info(connection, type);
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind,
                              MHD_KeyValueIterator iterator, void *context) {
  return library.MHD_get_connection_values(connection, kind, iterator, context);
}
void MHD_suspend_connection(struct MHD_Connection *connection) {
  library.MHD_suspend_connection(connection);
}
void MHD_resume_connection(struct MHD_Connection *connection) {
  library.MHD_resume_connection(connection);
}

struct MHD_Response *MHD_create_response_from_buffer(size_t size, void *buffer,
                                                     enum MHD_ResponseMemoryMode mode) {
  return library.MHD_create_response_from_buffer(size, buffer, mode);
}
struct MHD_Response *MHD_create_response_from_callback(uint64_t size, size_t block,
                                                       MHD_ContentReaderCallback reader,
                                                       void *context,
                                                       MHD_ContentReaderFreeCallback release) {
  return library.MHD_create_response_from_callback(size, block, reader, context, release);
}
void MHD_destroy_response(struct MHD_Response *response) { library.MHD_destroy_response(response); }
enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *header,
                                        const char *content) {
  return library.MHD_add_response_header(response, header, content);
}
enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status,
                                   struct MHD_Response *response) {
  return library.MHD_queue_response(connection, status, response);
}
