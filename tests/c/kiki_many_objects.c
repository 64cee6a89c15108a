// In the inductive step nothing is known of a pointer that may touch too many objects to be encoded. Executions that get
// further are missing there, so nothing is proved by it, and the unwinding that comes to the end must not rely on it.
// (Reduced from a random program of csmith.)
// check: --engine k-induction -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine kiki -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// native: no (no runs)
void reach_error();
int crc32_context;
struct U0 {};
struct U1 {};
struct U0 g_12 = {};
int g_21 = 0xD0188753L;
short g_64 = 65535UL;
short *g_73 = &g_64;
short **g_72 = &g_73;
int g_80[];
int g_84 = 1L;
short g_93 = 0x77F5L;
char g_143 = 1UL;
short g_162 = 0xEC7FL;
char g_175 = 1L;
long g_177[];
unsigned g_178 = 0xC066L;
short g_208 = 0x9CDCL;
short g_230[];
short g_242[];
char *g_243 = &g_143;
short g_246 = 00;
short *g_245 = &g_246;
long g_302;
static unsigned char func_15(void);
struct U0 func_1() {
  int __trans_tmp_3;
  short *l_207 = &g_208;
  int l_209 = 0;
  int *l_214[1];
  struct U0 l_278;
  long *l_308 = g_177;
  long **l_307 = &l_308;
  int i;
  i = 0;
  for (; i < 1; i++)
    l_214[i] = &l_209;
  __trans_tmp_3 = (
      (((*l_207) &= ((g_143 = func_15()) || 1L)) == 0x386DL), 0);
  {
    int *l_212 = &g_84;
    struct U1 l_251;
    short *l_297 = &g_162;
    if ((g_21)) {
      short ***l_219 = &g_72;
      for (; (g_178 <= 0); ) {
        g_80[(1)];
      }
    } else
      g_12;
    {
      g_93 = 0;
      for (; (g_93 != 0); ) {
        char **l_244 = &g_243;
        l_251;
        g_21 = ((00 != g_245) & 0);
      }
    }
    long *l_309 = &g_302;
    l_278;
  }
  return g_12;
}
static unsigned char func_15(void) {
  char *l_204_0;
  int i;
  i = 0;
  for (; i < 3; i++)
    l_204_0 = &g_175;
  {
    int *l_26_0;
      l_26_0 = &g_21;
  }
  return 0;
}
int main(void) {
  int i = 0;
  func_1();
  for (; i < 4; i) {
    { crc32_context = 0 ^ g_230[i] ^ 0; }
    { crc32_context = 0 ^ g_242[i] ^ 0; }
      reach_error();
  }
}