// The system's libcurl, opened at run time.

#include "CCurl.h"

#include <dlfcn.h>
#ifdef __linux__
#include <malloc.h>
#endif
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

// CURL_GLOBAL_ALL of curl/curl.h: CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32.
static const long global_all = 3;

// struct CURLMsg of curl/multi.h; CURLMSG_DONE is 1.
struct ccurl_message {
  int kind;
  ccurl_easy *easy;
  union {
    void *whatever;
    CURLcode result;
  } data;
};
static const int message_done = 1;

static struct ccurl curl;

const struct ccurl *ccurl_library(void) { return &curl; }

// struct z_stream of zlib.h.
struct stream {
  const unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;
  void *msg, *state, *zalloc, *zfree, *opaque;
  int data_type;
  unsigned long adler, reserved;
};
// MAX_WBITS of zconf.h and 16 for gzip; Z_FINISH and Z_STREAM_END of zlib.h.
static const int gzip_bits = 15 + 16, finish = 4, stream_end = 1;

static struct {
  int (*init)(struct stream *, int, const char *, int);
  int (*inflate)(struct stream *, int);
  int (*end)(struct stream *);
} zlib;

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static bool is_open = false;

// Returns the name of the first missing symbol, or NULL when all are found.
static const char *find_symbols(void *library) {
  // POSIX allows this conversion from a data pointer to a function pointer (dlsym, rationale).
#define FIND(name) \
  if ((*(void **)&curl.name = dlsym(library, "curl_" #name)) == NULL) return "curl_" #name;
  FIND(global_init)
  FIND(version)
  FIND(easy_init)
  FIND(easy_cleanup)
  FIND(easy_strerror)
  FIND(easy_setopt)
  FIND(easy_getinfo)
  FIND(slist_append)
  FIND(slist_free_all)
  FIND(multi_init)
  FIND(multi_cleanup)
  FIND(multi_strerror)
  FIND(multi_setopt)
  FIND(multi_add_handle)
  FIND(multi_remove_handle)
  FIND(multi_perform)
  FIND(multi_poll)
  FIND(multi_wakeup)
  FIND(multi_info_read)
#undef FIND
  return NULL;
}

static const char *failed(char *sentence, size_t size, const char *format, const char *first, const char *second) {
  snprintf(sentence, size, format, first, second);
  return sentence;
}

static const char *open_first(const char *name, void *library, char *sentence, size_t size) {
  const char *missing = find_symbols(library);
  if (missing != NULL) return failed(sentence, size, "%s is not libcurl 7.68 or later: %s is missing.", name, missing);
#ifdef __GLIBC__
  // By default glibc raises this threshold with the first large block that is freed, and later ones are not given back to
  // the system: an answer of many megabytes would leave holes as large as itself.
  mallopt(M_MMAP_THRESHOLD, 128 << 10);
#endif
  // dlsym also searches the libraries that libcurl is linked with, as a rule also zlib.
  *(void **)&zlib.init = dlsym(library, "inflateInit2_");
  *(void **)&zlib.inflate = dlsym(library, "inflate");
  *(void **)&zlib.end = dlsym(library, "inflateEnd");
  CURLcode code = curl.global_init(global_all);
  if (code != CURLE_OK) return failed(sentence, size, "%s did not start: %s.", name, curl.easy_strerror(code));
  is_open = true;
  return NULL;
}

const char *ccurl_open(const char *name, char *sentence, size_t size) {
  pthread_mutex_lock(&opening);
  const char *answer = NULL;
  void *library = dlopen(name, RTLD_LAZY | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    answer = failed(sentence, size, "libcurl cannot be opened as %s: %s.", name, reason ? reason : "no reason given");
  } else if (is_open) {
    dlclose(library);
  } else {
    answer = open_first(name, library, sentence, size);
    if (answer != NULL) dlclose(library);
  }
  pthread_mutex_unlock(&opening);
  return answer;
}

CURLcode ccurl_easy_setopt_long(ccurl_easy *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_setopt_pointer(ccurl_easy *easy, CURLoption option, const void *value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_setopt_callback(ccurl_easy *easy, CURLoption option, ccurl_callback value) {
  return curl.easy_setopt(easy, option, value);
}
CURLcode ccurl_easy_setopt_prereq(ccurl_easy *easy, CURLoption option, ccurl_prereq value) {
  return curl.easy_setopt(easy, option, value);
}
long ccurl_easy_getinfo_long(ccurl_easy *easy, CURLINFO info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

const char *ccurl_easy_getinfo_string(ccurl_easy *easy, CURLINFO info) {
  char *value = NULL;
  return curl.easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

int ccurl_multi_setopt_long(ccurl_multi *multi, CURLMoption option, long value) {
  return curl.multi_setopt(multi, option, value);
}

ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, CURLcode *code) {
  int left = 0;
  struct ccurl_message *message = NULL;
  while ((message = curl.multi_info_read(multi, &left)) != NULL) {
    if (message->kind != message_done) continue;
    *code = message->data.result;
    return message->easy;
  }
  return NULL;
}

size_t ccurl_gunzip(const void *bytes, size_t count, void *room, size_t size) {
  struct stream stream = {.next_in = bytes, .avail_in = count, .next_out = room, .avail_out = size};
  if (zlib.init == NULL || zlib.inflate == NULL || zlib.end == NULL) return 0;
  size_t total = 0;
  int code = stream_end;
  // A file may consist of several, one after the other.
  while (code == stream_end && stream.avail_in > 0 && zlib.init(&stream, gzip_bits, "1", sizeof stream) == 0) {
    code = zlib.inflate(&stream, finish);
    total += stream.total_out;
    zlib.end(&stream);
  }
  return total;
}
