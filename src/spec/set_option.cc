// SPDX-License-Identifier: Apache-2.0
#include "spec/set_option.h"

#include <span>
#include <utility>

#include "spec/near_name.h"
#include "spec/source_text.h"

namespace assay::spec {
namespace {

// A list entry's own name.
std::string_view NameOf(const Node& item) {
  for (std::string_view key : {"id", "name"}) {
    const Node* name = item.Find(key);
    if (name != nullptr && name->kind == NodeKind::kScalar) return name->text;
  }
  return {};
}

// Names can hold dots, so the longest one that `rest` starts with counts.
bool StartsWithName(std::string_view rest, std::string_view name) {
  return !name.empty() && rest.starts_with(name) &&
         (rest.size() == name.size() || rest[name.size()] == '.');
}

Node* ChildFor(Node& node, std::string_view rest, std::size_t* length) {
  Node* best = nullptr;
  *length = 0;
  for (Node& child : node.children) {
    const std::string_view name =
        node.kind == NodeKind::kList ? NameOf(child) : std::string_view(child.key);
    if (!StartsWithName(rest, name) || name.size() < *length) continue;
    best = &child;
    *length = name.size();
  }
  return best;
}

void MarkAsSet(Node& node, const std::string& set) {
  node.set = set;
  for (Node& child : node.children) MarkAsSet(child, set);
}

}  // namespace

Result<void> ApplySet(Node& root, std::string_view path, Node value) {
  const std::string set =
      std::string(path) + "=" + (value.kind == NodeKind::kScalar ? value.text : "…");
  const Where where{"--set", 0, 0, std::string(path), set};
  const auto fail = [&](ErrorCode code, std::string what, std::string hint) {
    return FailAt(where, code, std::move(what), std::move(hint));
  };
  if (path.empty() || path.front() == '.' || path.back() == '.' ||
      path.find("..") != std::string_view::npos) {
    return fail(ErrorCode::kUsage, "expected --set KEY.KEY=VALUE, found " + Shown(path),
                "for example --set traffic.online.rate=500/s");
  }
  Node* node = &root;
  std::string_view rest = path;
  while (!rest.empty()) {
    std::size_t length = 0;
    Node* child = ChildFor(*node, rest, &length);
    if (child == nullptr && node->kind == NodeKind::kList) {
      std::vector<std::string_view> known;
      for (const Node& item : node->children) {
        if (!NameOf(item).empty()) known.push_back(NameOf(item));
      }
      const std::string_view name = rest.substr(0, rest.find('.'));
      return fail(ErrorCode::kBadReference,
                  "expected the id or name of a member, found " + Shown(name),
                  NameHint(name, std::span<const std::string_view>(known)));
    }
    if (child == nullptr) {
      length = std::min(rest.find('.'), rest.size());
      if (node->kind != NodeKind::kMap) {
        node->kind = NodeKind::kMap;
        node->set = set;
      }
      child = &node->children.emplace_back();
      child->key = rest.substr(0, length);
      child->kind = NodeKind::kMap;
      child->set = set;
    }
    node = child;
    rest.remove_prefix(length == rest.size() ? length : length + 1);
  }
  value.key = node->key;
  MarkAsSet(value, set);
  *node = std::move(value);
  return {};
}

}  // namespace assay::spec
