#include "util/build_identity.h"

#include <cstring>
#include <elf.h>
#include <link.h>

namespace assay {

namespace {

constexpr size_t alignedTo4(size_t size) { return (size + 3) & ~size_t{3}; }

/// Notes lie one behind the other: a header, a name, a description, each aligned.
std::string identityIn(const char* notes, size_t size) {
  ElfW(Nhdr) header;
  while (size >= sizeof(header)) {
    std::memcpy(&header, notes, sizeof(header));
    const size_t description = sizeof(header) + alignedTo4(header.n_namesz);
    const size_t whole = description + alignedTo4(header.n_descsz);
    if (whole > size) break;
    if (header.n_type == NT_GNU_BUILD_ID && std::strncmp(notes + sizeof(header), "GNU", 4) == 0) {
      std::string digits;
      for (size_t i = 0; i < header.n_descsz; ++i) {
        const auto byte = static_cast<unsigned char>(notes[description + i]);
        digits += "0123456789abcdef"[byte >> 4];
        digits += "0123456789abcdef"[byte & 15];
      }
      return digits;
    }
    notes += whole;
    size -= whole;
  }
  return {};
}

/// The program itself comes first in the list; libraries are not looked at.
int look(dl_phdr_info* info, size_t, void* result) {
  auto& identity = *static_cast<std::string*>(result);
  for (size_t i = 0; i < info->dlpi_phnum && identity.empty(); ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader tells addresses as numbers
    identity = identityIn(reinterpret_cast<const char*>(info->dlpi_addr + header.p_vaddr), header.p_memsz);
  }
  return 1;
}

} // namespace

std::string buildIdentity() {
  std::string identity;
  dl_iterate_phdr(look, &identity);
  return identity;
}

} // namespace assay
