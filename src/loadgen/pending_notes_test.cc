// SPDX-License-Identifier: Apache-2.0
#include "loadgen/pending_notes.h"

#include <gtest/gtest.h>

#include "loadgen/notes_text.h"

namespace assay::loadgen {
namespace {

std::vector<ConfigNote> Notes(const std::string& what) {
  ConfigNote note;
  note.what = what;
  return {note};
}

std::string Texts(const std::vector<ConfigNote>& notes) {
  std::string texts;
  for (const ConfigNote& note : notes) texts += note.what + ";";
  return texts;
}

TEST(PendingNotes, GoToTheTestOfTheirSettings) {
  PendingNotes pending;
  mlperf::TestSettings one, other;
  pending.Add(&one, true, Notes("a"));
  pending.Add(&other, true, {});
  pending.Add(&one, false, Notes("b"));
  EXPECT_EQ(Texts(pending.Take(&other)), "");
  EXPECT_EQ(Texts(pending.Take(&one)), "a;b;");
  EXPECT_EQ(Texts(pending.Take(&one)), "");
}

TEST(PendingNotes, ACopyTakesAllThatWait) {
  PendingNotes pending;
  mlperf::TestSettings one, other;
  pending.Add(&one, true, Notes("a"));
  pending.Add(&other, true, Notes("b"));
  const mlperf::TestSettings copy = one;
  EXPECT_EQ(Texts(pending.Take(&copy)), "a;b;");
  EXPECT_EQ(Texts(pending.Take(&one)), "");
}

// Another object at the same address: what the first one left isn't its.
TEST(PendingNotes, FreshSettingsForgetWhatLayThere) {
  PendingNotes pending;
  mlperf::TestSettings settings;
  pending.Add(&settings, true, Notes("of the first"));
  pending.Add(&settings, true, Notes("of the second"));
  EXPECT_EQ(Texts(pending.Take(&settings)), "of the second;");
}

TEST(PendingNotes, TheOldestAreForgotten) {
  PendingNotes pending;
  std::vector<mlperf::TestSettings> settings(100);
  for (const mlperf::TestSettings& one : settings) pending.Add(&one, true, Notes("n"));
  for (int i = 0; i < 5000; ++i) pending.Add(&settings[99], false, Notes("m"));
  EXPECT_LE(pending.Take(&settings[99]).size(), 1000u);
  EXPECT_EQ(Texts(pending.Take(&settings[98])), "n;");
  const mlperf::TestSettings copy;
  EXPECT_EQ(pending.Take(&copy).size(), 62u);  // 64 less the two above
}

TEST(NotesText, SaysWhereAndHowOften) {
  ConfigNote note;
  note.what = "there is no key 'x'";
  EXPECT_EQ(TextOf(note), "there is no key 'x'");
  note.file = "user.conf";
  EXPECT_EQ(TextOf(note), "user.conf: there is no key 'x'");
  note.line = 3, note.column = 7, note.hint = "did you mean 'y'?";
  EXPECT_EQ(TextOf(note), "user.conf:3:7: there is no key 'x' (did you mean 'y'?)");

  const std::vector<Diagnostic> diagnostics = {
      {true, "twice", true}, {true, "twice", true}, {false, "Found Audit Config file", true}, {false, "a note", false}};
  EXPECT_EQ(NotesText("After", diagnostics), "After:\nerror: twice (2 times)\nnote: a note\n");
  EXPECT_EQ(NotesText("After", std::span(diagnostics).subspan(2, 1)), "");
  EXPECT_EQ(NotesText("After", {}), "");
}

}  // namespace
}  // namespace assay::loadgen
