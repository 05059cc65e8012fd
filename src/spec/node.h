// SPDX-License-Identifier: Apache-2.0
// A YAML document as a plain value: what was written and where, before anything is known of its
// meaning.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::spec {

enum class NodeKind : std::uint8_t { kNull, kScalar, kList, kMap };

// One value. Entries of a mapping carry their key; keys are unique within one mapping.
struct Node {
  NodeKind kind = NodeKind::kNull;
  int line = 0;         // 1-based, of the value; 0 = not from the file
  int column = 0;       // 1-based, in bytes
  bool quoted = false;  // a scalar in quotes or a block scalar: text, whatever it looks like
  std::string text;     // of a scalar
  std::string key;      // when this is a mapping's entry
  int key_line = 0, key_column = 0;
  std::string set;  // the whole --set argument that this value comes from; empty = from the file
  std::vector<Node> children;

  // The entry of that key; null when there is none or this isn't a mapping.
  const Node* Find(std::string_view name) const {
    if (kind != NodeKind::kMap) return nullptr;
    for (const Node& child : children) {
      if (child.key == name) return &child;
    }
    return nullptr;
  }
  Node* Find(std::string_view name) {
    return const_cast<Node*>(static_cast<const Node*>(this)->Find(name));
  }
};

}  // namespace assay::spec
