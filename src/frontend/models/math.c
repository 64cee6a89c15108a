// math.h and complex.h for float, double and long double, beyond what the front end translates itself (fabs, floor,
// rint, fma, isnan and the like).
#include "assay_models.h"

int fegetround(void);
enum { kDownward = 0x400, kUpward = 0x800, kTowardZero = 0xc00 }; // fenv.h on x86
int MODEL_NAME(signgam);

// Of each type, beside what float_base.h says: the least number of full precision, pi and a bound of what functions
// return for it, and the whole parts of the logarithms of the largest number, to the bases e and 10.
#define FLOAT double
#define OF(name) name
#define COMPLEX_OF(operation) __##operation##dc3
#define PRECISION 53
#define UNIT (-1074)
#define LIMIT 1024
#define LEAST_NORMAL 0x1p-1022
#define PI 0x1.921fb54442d18p+1
#define PI_BOUND 0x1.921fb54442d19p+1
#define LN_MAX ((FLOAT)709)
#define LOG10_MAX ((FLOAT)308)
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#include "float_pair.h"
#undef FLOAT
#undef OF
#undef COMPLEX_OF
#undef PRECISION
#undef UNIT
#undef LIMIT
#undef LEAST_NORMAL
#undef PI
#undef PI_BOUND
#undef LN_MAX
#undef LOG10_MAX

#define FLOAT float
#define OF(name) name##f
#define COMPLEX_OF(operation) __##operation##sc3
#define PRECISION 24
#define UNIT (-149)
#define LIMIT 128
#define LEAST_NORMAL 0x1p-126f
#define PI 0x1.921fb6p+1f
#define PI_BOUND 0x1.921fb8p+1f
#define LN_MAX ((FLOAT)88)
#define LOG10_MAX ((FLOAT)38)
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#include "float_pair.h"
#undef FLOAT
#undef OF
#undef COMPLEX_OF
#undef PRECISION
#undef UNIT
#undef LIMIT
#undef LEAST_NORMAL
#undef PI
#undef PI_BOUND
#undef LN_MAX
#undef LOG10_MAX

#ifdef HAS_X87
#define FLOAT long double
#define OF(name) name##l
#define COMPLEX_OF(operation) __##operation##xc3
#define PRECISION 64
#define UNIT (-16445)
#define LIMIT 16384
#define LEAST_NORMAL 0x1p-16382L
#define PI 0xc.90fdaa22168c235p-2L
#define PI_BOUND 0xc.90fdaa22168c236p-2L
#define LN_MAX ((FLOAT)11356)
#define LOG10_MAX ((FLOAT)4932)
#include "float_base.h"
#include "float_exact.h"
#include "float_open.h"
#include "float_pair.h"
#undef FLOAT
#undef OF
#undef COMPLEX_OF
#undef PRECISION
#undef UNIT
#undef LIMIT
#undef LEAST_NORMAL
#undef PI
#undef PI_BOUND
#undef LN_MAX
#undef LOG10_MAX
#endif
