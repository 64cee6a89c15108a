#include "engine/symex/memory_use.h"

#include <fstream>
#include <malloc.h>
#include <unistd.h>

namespace assay::symex {

uint64_t residentMegabytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  in >> total >> resident;
  return (resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE))) >> 20;
}

void giveMemoryBack() { malloc_trim(0); }

} // namespace assay::symex
