// Programs about numbers of 8, 16, 32 or 64 bits (BITS), which fail after FAR iterations, or never with OFF=1.
extern int __VERIFIER_nondet_int(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);

#if BITS == 8
typedef unsigned char number;
#define FAR 200
#elif BITS == 16
typedef unsigned short number;
#define FAR 60000
#elif BITS == 32
typedef unsigned int number;
#define FAR 4000000
#else
typedef unsigned long long number;
#define FAR 4000000
#endif

#ifndef OFF
#define OFF 0
#endif
#define FAILS_IF(condition)                                                                                            \
  if (condition) reach_error()
