// SPDX-License-Identifier: Apache-2.0
#include "spec/yaml_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <sstream>
#include <utility>

#include "spec/source_text.h"

namespace assay::spec {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kMostLevels = 64;

// Stops the parser from inside an event; caught at the end of this file.
class Stop : public std::exception {};

// Builds the tree from yaml-cpp's events. The innermost open list or mapping is the last of
// `open_`.
class TreeBuilder : public YAML::EventHandler {
 public:
  // `text` is what yaml-cpp reads.
  TreeBuilder(const SourceText& source, std::string_view text) : source_(source), text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      Add(mark, "expected one document, found a second one", "put it into a file of its own");
      throw Stop();
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { Take(At(NodeKind::kNull, mark)); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    Add(mark, "expected a value, found an alias",
        "anchors and aliases aren't part of the grammar: write the value out");
    Take(At(NodeKind::kNull, mark));
  }

  void OnAnchor(const YAML::Mark& mark, const std::string&) override {
    Add(mark, "expected a value, found an anchor",
        "anchors and aliases aren't part of the grammar: write the value out");
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                const std::string& value) override {
    RefuseTag(mark, tag);
    Node node = At(NodeKind::kScalar, mark);
    node.quoted = tag == "!";
    node.text = value;
    if (node.quoted && !IsClosed(mark)) {
      Add(mark, "expected a closing quote, found the end of the file", "");
      throw Stop();
    }
    Take(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    Open(NodeKind::kList, mark, tag);
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    Open(NodeKind::kMap, mark, tag);
  }
  void OnMapEnd() override { Close(); }

  void Add(const YAML::Mark& mark, std::string what, std::string hint,
           ErrorCode code = ErrorCode::kSyntax) {
    // yaml-cpp counts from 0, and marks what has no place by -1.
    const int line = mark.line < 0 ? 0 : mark.line + 1;
    const int column = mark.column < 0 ? 0 : mark.column + 1;
    errors_.push_back(
        Error{code, std::move(what), {source_.At(line, column, path_)}, std::move(hint)});
  }

  Errors TakeErrors() { return std::move(errors_); }
  std::optional<Node> TakeRoot() { return std::move(root_); }

 private:
  struct OpenNode {
    Node node;
    std::optional<Node> key;  // of a mapping: read, its value not yet
    std::size_t path_size;    // of path_ before this node
  };

  static Node At(NodeKind kind, const YAML::Mark& mark) {
    Node node;
    node.kind = kind;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }

  // "?" is yaml-cpp's word for a plain value without a tag, "!" for a quoted one.
  void RefuseTag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    Add(mark, "expected a value, found the tag " + Shown(tag),
        "tags aren't part of the grammar: leave it out");
  }

  // yaml-cpp 0.7 takes a quoted text that the file's last line leaves open for a finished one.
  bool IsClosed(const YAML::Mark& mark) const {
    const auto start = static_cast<std::size_t>(mark.pos);
    if (start >= text_.size() || (text_[start] != '"' && text_[start] != '\'')) return true;
    for (std::size_t i = start + 1; i < text_.size(); ++i) {
      const bool doubled =
          i + 1 < text_.size() && text_[i] == '\'' && text_[i + 1] == '\'';  // '' in '…' is one '
      if (text_[start] == '"' ? text_[i] == '\\' : doubled) {
        ++i;
      } else if (text_[i] == text_[start]) {
        return true;
      }
    }
    return false;
  }

  bool WaitsForKey() const {
    return !open_.empty() && open_.back().node.kind == NodeKind::kMap && !open_.back().key;
  }

  void Open(NodeKind kind, const YAML::Mark& mark, const std::string& tag) {
    RefuseTag(mark, tag);
    if (open_.size() >= kMostLevels) {
      Add(mark, "expected at most " + std::to_string(kMostLevels) + " levels, found more", "");
      throw Stop();
    }
    if (WaitsForKey()) {
      Add(mark, "expected a text as the key, found a list or mapping", "");
      throw Stop();
    }
    open_.push_back(OpenNode{At(kind, mark), std::nullopt, path_.size()});
    if (open_.size() > 1 && open_[open_.size() - 2].key)
      path_ += (path_.empty() ? "" : ".") + open_[open_.size() - 2].key->text;
  }

  void Close() {
    Node node = std::move(open_.back().node);
    path_.resize(open_.back().path_size);
    open_.pop_back();
    Take(std::move(node));
  }

  // A finished value goes into the innermost open node, or becomes that node's next key.
  void Take(Node node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    OpenNode& parent = open_.back();
    if (WaitsForKey()) {
      TakeKey(std::move(node));
      return;
    }
    if (parent.key) {
      node.key = std::move(parent.key->text);
      node.key_line = parent.key->line;
      node.key_column = parent.key->column;
      parent.key.reset();
      if (parent.node.Find(node.key) != nullptr) return;  // told when the key was read
    }
    parent.node.children.push_back(std::move(node));
  }

  void TakeKey(Node node) {
    const YAML::Mark mark = MarkOf(node);
    if (node.kind == NodeKind::kNull) Add(mark, "expected a key, found nothing", "");
    if (node.text == "<<" && !node.quoted) {
      Add(mark, "expected a key, found a merge key",
          "merge keys aren't part of the grammar: write the keys out");
    }
    if (const Node* first = open_.back().node.Find(node.text); first != nullptr) {
      Add(mark, "key " + Shown(node.text) + " stands twice in one mapping",
          "the first is in line " + std::to_string(first->key_line) + "; take one of them out",
          ErrorCode::kDuplicateKey);
    }
    open_.back().key = std::move(node);
  }

  static YAML::Mark MarkOf(const Node& node) {
    YAML::Mark mark;
    mark.line = node.line - 1;
    mark.column = node.column - 1;
    return mark;
  }

  const SourceText& source_;
  std::string_view text_;
  int documents_ = 0;
  std::vector<OpenNode> open_;
  std::string path_;
  std::optional<Node> root_;
  Errors errors_;
};

// Length of the UTF-8 sequence at `at`; 0 when there is no valid one (Unicode 15, table 3-7).
std::size_t Utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return tail(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (first == 0xE0 && second < 0xA0) return 0;
    if (first == 0xED && second > 0x9F) return 0;
    return tail(1) && tail(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (first == 0xF0 && second < 0x90) return 0;
    if (first == 0xF4 && second > 0x8F) return 0;
    return tail(1) && tail(2) && tail(3) ? 4 : 0;
  }
  return 0;
}

// The first byte that isn't text, since yaml-cpp takes some control characters for the end of the
// file and replaces broken UTF-8 without a word.
std::optional<Error> FindNonText(std::string_view text, const SourceText& source) {
  constexpr char kHex[] = "0123456789ABCDEF";
  int line = 1;
  std::size_t line_start = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = Utf8Length(text, at);
    const bool control =
        (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F;
    if (length == 0 || control) {
      const std::string shown = std::string("byte 0x") + kHex[byte >> 4] + kHex[byte & 15];
      return Error{ErrorCode::kSyntax,
                   "expected UTF-8 text, found " + shown,
                   {source.At(line, static_cast<int>(at - line_start) + 1, "")},
                   "save the file as UTF-8"};
    }
    const bool crlf = byte == '\r' && at + 1 < text.size() && text[at + 1] == '\n';
    at += length;
    if (byte == '\n' || (byte == '\r' && !crlf)) {
      ++line;
      line_start = at;
    }
  }
  return std::nullopt;
}

// One kind of line end for yaml-cpp, which counts LF only.
std::string WithLf(std::string_view text) {
  std::string lf;
  lf.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r') {
      lf += text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      lf += '\n';
    }
  }
  return lf;
}

void Parse(const std::string& text, TreeBuilder& builder) {
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Stop&) {
  } catch (const YAML::Exception& error) {
    builder.Add(error.mark, "not well-formed: " + error.msg, "");
  } catch (const std::exception& error) {
    builder.Add(YAML::Mark::null_mark(), std::string("not well-formed: ") + error.what(), "");
  }
}

}  // namespace

Results<Node> ReadYaml(std::string_view text, const std::string& file, Errors* duplicates) {
  if (text.size() > kMostBytes) {
    return std::unexpected(Errors{{ErrorCode::kOutOfRange,
                                   "expected at most " + std::to_string(kMostBytes) +
                                       " bytes, found " + std::to_string(text.size()),
                                   {Where{file, 0, 0, "", ""}},
                                   "is this a data file?"}});
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const SourceText source(file, text);
  if (const auto error = FindNonText(text, source)) return std::unexpected(Errors{*error});
  const std::string lf = WithLf(text);
  TreeBuilder builder(source, lf);
  Parse(lf, builder);
  Errors errors = builder.TakeErrors();
  std::optional<Node> root = builder.TakeRoot();
  const bool only_duplicates = std::all_of(errors.begin(), errors.end(), [](const Error& error) {
    return error.code == ErrorCode::kDuplicateKey;
  });
  if (duplicates != nullptr && root && only_duplicates) duplicates->swap(errors);
  if (errors.empty() && (!root || root->kind == NodeKind::kNull)) {
    errors.push_back({ErrorCode::kSyntax,
                      "expected a YAML document, found an empty file",
                      {Where{file, 1, 1, "", ""}},
                      {}});
  }
  if (!errors.empty()) return std::unexpected(std::move(errors));
  return *std::move(root);
}

}  // namespace assay::spec
