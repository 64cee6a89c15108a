// Random programs with two threads of a few steps, in text form: accesses, awaits, atomic regions, questions whether accesses race.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace assay {

class RandomThreads {
public:
  explicit RandomThreads(unsigned seed) : random_(seed) {}

  /// A program with places where an error may be: for each of them, and none of them if there is none, the program in which it is
  /// an error and the others end the execution.
  std::vector<std::string> make();

private:
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  std::string place();
  std::string error() { return "e" + std::to_string(errors_++); }
  std::string body(unsigned steps);
  std::string form();

  std::mt19937 random_;
  unsigned errors_ = 0;
};

} // namespace assay
