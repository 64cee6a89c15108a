#include "util/statistics.h"

#include <algorithm>
#include <cassert>
#include <iomanip>
#include <ostream>

namespace assay {

Statistics::Entry& Statistics::entry(std::string_view name, bool isTime) {
  for (Entry& known : entries_) {
    if (known.name != name) continue;
    assert(known.isTime == isTime);
    return known;
  }
  return entries_.emplace_back(Entry{std::string(name), isTime});
}

void Statistics::print(std::ostream& out) const {
  size_t width = 0;
  for (const Entry& e : entries_) width = std::max(width, e.name.size());
  for (const Entry& e : entries_) {
    out << std::left << std::setw(static_cast<int>(width)) << e.name << std::right << std::setw(16);
    if (e.isTime) {
      out << std::fixed << std::setprecision(3) << static_cast<double>(e.count) * 1e-9 << " s\n";
    } else {
      out << e.count << "\n";
    }
  }
}

} // namespace assay
