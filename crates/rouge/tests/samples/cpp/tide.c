#include <stdio.h> // io
#define MAX(a, b) \
  ((a) > (b) ? (a) : (b))
#if 0
left out
#endif
static int high(const char *at, unsigned n) {
  size_t i = 0x1FUL; double d = 1.5e-3; char c = '\n';
again: switch (n) { case 1: goto again; default: printf("%d\t\"x\"\n", MAX(i, 2)); }
  return at != NULL; /* done */ }
