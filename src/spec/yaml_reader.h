// SPDX-License-Identifier: Apache-2.0
// Reads YAML (and JSON, its subset) into a Node, with the position of every key and value.
//
// A subset on purpose: one document, no anchors, aliases, merge keys or tags, keys are texts and
// unique, and nothing but null (~, null, or nothing at all) has a meaning by its look: what `yes`,
// 010 or 1:30 mean is for the key to say.
#pragma once

#include <string>
#include <string_view>

#include "assay/result.h"
#include "spec/node.h"

namespace assay::spec {

// `file` is only the name to put into errors.
// Range    up to 1 MiB, 64 levels deep. UTF-8, with or without a byte order mark; lines end with
// LF, CR LF or CR. Errors   all that can be told apart: kSyntax without a document and for what
// isn't well-formed or isn't in the
//          subset; kDuplicateKey; kOutOfRange for size. After a real syntax error nothing more is
//          read.
//          With `duplicates`, keys that stand twice are told there, and the tree is returned with
//          all of them, so that whatever else is wrong can be told at the same time.
// Threads  safe: no shared state.
Results<Node> ReadYaml(std::string_view text, const std::string& file,
                       Errors* duplicates = nullptr);

}  // namespace assay::spec
