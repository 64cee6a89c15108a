// math.h for float, double and long double, beyond what the front end translates itself (sqrt, fabs, floor, rint, fma,
// isnan and the like).
#include "assay_models.h"

#define EDOM 33

#define FLOAT double
#define OF(name) name
#define PRECISION 53
#define UNIT (-1074)
#define LIMIT 1024
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#undef FLOAT
#undef OF
#undef PRECISION
#undef UNIT
#undef LIMIT

#define FLOAT float
#define OF(name) name##f
#define PRECISION 24
#define UNIT (-149)
#define LIMIT 128
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#undef FLOAT
#undef OF
#undef PRECISION
#undef UNIT
#undef LIMIT

#ifdef HAS_X87
#define FLOAT long double
#define OF(name) name##l
#define PRECISION 64
#define UNIT (-16445)
#define LIMIT 16384
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#undef FLOAT
#undef OF
#undef PRECISION
#undef UNIT
#undef LIMIT
#endif
