// SPDX-License-Identifier: Apache-2.0
// Right values: what the texts here say, read by eye; the NIfTI bytes are laid out by the offsets of its header.
#include <gtest/gtest.h>

#include <cstring>

#include "data/truth/class_list.h"
#include "data/truth/coco_annotations.h"
#include "data/truth/label_volume.h"
#include "data/truth/spelling_table.h"
#include "data/truth/squad_questions.h"
#include "data/truth/target_texts.h"
#include "data/truth/transcripts.h"

namespace assay::data {
namespace {

using Classes = std::vector<std::int32_t>;
using Texts = std::vector<std::string>;

TEST(ClassList, NamesAndClassesOrClassesAlone) {
  EXPECT_EQ(ParseClassList("img_0.JPEG 3\nimg_1.JPEG\t7\r\n", "v").value(), (Classes{3, 7}));
  EXPECT_EQ(ParseClassList("\xEF\xBB\xBF" "4\n0", "v").value(), (Classes{4, 0}));
  EXPECT_EQ(ParseClassList("\n", "v").error().code, ErrorCode::kEmpty);
  for (const char* bad : {"a 1\nb\n", "a 1\n\nb 2\n", "a b 3\n", "a 1.5\n", "a 99999999999\n"}) {
    const auto read = ParseClassList(bad, "v");
    ASSERT_FALSE(read) << bad;
    EXPECT_EQ(read.error().code, ErrorCode::kBadRow) << bad;
    EXPECT_GT(read.error().where[0].line, 0);
  }
}

constexpr const char* kCoco = R"({"images": [{"id": 9, "width": 100, "height": 50}, {"id": 4, "width": 10, "height": 20}],
  "categories": [{"id": 7, "name": "b"}, {"id": 2, "name": "a"}],
  "annotations": [{"id": 1, "image_id": 4, "category_id": 7, "bbox": [1, 2.5, 3, 4], "area": 11.5, "iscrowd": 1}]})";

TEST(CocoAnnotations, KeepTheOrderOfImages) {
  const auto read = ParseCocoAnnotations(kCoco, "c");
  ASSERT_TRUE(read);
  ASSERT_EQ(read->images.size(), 2u);
  EXPECT_EQ(read->images[0].id, 9);
  EXPECT_EQ(read->images[1].height, 20);
  EXPECT_EQ(read->categories, (std::vector<std::int64_t>{2, 7}));
  ASSERT_EQ(read->objects.size(), 1u);
  EXPECT_EQ(read->objects[0].y, 2.5);
  EXPECT_EQ(read->objects[0].area, 11.5);
  EXPECT_TRUE(read->objects[0].crowd);
}

TEST(CocoAnnotations, NameThePlaceOfWhatIsWrong) {
  const auto error = [](std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const auto read = ParseCocoAnnotations(text, "c");
    EXPECT_FALSE(read) << to;
    return read ? Error{ErrorCode::kInternal, ""} : read.error();
  };
  EXPECT_EQ(error(kCoco, "2.5, 3, 4", "2.5").where[0].path, "annotations[0].bbox");
  EXPECT_EQ(error(kCoco, "\"image_id\": 4, ", "").code, ErrorCode::kMissingKey);
  EXPECT_EQ(error(kCoco, "\"id\": 4,", "\"id\": 9,").code, ErrorCode::kDuplicateId);
  EXPECT_EQ(error(kCoco, "\"width\": 10,", "\"width\": \"10\",").where[0].path, "images[1].width");
}

TEST(Squad, QuestionsWithTheirAnswers) {
  const char* text = R"({"data": [{"title": "t", "paragraphs": [{"context": "made up", "qas": [
    {"id": "q1", "question": "?", "answers": [{"text": "Eiffel Tower", "answer_start": 0}, {"text": "Tower", "answer_start": 0}]},
    {"id": "q2", "question": "when?", "answers": [{"text": "1889", "answer_start": 0}]}]}]}]})";
  const auto read = ParseSquad(text, "s");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->paragraphs, (Texts{"made up"}));
  ASSERT_EQ(read->questions.size(), 2u);
  EXPECT_EQ(read->questions[0].answers, (Texts{"Eiffel Tower", "Tower"}));
  EXPECT_EQ(read->questions[1].question, "when?");
  std::string none = text;
  none.replace(none.find("[{\"text\": \"1889\", \"answer_start\": 0}]"), 37, "[]");
  EXPECT_EQ(ParseSquad(none, "s").error().code, ErrorCode::kMissingLabel);
}

TEST(TargetTexts, ListsAndLines) {
  EXPECT_EQ(ParseTargetTexts(R"([{"output": "a"}, {"output": "b\nc", "input": "x"}])", "t", "output").value(), (Texts{"a", "b\nc"}));
  EXPECT_EQ(ParseTargetTexts("{\"output\": \"a\"}\r\n\n{\"output\": \"b\"}\n", "t", "output").value(), (Texts{"a", "b"}));
  EXPECT_EQ(ParseTargetTexts("[]", "t", "output").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ParseTargetTexts("[{\"target\": \"a\"}]", "t", "output").error().where[0].path, "[0]");
  EXPECT_EQ(ParseTargetTexts("{\"output\": \"a\"}\n{\"output\": 1}\n", "t", "output").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(ParseTargetTexts("{\"output\": \"a\"}\n{broken\n", "t", "output").error().where[0].line, 2);
}

TEST(Transcripts, UpToFifteenSeconds) {
  EXPECT_EQ(ParseTranscripts(R"([{"transcript": "Mister  QUILTER's", "original_duration": 15.0},
                                 {"transcript": "too long", "original_duration": 15.1},
                                 {"transcript": " is ", "original_duration": 2}])", "m").value(),
            (Texts{"mister quilter's", "is"}));
  EXPECT_EQ(ParseTranscripts(R"([{"transcript": "at 8", "original_duration": 1}])", "m").error().code, ErrorCode::kBadRow);
  EXPECT_EQ(ParseTranscripts("{}", "m").error().code, ErrorCode::kWrongType);
}

// Dimensions 2 x 3 x 1, the first fastest.
std::string Nifti(std::int16_t type, const std::string& cells) {
  std::string bytes(352, '\0');
  const auto put = [&](std::size_t at, auto value) { std::memcpy(bytes.data() + at, &value, sizeof value); };
  put(0, std::int32_t{348});
  const std::int16_t dims[] = {3, 2, 3, 1, 1, 1, 1, 1};
  std::memcpy(bytes.data() + 40, dims, sizeof dims);
  put(70, type);
  put(108, 352.0F);
  std::memcpy(bytes.data() + 344, "n+1", 4);
  return bytes + cells;
}

TEST(LabelVolume, TurnsTheOrderOfItsCells) {
  // Cell (x, y) holds 10 x + y: in the file 0, 10, 1, 11, 2, 12.
  const auto read = ParseLabelVolume(Nifti(2, std::string("\x00\x0A\x01\x0B\x02\x0C", 6)), "n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->dims, (std::array<std::int64_t, 3>{2, 3, 1}));
  EXPECT_EQ(read->labels, (std::vector<std::uint8_t>{0, 1, 2, 10, 11, 12}));
}

TEST(LabelVolume, RefusesWhatItCannotRead) {
  EXPECT_FALSE(ParseLabelVolume("", "n"));
  EXPECT_FALSE(ParseLabelVolume(std::string(400, 'x'), "n"));
  EXPECT_FALSE(ParseLabelVolume(Nifti(2, "12345"), "n"));               // a cell is missing
  EXPECT_FALSE(ParseLabelVolume(Nifti(32, std::string(48, '\0')), "n"));  // complex numbers
  EXPECT_FALSE(ParseLabelVolume(Nifti(256, "\xFF\x01\x01\x01\x01\x01"), "n"));  // -1
  std::string flat = Nifti(2, "123456");
  flat[40] = 2;
  EXPECT_FALSE(ParseLabelVolume(flat, "n"));
}

// Recordings of up to 30 s; what isn't among the letters isn't there.
TEST(SpokenTexts, KeepTheReferencesLetters) {
  const auto read = ParseSpokenTexts(R"([{"transcript": "it's 5% ¢, OK", "original_duration": 29.5},
                                         {"transcript": "left out", "original_duration": 30.5}])", "m");
  ASSERT_TRUE(read) << read.error().what;
  EXPECT_EQ(*read, Texts{"it's 5% ¢ "});
  EXPECT_EQ(ParseSpokenTexts("[]", "m").error().code, ErrorCode::kEmpty);
}

TEST(SpellingTable, TextsByWord) {
  EXPECT_EQ(ParseSpellings(R"({"colour": "color"})", "s").value().at(U"colour"), U"color");
  EXPECT_EQ(ParseSpellings("[]", "s").error().code, ErrorCode::kWrongType);
  EXPECT_EQ(ParseSpellings("{}", "s").error().code, ErrorCode::kEmpty);
  EXPECT_EQ(ParseSpellings(R"({"a": 1})", "s").error().code, ErrorCode::kWrongType);
}

}  // namespace
}  // namespace assay::data
