#ifndef INTERCHANGE_CCURL_H
#define INTERCHANGE_CCURL_H

// The part of libcurl 7.66 or later that is used, declared here so that a build needs no header of
// libcurl. Its binary interface is stable: every version since 7.16 has the file name libcurl.so.4.
// SystemHeadersTests compares the declarations with the real header.

#include <dlfcn.h>
#include <stddef.h>
#include <sys/socket.h>

#ifndef INTERCHANGE_ONLY_FUNCTIONS

#define CURL_ERROR_SIZE 256
#define CURL_GLOBAL_DEFAULT 3
#define CURL_READFUNC_ABORT 0x10000000
#define CURL_SEEKFUNC_OK 0
#define CURL_SEEKFUNC_FAIL 1
#define CURL_SOCKET_BAD -1
#define CURLPROTO_HTTP 1
#define CURLPROTO_HTTPS 2

typedef void CURL;
typedef void CURLM;
typedef int curl_socket_t;
#ifdef __LP64__
typedef long curl_off_t;
#else
typedef long long curl_off_t;
#endif

// Results of a transfer.
typedef enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_URL_MALFORMAT = 3,
  CURLE_COULDNT_RESOLVE_PROXY = 5,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_WEIRD_SERVER_REPLY = 8,
  CURLE_PARTIAL_FILE = 18,
  CURLE_OUT_OF_MEMORY = 27,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_RECV_ERROR = 56,
  CURLE_SSL_CIPHER = 59,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_BAD_CONTENT_ENCODING = 61,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_SSL_CACERT_BADFILE = 77,
  CURLE_SSL_ISSUER_ERROR = 83,
  CURLE_SSL_INVALIDCERTSTATUS = 91,
  CURLE_PROXY = 97,       // since 7.73
  CURLE_TOO_LARGE = 100,  // since 8.6
} CURLcode;

// Options of a transfer. The thousands of a number say the type of the value: 0 a number, 10 a
// pointer, 20 a function, 30 a size.
typedef enum {
  CURLOPT_NOBODY = 44,
  CURLOPT_POST = 47,
  CURLOPT_FRESH_CONNECT = 74,
  CURLOPT_BUFFERSIZE = 98,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_CONNECTTIMEOUT_MS = 156,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_PIPEWAIT = 237,
  CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
  CURLOPT_QUICK_EXIT = 322,  // since 7.87
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_PROXY = 10004,
  CURLOPT_READDATA = 10009,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_USERAGENT = 10018,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_CAINFO = 10065,
  CURLOPT_CAPATH = 10097,
  CURLOPT_ACCEPT_ENCODING = 10102,
  CURLOPT_OPENSOCKETDATA = 10164,
  CURLOPT_SEEKDATA = 10168,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_READFUNCTION = 20012,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_OPENSOCKETFUNCTION = 20163,
  CURLOPT_SEEKFUNCTION = 20167,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
} CURLoption;

// Facts about a transfer: numbers, and from 6 * 2^20 on, sizes.
typedef enum {
  CURLINFO_SSL_VERIFYRESULT = 0x200000 + 13,
  CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
  CURLINFO_OS_ERRNO = 0x200000 + 25,
  CURLINFO_SIZE_UPLOAD_T = 0x600000 + 7,
  CURLINFO_NAMELOOKUP_TIME_T = 0x600000 + 51,
  CURLINFO_PRETRANSFER_TIME_T = 0x600000 + 53,
  CURLINFO_STARTTRANSFER_TIME_T = 0x600000 + 54,
} CURLINFO;

// Results of the functions for many transfers.
typedef enum {
  CURLM_CALL_MULTI_PERFORM = -1,
  CURLM_OK = 0,
} CURLMcode;

typedef enum {
  CURLMOPT_MAXCONNECTS = 6,
  CURLMOPT_QUICK_EXIT = 21,  // since a version after 8.16
} CURLMoption;

typedef enum {
  CURLMSG_DONE = 1,
} CURLMSG;

// What happened to a transfer.
typedef struct CURLMsg {
  CURLMSG msg;
  CURL *easy_handle;
  union {
    void *whatever;
    CURLcode result;
  } data;
} CURLMsg;

// A list of header fields.
struct curl_slist {
  char *data;
  struct curl_slist *next;
};

typedef enum {
  CURLSOCKTYPE_IPCXN = 0,
} curlsocktype;

// The socket that a transfer needs.
struct curl_sockaddr {
  int family;
  int socktype;
  int protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};

typedef size_t (*curl_write_callback)(char *bytes, size_t size, size_t count, void *context);
typedef size_t (*curl_read_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*curl_seek_callback)(void *context, curl_off_t offset, int origin);
typedef curl_socket_t (*curl_opensocket_callback)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);

// The version of this declaration of curl_version_info_data is CURLVERSION_FIRST.
typedef enum {
  CURLVERSION_FIRST = 0,
} CURLversion;

// The first fields of the version of libcurl; it has more, which depend on the version.
typedef struct curl_version_info_data {
  CURLversion age;
  const char *version;
  unsigned int version_num;
} curl_version_info_data;

#endif

CURLcode curl_global_init(long flags);
curl_version_info_data *curl_version_info(CURLversion version);

CURL *curl_easy_init(void);
void curl_easy_cleanup(CURL *easy);
CURLcode curl_easy_setopt(CURL *easy, CURLoption option, ...);
CURLcode curl_easy_getinfo(CURL *easy, CURLINFO info, ...);

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text);
void curl_slist_free_all(struct curl_slist *list);

CURLM *curl_multi_init(void);
CURLMcode curl_multi_cleanup(CURLM *multi);
CURLMcode curl_multi_setopt(CURLM *multi, CURLMoption option, ...);
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *easy);
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *easy);
CURLMcode curl_multi_perform(CURLM *multi, int *count);
CURLMsg *curl_multi_info_read(CURLM *multi, int *count);
struct curl_waitfd;
CURLMcode curl_multi_poll(
    CURLM *multi, struct curl_waitfd *files, unsigned int fileCount, int milliseconds,
    int *count);
CURLMcode curl_multi_wakeup(CURLM *multi);

// The same functions, found when the library is loaded at run time. Nothing is linked to
// libcurl, which loads about thirty libraries, so a process that needs no network starts faster, and
// a machine without libcurl can do everything else.
#define CURL_FUNCTIONS(each) \
  each(curl_global_init) \
  each(curl_version_info) \
  each(curl_easy_init) \
  each(curl_easy_cleanup) \
  each(curl_easy_setopt) \
  each(curl_easy_getinfo) \
  each(curl_slist_append) \
  each(curl_slist_free_all) \
  each(curl_multi_init) \
  each(curl_multi_cleanup) \
  each(curl_multi_setopt) \
  each(curl_multi_add_handle) \
  each(curl_multi_remove_handle) \
  each(curl_multi_perform) \
  each(curl_multi_info_read) \
  each(curl_multi_poll) \
  each(curl_multi_wakeup)

typedef struct CurlFunctions {
#define CURL_FIELD(name) __typeof__(&name) name;
  CURL_FUNCTIONS(CURL_FIELD)
#undef CURL_FIELD
} CurlFunctions;

// Finds all functions in a loaded library; returns the name of one that it lacks, or NULL.
static inline const char *curl_functions_find(CurlFunctions *functions, void *library) {
#define CURL_FIND(name) \
  functions->name = (__typeof__(&name))dlsym(library, #name); \
  if (!functions->name) return #name;
  CURL_FUNCTIONS(CURL_FIND)
#undef CURL_FIND
  return NULL;
}

// The variadic functions, which Swift cannot call.

static inline CURLcode curl_set_number(
    const CurlFunctions *curl, CURL *easy, CURLoption option, long value) {
  return (curl->curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_size(
    const CurlFunctions *curl, CURL *easy, CURLoption option, curl_off_t value) {
  return (curl->curl_easy_setopt)(easy, option, value);
}

// Sets a text, which libcurl copies, or a pointer, which must outlive the transfer.
static inline CURLcode curl_set_pointer(
    const CurlFunctions *curl, CURL *easy, CURLoption option, const void *value) {
  return (curl->curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_write_function(
    const CurlFunctions *curl, CURL *easy, CURLoption option, curl_write_callback value) {
  return (curl->curl_easy_setopt)(easy, option, value);
}

static inline CURLcode curl_set_read_function(
    const CurlFunctions *curl, CURL *easy, curl_read_callback value) {
  return (curl->curl_easy_setopt)(easy, CURLOPT_READFUNCTION, value);
}

static inline CURLcode curl_set_seek_function(
    const CurlFunctions *curl, CURL *easy, curl_seek_callback value) {
  return (curl->curl_easy_setopt)(easy, CURLOPT_SEEKFUNCTION, value);
}

static inline CURLcode curl_set_socket_function(
    const CurlFunctions *curl, CURL *easy, curl_opensocket_callback value) {
  return (curl->curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLMcode curl_multi_set_number(
    const CurlFunctions *curl, CURLM *multi, CURLMoption option, long value) {
  return (curl->curl_multi_setopt)(multi, option, value);
}

// The version of the library, such as 0x075801 for 7.88.1.
static inline unsigned curl_version_number(const CurlFunctions *curl) {
  return curl->curl_version_info(CURLVERSION_FIRST)->version_num;
}

static inline long curl_get_number(const CurlFunctions *curl, CURL *easy, CURLINFO info) {
  long value = 0;
  (curl->curl_easy_getinfo)(easy, info, &value);
  return value;
}

static inline curl_off_t curl_get_size(const CurlFunctions *curl, CURL *easy, CURLINFO info) {
  curl_off_t value = 0;
  (curl->curl_easy_getinfo)(easy, info, &value);
  return value;
}

#endif
