#pragma once

#include <nghttp2/nghttp2.h>
#include <openssl/ssl.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "CHTTP2.h"

namespace ridealong {

using Clock = std::chrono::steady_clock;
using Field = std::pair<std::string, std::string>;
/// Calls by the time at which they expire.
using Deadlines = std::multimap<Clock::time_point, uint64_t>;

/// One call and what is still to be sent of its response.
struct Stream {
  std::vector<Field> fields;
  size_t field_bytes = 0;
  std::string pending;
  size_t pending_start = 0;
  uint64_t sent_bytes = 0;
  std::vector<Field> trailers;
  bool has_begun = false;
  bool has_headers = false;
  bool has_trailers = false;
  bool ends_with_reset = false;
  bool is_refused = false;
  bool has_deadline = false;
  Deadlines::iterator deadline;
};

/// The state that all connections share.
struct Shared {
  ridealong_h2_options options;
  nghttp2_session_callbacks *callbacks = nullptr;
  nghttp2_option *session_options = nullptr;
  SSL_CTX *tls = nullptr;
  Deadlines deadlines;
};

/// One client's connection, plain or encrypted.
class Connection {
 public:
  Connection(Shared &shared, int socket, uint64_t number, std::string address);
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// Reads what has arrived; false if the connection is to be closed.
  bool read();
  /// Writes what is ready; false if the connection is to be closed.
  bool flush();
  /// Whether the connection has kept the server waiting for too long.
  bool isOverdue(Clock::time_point now) const;

  void send(int32_t stream_id, int status, std::string bytes, std::vector<Field> fields,
            bool is_last);
  void reset(int32_t stream_id);
  /// Handles a call's deadline; false if the connection is to be closed.
  bool expire(int32_t stream_id);
  /// Announces the end; if `is_final`, refuses new calls too.
  void leave(bool is_final);

  bool wantsWrite() const { return out_start_ < out_.size() || tls_wants_write_; }
  /// Whether a client that reads too little has to wait with its next frames.
  bool isFull() const;
  /// Whether decrypted bytes wait to be read, which the socket does not show.
  bool hasUnread() const { return has_unread_ && !isFull(); }
  bool hasCalls() const { return !streams_.empty(); }

  const int socket;
  const uint64_t number;
  const std::string address;

 private:
  friend struct Callbacks;

  bool begin();
  bool handshake();
  /// Reads once: the number of bytes, 0 if none are there, negative at the end.
  long receive(uint8_t *buffer, size_t size);
  long transmit(const char *bytes, size_t size);
  uint64_t call(int32_t stream_id) const { return number << 31 | uint32_t(stream_id); }
  Stream *find(int32_t stream_id);
  void setDeadline(int32_t stream_id, Stream &stream, int64_t milliseconds);
  void close(int32_t stream_id);

  Shared &shared_;
  SSL *ssl_ = nullptr;
  nghttp2_session *session_ = nullptr;
  std::map<int32_t, Stream> streams_;
  std::string out_;
  size_t out_start_ = 0;
  bool is_secured_ = false;
  bool has_begun_ = false;
  bool has_frames_ = false;
  bool tls_wants_write_ = false;
  bool has_unread_ = false;
  Clock::time_point quiet_since_ = Clock::now();
  /// When a call began or ended; frames such as PING do not count.
  Clock::time_point idle_since_ = Clock::now();
};

/// The functions that libnghttp2 calls.
struct Callbacks {
  static nghttp2_session_callbacks *make();
  static void open(Connection &connection, int32_t stream_id);
  static bool append(Connection &connection, int32_t stream_id, Field field, size_t most);
  static void receive(Connection &connection, const nghttp2_frame &frame);
  static void receive(Connection &connection, int32_t stream_id, const uint8_t *bytes,
                      size_t size);
  static void close(Connection &connection, int32_t stream_id);
  static ssize_t readResponse(nghttp2_session *, int32_t stream_id, uint8_t *buffer, size_t length,
                              uint32_t *flags, nghttp2_data_source *source, void *context);
};

}  // namespace ridealong
