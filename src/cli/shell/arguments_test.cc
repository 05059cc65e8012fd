// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/shell/exit_code.h"
#include "cli/shell/verb.h"

namespace assay::cli {
namespace {

constexpr FlagInfo kFlags[] = {
    {"--set", "", "KEY=VALUE", ""},
    {"--seed", "", "N", ""},
    {"--strict-host", "", "", ""},
};

const VerbInfo kVerb{.name = "try",
                     .usage = "SPEC",
                     .summary = "",
                     .details = "",
                     .examples = {"assay try spec.yaml", ""},
                     .flags = kFlags,
                     .min_positional = 1,
                     .max_positional = 1,
                     .formats = "text json",
                     .run = nullptr};

Result<Arguments> Parse(const std::vector<std::string>& words) { return ParseArguments(kVerb, words); }

TEST(ParseArguments, TakesFlagsInAnyOrderAndBothForms) {
  const auto arguments = Parse({"--seed", "7", "spec.yaml", "--format=json", "-q"});
  ASSERT_TRUE(arguments.has_value()) << arguments.error().what;
  EXPECT_EQ(arguments->positional, std::vector<std::string>{"spec.yaml"});
  EXPECT_EQ(arguments->Get("--seed"), "7");
  EXPECT_EQ(arguments->Get("--format"), "json");
  EXPECT_TRUE(arguments->Has("--quiet"));
  EXPECT_FALSE(arguments->Has("--strict-host"));
}

struct HintCase {
  std::vector<std::string> words;
  std::string hint;
};

TEST(ParseArguments, SuggestsTheFlagThatWasMeant) {
  const HintCase cases[] = {
      {{"spec.yaml", "--seeed", "1"}, "did you mean '--seed'?"},
      {{"spec.yaml", "--strict_host"}, "did you mean '--strict-host'?"},
      {{"spec.yaml", "--seed", "1", "--nothing-like-it"}, "`assay try --help` lists the flags"},
  };
  for (const HintCase& c : cases) {
    const auto arguments = Parse(c.words);
    ASSERT_FALSE(arguments.has_value());
    EXPECT_EQ(arguments.error().code, ErrorCode::kUsage);
    EXPECT_EQ(arguments.error().hint, c.hint);
  }
}

TEST(ParseArguments, CountsWordsAndKnowsItsFormats) {
  EXPECT_EQ(Parse({}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(Parse({"a", "b"}).error().code, ErrorCode::kUsage);
  EXPECT_EQ(Parse({"a", "--format", "html"}).error().hint, "it has: text json");
  EXPECT_FALSE(Parse({"a", "--format", ""}).has_value());
  EXPECT_FALSE(Parse({"a", "--seed"}).has_value());
}

TEST(ParseArguments, TheEnvironmentMirrorsFlagsAndYieldsToThem) {
  ::setenv("ASSAY_SEED", "5", 1);
  const auto mirrored = Parse({"spec.yaml"}), given = Parse({"spec.yaml", "--seed", "7"});
  ::unsetenv("ASSAY_SEED");
  ASSERT_TRUE(mirrored.has_value());
  EXPECT_EQ(mirrored->Get("--seed"), "5");
  ASSERT_TRUE(given.has_value());
  EXPECT_EQ(given->Get("--seed"), "7");
}

TEST(Arguments, SetsAreCutAtTheFirstEquals) {
  const auto arguments = Parse({"spec.yaml", "--set", "a.b=c=d", "--set", "e="});
  ASSERT_TRUE(arguments.has_value());
  const auto sets = arguments->Sets();
  ASSERT_TRUE(sets.has_value());
  ASSERT_EQ(sets->size(), 2u);
  EXPECT_EQ(sets->at(0), (std::pair<std::string, std::string>{"a.b", "c=d"}));
  EXPECT_EQ(sets->at(1), (std::pair<std::string, std::string>{"e", ""}));
  for (const char* wrong : {"a.b", "=c"}) {
    EXPECT_EQ(Parse({"spec.yaml", "--set", wrong})->Sets().error().code, ErrorCode::kUsage) << wrong;
  }
}

// The table of exit codes in docs/how-to and `assay help`.
TEST(ExitCodeOf, FollowsWhoseFaultItIs) {
  const auto code = [](ErrorCode error, bool placed = false) {
    Errors errors = {{error, "what"}};
    if (placed) errors[0].where.push_back({.file = "spec.yaml"});
    return ExitCodeOf(errors);
  };
  EXPECT_EQ(ExitCodeOf(Errors{}), 0);
  EXPECT_EQ(code(ErrorCode::kUsage), 2);
  EXPECT_EQ(code(ErrorCode::kUnknownName), 2);
  EXPECT_EQ(code(ErrorCode::kUnknownName, true), 3);
  EXPECT_EQ(code(ErrorCode::kNotFound), 4);
  EXPECT_EQ(code(ErrorCode::kMissingKey), 3);
  EXPECT_EQ(code(ErrorCode::kNotFinite), 4);
  EXPECT_EQ(code(ErrorCode::kCorrupt), 4);
  EXPECT_EQ(code(ErrorCode::kRunInvalid), 1);
  EXPECT_EQ(code(ErrorCode::kHostUnfit), 6);
  EXPECT_EQ(code(ErrorCode::kInterrupted), 130);
  EXPECT_EQ(code(ErrorCode::kSutStuck), 5);
  EXPECT_EQ(code(ErrorCode::kNotMeasured), 8);
  EXPECT_EQ(code(ErrorCode::kInternal), 70);
  EXPECT_EQ(ExitCodeOf(Errors{{ErrorCode::kUsage, ""}, {ErrorCode::kInternal, ""}}), 70);
}

TEST(HelpText, FitsAScreen) {
  for (const VerbInfo* verb : AllVerbs()) {
    const std::string text = HelpText(*verb);
    EXPECT_NE(text.find(std::string(verb->summary)), std::string::npos) << verb->name;
    EXPECT_FALSE(verb->examples[0].empty()) << verb->name;
  }
}

}  // namespace
}  // namespace assay::cli
