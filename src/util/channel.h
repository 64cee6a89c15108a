// One end of a connection between two processes: messages in both directions, each of them whole or not there.
//
// Nobody has to wait for the other end: post() keeps what does not fit now for later, and gives up what would be too
// much; receive() takes what is there. An end whose other end is gone is silent, and no signal tells.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

class Channel {
public:
  /// Owns the socket.
  explicit Channel(int descriptor = -1) : descriptor_(descriptor) {}
  ~Channel();
  Channel(Channel&& other) noexcept;
  Channel& operator=(Channel&& other) noexcept;

  /// To be polled for reading.
  int descriptor() const { return descriptor_; }

  /// Waits until the message is on its way; false if nobody listens.
  bool send(std::string_view message);
  /// Does not wait. False: the message is lost, because nobody listens or too much is waiting already.
  bool post(std::string_view message);
  /// Sends of what is waiting as much as goes at once.
  void flush();

  /// Takes what has arrived, if not too much at once; false once nothing can arrive any more.
  bool receive();
  /// The next message that arrived as a whole, if there is one.
  bool next(std::string& message);

private:
  void queue(std::string_view message);
  /// As much as goes, or all; false if nobody listens.
  bool write(bool waits);

  int descriptor_ = -1;
  std::string arrived_, waiting_;
  size_t taken_ = 0; // bytes of arrived_
};

} // namespace assay
