// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <map>
#include <pugixml.hpp>

#include "citation/document.h"
#include "data/format/zip_archive.h"

namespace assay {
namespace {

constexpr std::string_view kExtensions[] = {".pptx", ".pptm", ".potx", ".ppsx"};

constexpr std::size_t kLargestXml = 16'000'000;  // its tree takes many times as much memory

using citation::DocumentText;
using citation::Passage;
using data::ZipArchive;

// Name without its prefix: "a:t" -> "t". Files may bind other prefixes.
std::string_view LocalName(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  return name.substr(name.find(':') + 1);
}

bool IsSuperscript(const pugi::xml_node& run) {
  for (const pugi::xml_node& child : run) {
    if (LocalName(child) == "rPr") return child.attribute("baseline").as_int() > 0;
  }
  return false;
}

// Text of one paragraph. A superscript run that is a footnote's mark isn't part of the number
// before it.
std::string ParagraphText(const pugi::xml_node& paragraph) {
  std::string out;
  for (const pugi::xml_node& run : paragraph) {
    const std::string_view name = LocalName(run);
    if (name == "br") out += ' ';
    if ((name != "r" && name != "fld") || IsSuperscript(run)) continue;
    for (const pugi::xml_node& child : run) {
      if (LocalName(child) == "t") out += child.text().get();
    }
  }
  return out;
}

struct SlideWalk : pugi::xml_tree_walker {
  std::vector<std::string> paragraphs;
  std::vector<std::vector<std::vector<std::string>>> tables;
  std::vector<bool> is_title;
  bool pictures = false, charts = false, diagrams = false;
  int table_depth = -1;
  bool shape_is_title = false;

  bool for_each(pugi::xml_node& node) override {
    const std::string_view name = LocalName(node);
    if (table_depth >= 0 && depth() <= table_depth) table_depth = -1;
    if (name == "pic" || name == "blip") pictures = true;
    if (name == "chart") charts = true;
    if (name == "relIds") diagrams = true;
    if (name == "sp") shape_is_title = false;
    if (name == "ph") {
      const std::string_view type = node.attribute("type").value();
      shape_is_title = type == "title" || type == "ctrTitle";
    }
    if (name == "tbl") {
      table_depth = depth();
      AddTable(node);
    } else if (name == "p" && table_depth < 0 && std::string_view(node.name()).starts_with("a:")) {
      std::string text = ParagraphText(node);
      if (text.find_first_not_of(" \t\r\n") != std::string::npos) {
        paragraphs.push_back(std::move(text));
        is_title.push_back(shape_is_title);
      }
    }
    return true;
  }

  void AddTable(const pugi::xml_node& table) {
    auto& rows = tables.emplace_back();
    for (const pugi::xml_node& row : table) {
      if (LocalName(row) != "tr") continue;
      auto& cells = rows.emplace_back();
      for (const pugi::xml_node& cell : row) {
        if (LocalName(cell) != "tc") continue;
        std::string& text = cells.emplace_back();
        for (const pugi::xml_node& body : cell) {
          for (const pugi::xml_node& paragraph : body) {
            if (LocalName(paragraph) != "p") continue;
            if (!text.empty()) text += ' ';
            text += ParagraphText(paragraph);
          }
        }
      }
    }
  }
};

// XML inside the archive. The depth is bounded before the tree is walked: pugixml parses without
// recursion and walks without it.
Result<pugi::xml_document> ReadXml(ZipArchive& archive, const std::string& name) {
  ASSAY_TRY(bytes, archive.Read(name));
  if (bytes.size() > kLargestXml)
    return Fail(ErrorCode::kBadRow, name + " is larger than a slide can be");
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(bytes.data(), bytes.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed)
    return Fail(ErrorCode::kBadRow, name + " isn't well-formed XML: " + parsed.description());
  return document;
}

// id -> target of a part's relations, taken from the folder of the part.
std::map<std::string, std::string> RelationsOf(ZipArchive& archive, const std::string& part) {
  std::map<std::string, std::string> out;
  const std::size_t slash = part.rfind('/');
  const std::string folder = part.substr(0, slash + 1), file = part.substr(slash + 1);
  const std::string name = folder + "_rels/" + file + ".rels";
  if (!archive.Has(name)) return out;
  const auto document = ReadXml(archive, name);
  if (!document.has_value()) return out;
  for (const pugi::xml_node& relation : document->document_element()) {
    std::string target = relation.attribute("Target").value();
    target = target.starts_with('/')
                 ? target.substr(1)
                 : std::filesystem::path(folder + target).lexically_normal().generic_string();
    out[relation.attribute("Id").value()] = std::move(target);
  }
  return out;
}

int NumberOf(std::string_view name) {  // ppt/slides/slide12.xml
  const std::size_t at = name.find_last_not_of("0123456789", name.size() - 5);
  int number = 0;
  std::from_chars(name.data() + at + 1, name.data() + name.size() - 4, number);
  return number;
}

// In the order of the show, where the presentation says it; else by number.
std::vector<std::string> SlidesOf(ZipArchive& archive) {
  std::vector<std::string> slides;
  for (const std::string& name : archive.names()) {
    if (name.starts_with("ppt/slides/slide") && name.ends_with(".xml")) slides.push_back(name);
  }
  std::ranges::stable_sort(slides, {}, [](const std::string& name) { return NumberOf(name); });
  if (!archive.Has("ppt/presentation.xml")) return slides;
  const auto presentation = ReadXml(archive, "ppt/presentation.xml");
  if (!presentation.has_value()) return slides;
  const std::map<std::string, std::string> relations = RelationsOf(archive, "ppt/presentation.xml");
  std::vector<std::string> ordered;
  for (const pugi::xml_node& list : presentation->document_element()) {
    if (LocalName(list) != "sldIdLst") continue;
    for (const pugi::xml_node& slide : list) {
      const auto target = relations.find(slide.attribute("r:id").value());
      if (target != relations.end() && std::ranges::find(slides, target->second) != slides.end()) {
        ordered.push_back(target->second);
      }
    }
  }
  return ordered.empty() ? slides : ordered;
}

void AddSlide(const SlideWalk& walk, const std::string& part, DocumentText& out) {
  const bool has_title = std::ranges::find(walk.is_title, true) != walk.is_title.end();
  for (std::size_t i = 0; i < walk.paragraphs.size(); ++i) {
    Passage passage;
    passage.text = walk.paragraphs[i];
    passage.part = passage.page = part;
    // A deck without title shapes starts its slides with the title.
    passage.title = has_title ? walk.is_title[i] : i == 0 && walk.paragraphs.size() > 1;
    out.passages.push_back(std::move(passage));
  }
  for (const auto& rows : walk.tables) {
    for (std::size_t i = 1; i < rows.size(); ++i) {
      Passage passage;
      passage.titles = rows[0];
      passage.cells = rows[i];
      passage.part = passage.page = part;
      out.passages.push_back(std::move(passage));
    }
  }
  if (walk.charts) out.not_read.push_back({"", part, "a chart's numbers"});
  if (walk.diagrams) out.not_read.push_back({"", part, "a diagram's text"});
  if (walk.paragraphs.empty() && walk.tables.empty() && walk.pictures)
    out.not_read.push_back({"", part, "image only"});
}

Result<DocumentText> ReadPptx(std::string_view bytes, const std::filesystem::path&) {
  ASSAY_TRY(archive, ZipArchive::Open(bytes));
  const std::vector<std::string> slides = SlidesOf(archive);
  if (slides.empty())
    return Fail(ErrorCode::kBadRow, "a ZIP archive without slides: not a presentation");
  DocumentText out;
  for (std::size_t i = 0; i < slides.size(); ++i) {
    const std::string part = "slide " + std::to_string(i + 1);
    auto document = ReadXml(archive, slides[i]);
    if (!document.has_value()) {
      if (document.error().code == ErrorCode::kOutOfRange)
        return std::unexpected(std::move(document).error());
      out.not_read.push_back({"", part, document.error().what});
      continue;
    }
    SlideWalk walk;
    document->traverse(walk);
    AddSlide(walk, part, out);
    for (const auto& [id, target] : RelationsOf(archive, slides[i])) {
      if (!target.starts_with("ppt/notesSlides/") || !archive.Has(target)) continue;
      auto notes = ReadXml(archive, target);
      if (!notes.has_value()) continue;
      SlideWalk spoken;
      notes->traverse(spoken);
      for (const std::string& text : spoken.paragraphs) {
        Passage passage;
        passage.text = text;
        passage.part = part + " notes";
        passage.page = part;
        out.passages.push_back(std::move(passage));
      }
    }
  }
  return out;
}

}  // namespace

extern const DocumentInfo kDocument_pptx;
const DocumentInfo kDocument_pptx{.name = "pptx",
                                  .extensions = kExtensions,
                                  .summary =
                                      "text, tables and notes of each slide; slides that are "
                                      "pictures, and charts, are listed as not read",
                                  .read = &ReadPptx};

}  // namespace assay
