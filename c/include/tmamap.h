/* SPDX-License-Identifier: MIT */
/* tmamap for C and for languages that bind to it: check, encode, decode, simulate a load.
 *
 * A spec is text in the one-line form, and an access may stand behind it:
 *
 *   tiled bf16 dim=128x64 strides=256 box=64x64 swizzle=128B load at=0,64 smem=0x400
 *
 * Reports are JSON. A function that writes text works as snprintf does: it writes at most
 * `capacity` bytes with the final zero, and stores in `*length` (unless that is null) the length of
 * the whole text without it; `text` may be null where `capacity` is 0. Nothing is kept between
 * calls, and calls from several threads do not meet. */
#ifndef TMAMAP_H
#define TMAMAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a key is added; a change that breaks a caller renames the library. */
#define TMAMAP_API_VERSION 1

#define TMAMAP_DESCRIPTOR_BYTES 128

enum tmamap_status {
  TMAMAP_OK = 0,         /* no errors; there may be warnings */
  TMAMAP_FOUND = 1,      /* errors: the driver refuses it, or the copy does not end well */
  TMAMAP_UNREADABLE = 2, /* the arguments: the text is {"input_error":"..."} */
  TMAMAP_NO_MEMORY = 3   /* there is no text */
};

/* TMAMAP_API_VERSION of the library that is loaded. */
int tmamap_api_version(void);
/* Its version, such as "0.1.0". */
const char *tmamap_version(void);

/* {"verdict":...,"driver":...,"outcome":...,"findings":[...],"derived":{...}} */
int tmamap_check(const char *spec, char *text, size_t capacity, size_t *length);

/* The bytes that the driver writes into `map`; left alone unless TMAMAP_OK is returned. The text is
 * the report of tmamap_check. */
int tmamap_encode(const char *spec, unsigned char map[TMAMAP_DESCRIPTOR_BYTES], char *text,
                  size_t capacity, size_t *length);

/* {"spec":"tiled ...","unexplained":[{"word":...,"lsb":...,"width":...,"found":"0x..",
 * "driver":"0x.."}],"verdict":...}: the one-line spec, the bits that the driver would not have
 * written so, and the report on the spec. */
int tmamap_decode(const unsigned char map[TMAMAP_DESCRIPTOR_BYTES], char *text, size_t capacity,
                  size_t *length);

/* One load as an H200 does it. `copy` is a spec with a load behind it; the tensor's bytes lie in
 * `global`, which stands for the device addresses from `global_address` on; smem= counts from the
 * start of `shared`. {"outcome":...,"cause":...,"tx_bytes":...,"smem_footprint_bytes":...} */
int tmamap_simulate_load(const char *copy, uint64_t global_address, const void *global,
                         uint64_t global_bytes, void *shared, uint64_t shared_bytes, char *text,
                         size_t capacity, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
