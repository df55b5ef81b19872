#ifndef RIDEALONG_CHTTP2_H
#define RIDEALONG_CHTTP2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define RIDEALONG_NOEXCEPT noexcept
#else
#define RIDEALONG_NOEXCEPT
#endif

// An HTTP/2 server on one thread, which frames with libnghttp2 and encrypts with OpenSSL.
//
// A connection whose first byte begins a TLS handshake is encrypted, any other is plain text. A call
// is one stream of one connection; its number is never used again.

typedef struct ridealong_h2_server ridealong_h2_server;

/// A header field; the texts are not terminated.
typedef struct {
  const char *name;
  size_t name_size;
  const char *value;
  size_t value_size;
} ridealong_h2_field;

typedef struct {
  /// A numeric address.
  const char *address;
  /// The port, 0 for a free one.
  uint16_t port;
  /// A certificate and its key in PEM; NULL for plain text only.
  const char *certificate;
  const char *key;

  uint32_t connections;
  uint32_t connections_per_address;
  /// The most calls at once on one connection.
  uint32_t streams;
  /// The most bytes of a call's header fields.
  uint32_t header_bytes;
  /// The time until a new connection has sent its first frame.
  uint32_t handshake_ms;
  /// The time until the header fields of a call have arrived.
  uint32_t request_ms;
  /// The time that a connection may be without calls.
  uint32_t idle_ms;
  /// The time in which a client receives a whole response.
  uint32_t answer_ms;

  // Called on the server's thread. A result is the time in ms until `expired`, -1 for never.
  void *context;
  /// The header fields of a call have arrived.
  int64_t (*began)(void *context, uint64_t call, const ridealong_h2_field *fields, size_t count);
  /// A part of the body has arrived; the result says whether the call may continue.
  bool (*received)(void *context, uint64_t call, const uint8_t *bytes, size_t size);
  /// The whole body has arrived.
  int64_t (*ended)(void *context, uint64_t call);
  int64_t (*expired)(void *context, uint64_t call);
  /// The call is over: answered, cancelled, or its connection is closed.
  void (*closed)(void *context, uint64_t call, uint64_t sent_bytes);
  /// A connection was closed at once, because there are too many.
  void (*refused)(void *context);
} ridealong_h2_options;

/// Starts a server; NULL on failure, with the reason in `errno`, 0 for a wrong certificate or key.
ridealong_h2_server *ridealong_h2_start(const ridealong_h2_options *options) RIDEALONG_NOEXCEPT;

uint16_t ridealong_h2_port(const ridealong_h2_server *server) RIDEALONG_NOEXCEPT;

/// Sends a part of a response; from any thread, and without effect for a call that is over.
///
/// The first part begins with header fields. If `is_last`, the fields become the response's trailers,
/// or its only header fields if it has no bytes. They are names and values in turn, each with a NUL at
/// its end.
void ridealong_h2_send(ridealong_h2_server *server, uint64_t call, int status, const uint8_t *bytes,
                       size_t size, const uint8_t *fields, size_t fields_size,
                       bool is_last) RIDEALONG_NOEXCEPT;

/// Resets a call after the bytes that were sent before.
void ridealong_h2_reset(ridealong_h2_server *server, uint64_t call) RIDEALONG_NOEXCEPT;

/// Closes a call's connection at once, with all its calls.
void ridealong_h2_disconnect(ridealong_h2_server *server, uint64_t call) RIDEALONG_NOEXCEPT;

/// Stops listening, tells clients to leave, and gives running calls a time to end.
void ridealong_h2_stop(ridealong_h2_server *server, uint32_t drain_ms) RIDEALONG_NOEXCEPT;

/// Whether a stopped server has closed all connections.
bool ridealong_h2_has_stopped(const ridealong_h2_server *server) RIDEALONG_NOEXCEPT;

uint32_t ridealong_h2_connections(const ridealong_h2_server *server) RIDEALONG_NOEXCEPT;

/// Frees a server, closing all connections first.
void ridealong_h2_free(ridealong_h2_server *server) RIDEALONG_NOEXCEPT;

#ifdef __cplusplus
}
#endif
#endif
