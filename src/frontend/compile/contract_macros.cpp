#include "frontend/compile/contract_macros.h"

namespace assay {

std::vector<std::string> contractMacros(bool areUsed) {
  std::vector<std::string> arguments;
  const auto define = [&](const std::string& text) { arguments.insert(arguments.end(), {"-D", text}); };
  define("__ASSAY__=1");
  define("__ASSAY_TEXT_OF(...)=#__VA_ARGS__");
  define("__ASSAY_TEXT(...)=__ASSAY_TEXT_OF(__VA_ARGS__)");
  for (const std::string prefix : {"__CPROVER_", "assay_"}) {
    for (const std::string kind : {"requires", "ensures", "assigns"})
      define(prefix + kind + "(...)=" +
             (areUsed ? "__attribute__((__annotate__(\"assay " + kind + " \" __ASSAY_TEXT(__VA_ARGS__))))" : ""));
    define(prefix + "loop_invariant(...)=" +
           (areUsed ? std::string("if (") + kLoopInvariant + "((__VA_ARGS__) != 0, __ASSAY_TEXT(__VA_ARGS__))) ; else"
                    : ""));
    for (const std::string kind : {"decreases", "frees", "requires_contract", "ensures_contract"})
      define(prefix + kind +
             "(...)=" + (areUsed ? "_Pragma(\"GCC error \\\"" + prefix + kind + " is not supported\\\"\")" : ""));
  }
  return arguments;
}

} // namespace assay
