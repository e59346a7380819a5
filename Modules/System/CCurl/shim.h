#ifndef INTERCHANGE_CCURL_H
#define INTERCHANGE_CCURL_H

// Otherwise the variadic functions are macros in the headers of some versions.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>

// The functions of libcurl, found when the library is loaded at run time. Nothing is linked to
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
  return curl->curl_version_info(CURLVERSION_NOW)->version_num;
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
