#include "engine/predicates/ic3ia.h"

namespace assay {

Result Ic3ia::search(PredicateRun& run, Env& env) { return run.decide(env.deadline); }

} // namespace assay
