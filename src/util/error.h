// The exceptions that end a run with a message for the user. The command line maps each to its exit status.
#pragma once

#include <stdexcept>
#include <string>

namespace assay {

/// The user's command makes no sense (exit status 64).
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What the user gave us cannot be read: no such file, C that does not compile, a broken property (exit status 65).
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace assay
