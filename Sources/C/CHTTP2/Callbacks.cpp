#include "Connection.h"

namespace ridealong {

namespace {
/// The most header fields of one call.
constexpr size_t kFields = 100;

Connection &connection(void *context) { return *static_cast<Connection *>(context); }
}  // namespace

/// Gives the callbacks access to connections.
struct Events {
  static int beginHeaders(nghttp2_session *, const nghttp2_frame *frame, void *context) {
    if (frame->hd.type == NGHTTP2_HEADERS && frame->headers.cat == NGHTTP2_HCAT_REQUEST)
      Callbacks::open(connection(context), frame->hd.stream_id);
    return 0;
  }

  static int header(nghttp2_session *, const nghttp2_frame *frame, const uint8_t *name,
                    size_t name_size, const uint8_t *value, size_t value_size, uint8_t,
                    void *context) {
    if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) return 0;
    Field field(std::string(reinterpret_cast<const char *>(name), name_size),
                std::string(reinterpret_cast<const char *>(value), value_size));
    return Callbacks::append(connection(context), frame->hd.stream_id, std::move(field), kFields)
               ? 0
               : NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  }

  static int received(nghttp2_session *, const nghttp2_frame *frame, void *context) {
    Callbacks::receive(connection(context), *frame);
    return 0;
  }

  static int data(nghttp2_session *, uint8_t, int32_t stream_id, const uint8_t *bytes, size_t size,
                  void *context) {
    Callbacks::receive(connection(context), stream_id, bytes, size);
    return 0;
  }

  static int sent(nghttp2_session *session, const nghttp2_frame *frame, void *) {
    // A client that still sends its request need not finish it.
    if ((frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
        frame->hd.flags & NGHTTP2_FLAG_END_STREAM &&
        nghttp2_session_get_stream_remote_close(session, frame->hd.stream_id) == 0)
      nghttp2_submit_rst_stream(session, NGHTTP2_FLAG_NONE, frame->hd.stream_id, NGHTTP2_NO_ERROR);
    return 0;
  }

  static int closed(nghttp2_session *, int32_t stream_id, uint32_t, void *context) {
    Callbacks::close(connection(context), stream_id);
    return 0;
  }
};

nghttp2_session_callbacks *Callbacks::make() {
  nghttp2_session_callbacks *made = nullptr;
  if (nghttp2_session_callbacks_new(&made) != 0) return nullptr;
  nghttp2_session_callbacks_set_on_begin_headers_callback(made, Events::beginHeaders);
  nghttp2_session_callbacks_set_on_header_callback(made, Events::header);
  nghttp2_session_callbacks_set_on_frame_recv_callback(made, Events::received);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(made, Events::data);
  nghttp2_session_callbacks_set_on_frame_send_callback(made, Events::sent);
  nghttp2_session_callbacks_set_on_stream_close_callback(made, Events::closed);
  return made;
}

void Callbacks::open(Connection &connection, int32_t stream_id) {
  auto [found, is_new] = connection.streams_.try_emplace(stream_id);
  connection.idle_since_ = Clock::now();
  // A header block may come in many frames, or never end.
  if (is_new)
    connection.setDeadline(stream_id, found->second, connection.shared_.options.request_ms);
}

bool Callbacks::append(Connection &connection, int32_t stream_id, Field field, size_t most) {
  Stream *stream = connection.find(stream_id);
  if (!stream) return false;
  // HTTP/2 counts 32 bytes for each field.
  stream->field_bytes += field.first.size() + field.second.size() + 32;
  if (stream->fields.size() >= most ||
      stream->field_bytes > connection.shared_.options.header_bytes)
    return false;
  stream->fields.push_back(std::move(field));
  return true;
}

void Callbacks::receive(Connection &connection, const nghttp2_frame &frame) {
  connection.has_frames_ = true;
  int32_t id = frame.hd.stream_id;
  Stream *stream = connection.find(id);
  if (!stream || (frame.hd.type != NGHTTP2_HEADERS && frame.hd.type != NGHTTP2_DATA)) return;
  const auto &options = connection.shared_.options;
  if (frame.hd.type == NGHTTP2_HEADERS && frame.headers.cat == NGHTTP2_HCAT_REQUEST) {
    std::vector<ridealong_h2_field> fields;
    for (const auto &[name, value] : stream->fields)
      fields.push_back({name.data(), name.size(), value.data(), value.size()});
    stream->has_begun = true;
    int64_t time =
        options.began(options.context, connection.call(id), fields.data(), fields.size());
    std::vector<Field>().swap(stream->fields);
    connection.setDeadline(id, *stream, time);
  }
  if (frame.hd.flags & NGHTTP2_FLAG_END_STREAM && !stream->is_refused) {
    int64_t time = options.ended(options.context, connection.call(id));
    if (!stream->has_trailers) connection.setDeadline(id, *stream, time);
  }
}

void Callbacks::receive(Connection &connection, int32_t stream_id, const uint8_t *bytes,
                        size_t size) {
  Stream *stream = connection.find(stream_id);
  if (!stream || !stream->has_begun || stream->is_refused) return;
  const auto &options = connection.shared_.options;
  stream->is_refused =
      !options.received(options.context, connection.call(stream_id), bytes, size);
}

void Callbacks::close(Connection &connection, int32_t stream_id) { connection.close(stream_id); }

}  // namespace ridealong
