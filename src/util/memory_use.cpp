#include "util/memory_use.h"

#include <fstream>
#include <unistd.h>

#ifdef ASSAY_JEMALLOC
#include <jemalloc/jemalloc.h>
#else
#include <malloc.h>
#endif

namespace assay {

#ifdef ASSAY_JEMALLOC
size_t heapInUse() {
  uint64_t epoch = 1; // a new one makes the figures new
  size_t size = sizeof(epoch);
  mallctl("epoch", &epoch, &size, &epoch, size);
  size_t allocated = 0;
  size = sizeof(allocated);
  return mallctl("stats.allocated", &allocated, &size, nullptr, 0) == 0 ? allocated : 0;
}

void giveMemoryBack() {
  mallctl("thread.tcache.flush", nullptr, nullptr, nullptr, 0);
  static_assert(MALLCTL_ARENAS_ALL == 4096, "the name below holds the number that stands for all arenas");
  mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
}
#else
size_t heapInUse() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void giveMemoryBack() { malloc_trim(0); }
#endif

uint64_t residentMegabytes() {
  std::ifstream in("/proc/self/statm");
  uint64_t total = 0, resident = 0;
  in >> total >> resident;
  return (resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE))) >> 20;
}

} // namespace assay
