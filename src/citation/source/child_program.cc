// SPDX-License-Identifier: Apache-2.0
#include "citation/source/child_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

extern char** environ;

namespace assay::citation {
namespace {

int WaitFor(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status)
                           : 128 + (WIFSIGNALED(status) ? WTERMSIG(status) : 0);
}

}  // namespace

Result<ChildOutput> RunProgram(const std::vector<std::string>& arguments,
                               std::chrono::seconds limit, std::size_t most) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return Fail(ErrorCode::kUnreadable, "no pipe for " + arguments.front());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (error != 0) {
    close(ends[0]);
    if (error == ENOENT || error == EACCES)
      return Fail(ErrorCode::kSutMissing, arguments.front() + " isn't installed");
    return Fail(ErrorCode::kUnreadable, arguments.front() + " could not be started");
  }
  ChildOutput out;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  const char* stopped = nullptr;
  while (stopped == nullptr) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    pollfd ready{ends[0], POLLIN, 0};
    const int events = left.count() <= 0 ? 0 : poll(&ready, 1, static_cast<int>(left.count()));
    if (events == 0) {
      stopped = " took too long";
      break;
    }
    if (events < 0) continue;  // EINTR: the time left is counted anew
    char piece[64 * 1024];
    const ssize_t taken = read(ends[0], piece, sizeof piece);
    if (taken == 0) break;
    if (taken < 0) {
      if (errno == EINTR) continue;
      break;
    }
    out.text.append(piece, static_cast<std::size_t>(taken));
    if (out.text.size() > most) stopped = " printed too much";
  }
  close(ends[0]);
  if (stopped != nullptr) kill(child, SIGKILL);
  out.exit_code = WaitFor(child);
  if (stopped != nullptr) return Fail(ErrorCode::kOutOfRange, arguments.front() + stopped);
  return out;
}

}  // namespace assay::citation
