#include "util/channel.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace assay {

namespace {

/// A message on its way is its length in four bytes and its text; that makes a message whole or not there.
using Length = uint32_t;

/// Bytes that may wait for a slow reader.
constexpr size_t kMaxWaiting = 1 << 20;
/// Blocks that are taken at once: a sender that never stops must not keep the receiver busy for ever.
constexpr int kMaxBlocks = 256;

} // namespace

Channel::~Channel() {
  if (descriptor_ >= 0) close(descriptor_);
}

Channel::Channel(Channel&& other) noexcept { *this = std::move(other); }

Channel& Channel::operator=(Channel&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(arrived_, other.arrived_);
  std::swap(waiting_, other.waiting_);
  std::swap(taken_, other.taken_);
  return *this;
}

void Channel::queue(std::string_view message) {
  std::array<char, sizeof(Length)> head{};
  const auto length = static_cast<Length>(message.size());
  std::memcpy(head.data(), &length, sizeof length);
  waiting_.append(head.begin(), head.end()).append(message);
}

bool Channel::write(bool waits) {
  size_t sent = 0;
  bool isHeard = true;
  while (sent < waiting_.size()) {
    const ssize_t now =
        ::send(descriptor_, waiting_.data() + sent, waiting_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (now > 0) {
      sent += static_cast<size_t>(now);
    } else if (errno == EAGAIN && waits) {
      pollfd ready{descriptor_, POLLOUT, 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      isHeard = errno == EAGAIN;
      break;
    }
  }
  waiting_.erase(0, isHeard ? sent : std::string::npos);
  return isHeard;
}

bool Channel::send(std::string_view message) {
  queue(message);
  return write(true);
}

bool Channel::post(std::string_view message) {
  if (waiting_.size() + message.size() > kMaxWaiting) flush();
  if (waiting_.size() + message.size() > kMaxWaiting) return false;
  queue(message);
  return write(false);
}

void Channel::flush() {
  if (!waiting_.empty()) write(false);
}

bool Channel::receive() {
  std::array<char, 1 << 16> block; // NOLINT(cppcoreguidelines-pro-type-member-init): recv fills it
  for (int i = 0; i < kMaxBlocks; ++i) {
    const ssize_t got = recv(descriptor_, block.data(), block.size(), MSG_DONTWAIT);
    if (got > 0) {
      arrived_.append(block.data(), static_cast<size_t>(got));
    } else if (got == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
  return true;
}

bool Channel::next(std::string& message) {
  Length length = 0;
  const size_t left = arrived_.size() - taken_;
  if (left >= sizeof length) std::memcpy(&length, arrived_.data() + taken_, sizeof length);
  if (left < sizeof length || left - sizeof length < length) {
    arrived_.erase(0, std::exchange(taken_, 0));
    return false;
  }
  message = arrived_.substr(taken_ + sizeof length, length);
  taken_ += sizeof length + length;
  return true;
}

} // namespace assay
