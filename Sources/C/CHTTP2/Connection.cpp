#include "Connection.h"

#include <openssl/err.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace ridealong {

namespace {
/// The most bytes that wait for the socket, so that a slow reader does not grow the buffer.
constexpr size_t kOutBytes = 64 * 1024;
/// The most frames that wait to be written, many more than the calls of a connection need.
constexpr size_t kOutFrames = 1000;
/// The most that one connection reads before others have their turn.
constexpr int kReads = 4;

nghttp2_nv pair(const Field &field) {
  auto bytes = [](const std::string &text) {
    return reinterpret_cast<uint8_t *>(const_cast<char *>(text.data()));
  };
  return {bytes(field.first), bytes(field.second), field.first.size(), field.second.size(),
          NGHTTP2_NV_FLAG_NONE};
}

std::vector<nghttp2_nv> pairs(const std::vector<Field> &fields) {
  std::vector<nghttp2_nv> result;
  for (const auto &field : fields) result.push_back(pair(field));
  return result;
}
}  // namespace

Connection::Connection(Shared &shared, int socket, uint64_t number, std::string address)
    : socket(socket), number(number), address(std::move(address)), shared_(shared) {}

Connection::~Connection() {
  while (!streams_.empty()) close(streams_.begin()->first);
  if (session_) nghttp2_session_del(session_);
  if (ssl_) SSL_free(ssl_);
  ::close(socket);
}

bool Connection::begin() {
  uint8_t first = 0;
  ssize_t count = recv(socket, &first, 1, MSG_PEEK);
  if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  if (count == 0) return false;
  has_begun_ = true;
  // 22 is the content type of a TLS handshake; HTTP/2 begins with "PRI".
  if (first == 22) {
    if (!shared_.tls || !(ssl_ = SSL_new(shared_.tls)) || SSL_set_fd(ssl_, socket) != 1) return false;
  } else {
    is_secured_ = true;
  }
  if (nghttp2_session_server_new2(&session_, shared_.callbacks, this, shared_.session_options) != 0)
    return false;
  const nghttp2_settings_entry settings[] = {
      {NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, shared_.options.streams},
      {NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, shared_.options.header_bytes},
  };
  return nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, settings, 2) == 0;
}

bool Connection::handshake() {
  ERR_clear_error();
  tls_wants_write_ = false;
  int result = SSL_accept(ssl_);
  if (result == 1) {
    is_secured_ = true;
    return true;
  }
  int error = SSL_get_error(ssl_, result);
  tls_wants_write_ = error == SSL_ERROR_WANT_WRITE;
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
}

long Connection::receive(uint8_t *buffer, size_t size) {
  if (!ssl_) {
    ssize_t count = recv(socket, buffer, size, 0);
    if (count > 0) return count;
    return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
  }
  ERR_clear_error();
  int count = SSL_read(ssl_, buffer, int(size));
  if (count > 0) return count;
  int error = SSL_get_error(ssl_, count);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

long Connection::transmit(const char *bytes, size_t size) {
  if (!ssl_) {
    ssize_t count = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (count >= 0) return count;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
  }
  ERR_clear_error();
  // The server's thread blocks SIGPIPE, which OpenSSL's write would raise.
  int count = SSL_write(ssl_, bytes, int(size));
  if (count > 0) return count;
  int error = SSL_get_error(ssl_, count);
  return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

bool Connection::read() {
  if (!has_begun_ && !begin()) return false;
  if (!has_begun_) return true;
  if (!is_secured_ && !handshake()) return false;
  if (!is_secured_) return true;
  uint8_t buffer[16 * 1024];
  has_unread_ = false;
  for (int round = 0; round < kReads; ++round) {
    long count = receive(buffer, sizeof buffer);
    if (count < 0) return false;
    if (count == 0) break;
    if (nghttp2_session_mem_recv(session_, buffer, size_t(count)) < 0) {
      // A peer that floods gets no farewell.
      return false;
    }
    // Nor does one whose frames each need an answer that it does not read.
    if (nghttp2_session_get_outbound_queue_size(session_) > kOutFrames) return false;
    if (!flush()) return false;
    if (isFull()) break;
  }
  has_unread_ = ssl_ && SSL_pending(ssl_) > 0;
  return flush();
}

bool Connection::flush() {
  if (!is_secured_) return !ssl_ || handshake();
  while (true) {
    while (out_.size() - out_start_ < kOutBytes) {
      const uint8_t *bytes = nullptr;
      ssize_t count = nghttp2_session_mem_send(session_, &bytes);
      if (count < 0) return false;
      if (count == 0) break;
      if (out_start_ == out_.size()) quiet_since_ = Clock::now();
      out_.append(reinterpret_cast<const char *>(bytes), size_t(count));
    }
    if (out_start_ == out_.size()) break;
    long sent = transmit(out_.data() + out_start_, out_.size() - out_start_);
    if (sent < 0) return false;
    if (sent == 0) break;
    quiet_since_ = Clock::now();
    out_start_ += size_t(sent);
    if (out_start_ == out_.size() || out_start_ >= kOutBytes) {
      out_.erase(0, out_start_);
      out_start_ = 0;
    }
  }
  return wantsWrite() || nghttp2_session_want_read(session_) ||
         nghttp2_session_want_write(session_);
}

bool Connection::isOverdue(Clock::time_point now) const {
  const auto &options = shared_.options;
  auto quiet = now - quiet_since_;
  if (!has_frames_) return quiet >= std::chrono::milliseconds(options.handshake_ms);
  if (wantsWrite()) return quiet >= std::chrono::milliseconds(options.answer_ms);
  return streams_.empty() && now - idle_since_ >= std::chrono::milliseconds(options.idle_ms);
}

bool Connection::isFull() const { return out_.size() - out_start_ >= kOutBytes; }

Stream *Connection::find(int32_t stream_id) {
  auto found = streams_.find(stream_id);
  return found == streams_.end() ? nullptr : &found->second;
}

void Connection::setDeadline(int32_t stream_id, Stream &stream, int64_t milliseconds) {
  if (stream.has_deadline) shared_.deadlines.erase(stream.deadline);
  stream.has_deadline = milliseconds >= 0;
  if (!stream.has_deadline) return;
  auto time = Clock::now() + std::chrono::milliseconds(milliseconds);
  stream.deadline = shared_.deadlines.emplace(time, call(stream_id));
}

void Connection::close(int32_t stream_id) {
  auto found = streams_.find(stream_id);
  if (found == streams_.end()) return;
  setDeadline(stream_id, found->second, -1);
  auto [has_begun, sent] = std::pair(found->second.has_begun, found->second.sent_bytes);
  streams_.erase(found);
  quiet_since_ = idle_since_ = Clock::now();
  if (has_begun) shared_.options.closed(shared_.options.context, call(stream_id), sent);
}

void Connection::send(int32_t stream_id, int status, std::string bytes, std::vector<Field> fields,
                      bool is_last) {
  Stream *stream = find(stream_id);
  if (!stream || stream->has_trailers || stream->ends_with_reset) return;
  // From now on the client's time to receive the response counts.
  if (is_last) setDeadline(stream_id, *stream, shared_.options.answer_ms);
  if (stream->has_headers) {
    stream->pending += bytes;
    if (is_last) stream->trailers = std::move(fields);
    stream->has_trailers = is_last;
    nghttp2_session_resume_data(session_, stream_id);
    return;
  }
  std::vector<Field> headers = {{":status", std::to_string(status)},
                                {"content-type", "application/grpc"}};
  stream->has_headers = true;
  stream->has_trailers = is_last;
  if (is_last && bytes.empty()) {
    headers.insert(headers.end(), fields.begin(), fields.end());
    auto list = pairs(headers);
    nghttp2_submit_response(session_, stream_id, list.data(), list.size(), nullptr);
    return;
  }
  headers.emplace_back("grpc-accept-encoding", "identity,gzip");
  stream->pending = std::move(bytes);
  if (is_last) stream->trailers = std::move(fields);
  nghttp2_data_provider provider = {};
  provider.read_callback = Callbacks::readResponse;
  auto list = pairs(headers);
  nghttp2_submit_response(session_, stream_id, list.data(), list.size(), &provider);
}

void Connection::reset(int32_t stream_id) {
  Stream *stream = find(stream_id);
  if (!stream || stream->ends_with_reset) return;
  stream->ends_with_reset = true;
  if (stream->has_headers && !stream->has_trailers) {
    nghttp2_session_resume_data(session_, stream_id);
  } else {
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream_id, NGHTTP2_INTERNAL_ERROR);
  }
}

bool Connection::expire(int32_t stream_id) {
  Stream *stream = find(stream_id);
  if (!stream) return true;
  stream->has_deadline = false;
  shared_.deadlines.erase(stream->deadline);
  if (stream->has_trailers || stream->ends_with_reset) {
    nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, stream_id, NGHTTP2_CANCEL);
  } else if (stream->has_begun) {
    setDeadline(stream_id, *stream,
                shared_.options.expired(shared_.options.context, call(stream_id)));
  } else {
    // Nothing else can be sent in the middle of a header block.
    return false;
  }
  return true;
}

void Connection::leave(bool is_final) {
  if (!session_ || !is_secured_) return;
  if (is_final) {
    nghttp2_submit_goaway(session_, NGHTTP2_FLAG_NONE,
                          nghttp2_session_get_last_proc_stream_id(session_), NGHTTP2_NO_ERROR,
                          nullptr, 0);
  } else {
    nghttp2_submit_shutdown_notice(session_);
  }
}

ssize_t Callbacks::readResponse(nghttp2_session *session, int32_t stream_id, uint8_t *buffer,
                                size_t length, uint32_t *flags, nghttp2_data_source *,
                                void *context) {
  Stream *stream = static_cast<Connection *>(context)->find(stream_id);
  if (!stream) return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  size_t left = stream->pending.size() - stream->pending_start;
  size_t count = std::min(left, length);
  std::copy_n(stream->pending.data() + stream->pending_start, count, buffer);
  stream->pending_start += count;
  stream->sent_bytes += count;
  if (count < left) return ssize_t(count);
  stream->pending = std::string();
  stream->pending_start = 0;
  if (stream->has_trailers) {
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    auto list = pairs(stream->trailers);
    nghttp2_submit_trailer(session, stream_id, list.data(), list.size());
    return ssize_t(count);
  }
  if (count > 0) return ssize_t(count);
  if (!stream->ends_with_reset) return NGHTTP2_ERR_DEFERRED;
  return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
}

}  // namespace ridealong
