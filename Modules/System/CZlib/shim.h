#ifndef INTERCHANGE_CZLIB_H
#define INTERCHANGE_CZLIB_H

// The part of zlib 1.2.9 or later that is used, declared here so that a build needs no header of
// zlib. Its binary interface is stable: every version has the file name libz.so.1.
// SystemHeadersTests compares the declarations with the real header.

#include <stddef.h>

#ifndef INTERCHANGE_ONLY_FUNCTIONS

// The oldest version that has every function below. zlib compares only the first character.
#define ZLIB_VERSION "1.2.9"

#define MAX_WBITS 15

#define Z_SYNC_FLUSH 2
#define Z_FINISH 4

#define Z_OK 0
#define Z_STREAM_END 1
#define Z_BUF_ERROR (-5)

#define Z_DEFAULT_STRATEGY 0
#define Z_DEFLATED 8

// The state of one stream of packed or unpacked bytes; zlib's functions read and write its fields.
typedef struct z_stream_s {
  unsigned char *next_in;
  unsigned int avail_in;
  unsigned long total_in;

  unsigned char *next_out;
  unsigned int avail_out;
  unsigned long total_out;

  char *msg;
  struct internal_state *state;

  void *(*zalloc)(void *opaque, unsigned int count, unsigned int size);
  void (*zfree)(void *opaque, void *address);
  void *opaque;

  int data_type;
  unsigned long adler;
  unsigned long reserved;
} z_stream;

#endif

int inflateInit2_(z_stream *stream, int windowBits, const char *version, int streamSize);
int inflate(z_stream *stream, int flush);
int inflateEnd(z_stream *stream);

int deflateInit2_(
    z_stream *stream, int level, int method, int windowBits, int memoryLevel, int strategy,
    const char *version, int streamSize);
int deflate(z_stream *stream, int flush);
unsigned long deflateBound(z_stream *stream, unsigned long size);
int deflateEnd(z_stream *stream);

unsigned long crc32(unsigned long checksum, const unsigned char *bytes, unsigned int count);
unsigned long crc32_z(unsigned long checksum, const unsigned char *bytes, size_t count);

#endif
