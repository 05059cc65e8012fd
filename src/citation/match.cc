// SPDX-License-Identifier: Apache-2.0
#include "citation/match.h"

#include <algorithm>
#include <optional>

#include "citation/match_field.h"
#include "citation/match_text.h"

namespace assay::citation {
namespace {

using results::Row;

// A value picks a row among thousands only with this many digits.
constexpr int kTellingDigits = 4;

// What the program holds, it read from the public tables; an imported row is as good as its file.
bool IsPublicRow(const Row& row) {
  return results::IsHeld(row.system->round) && row.source.starts_with("http");
}

bool IsCopy(const Row& a, const Row& b) {
  const results::System &x = *a.system, &y = *b.system;
  return a.scenario == b.scenario && a.value == b.value && x.round == y.round && x.division == y.division &&
         results::BenchmarkText(a) == results::BenchmarkText(b) && a.model_stated == b.model_stated &&
         Squeezed(x.submitter) == Squeezed(y.submitter) && (x.id == y.id || x.name == y.name);
}

// A round that is held and was imported too is one round: the imported copy of a published row isn't a second result.
void DropCopies(std::vector<const Row*>& rows) {
  const std::vector<const Row*> all = rows;
  std::erase_if(rows, [&](const Row* row) {
    return !IsPublicRow(*row) && std::ranges::any_of(all, [&](const Row* each) {
      return IsPublicRow(*each) && IsCopy(*row, *each);
    });
  });
}

struct Candidates {
  std::vector<const Row*> rows;
  bool rounded = false;  // only round figures agreed with the value
};

class Search {
 public:
  Search(const Facts& stated, Bound bound, std::string_view round_name, const results::RowSet& rows)
      : stated_(stated), fields_(stated), bound_(bound), rows_(rows) {
    if (const auto value = stated.find("value"); value != stated.end()) figure_ = ParseFigure(value->second);
    if (const auto unit = stated.find("unit"); unit != stated.end()) unit_ = unit->second;
    const std::string wanted = Squeezed(round_name);
    for (const Row& row : rows.rows()) {
      if (wanted.empty() || Squeezed(row.system->round) == wanted) pool_.push_back(&row);
    }
    NoteExactSubmitter();
  }

  bool HasRows() const { return !pool_.empty(); }
  bool HasIds() const {
    return std::ranges::any_of(pool_, [](const Row* row) { return !row->result_id.empty(); });
  }
  const std::optional<Figure>& figure() const { return figure_; }

  // Rows that agree with everything stated but `dropped`.
  Candidates Agreeing(std::string_view dropped) {
    Candidates exact, rounded;
    rounded.rounded = true;
    for (const Row* row : dropped == "round" ? AllRows() : pool_) {
      if (!FieldsAgree(*row, dropped)) continue;
      if (!figure_ || dropped == "value") {
        exact.rows.push_back(row);
        continue;
      }
      const ValueAgreement agreement = AgreesWith(*figure_, bound_, unit_, *row);
      if (agreement == ValueAgreement::kEqual) exact.rows.push_back(row);
      if (agreement == ValueAgreement::kRounded) rounded.rows.push_back(row);
    }
    Candidates& found = exact.rows.empty() ? rounded : exact;
    if (found.rows.size() > 1 && found.rows.size() < 100) DropCopies(found.rows);
    return found;
  }

 private:
  std::vector<const Row*> AllRows() const {
    std::vector<const Row*> all;
    for (const Row& row : rows_.rows()) all.push_back(&row);
    return all;
  }

  // "NVIDIA" is NVIDIA where there is one, and not every submitter with that word in its name.
  void NoteExactSubmitter() {
    const auto submitter = stated_.find("submitter");
    if (submitter == stated_.end()) return;
    exact_submitter_ = std::ranges::any_of(pool_, [&](const Row* row) {
      return Squeezed(row->system->submitter) == Squeezed(submitter->second);
    });
  }

  bool FieldsAgree(const Row& row, std::string_view dropped) {
    for (const std::string_view field : SelectingFields()) {
      const auto stated = stated_.find(field);
      if (stated == stated_.end() || field == dropped) continue;
      if (field == "submitter" && exact_submitter_ && Squeezed(row.system->submitter) != Squeezed(stated->second)) {
        return false;
      }
      const Agreement agreement = fields_.Agrees(field, row);
      // Where a round has ids, a row without the one stated isn't it.
      const bool silent_id = field == "result_id" && agreement == Agreement::kSilent && HasIdsOnce();
      if (agreement == Agreement::kNo || silent_id) return false;
    }
    return true;
  }
  bool HasIdsOnce() {
    if (!has_ids_) has_ids_ = HasIds();
    return *has_ids_;
  }

  const Facts& stated_;
  FieldMatcher fields_;
  Bound bound_;
  const results::RowSet& rows_;
  std::vector<const Row*> pool_;
  std::optional<Figure> figure_;
  std::string_view unit_;
  bool exact_submitter_ = false;
  std::optional<bool> has_ids_;
};

bool Has(const Facts& stated, std::string_view field, std::string_view dropped) {
  return field != dropped && stated.contains(field);
}

// Enough is stated for the one row that agrees to be the one that is meant: a single row may agree by chance with a
// number and a model.
bool TellsOneRow(const Facts& stated, std::string_view round_name, const std::optional<Figure>& figure) {
  if (stated.contains("result_id")) return true;
  int telling = round_name.empty() ? 0 : 1;
  const bool value = figure && figure->digits >= kTellingDigits;
  if (stated.contains("benchmark") || stated.contains("model")) ++telling;
  if (stated.contains("system") || stated.contains("accelerator") || stated.contains("host_processor")) ++telling;
  telling += (stated.contains("scenario") ? 1 : 0) + (stated.contains("submitter") ? 1 : 0) + (figure ? 1 : 0);
  return telling >= (!round_name.empty() || value ? 3 : 4);
}

// The facts that remain without `dropped` name one result: by its id, or by who ran what where.
bool RemainingIdentify(const Facts& stated, std::string_view dropped, bool telling_value) {
  const bool benchmark = Has(stated, "benchmark", dropped) || Has(stated, "model", dropped);
  const bool scenario = Has(stated, "scenario", dropped);
  const bool value = telling_value && dropped != "value";
  if (Has(stated, "result_id", dropped)) return (benchmark && scenario) || (value && (benchmark || scenario));
  if (!Has(stated, "round", dropped) || !Has(stated, "submitter", dropped)) return false;
  return benchmark && (scenario || value);
}

std::string HeldText(std::string_view field, const Row& row) {
  const Facts held = FactsOf(row);
  const auto found = held.find(field);
  if (found == held.end()) return "not stated";
  return found->second;
}

// One stated fact that alone keeps the rest from meaning one row.
void FindContradiction(Search& search, const Facts& stated, std::string_view round_name, Matched& matched) {
  const bool telling = search.figure() && search.figure()->digits >= kTellingDigits;
  Facts known = stated;
  if (!round_name.empty()) known.emplace("round", round_name);  // told by the result id
  std::vector<std::string_view> doubted = {"value"};
  doubted.insert(doubted.end(), SelectingFields().begin(), SelectingFields().end());
  for (const std::string_view field : doubted) {
    if (!stated.contains(field) || field == "result_id") continue;
    if (!RemainingIdentify(known, field, telling)) continue;
    const Candidates rest = search.Agreeing(field);
    if (rest.rows.size() != 1 || (rest.rounded && field != "value")) continue;
    matched.row = rest.rows.front();
    matched.contradictions.push_back({std::string(field), stated.find(field)->second, HeldText(field, *matched.row)});
    return;
  }
}

void Fill(const Facts& stated, Matched& matched) {
  FieldMatcher fields(stated);
  for (const std::string_view field : SelectingFields()) {
    if (stated.contains(field) && fields.Agrees(field, *matched.row) == Agreement::kSilent) {
      matched.silent.emplace_back(field);
    }
  }
  for (auto& [field, value] : FactsOf(*matched.row)) {
    if (!stated.contains(field)) matched.filled.emplace(field, std::move(value));
  }
}

}  // namespace

std::string ResultIdOf(std::string_view text) {
  std::vector<std::string> numbers(1);
  for (const char c : text) {
    if (c >= '0' && c <= '9') numbers.back() += c;
    else if (c == '.' || c == '-') {
      if (numbers.size() == 3) break;
      numbers.emplace_back();
    } else if (!(numbers.size() == 1 && numbers.back().empty() && (c == 'v' || c == 'V' || c == ' '))) {
      break;
    }
  }
  if (numbers.size() < 3 || numbers[0].empty() || numbers[1].empty() || numbers[2].size() < 3) return {};
  return numbers[0] + "." + numbers[1] + "-" + numbers[2];
}

Matched MatchRow(const Facts& stated, Suite suite, Bound bound, const results::RowSet& rows) {
  Matched matched;
  if (suite != Suite::kInference && suite != Suite::kNotStated) {
    matched.match = Match::kNotInference;
    return matched;
  }
  if (const auto round_name = stated.find("round"); round_name != stated.end()) {
    const round::Round* known = round::FindRound(round_name->second);
    matched.round = known != nullptr ? std::string(known->name) : round_name->second;
  } else if (const auto id = stated.find("result_id"); id != stated.end()) {
    const std::string read = ResultIdOf(id->second);
    if (!read.empty()) matched.round = "v" + read.substr(0, read.find('-'));
  }
  Search search(stated, bound, matched.round, rows);
  if (!search.HasRows()) {
    // A round that never was isn't one that merely isn't held.
    const bool known = round::FindRound(matched.round) != nullptr;
    matched.match = known ? Match::kRoundNotHeld : Match::kNoRound;
    return matched;
  }
  matched.id_unchecked = stated.contains("result_id") && !search.HasIds();
  const Candidates agreeing = search.Agreeing({});
  matched.matches = agreeing.rows.size();
  if (agreeing.rows.size() == 1 && TellsOneRow(stated, matched.round, search.figure())) {
    matched.match = Match::kOne;
    matched.row = agreeing.rows.front();
    matched.value_rounded = agreeing.rounded && search.figure().has_value();
    matched.public_row = IsPublicRow(*matched.row);
    Fill(stated, matched);
    return matched;
  }
  if (!agreeing.rows.empty()) {
    matched.match = matched.round.empty() ? Match::kNoRound : Match::kSeveral;
    matched.twins_only = matched.match == Match::kSeveral &&
                         (stated.contains("benchmark") || stated.contains("model")) && agreeing.rows.size() == 2 && agreeing.rows[0]->twin == agreeing.rows[1];
    return matched;
  }
  matched.match = matched.round.empty() ? Match::kNoRound : Match::kNone;
  if (!matched.round.empty()) FindContradiction(search, stated, matched.round, matched);
  return matched;
}

}  // namespace assay::citation
