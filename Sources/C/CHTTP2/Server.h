#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "Connection.h"

namespace ridealong {

/// A call's work from another thread.
struct Command {
  uint64_t call;
  int status;
  std::string bytes;
  std::vector<Field> fields;
  bool is_last;
  enum Kind { kSend, kReset, kDisconnect } kind;
};

}  // namespace ridealong

/// All connections, on one thread that waits in poll(2).
struct ridealong_h2_server {
  ridealong::Shared shared;
  uint16_t port = 0;
  std::atomic<bool> has_stopped{false};
  std::atomic<uint32_t> connection_count{0};

  ~ridealong_h2_server();

  bool start(const ridealong_h2_options &options);
  void push(ridealong::Command command);
  void stop(uint32_t drain_ms);

 private:
  void run();
  void wake();
  void accept();
  void perform();
  void expire(ridealong::Clock::time_point now);
  bool continueStopping(ridealong::Clock::time_point now);
  int pause(ridealong::Clock::time_point now) const;
  void remove(uint64_t number);

  int listener_ = -1;
  int wake_[2] = {-1, -1};
  uint64_t next_number_ = 1;
  std::map<uint64_t, std::unique_ptr<ridealong::Connection>> connections_;
  std::map<std::string, uint32_t> addresses_;
  ridealong::Clock::time_point accept_after_ = ridealong::Clock::now();

  std::mutex mutex_;
  std::vector<ridealong::Command> commands_;
  std::atomic<int64_t> drain_ms_{-1};
  std::atomic<bool> is_killed_{false};
  bool is_leaving_ = false;
  bool has_refused_ = false;
  ridealong::Clock::time_point refuse_at_;
  ridealong::Clock::time_point stop_at_;
  std::thread thread_;
};

