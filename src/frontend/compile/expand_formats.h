// Output with a constant format, as what it reads: printf("%d: %s\n", n, s) reads the string s, and that is all that
// the program can notice if it does not look at the result. Most programs print a lot and read nothing back, so that
// this keeps their automata small; formats that are not constant, `%n`, and results of unknown length go to the models,
// which walk the format when the program runs.
#pragma once

#include <llvm/IR/Module.h>

namespace assay {

/// A function that stands for what is shown of its arguments, until prepareModule() has looked at it.
inline constexpr const char* kShown = "__assay_shown";

/// To be called before the models are linked: functions that the program defines itself are left alone.
void expandFormats(llvm::Module& program);

} // namespace assay
