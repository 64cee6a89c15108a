// One end of a connection between two processes: messages in both directions, each of them whole or not there.
//
// Neither end has to wait for the other: post() keeps what does not fit now for later, and drops a message if too much
// is waiting; receive() takes what is there. If the other end is gone, this end is silent; no signal is raised.
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
  /// Sends as much of what is waiting as goes at once.
  void flush();

  /// Takes what has arrived, if not too much at once; false once nothing can arrive any more.
  bool receive();
  /// The next message that arrived as a whole, if there is one.
  bool next(std::string& message);

private:
  void queue(std::string_view message);
  /// Writes as much as goes at once, or all; false if nobody listens.
  bool write(bool waits);

  int descriptor_ = -1;
  std::string arrived_, waiting_;
  size_t taken_ = 0; // bytes of arrived_
};

} // namespace assay
