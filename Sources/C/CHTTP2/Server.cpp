#include "Server.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "Sockets.h"

using namespace ridealong;

namespace {

/// Splits names and values; a NUL ends each of them.
std::vector<Field> split(const uint8_t *bytes, size_t size) {
  std::vector<Field> result;
  const auto *at = reinterpret_cast<const char *>(bytes), *end = at + size;
  while (at < end) {
    std::string name(at, strnlen(at, size_t(end - at)));
    at = std::min(end, at + name.size() + 1);
    std::string value(at, strnlen(at, size_t(end - at)));
    at = std::min(end, at + value.size() + 1);
    result.emplace_back(std::move(name), std::move(value));
  }
  return result;
}

}  // namespace

ridealong_h2_server::~ridealong_h2_server() {
  if (thread_.joinable()) {
    is_killed_ = true;
    wake();
    thread_.join();
  }
  connections_.clear();
  for (int descriptor : {listener_, wake_[0], wake_[1]})
    if (descriptor >= 0) close(descriptor);
  nghttp2_session_callbacks_del(shared.callbacks);
  nghttp2_option_del(shared.session_options);
  SSL_CTX_free(shared.tls);
}

void ridealong_h2_server::wake() { [[maybe_unused]] ssize_t count = write(wake_[1], "", 1); }

bool ridealong_h2_server::start(const ridealong_h2_options &options) {
  shared.options = options;
  if (options.certificate) {
    errno = 0;
    shared.tls = tlsContext(options.certificate, options.key);
    if (!shared.tls) return false;
    shared.options.certificate = shared.options.key = nullptr;
  }
  shared.callbacks = Callbacks::make();
  if (!shared.callbacks || nghttp2_option_new(&shared.session_options) != 0) return false;
  nghttp2_option_set_max_outbound_ack(shared.session_options, 256);
  nghttp2_option_set_no_closed_streams(shared.session_options, 1);
  if (pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) return false;
  listener_ = listenOn(options.address, options.port);
  if (listener_ < 0) return false;
  shared.options.address = nullptr;
  port = portOf(listener_);
  // The thread inherits the mask: signals belong to others, and SIGPIPE to nobody.
  sigset_t all, former;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &former);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &former, nullptr);
  return true;
}

void ridealong_h2_server::push(Command command) {
  bool was_empty;
  {
    std::lock_guard lock(mutex_);
    was_empty = commands_.empty();
    commands_.push_back(std::move(command));
  }
  if (was_empty) wake();
}

void ridealong_h2_server::stop(uint32_t drain_ms) {
  drain_ms_ = drain_ms;
  wake();
}

void ridealong_h2_server::remove(uint64_t number) {
  auto found = connections_.find(number);
  if (found == connections_.end()) return;
  auto address = addresses_.find(found->second->address);
  if (--address->second == 0) addresses_.erase(address);
  connections_.erase(found);
  connection_count = uint32_t(connections_.size());
}

void ridealong_h2_server::accept() {
  while (true) {
    sockaddr_storage peer = {};
    socklen_t size = sizeof peer;
    int descriptor = ::accept4(listener_, reinterpret_cast<sockaddr *>(&peer), &size,
                               SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
      // Without descriptors the listener would stay readable.
      if (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR && errno != ECONNABORTED)
        accept_after_ = Clock::now() + std::chrono::milliseconds(200);
      return;
    }
    std::string address = text(peer);
    auto known = addresses_.find(address);
    int on = 1;
    if (connections_.size() >= shared.options.connections ||
        (known != addresses_.end() && known->second >= shared.options.connections_per_address)) {
      close(descriptor);
      shared.options.refused(shared.options.context);
      continue;
    }
    if (setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0) {
      close(descriptor);
      continue;
    }
    ++addresses_[address];
    uint64_t number = next_number_++;
    connections_[number] = std::make_unique<Connection>(shared, descriptor, number, address);
    connection_count = uint32_t(connections_.size());
  }
}

void ridealong_h2_server::perform() {
  std::vector<Command> commands;
  {
    std::lock_guard lock(mutex_);
    commands.swap(commands_);
  }
  std::vector<uint64_t> touched;
  for (auto &command : commands) {
    auto found = connections_.find(command.call >> 31);
    if (found == connections_.end()) continue;
    auto stream_id = int32_t(command.call & 0x7FFFFFFF);
    if (command.kind == Command::kDisconnect) {
      remove(found->first);
      continue;
    }
    if (command.kind == Command::kReset) {
      found->second->reset(stream_id);
    } else {
      found->second->send(stream_id, command.status, std::move(command.bytes),
                          std::move(command.fields), command.is_last);
    }
    touched.push_back(found->first);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (uint64_t number : touched) {
    auto found = connections_.find(number);
    if (found != connections_.end() && !found->second->flush()) remove(number);
  }
}

void ridealong_h2_server::expire(Clock::time_point now) {
  while (!shared.deadlines.empty() && shared.deadlines.begin()->first <= now) {
    uint64_t call = shared.deadlines.begin()->second;
    auto &connection = connections_.at(call >> 31);
    if (!connection->expire(int32_t(call & 0x7FFFFFFF)) || !connection->flush())
      remove(call >> 31);
  }
}

bool ridealong_h2_server::continueStopping(Clock::time_point now) {
  if (is_killed_) return false;
  if (drain_ms_ < 0) return true;
  if (!is_leaving_) {
    is_leaving_ = true;
    stop_at_ = now + std::chrono::milliseconds(drain_ms_);
    // Calls that are under way get this time to arrive.
    refuse_at_ = std::min(stop_at_, now + std::chrono::milliseconds(20));
    close(listener_);
    listener_ = -1;
    for (auto &[number, connection] : connections_) connection->leave(false);
  } else if (!has_refused_ && now >= refuse_at_) {
    has_refused_ = true;
    for (auto &[number, connection] : connections_) connection->leave(true);
  }
  std::vector<uint64_t> idle;
  for (auto &[number, connection] : connections_) {
    bool is_open = connection->flush();
    if (!is_open || (has_refused_ && !connection->hasCalls() && !connection->wantsWrite()))
      idle.push_back(number);
  }
  for (uint64_t number : idle) remove(number);
  return !connections_.empty() && now < stop_at_;
}

int ridealong_h2_server::pause(Clock::time_point now) const {
  if (is_leaving_) return 5;
  for (const auto &[number, connection] : connections_)
    if (connection->hasUnread()) return 0;
  int64_t limit = connections_.empty() ? -1 : 1000;
  const auto &options = shared.options;
  for (uint32_t time : {options.handshake_ms, options.idle_ms, options.answer_ms})
    if (limit > 0) limit = std::min<int64_t>(limit, std::max<uint32_t>(time / 4, 5));
  if (accept_after_ > now) limit = 50;
  if (!shared.deadlines.empty()) {
    auto left = shared.deadlines.begin()->first - now;
    auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(left).count() + 1;
    limit = std::clamp<int64_t>(rest, 0, limit);
  }
  return int(limit);
}

void ridealong_h2_server::run() {
  std::vector<pollfd> polled;
  std::vector<uint64_t> numbers;
  while (true) {
    auto now = Clock::now();
    if (!continueStopping(now)) break;
    polled.clear();
    numbers.clear();
    polled.push_back({wake_[0], POLLIN, 0});
    polled.push_back({accept_after_ > now ? -1 : listener_, POLLIN, 0});
    for (auto &[number, connection] : connections_) {
      short events = connection->isFull() ? 0 : POLLIN;
      if (connection->wantsWrite()) events |= POLLOUT;
      polled.push_back({connection->socket, events, 0});
      numbers.push_back(number);
    }
    if (poll(polled.data(), nfds_t(polled.size()), pause(now)) < 0 && errno != EINTR) break;
    if (polled[0].revents) {
      char bytes[64];
      while (read(wake_[0], bytes, sizeof bytes) > 0) {
      }
    }
    perform();
    now = Clock::now();
    for (size_t index = 0; index < numbers.size(); ++index) {
      auto found = connections_.find(numbers[index]);
      if (found == connections_.end()) continue;
      Connection &connection = *found->second;
      short events = polled[index + 2].revents;
      bool is_open = true;
      if (events & POLLOUT) is_open = connection.flush();
      if (is_open && (events & ~POLLOUT || connection.hasUnread())) is_open = connection.read();
      if (is_open && connection.isOverdue(now)) {
        // A call that the client sends at this moment can be sent again.
        connection.leave(true);
        connection.flush();
        is_open = false;
      }
      if (!is_open) remove(numbers[index]);
    }
    expire(now);
    if (listener_ >= 0 && polled[1].revents) accept();
  }
  while (!connections_.empty()) remove(connections_.begin()->first);
  has_stopped = true;
}

// The interface.

ridealong_h2_server *ridealong_h2_start(const ridealong_h2_options *options) noexcept {
  auto server = std::make_unique<ridealong_h2_server>();
  if (server->start(*options)) return server.release();
  int code = errno;
  server.reset();
  errno = code;
  return nullptr;
}

uint16_t ridealong_h2_port(const ridealong_h2_server *server) noexcept { return server->port; }

void ridealong_h2_send(ridealong_h2_server *server, uint64_t call, int status, const uint8_t *bytes,
                       size_t size, const uint8_t *fields, size_t fields_size,
                       bool is_last) noexcept {
  server->push({call, status, std::string(reinterpret_cast<const char *>(bytes), size),
                split(fields, fields_size), is_last, Command::kSend});
}

void ridealong_h2_reset(ridealong_h2_server *server, uint64_t call) noexcept {
  server->push({call, 0, {}, {}, false, Command::kReset});
}

void ridealong_h2_disconnect(ridealong_h2_server *server, uint64_t call) noexcept {
  server->push({call, 0, {}, {}, false, Command::kDisconnect});
}

void ridealong_h2_stop(ridealong_h2_server *server, uint32_t drain_ms) noexcept {
  server->stop(drain_ms);
}

bool ridealong_h2_has_stopped(const ridealong_h2_server *server) noexcept {
  return server->has_stopped;
}

uint32_t ridealong_h2_connections(const ridealong_h2_server *server) noexcept {
  return server->connection_count;
}

void ridealong_h2_free(ridealong_h2_server *server) noexcept { delete server; }
