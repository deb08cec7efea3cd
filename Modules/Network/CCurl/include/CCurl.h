/// The system's libcurl, opened at run time.
///
/// The headers of libcurl are seldom installed, so this header declares what Swift needs, under the names and numbers of
/// curl/curl.h, curl/easy.h and curl/multi.h. `curl_easy_setopt` and similar functions are variadic, which Swift cannot
/// call; for these there is one function per type of argument. Nothing is linked.
#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>

/// A transfer (`CURL`), a set of transfers (`CURLM`), and a list of lines (`struct curl_slist`).
typedef struct ccurl_easy ccurl_easy;
typedef struct ccurl_multi ccurl_multi;
typedef struct ccurl_list ccurl_list;
struct ccurl_message;

/// The result of a transfer (curl/curl.h, `CURLcode`).
typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_URL_MALFORMAT = 3,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_HTTP2 = 16,
  CURLE_PARTIAL_FILE = 18,
  CURLE_WRITE_ERROR = 23,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_SSL_PEER_CERTIFICATE = 51,
  CURLE_GOT_NOTHING = 52,
  CURLE_SSL_ENGINE_NOTFOUND = 53,
  CURLE_SSL_ENGINE_SETFAILED = 54,
  CURLE_SEND_ERROR = 55,
  CURLE_RECV_ERROR = 56,
  CURLE_SSL_CERTPROBLEM = 58,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_BAD_CONTENT_ENCODING = 61,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_SEND_FAIL_REWIND = 65,
  CURLE_SSL_ENGINE_INITFAILED = 66,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_SHUTDOWN_FAILED = 80,
  CURLE_SSL_CRL_BADFILE = 82,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_PINNEDPUBKEYNOTMATCH = 90,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
  CURLE_HTTP2_STREAM = 92,
  CURLE_SSL_CLIENTCERT = 98,
  CURLE_TOO_LARGE = 100,
} CURLcode;

/// Options of a transfer (curl/curl.h, `CURLoption`). The ten thousands of a number give the type of the value.
typedef enum {
  CURLOPT_NOBODY = 44,
  CURLOPT_POST = 47,
  CURLOPT_POSTFIELDSIZE = 60,
  CURLOPT_SSL_VERIFYPEER = 64,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_SSL_VERIFYHOST = 81,
  CURLOPT_HTTP_VERSION = 84,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_PIPEWAIT = 237,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_HTTP09_ALLOWED = 285,
  CURLOPT_QUICK_EXIT = 322,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_READDATA = 10009,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_CAINFO = 10065,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_NOPROXY = 10177,
  CURLOPT_PREREQDATA = 10313,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_READFUNCTION = 20012,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_PREREQFUNCTION = 20312,
} CURLoption;

/// Information about a transfer (curl/curl.h, `CURLINFO`).
typedef enum {
  CURLINFO_PRIMARY_IP = 0x100020,
  CURLINFO_LOCAL_IP = 0x100029,
  CURLINFO_RESPONSE_CODE = 0x200002,
  CURLINFO_HTTP_CONNECTCODE = 0x200016,
  CURLINFO_OS_ERRNO = 0x200019,
  CURLINFO_PRIMARY_PORT = 0x200028,
  CURLINFO_HTTP_VERSION = 0x20002e,
} CURLINFO;

/// Options of a set of transfers (curl/multi.h, `CURLMoption`).
typedef enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_MAX_HOST_CONNECTIONS = 7,
  CURLMOPT_MAX_CONCURRENT_STREAMS = 16,
} CURLMoption;

/// Values of `CURLOPT_HTTP_VERSION` and `CURLOPT_PROTOCOLS`; the size of `CURLOPT_ERRORBUFFER`; success of `multi`.
static const long CURL_HTTP_VERSION_2_0 = 3;
static const long CURL_HTTP_VERSION_2TLS = 4;
static const long CURLPROTO_HTTP = 1;
static const long CURLPROTO_HTTPS = 2;
static const int CURL_ERROR_SIZE = 256;
static const int CURLM_OK = 0;
/// The result of a read callback that ends the transfer.
static const size_t CURL_READFUNC_ABORT = 0x10000000;

/// A callback for received lines or bytes takes `size` × `count` bytes; any other result than that number ends the
/// transfer. One for a body writes up to as many to `bytes` and returns their number; 0 is the end.
typedef size_t (*ccurl_callback)(char *bytes, size_t size, size_t count, void *owner);

/// Called once there is a connection and before the request is sent, with the addresses and ports of both ends. Any
/// result other than 0 ends the transfer.
typedef int (*ccurl_prereq)(void *owner, char *there, char *here, int port_there, int port_here);

/// The functions of the library, under their names without `curl_`.
struct ccurl {
  CURLcode (*global_init)(long);
  /// Returns the versions of the library and of its components, separated by spaces.
  char *(*version)(void);
  ccurl_easy *(*easy_init)(void);
  void (*easy_cleanup)(ccurl_easy *);
  const char *(*easy_strerror)(CURLcode);
  CURLcode (*easy_setopt)(ccurl_easy *, CURLoption, ...);
  CURLcode (*easy_getinfo)(ccurl_easy *, CURLINFO, ...);
  /// Returns the list with a copy of the line at its end, or NULL, which leaves the old list unchanged.
  ccurl_list *(*slist_append)(ccurl_list *, const char *line);
  void (*slist_free_all)(ccurl_list *);
  ccurl_multi *(*multi_init)(void);
  int (*multi_cleanup)(ccurl_multi *);
  const char *(*multi_strerror)(int);
  int (*multi_setopt)(ccurl_multi *, CURLMoption, ...);
  int (*multi_add_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_remove_handle)(ccurl_multi *, ccurl_easy *);
  int (*multi_perform)(ccurl_multi *, int *running);
  /// In curl/multi.h, this takes an array of `struct curl_waitfd` and its length; this program passes none.
  int (*multi_poll)(ccurl_multi *, void *, unsigned int, int milliseconds, int *);
  /// Ends the current `multi_poll` or, if there is none, the next one. Any thread may call this function, and no other.
  int (*multi_wakeup)(ccurl_multi *);
  struct ccurl_message *(*multi_info_read)(ccurl_multi *, int *);
};

/// Returns the functions of the library that `ccurl_open` has opened.
const struct ccurl *ccurl_library(void);

/// Opens the library of that name, or returns an error. No other function may be called before this one has succeeded.
/// The first library that opens remains in use. Any thread may call this at any time. Returns NULL, or a sentence that
/// is cut to `size` bytes and stored in `sentence`.
const char *ccurl_open(const char *name, char *sentence, size_t size);

CURLcode ccurl_easy_setopt_long(ccurl_easy *easy, CURLoption option, long value);
CURLcode ccurl_easy_setopt_pointer(ccurl_easy *easy, CURLoption option, const void *value);
CURLcode ccurl_easy_setopt_callback(ccurl_easy *easy, CURLoption option, ccurl_callback value);
CURLcode ccurl_easy_setopt_prereq(ccurl_easy *easy, CURLoption option, ccurl_prereq value);
/// Returns 0 when the transfer has no such information.
long ccurl_easy_getinfo_long(ccurl_easy *easy, CURLINFO info);
/// Returns a string of the transfer, valid until the transfer continues; NULL when it has no such information.
const char *ccurl_easy_getinfo_string(ccurl_easy *easy, CURLINFO info);

int ccurl_multi_setopt_long(ccurl_multi *multi, CURLMoption option, long value);
/// Returns the next transfer that has ended, and its result; or NULL.
ccurl_easy *ccurl_multi_next_done(ccurl_multi *multi, CURLcode *code);

/// Writes the content of a gzip file, or as much of it as there is room for, and returns its length. Returns 0 if this is
/// none, or if libcurl is not linked with zlib.
size_t ccurl_gunzip(const void *bytes, size_t count, void *room, size_t size);

#endif
