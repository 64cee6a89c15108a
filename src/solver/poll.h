// Asks now and then whether work has to end: a call costs next to nothing, the question behind it is asked at every so
// many calls. It may throw.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace assay {

class Poll {
public:
  Poll() = default;
  explicit Poll(std::function<void()> ask, uint32_t every = 256) : ask_(std::move(ask)), every_(every) {}
  void operator()() {
    if (++calls_ < every_) return;
    calls_ = 0;
    if (ask_) ask_();
  }

private:
  std::function<void()> ask_;
  uint32_t every_ = UINT32_MAX, calls_ = 0;
};

} // namespace assay
