#include "engine/engines.h"

#include "engine/arrays/arrays.h"
#include "engine/backward/bse.h"
#include "engine/backward/bself.h"
#include "engine/common/path_observer.h"
#include "engine/kiki/far.h"
#include "engine/kiki/kiki.h"
#include "engine/modular/modular.h"
#include "engine/orders/orders.h"
#include "engine/predicates/ic3ia.h"
#include "engine/predicates/symexia.h"
#include "engine/races/races.h"
#include "engine/schedules/schedules.h"
#include "engine/sequentialise/sequentialise.h"
#include "engine/shapes/shapes.h"
#include "engine/symex/symex.h"
#include "engine/termination/nontermination.h"
#include "engine/termination/termination.h"
#include "util/error.h"

#include <string>

namespace assay {

namespace {

struct Row {
  std::string_view name;
  std::unique_ptr<Engine> (*make)(std::string_view name);
};

template <class E>
std::unique_ptr<Engine> make(std::string_view) {
  return std::make_unique<E>();
}

std::unique_ptr<Engine> makeKiki(std::string_view name) { return std::make_unique<Kiki>(kikiVariant(name)); }

std::vector<Row> rows() {
  std::vector<Row> result{{"symex", make<SymexEngine>}};
  for (std::string_view variant : kikiVariants()) result.push_back({variant, makeKiki});
  result.push_back({"ic3ia", make<Ic3ia>});
  result.push_back({"symexia", make<Symexia>});
  result.push_back({"bse", make<Bse>});
  result.push_back({"bself", make<Bself>});
  result.push_back({"far", make<Far>});
  result.push_back({"arrays", make<Arrays>});
  result.push_back({"shapes", make<Shapes>});
  result.push_back({"races", make<Races>});
  result.push_back({"modular", make<Modular>});
  result.push_back({"orders", make<Orders>});
  result.push_back({"sequentialise", make<Sequentialise>});
  result.push_back({"schedules", make<Schedules>});
  result.push_back({"termination", make<Termination>});
  result.push_back({"nontermination", make<NonTermination>});
  return result;
}

} // namespace

std::vector<std::string_view> engineNames() {
  std::vector<std::string_view> names;
  for (const Row& row : rows()) names.push_back(row.name);
  return names;
}

bool isTerminationEngine(std::string_view name) { return name == "termination" || name == "nontermination"; }

std::unique_ptr<Engine> makeEngine(std::string_view name) {
  for (const Row& row : rows()) {
    if (row.name == name) return row.make(name);
  }
  throw UsageError("there is no engine '" + std::string(name) + "'");
}

std::unique_ptr<Engine> makePathEngine(PathObserver& observer) { return std::make_unique<SymexEngine>(&observer); }

} // namespace assay
