// C, line by line, with places.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace assay {

/// Instead of a file's name, in places.
inline std::string nameOfHarness(const std::string& function) { return "harness of " + function; }

/// Stands for a line directive whose number is that of the next line.
inline constexpr const char* kBackHere = "# here";
/// The text with these directives; without a name, with no directives.
std::string placed(const std::string& text, const std::string& name);

class Lines {
public:
  void add(const std::string& line) { text_ += std::string(depth_ * 2, ' ') + line + "\n"; }
  void open(const std::string& line) {
    add(line.empty() ? "{" : line + " {");
    ++depth_;
  }
  /// A line that stands elsewhere for the compiler's messages, and for people. What follows is here again, once its
  /// number is known (placed).
  void addAt(const std::string& file, uint32_t line, const std::string& text) {
    text_ += "# " + std::to_string(line) + " \"" + file + "\"\n" + std::string(depth_ * 2, ' ') + text + "\n" +
             kBackHere + "\n";
  }
  void close() {
    --depth_;
    add("}");
  }
  const std::string& text() const { return text_; }

private:
  std::string text_;
  size_t depth_ = 0;
};

/// C with other names for variables; members stay.
std::string renamed(const std::string& text, const std::map<std::string, std::string>& names);

} // namespace assay
