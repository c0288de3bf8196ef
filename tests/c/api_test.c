/* SPDX-License-Identifier: MIT */
/* The C interface, from C99. */
#include <tmamap.h>

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void check_that(int holds, const char *what, const char *text) {
  if (!holds) {
    printf("%s\n  %s\n", what, text);
    ++failures;
  }
}

static const char *const spec = "tiled u8 dim=64x16 strides=64 box=64x16 addr=0x10000";

static void reports(void) {
  char text[4096];
  size_t length = 0;
  int status = tmamap_check(spec, text, sizeof text, &length);
  check_that(status == TMAMAP_OK, "a good spec", text);
  check_that(strstr(text, "\"driver\":\"accept\"") != NULL, "the driver accepts it", text);
  check_that(length == strlen(text), "the length is the text's", text);

  status = tmamap_check("tiled u8 dim=64 box=24", text, sizeof text, NULL);
  check_that(status == TMAMAP_FOUND, "24 bytes are refused", text);
  check_that(strstr(text, "\"rule\":\"TMAP-encode-boxDim-03\"") != NULL, "by their rule", text);

  status = tmamap_check("tiled u9 dim=64 box=64", text, sizeof text, NULL);
  check_that(status == TMAMAP_UNREADABLE, "u9 is no type", text);
  check_that(strstr(text, "input_error") != NULL, "and it says so", text);
  check_that(tmamap_check(NULL, text, sizeof text, NULL) == TMAMAP_UNREADABLE, "null", text);
}

static void short_buffers(void) {
  char text[8] = "unset";
  size_t length = 0;
  int status = tmamap_check(spec, NULL, 0, &length);
  check_that(status == TMAMAP_OK && length > 8, "the length alone", text);
  tmamap_check(spec, text, sizeof text, NULL);
  check_that(strcmp(text, "{\"verdi") == 0, "a text cut to its buffer", text);
}

static void bytes(void) {
  unsigned char map[TMAMAP_DESCRIPTOR_BYTES];
  char text[4096];
  memset(map, 0xAA, sizeof map);
  check_that(tmamap_encode("tiled u8 dim=64 box=24", map, text, sizeof text, NULL) == TMAMAP_FOUND,
             "no bytes of a refused spec", text);
  check_that(map[0] == 0xAA && map[127] == 0xAA, "the map is left alone", text);
  check_that(tmamap_encode(spec, map, text, sizeof text, NULL) == TMAMAP_OK, "encode", text);
  check_that(map[2] == 1 && map[32] == 63 && map[127] == 0, "bytes", text);
  check_that(tmamap_decode(map, text, sizeof text, NULL) == TMAMAP_OK, "decode", text);
  check_that(strstr(text, "\"spec\":\"tiled u8 addr=0x10000 dim=64x16 strides=64 box=64x16") !=
                 NULL,
             "the spec comes back", text);
  check_that(strstr(text, "\"unexplained\":[]") != NULL, "with nothing else", text);
  map[127] = 0x80;
  tmamap_decode(map, text, sizeof text, NULL);
  check_that(strstr(text, "\"word\":15,\"lsb\":63") != NULL, "a stray bit is shown", text);
  check_that(tmamap_decode(NULL, text, sizeof text, NULL) == TMAMAP_UNREADABLE, "null", text);
}

static void load(void) {
  unsigned char global[1024], shared[1024];
  char copy[128], text[4096];
  size_t i;
  for (i = 0; i < sizeof global; ++i)
    global[i] = (unsigned char)(i / 64);
  memset(shared, 0xAA, sizeof shared);
  sprintf(copy, "%s load at=0,4 smem=0", spec);
  check_that(tmamap_simulate_load(copy, 0x10000, global, sizeof global, shared, sizeof shared, text,
                                  sizeof text, NULL) == TMAMAP_OK,
             "a load", text);
  check_that(shared[0] == 4 && shared[64] == 5 && shared[1023] == 0, "its bytes", text);
  check_that(strstr(text, "\"tx_bytes\":1024") != NULL, "its transaction bytes", text);

  check_that(tmamap_simulate_load(copy, 0x10000, global, 512, shared, sizeof shared, text,
                                  sizeof text, NULL) == TMAMAP_FOUND,
             "memory that is not there", text);
  check_that(strstr(text, "illegal_address") != NULL, "is a fault", text);
  check_that(tmamap_simulate_load(spec, 0x10000, global, sizeof global, shared, sizeof shared, text,
                                  sizeof text, NULL) == TMAMAP_UNREADABLE,
             "a spec without a load", text);
  check_that(tmamap_simulate_load(copy, 0x10000, NULL, 1024, shared, sizeof shared, text,
                                  sizeof text, NULL) == TMAMAP_UNREADABLE,
             "no buffer", text);
}

int main(void) {
  check_that(tmamap_api_version() == TMAMAP_API_VERSION, "API version", tmamap_version());
  reports();
  short_buffers();
  bytes();
  load();
  return failures == 0 ? 0 : 1;
}
