#include "engine/engines.h"

#include "engine/kiki/kiki.h"
#include "engine/symex/symex.h"
#include "util/error.h"

#include <string>

namespace assay {

namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Engine> (*make)();
};

template <class E>
std::unique_ptr<Engine> make() {
  return std::make_unique<E>();
}

constexpr Row kRows[] = {
    {"symex", make<SymexEngine>},
    {"kiki", make<Kiki>},
};

} // namespace

std::vector<std::string_view> engineNames() {
  std::vector<std::string_view> names;
  for (const Row& row : kRows) names.push_back(row.name);
  return names;
}

std::unique_ptr<Engine> makeEngine(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.make();
  }
  throw UsageError("there is no engine '" + std::string(name) + "'");
}

} // namespace assay
