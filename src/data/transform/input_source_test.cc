// SPDX-License-Identifier: Apache-2.0
#include "data/transform/input_source.h"

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

#include <gtest/gtest.h>

#include "base/file.h"
#include "data/split_check/split_check.h"

namespace assay {
extern const DatasetInfo kDataset_csv;
}

namespace assay::data {
namespace {

std::unique_ptr<Dataset> Csv(std::string_view text, const std::string& group = "") {
  const std::string path = testing::TempDir() + "assay_input_test_" + std::to_string(::getpid()) + ".csv";
  EXPECT_TRUE(base::WriteFileAtomically(path, text).has_value());
  DatasetOptions options;
  options.path = path;
  options.id = "id";
  options.group = group;
  auto data = kDataset_csv.open(options);
  std::filesystem::remove(path);
  EXPECT_TRUE(data.has_value());
  return *std::move(data);
}

std::vector<float> Tensor(InputSource& source, std::uint64_t index) {
  std::vector<float> floats(source.shape().elements());
  EXPECT_TRUE(source.Read(index, std::as_writable_bytes(std::span(floats))));
  return floats;
}

spec::InputSpec Columns(std::vector<std::string> columns) {
  spec::InputSpec spec;
  spec.columns = std::move(columns);
  return spec;
}

TEST(InputSource, TakesColumnsInTheOrderOfTheSpecTimedOrNot) {
  const auto data = Csv("id,a,b,c\nr1,1,2.5,-3e2\nr2,4,5,6\n");
  for (const bool timed : {true, false}) {
    spec::InputSpec spec = Columns({"c", "a"});
    spec.timed = timed;
    auto source = MakeInputSource(*data, spec).value();
    EXPECT_EQ(source->shape().dims, (std::vector<std::int64_t>{2}));
    std::byte none[8];
    EXPECT_FALSE(source->Read(0, none)) << "not loaded";
    ASSERT_TRUE(source->Load(std::vector<std::uint64_t>{1}).has_value());
    ASSERT_TRUE(source->Load(std::vector<std::uint64_t>{1, 0}).has_value());
    EXPECT_EQ(Tensor(*source, 0), (std::vector<float>{-300, 1}));
    EXPECT_EQ(Tensor(*source, 1), (std::vector<float>{6, 4}));
    EXPECT_FALSE(source->Read(2, none));
    EXPECT_FALSE(source->Read(0, std::span(none).first(4)));
    EXPECT_FALSE(source->Load(std::vector<std::uint64_t>{2}).has_value());
  }
  auto all = MakeInputSource(*data, Columns({"*"})).value();
  ASSERT_TRUE(all->Load(std::vector<std::uint64_t>{0}).has_value());
  EXPECT_EQ(Tensor(*all, 0), (std::vector<float>{1, 2.5, -300}));
}

// (2.5 - 2) / 0.25 = 2 and (10 - 20) / 5 = -2 are exact in binary.
TEST(InputSource, ScalesAndSpreadsWords) {
  const auto data = Csv("id,a,k,b\nr1,2.5,green,10\nr2,2,red,20\n");
  spec::InputSpec spec = Columns({"a", "k", "b"});
  spec.scale = "standard";
  spec.mean = {2, 0, 20};
  spec.std = {0.25, 1, 5};
  spec.one_hot["k"] = {"red", "green", "blue"};
  auto source = MakeInputSource(*data, spec).value();
  ASSERT_TRUE(source->Load(std::vector<std::uint64_t>{0, 1}).has_value());
  EXPECT_EQ(Tensor(*source, 0), (std::vector<float>{2, 0, 1, 0, -2}));
  EXPECT_EQ(Tensor(*source, 1), (std::vector<float>{0, 1, 0, 0, 0}));
}

TEST(InputSource, NamesEveryCellThatIsNoFiniteNumber) {
  const auto data = Csv("id,a\nr1,1\nr2,nan\nr3,inf\nr4,\nr5,\"0,3\"\nr6,1e39\nr7,1e999\nr8, 1\n");
  auto source = MakeInputSource(*data, Columns({"a"})).value();
  const auto loaded = source->Load(std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 7});
  ASSERT_FALSE(loaded.has_value());
  EXPECT_EQ(loaded.error().code, ErrorCode::kNotFinite);
  EXPECT_EQ(loaded.error().what,
            "7 values aren't finite numbers: r2 has a = 'nan'; r3 has a = 'inf'; r4 has a = ''; r5 has a = '0,3'; "
            "r6 has a = '1e39'; r7 has a = '1e999'; r8 has a = ' 1'");
  ASSERT_EQ(loaded.error().where.size(), 7u);
  EXPECT_EQ(loaded.error().where[3].line, 6);
  EXPECT_EQ(loaded.error().where[3].column, 4);
  EXPECT_EQ(Tensor(*source, 0), (std::vector<float>{1}));  // the good one is loaded all the same
}

TEST(InputSource, NamesWordsThatAreNotListed) {
  const auto data = Csv("id,k\nr1,red\nr2,pink\n");
  spec::InputSpec spec = Columns({"k"});
  spec.one_hot["k"] = {"red"};
  const auto loaded = MakeInputSource(*data, spec).value()->Load(std::vector<std::uint64_t>{0, 1});
  EXPECT_EQ(loaded.error().code, ErrorCode::kBadRow);
  EXPECT_EQ(loaded.error().what, "1 value isn't listed under one_hot: r2 has k = 'pink'");
}

TEST(InputSource, RefusesASpecThatDoesNotFitTheData) {
  const auto data = Csv("id,age,b\nr1,1,2\n");
  const auto code = [&](const spec::InputSpec& spec) { return MakeInputSource(*data, spec).error().at(0).code; };
  EXPECT_EQ(code(Columns({})), ErrorCode::kMissingKey);
  EXPECT_EQ(code(Columns({"agee"})), ErrorCode::kBadReference);
  EXPECT_EQ(MakeInputSource(*data, Columns({"agee"})).error()[0].hint, "did you mean 'age'?");
  spec::InputSpec spec = Columns({"age"});
  spec.scale = "standard";
  spec.mean = {1};
  EXPECT_EQ(code(spec), ErrorCode::kOutOfRange);
  spec.std = {0};
  EXPECT_EQ(code(spec), ErrorCode::kOutOfRange);
  spec = Columns({"age"});
  spec.one_hot["b"] = {"x"};
  EXPECT_EQ(code(spec), ErrorCode::kBadReference);
  spec.image = true;
  EXPECT_EQ(code(spec), ErrorCode::kContradiction);
}

// A 1 x 2 picture of 3 channels.
class TwoPixels final : public Dataset {
 public:
  std::size_t size() const override { return 1; }
  std::string_view Id(std::size_t) const override { return "0"; }
  std::optional<std::int32_t> Label(std::size_t) const override { return std::nullopt; }
  std::span<const std::string> classes() const override { return {}; }
  std::string_view Group(std::size_t) const override { return {}; }
  std::string_view Time(std::size_t) const override { return {}; }
  std::string ContentHash(std::size_t) const override { return {}; }
  std::span<const std::string> columns() const override { return {}; }
  std::string_view Cell(std::size_t, std::size_t) const override { return {}; }
  std::span<const std::int64_t> image_shape() const override { return shape_; }
  std::span<const std::byte> Image(std::size_t) const override { return std::as_bytes(std::span(pixels_)); }

 private:
  std::int64_t shape_[3] = {1, 2, 3};
  std::uint8_t pixels_[6] = {0, 64, 128, 255, 16, 32};
};

TEST(InputSource, ScalesPixelsAndLaysThemOut) {
  const TwoPixels data;
  for (const bool timed : {true, false}) {
    spec::InputSpec spec;
    spec.image = true;
    spec.timed = timed;
    spec.image_scale = 128;
    spec.image_mean = 0.5;
    spec.image_std = 0.25;
    const auto tensor = [&](const char* layout, std::vector<std::int64_t> dims) {
      spec.layout = layout;
      auto source = MakeInputSource(data, spec).value();
      EXPECT_EQ(source->shape().dims, dims);
      EXPECT_TRUE(source->Load(std::vector<std::uint64_t>{0}).has_value());
      return Tensor(*source, 0);
    };
    // (x / 128 - 0.5) / 0.25: 0 -> -2, 64 -> 0, 128 -> 2, 255 -> 5.96875, 16 -> -1.5, 32 -> -1; all exact.
    const std::vector<float> as_stored = {-2, 0, 2, 5.96875, -1.5, -1};
    EXPECT_EQ(tensor("flat", {6}), as_stored);
    EXPECT_EQ(tensor("nhwc", {1, 2, 3}), as_stored);
    EXPECT_EQ(tensor("nchw", {3, 1, 2}), (std::vector<float>{-2, 5.96875, 0, -1.5, 2, -1}));
    spec.layout = "chw";
    EXPECT_EQ(MakeInputSource(data, spec).error()[0].code, ErrorCode::kUnknownName);
    spec.layout = "flat";
    spec.image_scale = 0;
    EXPECT_EQ(MakeInputSource(data, spec).error()[0].code, ErrorCode::kOutOfRange);
    spec.image = false;
    EXPECT_EQ(MakeInputSource(data, spec).error()[0].code, ErrorCode::kMissingKey);
  }
}

TEST(CheckDisjoint, NamesWhatIsShared) {
  const auto tune = Csv("id,p,a\n1,x,5\n2,y,6\n", "p");
  const auto certify = Csv("id,p,a\n3,z,7\n2,w,8\n4,x,5\n", "p");
  const auto check = [&](std::vector<std::string> by) { return CheckDisjoint("certify", *certify, "tune", *tune, by); };
  const auto shared = check({"id", "group", "content", "a", "p"});
  ASSERT_FALSE(shared.has_value());
  ASSERT_EQ(shared.error().size(), 5u);
  EXPECT_EQ(shared.error()[0].code, ErrorCode::kOverlap);
  EXPECT_EQ(shared.error()[0].what, "1 of 3 cases of split 'certify' share their id with split 'tune': 2");
  EXPECT_EQ(shared.error()[0].where[0].line, 3);
  for (std::size_t i = 1; i < 5; ++i) EXPECT_NE(shared.error()[i].what.find(": 4"), std::string::npos);

  const auto other = Csv("id,p,a\n9,q,1\n", "p");
  EXPECT_EQ(CheckDisjoint("certify", *other, "tune", *tune, std::vector<std::string>{"id", "content"}).value(),
            "disjoint from tune by id, content");
  const auto groupless = Csv("id,a\n9,1\n");
  EXPECT_EQ(CheckDisjoint("certify", *groupless, "tune", *tune, std::vector<std::string>{"group"}).error()[0].code,
            ErrorCode::kBadReference);
}

}  // namespace
}  // namespace assay::data
