// SPDX-License-Identifier: Apache-2.0
#include "sut/module/module_executor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/sha256.h"

namespace assay::sut {
namespace {

// A query's samples are handed over where they lie: the C struct is the C++ one.
static_assert(sizeof(assay_sample) == sizeof(QuerySample) && alignof(assay_sample) == alignof(QuerySample));
static_assert(offsetof(assay_sample, id) == offsetof(QuerySample, id));
static_assert(offsetof(assay_sample, index) == offsetof(QuerySample, index));
static_assert(ASSAY_STATUS_OK == static_cast<unsigned>(SampleStatus::kOk));
static_assert(ASSAY_STATUS_ERROR == static_cast<unsigned>(SampleStatus::kError));
static_assert(ASSAY_STATUS_CANCELLED == static_cast<unsigned>(SampleStatus::kCancelled));
static_assert(ASSAY_FLOAT32 == static_cast<unsigned>(ElementType::kFloat32));
static_assert(ASSAY_UINT8 == static_cast<unsigned>(ElementType::kUInt8));
static_assert(ASSAY_INT64 == static_cast<unsigned>(ElementType::kInt64));
static_assert(ASSAY_INT32 == static_cast<unsigned>(ElementType::kInt32));
static_assert(ASSAY_SUT_FAILED == static_cast<int>(ErrorCode::kSutFailed));
static_assert(ASSAY_SUT_MISSING == static_cast<int>(ErrorCode::kSutMissing));
static_assert(ASSAY_SUT_MISMATCH == static_cast<int>(ErrorCode::kSutMismatch));
static_assert(ASSAY_NOT_FOUND == static_cast<int>(ErrorCode::kNotFound));
static_assert(ASSAY_UNKNOWN_NAME == static_cast<int>(ErrorCode::kUnknownName));
static_assert(ASSAY_UNKNOWN_KEY == static_cast<int>(ErrorCode::kUnknownKey));
static_assert(ASSAY_OUT_OF_RANGE == static_cast<int>(ErrorCode::kOutOfRange));

constexpr std::size_t kChunk = 64;  // queries or completions converted at a time, on the stack

ErrorCode CodeOf(std::int32_t number) {
  for (const ErrorCodeInfo& info : kErrorCodes) {
    if (static_cast<std::int32_t>(info.code) == number) return info.code;
  }
  return ErrorCode::kSutFailed;
}

// Text that a module wrote may lack its end.
template <std::size_t kSize>
std::string TextOf(const char (&text)[kSize]) {
  return std::string(text, std::find(text, text + kSize, '\0'));
}

std::string TextOf(const char* text) { return text == nullptr ? std::string() : text; }

std::unexpected<Error> ErrorOf(const assay_executor_v1& table, std::int32_t returned, const assay_error& error) {
  std::string what = TextOf(error.what);
  if (what.empty()) what = "the module gave error " + std::to_string(returned) + " without a reason";
  return Fail(CodeOf(returned), "executor " + std::string(table.name) + ": " + what, TextOf(error.hint));
}

// What a module says that no status has is an error of its own, with that number.
Completion FromC(const assay_completion& from) {
  Completion to{.id = from.id, .status = SampleStatus::kError, .error = from.error, .tokens = from.tokens, .output = {}};
  if (from.status == ASSAY_STATUS_OK && (from.output != nullptr || from.output_bytes == 0)) {
    to.status = SampleStatus::kOk;
    to.output = {static_cast<const std::byte*>(from.output), static_cast<std::size_t>(from.output_bytes)};
  } else if (from.status == ASSAY_STATUS_CANCELLED) {
    to.status = SampleStatus::kCancelled;
  } else if (from.status != ASSAY_STATUS_ERROR) {
    to.error = static_cast<std::int32_t>(from.status);
  }
  return to;
}

class ModuleExecutor final : public Executor {
 public:
  ModuleExecutor(std::string_view name, const assay_executor_v1* table, InputSource* input, Clock& clock)
      : name_(name), table_(table), input_(input), clock_(clock) {
    host_ = {.struct_size = sizeof(assay_host),
             .reserved = 0,
             .context = this,
             .complete = &OnComplete,
             .first_token = &OnFirstToken,
             .read_input = &OnReadInput,
             .now_ns = &OnNow};
  }
  ~ModuleExecutor() override {
    if (executor_ != nullptr) table_->destroy(executor_);
  }

  Result<void> Create(const ExecutorOptions& options);

  ExecutorDescription Describe() const override;
  Result<void> LoadSamples(std::span<const std::uint64_t> indices) override;
  Result<void> Start(CompletionSink& sink) override;
  void Issue(std::span<const Query> queries) override;
  void Flush() override { table_->flush(executor_); }
  void Cancel() noexcept override { table_->cancel(executor_); }
  void Stop() noexcept override;

 private:
  static ModuleExecutor& Self(void* context) { return *static_cast<ModuleExecutor*>(context); }
  static void OnComplete(void* context, const assay_completion* completions, std::uint64_t count) noexcept;
  static void OnFirstToken(void* context, const std::uint64_t* ids, std::uint64_t count) noexcept;
  static std::int32_t OnReadInput(void* context, std::uint64_t index, void* tensor, std::uint64_t bytes) noexcept;
  static std::int64_t OnNow(void* context) noexcept { return Self(context).clock_.NowNs(); }
  template <class Call>
  void WithSink(Call call) noexcept;

  const std::string name_;
  const assay_executor_v1* table_;
  InputSource* input_;
  Clock& clock_;
  assay_host host_{};
  assay_executor* executor_ = nullptr;
  std::string model_sha256_;
  // A module that answers after Stop must not reach a sink that is gone: Stop takes the sink away and waits for the
  // calls that still hold it.
  std::atomic<CompletionSink*> sink_{nullptr};
  std::atomic<std::uint64_t> calls_{0};
  std::atomic<std::uint64_t> late_answers_{0};
};

Result<void> ModuleExecutor::Create(const ExecutorOptions& options) {
  const TensorShape shape = input_ == nullptr ? TensorShape() : input_->shape();
  const assay_tensor tensor{.type = static_cast<std::uint32_t>(shape.type),
                            .rank = static_cast<std::uint32_t>(shape.dims.size()),
                            .dims = shape.dims.data(),
                            .bytes = shape.bytes()};
  std::vector<assay_option> table;
  for (const auto& [key, value] : options.options) table.push_back({key.c_str(), value.c_str()});
  const assay_executor_config config{.struct_size = sizeof(assay_executor_config),
                                     .threads = options.threads,
                                     .id = options.id.c_str(),
                                     .model = options.model.c_str(),
                                     .precision = options.precision.c_str(),
                                     .device = options.device.c_str(),
                                     .max_batch = options.max_batch,
                                     .option_count = static_cast<std::uint32_t>(table.size()),
                                     .options = table.data(),
                                     .batch_wait_ns = options.batch_wait_ns,
                                     .seed = options.seed,
                                     .input = input_ == nullptr ? nullptr : &tensor};
  assay_error error{};
  const std::int32_t returned = table_->create(&config, &host_, &executor_, &error);
  if (returned != ASSAY_OK) {
    executor_ = nullptr;
    return ErrorOf(*table_, returned, error);
  }
  if (executor_ == nullptr) return ErrorOf(*table_, ASSAY_SUT_FAILED, {0, "create gave no executor", ""});
  if (!options.model.empty()) {
    ASSAY_TRY(hash, base::Sha256HexOfFile(options.model));
    model_sha256_ = hash;
  }
  return {};
}

ExecutorDescription ModuleExecutor::Describe() const {
  assay_description found{};
  found.struct_size = sizeof(found);
  table_->describe(executor_, &found);
  ExecutorDescription description{.name = name_,
                                  .runtime = TextOf(found.runtime),
                                  .device = TextOf(found.device),
                                  .precision = TextOf(found.precision),
                                  .model_sha256 = model_sha256_,
                                  .output_bytes = static_cast<std::size_t>(found.output_bytes),
                                  .output_type = ElementType::kFloat32,
                                  .details = {}};
  if (description.precision.empty()) description.precision = "undisclosed";
  if (found.output_type >= ASSAY_FLOAT32 && found.output_type <= ASSAY_INT32) {
    description.output_type = static_cast<ElementType>(found.output_type);
  }
  for (const assay_option& detail : std::span(found.details, found.details == nullptr ? 0 : found.detail_count)) {
    description.details.emplace_back(TextOf(detail.key), TextOf(detail.value));
  }
  if (name_ != table_->name) description.details.emplace_back("module", table_->name);
  if (const std::uint64_t late = late_answers_.load(); late > 0) {
    description.details.emplace_back("answers_after_stop", std::to_string(late));
  }
  return description;
}

Result<void> ModuleExecutor::LoadSamples(std::span<const std::uint64_t> indices) {
  if (input_ != nullptr) ASSAY_CHECK_OK(input_->Load(indices));
  assay_error error{};
  const std::int32_t returned = table_->load_samples(executor_, indices.data(), indices.size(), &error);
  if (returned != ASSAY_OK) return ErrorOf(*table_, returned, error);
  return {};
}

Result<void> ModuleExecutor::Start(CompletionSink& sink) {
  sink_.store(&sink);
  assay_error error{};
  const std::int32_t returned = table_->start(executor_, &error);
  if (returned == ASSAY_OK) return {};
  sink_.store(nullptr);
  return ErrorOf(*table_, returned, error);
}

void ModuleExecutor::Issue(std::span<const Query> queries) {
  std::array<assay_query, kChunk> chunk;
  while (!queries.empty()) {
    const std::size_t count = std::min(queries.size(), kChunk);
    for (std::size_t i = 0; i < count; ++i) {
      chunk[i] = {.id = queries[i].id,
                  .samples = reinterpret_cast<const assay_sample*>(queries[i].samples.data()),
                  .sample_count = queries[i].samples.size()};
    }
    table_->issue(executor_, chunk.data(), count);
    queries = queries.subspan(count);
  }
}

void ModuleExecutor::Stop() noexcept {
  table_->stop(executor_);
  sink_.store(nullptr);
  while (calls_.load() != 0) std::this_thread::yield();
}

template <class Call>
void ModuleExecutor::WithSink(Call call) noexcept {
  calls_.fetch_add(1);
  CompletionSink* sink = sink_.load();
  if (sink != nullptr) call(*sink);
  calls_.fetch_sub(1);
}

// A call with more completions than a chunk gives one to the sink per chunk, so the later ones are stamped some
// microseconds later. A batch that large takes much longer to compute.
void ModuleExecutor::OnComplete(void* context, const assay_completion* completions, std::uint64_t count) noexcept {
  std::span<const assay_completion> left(completions, completions == nullptr ? 0 : static_cast<std::size_t>(count));
  if (Self(context).sink_.load() == nullptr) Self(context).late_answers_.fetch_add(left.size());
  Self(context).WithSink([left](CompletionSink& sink) mutable noexcept {
    std::array<Completion, kChunk> chunk;
    while (!left.empty()) {
      const std::size_t size = std::min(left.size(), kChunk);
      for (std::size_t i = 0; i < size; ++i) chunk[i] = FromC(left[i]);
      sink.Complete(std::span(chunk).first(size));
      left = left.subspan(size);
    }
  });
}

void ModuleExecutor::OnFirstToken(void* context, const std::uint64_t* ids, std::uint64_t count) noexcept {
  if (ids == nullptr) return;
  Self(context).WithSink([=](CompletionSink& sink) noexcept {
    sink.FirstToken({ids, static_cast<std::size_t>(count)});
  });
}

std::int32_t ModuleExecutor::OnReadInput(void* context, std::uint64_t index, void* tensor,
                                         std::uint64_t bytes) noexcept {
  const InputSource* input = Self(context).input_;
  if (input == nullptr || tensor == nullptr) return ASSAY_SUT_FAILED;
  const std::span<std::byte> target(static_cast<std::byte*>(tensor), static_cast<std::size_t>(bytes));
  return input->Read(index, target) ? ASSAY_OK : ASSAY_SUT_FAILED;
}

}  // namespace

Result<std::unique_ptr<Executor>> MakeModuleExecutor(std::string_view name, const assay_executor_v1* table,
                                                     const ExecutorOptions& options, InputSource* input, Clock& clock) {
  if (options.threads < 1 || options.max_batch < 1 || options.batch_wait_ns < 0) {
    return Fail(ErrorCode::kOutOfRange, "expected threads >= 1, batch.max >= 1 and batch.wait >= 0");
  }
  auto executor = std::make_unique<ModuleExecutor>(name, table, input, clock);
  ASSAY_CHECK_OK(executor->Create(options));
  return executor;
}

}  // namespace assay::sut
