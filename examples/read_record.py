#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a record.assay with the standard library alone: the format of docs/formats/record.md in a few lines."""
import json, struct, sys

CODES = {"i64": "q", "u64": "Q", "i32": "i", "u32": "I", "u8": "B"}


def blocks(path):
    """Yields (kind, first row, {column: values}) up to the end or the first torn block. Checksums aren't verified."""
    data = open(path, "rb").read()
    assert data[:16] == b"assay record/1\n\n", "not a record of version 1"
    at = 16
    while at + 48 <= len(data) and data[at:at + 8] == b"assayblk":
        header_size, payload_size = struct.unpack_from("<IQ", data, at + 12)
        body, at = at + 48, at + 48 + header_size + payload_size
        if at > len(data):
            return
        header, place, columns = json.loads(data[body:body + header_size]), body + header_size, {}
        for name, kind, count in header["columns"]:
            form = f"<{count}{CODES.get(kind, 's')}"
            columns[name] = struct.unpack_from(form, data, place)
            place += struct.calcsize(form)
        yield header["block"], header["first"], columns


if __name__ == "__main__":
    for kind, first, columns in blocks(sys.argv[1]):
        print(kind, first, {name: values[:4] for name, values in columns.items()})
