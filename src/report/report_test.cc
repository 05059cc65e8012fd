// SPDX-License-Identifier: Apache-2.0
// Golden files hold the whole of every format; the tests beside them hold what must be true of any
// model.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "report/display_text.h"
#include "report/golden_model_test.h"
#include "report/report_format.h"

namespace assay::report {
namespace {

constexpr const char* kGoldenFolder = ASSAY_GOLDEN_DIR "/report/";

std::string Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string Render(std::string_view format, const ReportModel& model,
                   const RenderOptions& options = {}) {
  const ReportFormatInfo* found = FindReportFormat(format);
  return found ? found->render(model, options) : std::string();
}

// tools/bless_golden.py sets ASSAY_BLESS, which writes the file instead of comparing it.
void ExpectGolden(const std::string& name, const std::string& text) {
  if (std::getenv("ASSAY_BLESS")) {
    std::ofstream(kGoldenFolder + name, std::ios::binary) << text;
    GTEST_SKIP() << "wrote " << name;
  }
  const std::string expected = Read(kGoldenFolder + name);
  ASSERT_FALSE(expected.empty()) << name << " is missing; tools/bless_golden.py writes it";
  std::size_t at = 0;
  while (at < std::min(expected.size(), text.size()) && expected[at] == text[at]) ++at;
  EXPECT_TRUE(expected == text) << name << " differs from byte " << at << " on:\n  expected …"
                                << expected.substr(at, 120) << "\n  found …"
                                << text.substr(at, 120);
}

TEST(Report, TextIsAsGolden) { ExpectGolden("report.txt", Render("text", GoldenModel())); }
TEST(Report, AsciiTextIsAsGolden) {
  ExpectGolden("report_ascii.txt",
               Render("text", GoldenModel(), {.width = 100, .color = false, .utf8 = false}));
}
TEST(Report, JsonIsAsGolden) { ExpectGolden("report.json", Render("json", GoldenModel())); }
TEST(Report, MarkdownIsAsGolden) { ExpectGolden("report.md", Render("markdown", GoldenModel())); }
TEST(Report, HtmlIsAsGolden) { ExpectGolden("report.html", Render("html", GoldenModel())); }

TEST(Report, EveryFormatGivesADocumentForAnEmptyModel) {
  for (const ReportFormatInfo* format : AllReportFormats()) {
    const std::string text = format->render(ReportModel{}, {});
    ASSERT_FALSE(text.empty()) << format->name;
    EXPECT_EQ(text.back(), '\n') << format->name;
  }
}

TEST(Report, FormatsAreSortedAndFoundByName) {
  const auto all = AllReportFormats();
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_LT(all[i - 1]->name, all[i]->name);
  EXPECT_EQ(FindReportFormat("html")->extension, ".html");
  EXPECT_EQ(FindReportFormat("htm"), nullptr);
}

TEST(Report, TextPutsTheVerdictOnTheFirstLines) {
  const std::string text = Render("text", GoldenModel());
  EXPECT_LT(text.find("UNDECIDED"), text.find("Decision"));
}

TEST(Report, TextHasNoControlBytesWithoutColour) {
  for (const bool utf8 : {true, false}) {
    for (const char c :
         Render("text", GoldenModel(), {.width = 80, .color = false, .utf8 = utf8})) {
      const auto byte = static_cast<unsigned char>(c);
      EXPECT_TRUE(c == '\n' || (byte >= 0x20 && byte != 0x7F)) << static_cast<int>(byte);
      EXPECT_TRUE(utf8 || byte < 0x80);
    }
  }
}

// Colour adds nothing but colour: without its codes the text is the same.
TEST(Report, ColourOnlyAddsCodes) {
  std::string colored = Render("text", GoldenModel(), {.width = 80, .color = true, .utf8 = true});
  ASSERT_NE(colored.find('\033'), std::string::npos);
  std::string plain;
  for (std::size_t i = 0; i < colored.size(); ++i) {
    if (colored[i] == '\033')
      i = colored.find('m', i);
    else
      plain += colored[i];
  }
  EXPECT_EQ(plain, Render("text", GoldenModel()));
}

// Lines that hold one unbreakable word of the user may be longer.
TEST(Report, TextKeepsToItsWidth) {
  std::size_t at = 0;
  const std::string text = Render("text", GoldenModel());
  while (at < text.size()) {
    const std::size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    const bool names = line.find("evil") != std::string::npos || line.starts_with("Next");
    EXPECT_TRUE(names || DisplayWidth(line) <= 80) << line;
    at = end + 1;
  }
}

TEST(Report, NamesCannotOpenATagInHtml) {
  const std::string html = Render("html", GoldenModel());
  for (const char* tag :
       {"<script", "<img", "<b>&", "<int8>", "onerror=alert(1)>", "\x1b", "\u202E", "\xff"}) {
    EXPECT_EQ(html.find(tag), std::string::npos) << tag;
  }
  EXPECT_NE(html.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(Report, HtmlNamesNoOtherPlace) {
  const std::string html = Render("html", GoldenModel());
  for (const char* word : {"http:", "https:", "src=", "url(", "@import", "<link"}) {
    const std::size_t at = html.find(word);
    const bool only_in_a_name = at != std::string::npos && html.substr(at, 10) == "src=x oner";
    EXPECT_TRUE(at == std::string::npos || only_in_a_name) << word << " at " << at;
  }
}

TEST(Report, NothingNonFiniteIsPrinted) {
  for (const char* format : {"text", "json", "html", "markdown"}) {
    const std::string text = Render(format, GoldenModel());
    for (const char* word : {"NaN", "nan,", "nan ", ">nan", "\"nan", " inf,", "-inf", ">inf"}) {
      EXPECT_EQ(text.find(word), std::string::npos) << word << " in " << format;
    }
  }
  EXPECT_NE(Render("json", GoldenModel()).find("\"note\": \"not a finite number\""),
            std::string::npos);
}

TEST(Report, ThePreferredCandidateIsMarkedInEveryFormat) {
  ReportModel model = GoldenModel();
  model.decision->candidates[0].preferred = true;
  EXPECT_EQ(Render("html", GoldenModel()).find("preferred</span>"), std::string::npos);
  EXPECT_NE(Render("html", model).find("preferred</span>"), std::string::npos);
  EXPECT_NE(Render("text", model).find("  preferred\n"), std::string::npos);
  EXPECT_NE(Render("json", model).find("\"preferred\": true"), std::string::npos);
}

TEST(Report, AMetricThatStandsTwiceIsShownTwice) {
  ReportModel model = GoldenModel();
  for (const double value : {0.123, 0.456}) {
    model.quality[0].measurements.push_back(Measured("f_beta", value, Unit::kNumber, 3'937));
  }
  for (const char* format : {"text", "json", "html", "markdown"}) {
    const std::string text = Render(format, model);
    EXPECT_NE(text.find("0.123"), std::string::npos) << format;
    EXPECT_NE(text.find("0.456"), std::string::npos) << format;
  }
}

// Every claim, constraint and candidate of the model reaches the reader in every format.
TEST(Report, NothingIsDropped) {
  const ReportModel model = GoldenModel();
  for (const char* format : {"text", "json", "html", "markdown"}) {
    const std::string text = Render(format, model);
    for (const auto& claim : model.claims)
      EXPECT_NE(text.find(claim.claim), std::string::npos) << claim.claim;
    for (const auto& cell : model.cells) {
      for (const auto& constraint : cell.verdict.constraints) {
        EXPECT_NE(text.find(constraint.name), std::string::npos)
            << constraint.name << " in " << format;
      }
    }
    EXPECT_NE(text.find("unqualified: accuracy not shown"), std::string::npos) << format;
    EXPECT_NE(text.find("demo load: not MLPerf length"), std::string::npos) << format;
  }
}

}  // namespace
}  // namespace assay::report
