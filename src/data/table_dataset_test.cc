// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "assay/dataset.h"
#include "base/file.h"
#include "data/label/class_labels.h"

namespace assay {

extern const DatasetInfo kDataset_csv;
extern const DatasetInfo kDataset_jsonl;

namespace {

class TableFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  Results<std::unique_ptr<Dataset>> Open(std::string_view text, DatasetOptions options = {}, bool json = false) {
    EXPECT_TRUE(base::WriteFileAtomically(path_, text).has_value());
    options.path = path_;
    return (json ? kDataset_jsonl : kDataset_csv).open(options);
  }
  // "code line:column code line:column …"
  std::string ErrorsOf(std::string_view text, DatasetOptions options = {}, bool json = false) {
    const auto opened = Open(text, std::move(options), json);
    if (opened) return "none";
    std::string list;
    for (const Error& error : opened.error()) {
      EXPECT_EQ(error.where.at(0).file, path_);
      list += (list.empty() ? "" : " ") + std::to_string(static_cast<int>(error.code)) + "@" +
              std::to_string(error.where[0].line) + ":" + std::to_string(error.where[0].column);
    }
    return list;
  }
  std::string path_ = testing::TempDir() + "assay_table_test_" + std::to_string(::getpid()) + ".csv";
};

const DatasetOptions kIdLabel{.path = "", .id = "id", .label = "y", .group = "", .time = "", .positive = "1"};

std::vector<std::string> CellsOf(const Dataset& data) {
  std::vector<std::string> cells;
  for (std::size_t row = 0; row < data.size(); ++row) {
    for (std::size_t column = 0; column < data.columns().size(); ++column) cells.emplace_back(data.Cell(row, column));
  }
  return cells;
}

// The same table in every form that RFC 4180 and its common deviations give it.
TEST_F(TableFile, ReadsEveryFormOfTheSameTable) {
  const std::vector<std::string> forms = {
      "id,a,b,y\nr1,1,x,0\nr2,2,z,1\n",
      "id,a,b,y\r\nr1,1,x,0\r\nr2,2,z,1\r\n",
      "id,a,b,y\rr1,1,x,0\rr2,2,z,1",
      "\xEF\xBB\xBFid,a,b,y\nr1,1,x,0\nr2,2,z,1",
      "\"id\",\"a\",\"b\",\"y\"\n\"r1\",\"1\",\"x\",\"0\"\n\"r2\",2,z,\"1\"\n\n\r\n",
      "y,id,a,b\n0,r1,1,x\n1,r2,2,z\n",
  };
  for (const std::string& form : forms) {
    const auto data = Open(form, kIdLabel);
    ASSERT_TRUE(data.has_value()) << form << ": " << data.error()[0].what;
    EXPECT_EQ((*data)->size(), 2u);
    EXPECT_EQ((*data)->Id(0), "r1");
    EXPECT_EQ((*data)->Label(0), 0);
    EXPECT_EQ((*data)->Label(1), 1);
    EXPECT_EQ((*data)->classes()[1], "1");
    EXPECT_EQ(CellsOf(**data), (std::vector<std::string>{"1", "x", "2", "z"}));
  }
}

TEST_F(TableFile, QuotedFieldsHoldSeparatorsQuotesAndLineBreaks) {
  const auto data = Open("id,t\n1,\"a,\"\"b\"\"\n c\r\n\"\n2,\"\"\n");
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ(CellsOf(**data), (std::vector<std::string>{"1", "a,\"b\"\n c\r\n", "2", ""}));
  EXPECT_EQ((*data)->Place(1, 0).line, 5);  // the quoted field spans lines 2 to 4
  EXPECT_EQ((*data)->Id(1), "2");           // without an id column, the row's number
}

TEST_F(TableFile, GroupAndTimeAreNoFeatures) {
  DatasetOptions options = kIdLabel;
  options.group = "person";
  options.time = "t";
  const auto data = Open("id,person,t,a,y\n1,p,2020-01-01,5,1\n2,q,2021-01-01,6,0\n", options);
  ASSERT_TRUE(data.has_value());
  EXPECT_EQ((*data)->Group(1), "q");
  EXPECT_EQ((*data)->Time(0), "2020-01-01");
  ASSERT_EQ((*data)->columns().size(), 1u);
  EXPECT_EQ((*data)->columns()[0], "a");
}

// Lines and columns counted by hand; 402 bad row, 403 duplicate id, 404 missing label, … as in error_code.h.
TEST_F(TableFile, NamesEveryBadRowWithItsPlace) {
  EXPECT_EQ(ErrorsOf(""), "401@1:1");
  EXPECT_EQ(ErrorsOf("\xEF\xBB\xBF\r\n"), "401@1:1");
  EXPECT_EQ(ErrorsOf("id,a,y\n", kIdLabel), "401@1:1");
  EXPECT_EQ(ErrorsOf("id,a,y\n1,2\n3,4,0,5\n6,7,1\n", kIdLabel), "402@2:1 402@3:1");
  EXPECT_EQ(ErrorsOf("id,a,y\n1,2,0\n\n3,4,1\n", kIdLabel), "402@3:1");
  EXPECT_EQ(ErrorsOf("id,a,y\n1,0,3,1\n", kIdLabel), "402@2:1");  // "0,3" written for 0.3
  EXPECT_EQ(ErrorsOf("id,a,y\n1,2,0\n1,3,1\n,4,1\n", kIdLabel), "403@3:1 402@4:1");
  EXPECT_EQ(ErrorsOf("id,a,y\n1,2,\n2,3,nan\n3,4,1\n", kIdLabel), "404@2:5 404@3:5");
  EXPECT_EQ(ErrorsOf("id,a,a\n1,2,3\n"), "402@1:6");
  EXPECT_EQ(ErrorsOf("id,,a\n1,2,3\n"), "402@1:4");
  EXPECT_EQ(ErrorsOf("id;a\n1;2\n"), "402@1:1");
  EXPECT_EQ(ErrorsOf("id,a\n1,x\"y\n2,3\n4,\"5\"6\n7,\"8\n9,1\n"), "402@2:4 402@4:6 402@5:3");
  EXPECT_EQ(ErrorsOf("id,a,z\n1,2,1\n", kIdLabel), "308@1:1");
  EXPECT_EQ(ErrorsOf("\xFF\xFEi\0d\0"), "402@1:1");
}

TEST_F(TableFile, ShowsTwentyErrorsAndCountsTheRest) {
  std::string text = "id,a,y\n";
  for (int i = 0; i < 30; ++i) text += "x\n";
  const auto opened = Open(text, kIdLabel);
  ASSERT_FALSE(opened.has_value());
  ASSERT_EQ(opened.error().size(), 21u);
  EXPECT_EQ(opened.error().back().what, "and 10 more");
}

// Among 5,000 ids that are much alike, those that come again, however far from the first; the third points at the first too.
TEST_F(TableFile, FindsEveryIdThatComesAgain) {
  std::string text = "id,a,y\n";
  for (int i = 0; i < 5000; ++i) {
    const int id = i == 2500 || i == 4999 ? 7 : i == 3001 ? 3000 : i;
    text += "r" + std::to_string(id) + ",1," + std::to_string(i % 2) + "\n";
  }
  const auto opened = Open(text, kIdLabel);
  ASSERT_FALSE(opened.has_value());
  ASSERT_EQ(opened.error().size(), 3u);
  EXPECT_EQ(opened.error()[0].what, "id 'r7' stands in line 9 already");
  EXPECT_EQ(opened.error()[0].where.at(0).line, 2502);
  EXPECT_EQ(opened.error()[1].what, "id 'r3000' stands in line 3002 already");
  EXPECT_EQ(opened.error()[2].what, "id 'r7' stands in line 9 already");
  EXPECT_EQ(opened.error()[2].where.at(0).line, 5001);
}

// Every prefix of a table either reads or says why not.
TEST_F(TableFile, NoPrefixCrashes) {
  const std::string text = "\xEF\xBB\xBFid,a,y\r\n1,\"x\"\"\r\ny\",0\r\n\"2\",,1\r\n";
  for (std::size_t length = 0; length <= text.size(); ++length) {
    const auto opened = Open(text.substr(0, length), kIdLabel);
    if (!opened) {
      EXPECT_FALSE(opened.error().empty());
    }
  }
}

TEST_F(TableFile, JsonLinesGiveTheSameTable) {
  const auto data = Open("{\"id\":\"r1\",\"a\":1,\"b\":null,\"y\":0}\r\n{\"y\":1,\"b\":true,\"a\":2.50,\"id\":\"r2\"}\n", kIdLabel, true);
  ASSERT_TRUE(data.has_value()) << data.error()[0].what;
  EXPECT_EQ(CellsOf(**data), (std::vector<std::string>{"1", "", "2.5", "true"}));
  EXPECT_EQ((*data)->Label(1), 1);
  EXPECT_EQ((*data)->Place(1, 0).line, 2);
}

TEST_F(TableFile, NamesEveryBadJsonLine) {
  EXPECT_EQ(ErrorsOf("", {}, true), "401@1:1");
  EXPECT_EQ(ErrorsOf("{\"id\":1,\"y\":1}\n\n{\"id\":2}\n{\"id\":3,\"y\":0,\"z\":1}\n[1]\n{\"id\":4,\"y\":{}}\n{\"id\":5,\n", kIdLabel, true),
            "402@2:1 402@3:1 402@4:19 402@5:1 402@6:13 402@7:9");
}

// A case's content is its features by name: not its id or label, not the order of the columns.
TEST_F(TableFile, ContentHashIsOfTheFeaturesAlone) {
  const auto hash = [&](std::string_view text) {
    const auto data = Open(text, kIdLabel);
    return (*data)->ContentHash(0);
  };
  const std::string one = hash("id,a,b,y\n1,x,y,0\n");
  EXPECT_EQ(hash("b,y,a,id\ny,1,x,9\n"), one);
  EXPECT_NE(hash("id,a,b,y\n1,xy,,0\n"), one);
  EXPECT_NE(hash("id,a,c,y\n1,x,y,0\n"), one);
}

TEST(NumberLabels, FollowsItsRules) {
  const auto classes = [](std::vector<std::string_view> labels, std::string_view positive) -> std::string {
    const auto numbered = data::NumberLabels(labels, positive);
    if (!numbered) return std::to_string(static_cast<int>(numbered.error().code));
    std::string text;
    for (const std::string& name : numbered->classes) text += name + " ";
    for (const std::int32_t number : numbered->numbers) text += std::to_string(number);
    return text;
  };
  EXPECT_EQ(classes({"0", "1", "0"}, "1"), "0 1 010");
  EXPECT_EQ(classes({"no", "yes"}, "no"), "yes no 10");
  EXPECT_EQ(classes({"0", "0"}, "1"), "0 1 00");           // none positive: metrics say what that leaves undefined
  EXPECT_EQ(classes({"1"}, "1"), "not 1 1 1");
  EXPECT_EQ(classes({"a", "b", "c"}, "b"), "not b b 010");
  EXPECT_EQ(classes({"0.0", "1.0"}, "1"), "407");
  EXPECT_EQ(classes({"10", "9", "2"}, ""), "0 1 2 3 4 5 6 7 8 9 10 1092");
  EXPECT_EQ(classes({"dog", "cat", "dog"}, ""), "cat dog 101");
  EXPECT_EQ(classes({"01", "1"}, ""), "01 1 01");
}

}  // namespace
}  // namespace assay
