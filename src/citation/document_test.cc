// SPDX-License-Identifier: Apache-2.0
#include "citation/document.h"

#include <gtest/gtest.h>
#include <minizip/zip.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "citation/reading/vocabulary_for_tests.h"

namespace assay::citation {
namespace {

using Lines = std::vector<std::string>;

class DocumentTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(::testing::TempDir()) / ("documents_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::remove_all(folder_);
    unsetenv("ASSAY_PDFTOTEXT");
  }

  std::filesystem::path Write(const std::string& name, std::string_view bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  // "part: quote", then "part not read: reason".
  Lines Read(const std::filesystem::path& path) {
    return Show(std::filesystem::is_directory(path) ? ReadDirectory(path, vocabulary_) : ReadDocument(path, vocabulary_));
  }
  Lines Show(const Results<ReadDocuments>& read) {
    if (!read) return {"error " + std::to_string(static_cast<int>(read.error()[0].code))};
    Lines out;
    for (const Quote& quote : read->quotes) {
      Quote shown = quote;
      shown.stated.erase("footnote");
      out.push_back(quote.place.part + ": " + LineOf(shown));
    }
    for (const NotRead& part : read->not_read) {
      out.push_back(part.part + (part.part.empty() ? "" : " ") + "not read: " + part.reason);
    }
    return out;
  }

  // A program in place of pdftotext.
  void PretendPdfToText(const std::string& script) {
    const std::filesystem::path program = Write("pdftotext", "#!/bin/sh\n" + script);
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    setenv("ASSAY_PDFTOTEXT", program.c_str(), 1);
  }

  std::filesystem::path folder_;
  Vocabulary vocabulary_ = VocabularyForTests();
};

std::string Slide(std::string_view shapes) {
  return "<?xml version=\"1.0\"?><p:sld xmlns:a=\"a\" xmlns:p=\"p\" xmlns:r=\"r\" xmlns:c=\"c\"><p:cSld><p:spTree>" +
         std::string(shapes) + "</p:spTree></p:cSld></p:sld>";
}
std::string Shape(std::string_view text, std::string_view kind = "") {
  return "<p:sp><p:nvSpPr><p:nvPr>" + std::string(kind) + "</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>" +
         std::string(text) + "</a:t></a:r></a:p></p:txBody></p:sp>";
}

void WriteZip(const std::filesystem::path& path, const std::vector<std::pair<std::string, std::string>>& files) {
  zipFile archive = zipOpen64(path.c_str(), 0);
  ASSERT_NE(archive, nullptr);
  for (const auto& [name, bytes] : files) {
    zipOpenNewFileInZip(archive, name.c_str(), nullptr, nullptr, 0, nullptr, 0, nullptr, 8, 6);
    zipWriteInFileInZip(archive, bytes.data(), static_cast<unsigned>(bytes.size()));
    zipCloseFileInZip(archive);
  }
  zipClose(archive, nullptr);
}

TEST_F(DocumentTest, SlidesInTheOrderOfTheShow) {
  const std::string table =
      "<p:graphicFrame><a:graphic><a:tbl>"
      "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Scenario</a:t></a:r></a:p></a:txBody></a:tc>"
      "<a:tc><a:txBody><a:p><a:r><a:t>Tokens/s</a:t></a:r></a:p></a:txBody></a:tc></a:tr>"
      "<a:tr><a:tc><a:txBody><a:p><a:r><a:t>Server</a:t></a:r></a:p></a:txBody></a:tc>"
      "<a:tc><a:txBody><a:p><a:r><a:t>33,379</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphic></p:graphicFrame>";
  WriteZip(folder_ / "deck.pptx",
           {{"ppt/presentation.xml", "<p:presentation xmlns:p=\"p\" xmlns:r=\"r\"><p:sldIdLst><p:sldId r:id=\"b\"/>"
                                     "<p:sldId r:id=\"a\"/><p:sldId r:id=\"c\"/></p:sldIdLst></p:presentation>"},
            {"ppt/_rels/presentation.xml.rels",
             "<Relationships><Relationship Id=\"a\" Target=\"slides/slide1.xml\"/>"
             "<Relationship Id=\"b\" Target=\"slides/slide2.xml\"/><Relationship Id=\"c\" Target=\"/ppt/slides/slide3.xml\"/>"
             "</Relationships>"},
            {"ppt/slides/slide1.xml",
             Slide(Shape("34,988 tokens/s Offline") + table +
                   Shape("MLPerf Inference v5.1 Closed, Llama 2 70B", "<p:ph type=\"title\"/>") +
                   Shape("Source: mlcommons.org/benchmarks, 9 Sep 2025"))},
            {"ppt/slides/_rels/slide1.xml.rels",
             "<Relationships><Relationship Id=\"n\" Target=\"../notesSlides/notesSlide1.xml\"/></Relationships>"},
            {"ppt/notesSlides/notesSlide1.xml", Slide(Shape("Say that it is 1.5x faster than H100."))},
            {"ppt/slides/slide2.xml", Slide(Shape("Founded in 2019, 420 people"))},
            {"ppt/slides/slide3.xml", Slide("<p:pic/><p:graphicFrame><c:chart/></p:graphicFrame>")}});
  const std::string shared = "benchmark=llama2-70b date=2025-09-09 division=closed round=v5.1 ";
  const std::string source = " source=mlcommons.org/benchmarks";
  EXPECT_EQ(Read(folder_ / "deck.pptx"),
            (Lines{"slide 2: MLPerf Inference " + shared + "scenario=Offline" + source + " unit=Tokens/s value=34988",
                   "slide 2: MLPerf Inference " + shared + "scenario=Server" + source + " unit=Tokens/s value=33379",
                   "slide 2 notes: MLPerf Inference benchmark=llama2-70b date=2025-09-09 division=closed metric=speedup "
                   "round=v5.1" + source + " unit=x value=1.5 vs{accelerator=H100} !speedup",
                   "slide 3 not read: a chart's numbers", "slide 3 not read: image only"}));
}

TEST_F(DocumentTest, ABrokenSlideHidesNoOther) {
  WriteZip(folder_ / "a.pptx", {{"ppt/slides/slide1.xml", "<p:sld"}, {"ppt/slides/slide2.xml", Slide(Shape("9,000 tokens/s"))}});
  const Lines found = Read(folder_ / "a.pptx");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0], "slide 2: - unit=Tokens/s value=9000");
  EXPECT_TRUE(found[1].starts_with("slide 1 not read: ppt/slides/slide1.xml isn't well-formed XML")) << found[1];
  WriteZip(folder_ / "b.pptx", {{"word/document.xml", "<a/>"}});
  EXPECT_EQ(Read(folder_ / "b.pptx"), Lines{"error 402"});
  EXPECT_EQ(Read(Write("c.pptx", "no archive")), Lines{"error 402"});
  EXPECT_EQ(Read(Write("d.pptx", "")), Lines{"error 402"});
}

TEST_F(DocumentTest, PagesOfAPdf) {
  PretendPdfToText("printf 'Introduction\\n\\nWe serve 12 teams.\\n\\f\\n\\n\\fMLPerf Inference v5.1 Closed\\n\\n'\n"
                   "printf 'Our H200 serves 33,379 tokens/s on Llama\\n2 70B in the Server sce-\\nnario.\\n\\f'\n");
  EXPECT_EQ(Read(Write("paper.pdf", "%PDF-1.4\n")),
            (Lines{"page 3: MLPerf Inference accelerator=H200 benchmark=llama2-70b division=closed round=v5.1 "
                   "scenario=Server unit=Tokens/s value=33379",
                   "page 2 not read: image only"}));
}

TEST_F(DocumentTest, APdfThatCantBeReadSaysWhy) {
  const std::filesystem::path paper = Write("paper.pdf", "%PDF-1.4\n");
  setenv("ASSAY_PDFTOTEXT", (folder_ / "missing").c_str(), 1);
  EXPECT_EQ(Read(paper), Lines{"not read: install poppler-utils"});
  PretendPdfToText("exit 1\n");
  EXPECT_EQ(Read(paper), Lines{"not read: pdftotext can't read it: damaged or locked by a password"});
  PretendPdfToText("exit 3\n");
  EXPECT_EQ(Read(paper), Lines{"not read: it doesn't permit reading its text"});
  EXPECT_EQ(Read(Write("fake.pdf", "hello")), Lines{"error 402"});
}

TEST_F(DocumentTest, HeadingsSayWhatHoldsForTheirSection) {
  constexpr std::string_view kPage =
      "<html><head><title>9,999 tokens/s</title><style>a{}</style></head><body><script>x = '12,345 tokens/s'</script>"
      "<h1>MLPerf&reg; Inference v5.1 Closed</h1><h2>Llama 2 70B</h2>"
      "<p>The H200 serves <b>33,379</b><sup>1</sup> tokens/s in <i>Server</i>.</p>"
      "<h2>Whisper</h2><table><tr><th>Accelerator</th><th>Offline tokens/s</th></tr>"
      "<tr><td>L40S</td><td>2,000</td></tr></table></body></html>";
  EXPECT_EQ(Read(Write("page.html", kPage)),
            (Lines{"line 1: MLPerf Inference accelerator=H200 benchmark=llama2-70b division=closed round=v5.1 "
                   "scenario=Server unit=Tokens/s value=33379",
                   "table 1 row 1: MLPerf Inference accelerator=L40S benchmark=whisper division=closed round=v5.1 "
                   "scenario=Offline unit=Tokens/s value=2000"}));
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<div>";
  EXPECT_EQ(Read(Write("deep.html", deep)), Lines{"error 306"});
}

TEST_F(DocumentTest, MarkdownWithATable) {
  EXPECT_EQ(Read(Write("README.md", "# MLPerf Inference v5.1\n\nIntro.\n\n| Benchmark | Server (tokens/s) |\n|---|--:|\n"
                                    "| Llama 2 70B | 33,379 |\n\n- Mixtral 8x7B: **59,022** tokens/s offline\n\n"
                                    "<p>8,000 tokens/s</p>\n\n    7,000 tokens/s\n")),
            (Lines{"table 1 row 1: MLPerf Inference benchmark=llama2-70b round=v5.1 scenario=Server unit=Tokens/s value=33379",
                   "line 9: MLPerf Inference benchmark=mixtral-8x7b round=v5.1 scenario=Offline unit=Tokens/s value=59022",
                   "line 11: MLPerf Inference round=v5.1 unit=Tokens/s value=8000",
                   "line 13: MLPerf Inference round=v5.1 unit=Tokens/s value=7000"}));
}

TEST_F(DocumentTest, CsvRowsAndParagraphs) {
  EXPECT_EQ(Read(Write("a.csv", "round,scenario,value\nv5.1,Server,\"33,379\"\nv5.1,Server,\n")),
            Lines{"row 1: - round=v5.1 scenario=Server value=33379"});
  EXPECT_EQ(Read(Write("b.csv", "day,note\nMonday,8x H200 serve 33K tokens/s\n")),
            Lines{"row 1: - ~ accelerator=H200 accelerators=8 unit=Tokens/s value=33000"});
  EXPECT_EQ(Read(Write("c.txt", "One.\r\n\r\n33,379 tokens/s\r\non Llama 2 70B\r\n")),
            Lines{"line 3: - benchmark=llama2-70b unit=Tokens/s value=33379"});
}

TEST_F(DocumentTest, AFolderInOrderAndWhatItCouldNotRead) {
  Write("b.txt", "9,000 tokens/s");
  Write("a.yaml", "round: v5.1\nvalue: 1\n");
  Write("bad.json", "{");
  Write("old.ppt", "x");
  Write("ignored.o", "x");
  std::filesystem::create_directories(folder_ / "sub");
  Write("sub/c.md", "8,000 tokens/s");
  const Lines found = Read(folder_);
  ASSERT_EQ(found.size(), 5u);
  EXPECT_EQ(found[0], ": - round=v5.1 value=1");
  EXPECT_EQ(found[1], "line 1: - unit=Tokens/s value=9000");
  EXPECT_EQ(found[2], "line 1: - unit=Tokens/s value=8000");
  EXPECT_TRUE(found[3].starts_with("not read: "));
  EXPECT_EQ(found[4], "not read: not a format that is read");
}

TEST_F(DocumentTest, ErrorsAreValues) {
  EXPECT_EQ(Read(folder_ / "none.md"), Lines{"error 201"});
  EXPECT_EQ(Read(Write("x.xyz", "")), Lines{"error 102"});
  std::filesystem::create_directories(folder_ / "empty");
  EXPECT_EQ(Read(folder_ / "empty"), Lines{"error 401"});
  EXPECT_TRUE(IsDocument("a/B.PPTX"));
  EXPECT_FALSE(IsDocument("pptx"));
}

}  // namespace
}  // namespace assay::citation
