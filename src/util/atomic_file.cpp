#include "util/atomic_file.h"

#include "util/error.h"

#include <fstream>
#include <system_error>

namespace assay {

void writeAtOnce(const std::filesystem::path& file, std::string_view content) {
  const std::filesystem::path draft = file.string() + std::string(kDraftEnding);
  {
    std::ofstream out(draft, std::ios::binary);
    out << content;
    if (!out.flush()) throw InputError(file.string() + ": cannot be written");
  }
  std::error_code error;
  std::filesystem::rename(draft, file, error);
  if (!error) return;
  std::filesystem::remove(draft, error);
  throw InputError(file.string() + ": cannot be written");
}

} // namespace assay
