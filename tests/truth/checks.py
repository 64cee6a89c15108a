"""What may be violated, by property. A check takes the generator, its scope and the number of the check, and returns
the rule for its constant (driver.c), the name of the value that is checked, and the items of its body, where $x is the
value and $K the constant."""


def check(rule, *items):
    def make(g, scope, number):
        name = g.fresh("q")
        for line in items:
            if "G_id" in str(line) and not any("G_id(" in str(f) for f in g.functions):
                g.functions.insert(0, ("static int G_id(int a) {", ["return a;"]))
            if "G_keep" in str(line) and "char *G_keep;" not in g.file:
                g.file.append("char *G_keep;")
            if "G_check(" in str(line) and not any("G_check(" in str(f) for f in g.functions):
                g.functions.insert(0, ("static void G_check(int c) {", ["if (!c) reach_error();"]))
        return rule, name, [filled(item, name, number) for item in items]
    return make


def filled(item, name, number):
    if isinstance(item, tuple):
        return (filled(item[0], name, number), [filled(i, name, number) for i in item[1]])
    return item.replace("$x", name).replace("$K", f"K({number})")


CHECKS = {
    "reach": [
        check("EQUAL", "if ($x == $K) reach_error();"),
        check("EQUAL", ("if ($x == $K) {", ["reach_error();", "abort();"])),
        check("ABOVE", "if ($x > $K) reach_error();"),
        check("BELOW", "if (!($x >= $K)) reach_error();"),
        check("EQUAL", "G_check($x != $K);"),
        check("ABOVE", "G_check($x <= $K);"),
        check("EQUAL", "if (($x ^ $K) == 0) reach_error();"),
    ],
    "assert": [
        check("EQUAL", "assert($x != $K);"), check("ABOVE", "assert($x <= $K);"), check("BELOW", "assert($x >= $K);"),
        check("EQUAL", "__VERIFIER_assert($x != $K);"),
    ],
    "overflow": [
        check("SUM", "G_sink = $x + $K;"), check("SUM", "G_sink = $K + $x;"), check("PRODUCT", "G_sink = $x * $K;"),
        check("SUM", "G_sink = -$x - $K - 1;"), check("EQUAL", "G_sink = 1 << ($x == $K ? 32 : 3);"),
        check("EQUAL", "G_sink = 5 >> ($x == $K ? -1 : 2);"), check("EQUAL", "G_sink = (-2147483647 - 1) / ($x == $K ? -1 : 1);"),
        check("SUM", "int y = $x + ($K - 1);", "y++;", "G_sink = y;"), check("EQUAL", "G_sink = ($x == $K ? 3 : 1) << 30;"),
        check("EQUAL", "int y = -2147483647 - ($x == $K);", "G_sink = -y;"),
        check("SUM", "int y = $x;", "y += $K;", "G_sink = y;"),
        check("SUM", "long long y = (long long)$x + 9223372036854775807 - 2147483647;", "y += $K;", "G_sink = y > 0;"),
        check("EQUAL", "signed char c = $x == $K ? 127 : 5;", "c++;", "G_sink = c;"),
        check("EQUAL", "unsigned short u = $x == $K ? 65535 : 9;", "G_sink = u * u;"),
        check("EQUAL", "G_sink = (unsigned)$x << ($x == $K ? 33 : 3);"),
        check("EQUAL", "int y = (-2147483647 - 1) % ($x == $K ? -1 : 3);", "G_sink = y;"),
        check("EQUAL", "struct { int a : 5; } b = {15};", "b.a += $x == $K;", "G_sink = b.a;"),
        check("EQUAL", "G_sink = 0 << ($x == $K ? -1 : 31);"),
    ],
    "division": [
        check("EQUAL", "G_sink = 100 / ((long long)$x - $K);"), check("EQUAL", "G_sink = 7 % ($x == $K ? 0 : 2);"),
        check("EQUAL", "G_sink = 100u / ((unsigned)$x - (unsigned)$K);"),
    ],
    "memory": [
        check("SIZE", "char *p = malloc($K);", "p[$x] = 1;", "G_sink = p[$x];", "free(p);"),
        check("SIZE", "char *p = malloc($K);", "memset(p, 1, $x + 1);", "G_sink = p[0];", "free(p);"),
        check("SIZE", "short *p = malloc(2 * $K);", "for (int j = 0; j <= $x; j += 7) G_sink = p[j] = 3;", "free(p);"),
        check("SIZE", "char p[$K + 1];", "p[$x + 1] = 1;", "G_sink = p[$x + 1];"),
        check("SIZE", "char *p = calloc($K, 1);", "char q[64];", "memcpy(q, p, $x + 1);", "G_sink = q[$x];", "free(p);"),
        check("SIZE", "char *p = malloc($K);", "for (int j = 0; j < $x; j++) p[j] = 'a';", "p[$x] = 0;", "G_sink = (int)strlen(p);",
              "free(p);"),
        check("EQUAL", "int v = 1;", "int *p = $x == $K ? 0 : &v;", "*p = 3;", "G_sink = v;"),
        check("EQUAL", "int *p = malloc(sizeof *p);", "*p = 5;", "if ($x == $K) free(p);", "G_sink = *p;", "if ($x != $K) free(p);"),
        check("EQUAL", "int *p = malloc(sizeof *p);", "if ($x == $K) free(p);", "free(p);"),
        check("EQUAL", "int *p = malloc(3 * sizeof *p);", "free(p + ($x == $K));"),
        check("EQUAL", "int v = 2;", "int *p = malloc(4);", "int *q = p;", "if ($x == $K) p = &v;", "free(p);", "if (p != q) free(q);"),
        check("EQUAL", "int *p = malloc(4);", "if ($x != $K) free(p);"),
        check("EQUAL", "char **p = malloc(sizeof *p);", "*p = malloc(3);", "if ($x != $K) free(*p);", "free(p);"),
        check("EQUAL", "int v = 4;", "int *p = &v;", ("{", ["int w = 3;", "if ($x == $K) p = &w;", "*p = 6;"]), "G_sink = *p;"),
        check("EQUAL", "int a[5] = {1, 2, 3, 4, 5};", "G_sink = a[$x == $K ? 5 : 2];"),
        check("EQUAL", "int a[5] = {1, 2, 3, 4, 5};", "int *p = a + 2;", "G_sink = p[$x == $K ? -3 : -2];"),
        check("EQUAL", "int (*f)(int) = $x == $K ? 0 : G_id;", "G_sink = f(3);"),
        check("EQUAL", "G_keep = malloc(3);", "if ($x == $K) G_keep = 0;"),
        check("EQUAL", "struct { char a[3]; int b; } s, *p = &s;", "p->b = 3;", "if ($x == $K) p++;", "G_sink = p->b;"),
        check("EQUAL", "char c[3] = {'a', 'b', 'c'};", "if ($x != $K) c[2] = 0;", "puts(c);"),
        check("EQUAL", "char c[3] = {'a', 'b', 'c'};", "printf($x == $K ? \"%.4s\" : \"%.3s\", c);"),
        check("SIZE", "char *p = malloc($K);", "char c[65];", "memset(c, 'x', 64);", "c[$x] = 0;", "strcpy(p, c);", "G_sink = p[0];", "free(p);"),
        check("SIZE", "char *p = malloc($K + 2);", "snprintf(p, $x + 3, \"%064d\", 7);", "G_sink = p[0];", "free(p);"),
        check("SIZE", "char *p = malloc(64);", "p[63] = 1;", "p = realloc(p, $K);", "p[$x] = 2;", "G_sink = p[$x];", "free(p);"),
        check("EQUAL", "char *p = malloc(2);", "p[0] = 1;", "char *q = p;", "p = realloc(p, 100);", "G_sink = $x == $K ? *q : *p;", "free(p);"),
        check("SIZE", "char *p = alloca($K + 1);", "p[$x + 1] = 3;", "G_sink = p[$x + 1];"),
        check("SIZE", "struct { int n; char tail[]; } *p = malloc(sizeof *p + $K);", "p->tail[$x] = 3;", "G_sink = p->tail[$x];", "free(p);"),
        check("EQUAL", "int *p = 0;", ("for (int j = 0; j < 2; j++) {", ["if (j == 1 && $x == $K) G_sink = *p;", "int own = j;", "p = &own;",
                                                                         "G_sink = *p;"])),
        check("EQUAL", "int *p = (int[]){1, 2};", ("{", ["if ($x == $K) p = (int[]){3, 4};", "G_sink = p[1];"]), "G_sink = p[0];"),
        check("EQUAL", "struct n { struct n *a, *b; } *p = calloc(1, sizeof *p), *q = calloc(1, sizeof *q);", "p->a = q;",
              "q->b = p;", "if ($x == $K) q->b->a = 0;", "free(p->a);", "free(p);"),
        check("EQUAL", "const char *w[] = {\"ab\", 0, \"c\"};", "G_sink = w[$x == $K][0];"),
        check("EQUAL", "void *p = malloc(4);", "if ($x == $K) abort();", "free(p);"),
        check("EQUAL", "char c[4] = \"abc\";", "if ($x == $K) c[3] = 'd';", "G_sink = (int)strlen(c);"),
    ],
    "cleanup": [
        check("EQUAL", "G_keep = malloc(3);", "if ($x != $K) free(G_keep);"),
        check("EQUAL", "char *p = malloc(3);", "if ($x != $K) free(p);"),
        check("EQUAL", "char *p = calloc(1, 1);", "if ($x == $K) exit(1);", "free(p);"),
        check("EQUAL", "char *p = malloc(2);", "p = realloc(p, 9);", "if ($x != $K) free(p);", "else HANG();"),
    ],
}
