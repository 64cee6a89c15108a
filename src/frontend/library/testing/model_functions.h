// Declarations of library models as the tests compile them: for the host, under names that begin with model_.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cwchar>
#include <sys/types.h>

extern "C" {
size_t model_strlen(const char*);
size_t model_strnlen(const char*, size_t);
char* model_strcpy(char*, const char*);
char* model_stpcpy(char*, const char*);
char* model_strncpy(char*, const char*, size_t);
char* model_stpncpy(char*, const char*, size_t);
char* model_strcat(char*, const char*);
char* model_strncat(char*, const char*, size_t);
int model_strcmp(const char*, const char*);
int model_strncmp(const char*, const char*, size_t);
int model_strcasecmp(const char*, const char*);
int model_strncasecmp(const char*, const char*, size_t);
int model_strcoll(const char*, const char*);
size_t model_strxfrm(char*, const char*, size_t);
char* model_strdup(const char*);
char* model_strndup(const char*, size_t);
char* model_strchr(const char*, int);
char* model_strrchr(const char*, int);
char* model_strchrnul(const char*, int);
char* model_index(const char*, int);
char* model_rindex(const char*, int);
size_t model_strspn(const char*, const char*);
size_t model_strcspn(const char*, const char*);
char* model_strpbrk(const char*, const char*);
char* model_strstr(const char*, const char*);
char* model_strcasestr(const char*, const char*);
char* model_strtok(char*, const char*);
char* model_strtok_r(char*, const char*, char**);
char* model_strsep(char**, const char*);
int model_memcmp(const void*, const void*, size_t);
int model_bcmp(const void*, const void*, size_t);
void* model_memchr(const void*, int, size_t);
void* model_memrchr(const void*, int, size_t);
void* model_rawmemchr(const void*, int);
void* model_memmem(const void*, size_t, const void*, size_t);
void* model_memccpy(void*, const void*, int, size_t);
void* model_mempcpy(void*, const void*, size_t);
void model_bcopy(const void*, void*, size_t);
void model_bzero(void*, size_t);
void model_explicit_bzero(void*, size_t);
void model_swab(const void*, void*, ssize_t);
size_t model_wcslen(const wchar_t*);
wchar_t* model_wcscpy(wchar_t*, const wchar_t*);
wchar_t* model_wcsncpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wcscat(wchar_t*, const wchar_t*);
wchar_t* model_wcsncat(wchar_t*, const wchar_t*, size_t);
int model_wcscmp(const wchar_t*, const wchar_t*);
int model_wcsncmp(const wchar_t*, const wchar_t*, size_t);
wchar_t* model_wcschr(const wchar_t*, wchar_t);
wchar_t* model_wmemset(wchar_t*, wchar_t, size_t);
wchar_t* model_wmemcpy(wchar_t*, const wchar_t*, size_t);
wchar_t* model_wmemmove(wchar_t*, const wchar_t*, size_t);
int model_wmemcmp(const wchar_t*, const wchar_t*, size_t);
int model_snprintf(char*, size_t, const char*, ...);
int model_sprintf(char*, const char*, ...);
int model_fprintf(FILE*, const char*, ...);
int model_sscanf(const char*, const char*, ...);
int model_fputs(const char*, FILE*);
size_t model_fwrite(const void*, size_t, size_t, FILE*);
long model_strtol(const char*, char**, int);
double model_strtod(const char*, char**);
extern FILE* model_stdout;

// The hooks that tell of reads.
size_t __assay_bytes_left(const void* p);
void __assay_reads(const void* p, size_t size);
int __assay_checks_reads();
void* __assay_new(size_t size, const char* name);
void __assay_delete(void* p);
}
