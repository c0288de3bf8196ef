# SPDX-License-Identifier: MIT
"""One load through a tensor map, simulated from Python with nothing installed.

    python3 load.py [path of libtmamap_c.so]
"""
import ctypes
import json
import sys

tmamap = ctypes.CDLL(sys.argv[1] if len(sys.argv) > 1 else "libtmamap_c.so")
tmamap.tmamap_version.restype = ctypes.c_char_p
SPEC = "tiled u8 addr=0x10000 dim=64x16 strides=64 box=64x16 swizzle=none"


def call(function, *arguments):
    """Calls a function that writes JSON; gives its status and the text, read."""
    text = ctypes.create_string_buffer(1 << 16)
    status = function(*arguments, text, ctypes.c_size_t(len(text)), None)
    return status, json.loads(text.value)


def main():
    status, report = call(tmamap.tmamap_check, SPEC.encode())
    assert status == 0, report

    map_bytes = (ctypes.c_ubyte * 128)()
    status, report = call(tmamap.tmamap_encode, SPEC.encode(), map_bytes)
    assert status == 0, report
    status, decoded = call(tmamap.tmamap_decode, map_bytes)
    print(decoded["spec"])

    tensor = (ctypes.c_ubyte * 1024)(*(row for row in range(16) for _ in range(64)))
    tile = (ctypes.c_ubyte * 1024)()
    copy = (decoded["spec"] + " load at=0,0 smem=0").encode()
    status, result = call(tmamap.tmamap_simulate_load, copy,
                          ctypes.c_uint64(0x10000), tensor, ctypes.c_uint64(len(tensor)),
                          tile, ctypes.c_uint64(len(tile)))
    assert status == 0, result
    print(f"{result['outcome']}: {result['tx_bytes']} bytes, row 5 starts with", *tile[320:324])


main()
