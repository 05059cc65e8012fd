# SPDX-License-Identifier: Apache-2.0
"""Callbacks, threads and handles: what clients do, and what goes wrong in them."""
import gc
import os
import queue
import subprocess
import sys
import threading
import traceback
import unittest
import weakref

import mlperf_loadgen as lg
from client import ClientTest, make_settings, nothing


class Failure(Exception):
    pass


def fail(*_):
    raise Failure("on purpose")


class CallbackErrorTest(ClientTest):
    def check(self, where, sut, qsl=None, settings=None):
        try:
            lg.StartTest(sut, qsl or self.qsl, settings or make_settings())
            self.fail("nothing was raised")
        except Failure as failure:
            self.assertIn(where, "".join(failure.__notes__))
            self.assertIn("fail", [frame.name for frame in traceback.extract_tb(failure.__traceback__)])
        # The logs are closed, and the next test runs.
        self.assertTrue(os.path.exists("mlperf_log_detail.txt"))
        self.accuracy_log()
        result = lg.RunTest(self.sut(self.answer), self.qsl, make_settings())
        self.assertEqual(result.ending, "complete")

    def test_issue(self):
        for construct in (lg.ConstructSUT, lg.ConstructFastSUT, lg.ConstructArraySUT):
            self.check("issue_cb", self.sut(fail, construct=construct))

    def test_flush(self):
        self.check("flush_cb", self.sut(self.answer, fail))

    def test_name(self):
        qdl = lg.ConstructQDL(self.answer, nothing, fail)
        self.addCleanup(lg.DestroyQDL, qdl)
        self.check("name_cb", qdl)
        other = lg.ConstructQDL(self.answer, nothing, lambda: 5)
        self.addCleanup(lg.DestroyQDL, other)
        self.assertRaises(TypeError, lg.StartTest, other, self.qsl, make_settings())

    def test_load_and_unload(self):
        for place, arguments in [("load_cb", (fail, nothing)), ("unload_cb", (nothing, fail))]:
            qsl = lg.ConstructQSL(10, 4, *arguments)
            self.addCleanup(lg.DestroyQSL, qsl)
            self.check(place, self.sut(self.answer), qsl)

    def test_response(self):
        self.check("response_cb", self.sut(lambda samples: self.answer(samples, fail)),
                   settings=make_settings(mode=lg.TestMode.AccuracyOnly))

    def test_response_in_a_thread_of_the_client(self):
        caught = queue.Queue()

        def complete(samples):
            try:
                self.answer(samples, fail)
            except Failure as failure:
                caught.put(failure)

        def issue(samples):
            threading.Thread(target=complete, args=(samples,)).start()

        result = lg.RunTest(self.sut(issue), self.qsl, make_settings(mode=lg.TestMode.AccuracyOnly))
        self.assertEqual((result.ending, caught.qsize()), ("complete", 10))

    def test_exit_after_an_error_is_clean(self):
        code = ("import mlperf_loadgen as lg\nn = lambda *_: None\ns = lg.TestSettings()\n"
                "lg.StartTest(lg.ConstructSUT(lambda x: 1 / 0, n), lg.ConstructQSL(10, 4, n, n), s)")
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("ZeroDivisionError: division by zero\nraised in issue_cb", ran.stderr)


class ThreadTest(ClientTest):
    def test_python_threads_answer(self):
        """The lock is free while a test runs: workers of the client get to answer, whichever thread issues."""
        for scenario in lg.TestScenario.__members__.values():
            tasks = queue.SimpleQueue()

            def work():
                for samples in iter(tasks.get, None):
                    self.answer(samples)

            workers = [threading.Thread(target=work) for _ in range(3)]
            for worker in workers:
                worker.start()
            settings = make_settings(scenario)
            settings.server_target_qps = 5000
            result = lg.RunTest(self.sut(tasks.put), self.qsl, settings)
            for worker in workers:
                tasks.put(None)
            for worker in workers:
                worker.join()
            self.assertEqual((result.ending, result.completed_samples), ("complete", result.issued_samples))

    def test_a_thread_runs_on_while_the_test_waits(self):
        held = queue.SimpleQueue()
        steps = []

        def later():
            samples = held.get()
            for step in range(1000):
                steps.append(step)
            self.answer(samples)

        settings = make_settings(lg.TestScenario.Offline)
        thread = threading.Thread(target=later)
        thread.start()
        lg.StartTest(self.sut(held.put), self.qsl, settings)
        thread.join()
        self.assertEqual(len(steps), 1000)

    def test_short_lived_threads(self):
        """Three threads that each answer 3667 samples and exit: the official program crashes on it."""
        def issue(samples):
            third = len(samples) // 3 + 1
            for first in range(0, len(samples), third):
                threading.Thread(target=self.answer, args=(samples[first:first + third],)).start()

        settings = make_settings(lg.TestScenario.Offline)
        settings.offline_expected_qps, settings.min_duration_ms = 10000, 1000
        for _ in range(5):
            result = lg.RunTest(self.sut(issue), self.qsl, settings)
            self.assertEqual((result.ending, result.issued_samples), ("complete", 11000))

    def test_registered_threads_issue(self):
        settings = make_settings(lg.TestScenario.Server, queries=200)
        settings.server_target_qps = 20000
        settings.server_num_issue_query_threads = 2
        seen = set()

        def issue(samples):
            seen.add(threading.get_ident())
            self.answer(samples)

        threads = [threading.Thread(target=lg.RegisterIssueQueryThread) for _ in range(2)]
        for thread in threads:
            thread.start()
        result = lg.RunTest(self.sut(issue), self.qsl, settings)
        for thread in threads:
            thread.join()
        self.assertEqual(result.ending, "complete")
        self.assertEqual(seen, {thread.ident for thread in threads})

    def test_abort(self):
        """From the issue callback, and from another thread while the test waits for an answer that never comes."""
        def issue(samples):
            lg.AbortTest()

        def lose(samples):
            threading.Thread(target=lg.AbortTest).start()

        for callback in (issue, lose):
            for scenario in (lg.TestScenario.SingleStream, lg.TestScenario.Offline):
                result = lg.RunTest(self.sut(callback), self.qsl, make_settings(scenario))
                self.assertEqual((result.ending, result.verdict), ("aborted", "INVALID"))
                self.assertTrue(any("aborted" in error for error in result.errors), result.errors)
                lg.StartTest(self.sut(callback), self.qsl, make_settings(scenario))

    def test_lost_doubled_and_foreign(self):
        def issue(samples):
            self.answer(samples[1:] + samples[1:])
            self.answer([lg.QuerySample(12345, 0)])

        settings = make_settings(lg.TestScenario.MultiStream)
        settings.multi_stream_samples_per_query = 3
        result = lg.RunTest(self.sut(issue), self.qsl, settings, lost_after_ns=20_000_000)
        self.assertEqual((result.ending, result.lost_samples, result.doubled_responses, result.foreign_responses),
                         ("lost", 1, 2, 1))
        self.answer([lg.QuerySample(1, 0)])  # no test at all

    def test_second_test_meanwhile_is_refused(self):
        results = []

        def issue(samples):
            results.append(lg.RunTest(self.sut(self.answer), self.qsl, make_settings()))
            self.answer(samples)

        settings = make_settings(queries=1)
        settings.max_query_count = 1
        lg.StartTest(self.sut(issue), self.qsl, settings)
        self.assertEqual(results[0].verdict, "NOT RUN")
        self.assertIn("already running", results[0].errors[0])


class HandleTest(ClientTest):
    def test_handles_that_are_none(self):
        settings = make_settings()
        sut = lg.ConstructSUT(self.answer, nothing)
        lg.DestroySUT(sut)
        self.assertRaises(ValueError, lg.DestroySUT, sut)
        for bad in (sut, 0, 1, 2**64 - 1, self.qsl):
            self.assertRaises(ValueError, lg.StartTest, bad, self.qsl, settings)
        self.assertRaises(ValueError, lg.StartTest, self.sut(self.answer), 1, settings)
        self.assertRaises(TypeError, lg.DestroySUT, -1)
        self.assertRaises(TypeError, lg.StartTest, "x", self.qsl, settings)
        self.assertRaises(TypeError, lg.StartTest, self.sut(self.answer), self.qsl, None)
        self.assertRaises(TypeError, lg.StartTestWithLogSettings, self.sut(self.answer), self.qsl, settings, None)
        lg.DestroySUT(0)
        lg.DestroyQSL(0)

    def test_bad_arguments(self):
        for call in [lambda: lg.ConstructSUT(5, 6), lambda: lg.ConstructSUT(nothing, nothing, nothing),
                     lambda: lg.ConstructQSL("a", 1, nothing, nothing), lambda: lg.ConstructQSL(-1, 1, nothing, nothing),
                     lambda: lg.QuerySamplesComplete([1]), lambda: lg.QuerySamplesComplete("ab"),
                     lambda: lg.QuerySamplesComplete(5), lambda: lg.QuerySamplesComplete(),
                     lambda: lg.QuerySamplesComplete([], 5), lambda: lg.QuerySamplesComplete([], None, None),
                     lambda: lg.QuerySamplesComplete([], other=1), lambda: lg.QuerySamplesComplete([], responses=[])]:
            self.assertRaises(TypeError, call)
        lg.QuerySamplesComplete(responses=(), response_cb=None)
        lg.FirstTokenComplete([], nothing)

    def test_no_callable(self):
        self.assertRaises(TypeError, lg.StartTest, self.sut(None, None), self.qsl, make_settings())

    def test_destroyed_during_the_test(self):
        """A client that destroys its own system from a callback: the test ends first."""
        handles = []

        def issue(samples):
            if handles:
                lg.DestroySUT(handles.pop())
            self.answer(samples)

        handles.append(lg.ConstructSUT(issue, nothing))
        self.assertEqual(lg.RunTest(handles[0], self.qsl, make_settings()).ending, "complete")

    def test_callbacks_are_let_go(self):
        class Issue:
            def __call__(self, samples):
                raise Failure

        issue = Issue()
        gone = weakref.ref(issue)
        sut = lg.ConstructSUT(issue, nothing)
        del issue
        try:
            lg.StartTest(sut, self.qsl, make_settings())
        except Failure:
            pass
        self.assertIsNotNone(gone())
        lg.DestroySUT(sut)
        gc.collect()
        self.assertIsNone(gone())


class ResultTest(ClientTest):
    def test_result(self):
        result = lg.RunTest(self.sut(self.answer), self.qsl, make_settings(queries=100))
        self.assertIn(result.verdict, ("VALID", "INVALID"))  # early stopping hangs on the times
        self.assertEqual((result.ending, result.min_duration_met, result.min_queries_met), ("complete", True, True))
        self.assertEqual(len(result.latency_ns), result.issued_samples)
        self.assertEqual(int(result.values["result_max_latency_ns"]), max(result.latency_ns))
        self.assertEqual(len(result.issue_delay_ns), result.issued_queries)
        self.assertTrue(result.logs_written)
        self.assertEqual(result.errors, [])

    def test_no_files(self):
        result = lg.RunTest(self.sut(self.answer), self.qsl, make_settings(), write_logs=False)
        self.assertEqual((result.logs_written, os.listdir()), (False, []))

    def test_folder_that_is_none(self):
        logs = lg.LogSettings()
        logs.log_output.outdir = "not/there"
        result = lg.RunTest(self.sut(self.answer), self.qsl, make_settings(), logs)
        self.assertEqual((result.verdict, result.reason), ("NOT RUN", "the log files can't be opened"))
        self.assertTrue(result.errors)

    def test_size_of_nothing(self):
        """An answer with a size and no address: nothing is read, nothing is logged of it."""
        def issue(samples):
            lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, 0, 999) for sample in samples])

        lg.StartTest(self.sut(issue), self.qsl, make_settings(mode=lg.TestMode.AccuracyOnly))
        self.assertEqual({entry["data"] for entry in self.accuracy_log()}, {""})


if __name__ == "__main__":
    unittest.main()
