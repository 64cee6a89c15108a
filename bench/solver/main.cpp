// solver_bench: the families on all contestants in one run; a table of times and ratios, and whether a long unrolling
// costs time linear in its depth.
#include "families.h"
#include "limits.h"
#include "measure.h"
#include "table.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>

namespace assay {
namespace {

constexpr const char* kUsage = R"(usage: solver_bench [options]
  --timeout S       processor time of one script on one solver (60)
  --family TEXT     only families whose name begins so
  --only A,B        only these contestants; the first is what others are compared with (native, z3, z3 binary, ...)
  --no-linearity    without the long unrolling
  --limits          how well the native solver keeps its limits on hard queries, and nothing else
  --dump FOLDER     write the scripts as SMT-LIB instead of running them
)";

struct Settings {
  unsigned timeout = 60;
  std::string family, only, dump;
  bool linearity = true, limits = false;
};

bool parse(int argc, char** argv, Settings& settings) {
  for (int i = 1; i < argc; ++i) {
    std::string_view option = argv[i];
    if (option == "--no-linearity" || option == "--limits") {
      (option == "--limits" ? settings.limits : settings.linearity) = option == "--limits";
      continue;
    }
    if (++i == argc) return false;
    if (option == "--timeout") {
      settings.timeout = static_cast<unsigned>(std::max(std::atoi(argv[i]), 1));
    } else if (option == "--family") {
      settings.family = argv[i];
    } else if (option == "--only") {
      settings.only = std::string(",") + argv[i] + ",";
    } else if (option == "--dump") {
      settings.dump = argv[i];
    } else {
      return false;
    }
  }
  return true;
}

std::vector<Row> run(const Settings& settings, const std::vector<Contestant>& contestants, bool& sound) {
  using Maker = Family (*)();
  constexpr Maker kFamilies[] = {counters,       protocols,      inductionSteps,  templateBounds,
                                 pathConditions, symbolicMemory, multiplications, floats};
  std::vector<Row> rows;
  for (Maker make : kFamilies) {
    Family family = make();
    if (!family.name.starts_with(settings.family)) continue;
    for (const Instance& instance : family.instances) {
      if (!settings.dump.empty()) {
        std::ofstream(settings.dump + "/" + instance.name + ".smt2") << instance.session.toSmtlib();
        continue;
      }
      Row row{family.name, instance.name, instance.session.numChecks(), {}};
      std::cerr << family.name << ": " << instance.name;
      for (const Contestant& contestant : contestants) {
        row.measurements.push_back(measure(contestant, instance, settings.timeout));
        const Measurement& m = row.measurements.back();
        std::cerr << "  " << contestant.name << " " << m.seconds << (m.complete ? "" : " (incomplete)") << std::flush;
      }
      std::cerr << "\n";
      sound = !contradict(std::cerr, contestants, row) && sound;
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

void printLinearity(const Settings& settings, const std::vector<Contestant>& contestants) {
  std::cout << "\n| counter, depth |";
  constexpr uint32_t kDepths[] = {125, 250, 500, 1000};
  for (uint32_t depth : kDepths) std::cout << " " << depth << " |";
  std::cout << " 1000 / 500 |\n| --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Contestant& contestant : contestants) {
    std::cout << "| " << contestant.name << ", s |";
    double previous = 0, last = 0;
    for (uint32_t depth : kDepths) {
      Measurement m = measure(contestant, longCounter(depth), settings.timeout);
      previous = last;
      last = m.seconds;
      std::printf(" %s%.3f |", m.complete ? "" : "> ", m.seconds);
      std::fflush(stdout);
    }
    std::printf(" %.2f |\n", last / std::max(previous, 1e-3));
    std::fflush(stdout);
  }
}

int main(const Settings& settings) {
  if (settings.limits) {
    printLimits(std::cout, "native");
    return 0;
  }
  std::vector<Contestant> all = contestants();
  std::erase_if(all, [&](const Contestant& c) {
    return !settings.only.empty() && settings.only.find("," + c.name + ",") == std::string::npos;
  });
  bool sound = true;
  std::vector<Row> rows = run(settings, all, sound);
  if (!settings.dump.empty()) return 0;
  printTable(std::cout, all, rows, true);
  std::cout << "\n";
  printTable(std::cout, all, rows, false);
  std::cout << std::flush;
  if (settings.linearity) printLinearity(settings, all);
  return sound ? 0 : 1;
}

} // namespace
} // namespace assay

int main(int argc, char** argv) {
  assay::Settings settings;
  if (!assay::parse(argc, argv, settings)) {
    std::cerr << assay::kUsage;
    return 64;
  }
  return assay::main(settings);
}
