// frontend/config/: assay.yml, what callers of a project's functions promise and what is to be left out.
//
// The file as data. Who reads it believes nothing that it does not understand: unknown words, names that stand twice and
// values of the wrong kind are errors, with the line.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// A word of the file, and where it stands.
struct ConfigWord {
  std::string text;
  uint32_t line = 0;
};

/// What is known of the parameters of a function, or of the fields of a struct.
struct PartsConfig {
  struct Bounds {
    std::string least, most; // numbers
    uint32_t line = 0;
  };
  std::vector<ConfigWord> nonNull, mayBeNull;
  std::map<std::string, ConfigWord> lengths; // of a pointer: the integer that counts its elements, or a number
  std::map<std::string, Bounds> bounds;
};

struct TypeConfig : PartsConfig {
  std::vector<ConfigWord> make;    // functions that return such an object, or initialise it
  std::vector<ConfigWord> change;  // functions one of which may have been called with it
  std::optional<ConfigWord> valid; // a function that tells whether callers would pass it
};

struct FunctionConfig : PartsConfig {
  std::vector<ConfigWord> assume; // conditions in C, of the parameters
};

/// Instead of a function: what is called, or `any`.
inline constexpr const char* kAnyStub = "any";

struct Config {
  std::string file;
  std::vector<ConfigWord> initialise; // functions that are called first
  std::map<std::string, TypeConfig> types;
  std::map<std::string, FunctionConfig> functions;
  std::map<std::string, ConfigWord> stubs;
  std::vector<ConfigWord> skip;
  std::map<std::string, uint64_t> sizes; // macros of harnesses
  std::optional<uint64_t> timeout, memory;
  std::map<std::string, uint32_t> lines; // of types and functions

  bool empty() const { return file.empty(); }
  /// "assay.yml:7: "
  std::string place(uint32_t line) const { return file + ":" + std::to_string(line) + ": "; }
  /// Functions of the program that the file names, but for what is to be left out.
  std::vector<ConfigWord> named() const;
};

/// Throws InputError.
Config readConfig(const std::string& file);
/// The same of a text; `file` is its name.
Config parseConfig(const std::string& text, const std::string& file);

} // namespace assay
