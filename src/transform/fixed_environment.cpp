#include "transform/fixed_environment.h"

#include <set>

namespace assay {

namespace {

void fixContents(Operation& operation) {
  operation.visit([](Allocate& allocate) { allocate.contents = Contents::Zero; },
                  [](const OneOf<Load, Store, Free, Copy, Fill, Query> auto&) {}, [](const OfVariables auto&) {},
                  [](const OfThreads auto&) {});
}

} // namespace

std::vector<std::string> fixEnvironment(Program& program, const std::string& entry,
                                        const std::function<bool(const Input&, uint32_t)>& isOpen) {
  TermManager& terms = program.terms();
  std::set<std::string> functions;
  bool isFirstArgument = entry == "main";
  for (uint32_t e = 0; e < program.edges().size(); ++e) {
    for (Operation& operation : program[EdgeId(e)].operations) {
      fixContents(operation);
      const Input* input = operation.as<Input>();
      if (!input) continue;
      const Sort sort = program[input->variable].sort();
      if (isOpen(*input, sort.isBool() ? 1 : sort.width())) continue;
      Term value = terms.mkZero(sort);
      if (input->kind == InputKind::Argument) {
        if (isFirstArgument && sort.isBitVec()) value = terms.mkBv(sort.width(), 1); // argc
        isFirstArgument = false;
      } else if (input->kind == InputKind::Nondet && input->name == "getc") {
        value = terms.mkBvNot(value); // EOF
      }
      if (input->kind == InputKind::External && !input->name.empty()) functions.insert(input->name);
      operation.action = Assign{input->variable, value};
    }
  }
  return {functions.begin(), functions.end()};
}

} // namespace assay
