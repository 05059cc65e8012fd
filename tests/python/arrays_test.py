# SPDX-License-Identifier: Apache-2.0
"""Queries and answers as whole columns."""
import array
import queue
import threading
import unittest

import mlperf_loadgen as lg
from client import ClientTest, make_settings, nothing

try:
    import numpy
except ImportError:
    numpy = None


class ArraysTest(ClientTest):
    def run_with(self, issue, **how):
        sut = self.sut(issue, construct=lg.ConstructArraySUT)
        return lg.RunTest(sut, self.qsl, make_settings(lg.TestScenario.Offline, **how))

    def logged(self):
        return {entry["qsl_idx"]: bytes.fromhex(entry["data"]) for entry in self.accuracy_log()}

    def test_columns(self):
        seen = []

        def issue(ids, indices):
            seen.append((ids, indices))
            lg.QuerySamplesCompleteArrays(ids)

        result = self.run_with(issue, queries=1)
        self.assertEqual((result.ending, result.foreign_responses), ("complete", 0))
        (ids, indices), = seen
        # They outlive the test.
        self.assertEqual((ids.format, ids.itemsize, ids.ndim, ids.readonly, ids.contiguous), ("Q", 8, 1, True, True))
        self.assertEqual((len(ids), len(indices)), (result.issued_samples,) * 2)
        self.assertEqual(len(set(ids)), len(ids))
        self.assertTrue(all(0 <= index < 10 for index in indices))
        with self.assertRaises(TypeError):
            ids[0] = 1

    def test_same_queries_as_lists(self):
        columns, lists = [], []

        def issue(ids, indices):
            columns.append(indices.tolist())
            lg.QuerySamplesCompleteArrays(ids)

        def issue_lists(ids, indices):
            lists.append(indices)
            lg.QuerySamplesComplete([lg.QuerySampleResponse(id, 0, 0) for id in ids])

        self.run_with(issue)
        lg.StartTest(self.sut(issue_lists, construct=lg.ConstructFastSUT), self.qsl,
                     make_settings(lg.TestScenario.Offline))
        self.assertEqual(columns, lists)

    def test_one_call_has_one_time(self):
        """All samples of an Offline query are due at its start, so that their latencies are equal."""
        def lists(ids, indices):
            lg.QuerySamplesComplete([lg.QuerySampleResponse(id, 0, 0) for id in ids])

        for construct, issue in [(lg.ConstructFastSUT, lists),
                                 (lg.ConstructArraySUT, lambda ids, indices: lg.QuerySamplesCompleteArrays(ids))]:
            result = lg.RunTest(self.sut(issue, construct=construct), self.qsl,
                                make_settings(lg.TestScenario.Offline, queries=5000))
            self.assertEqual((len(result.latency_ns), len(set(result.latency_ns))), (5000, 1))

    def test_payload(self):
        """Sample i is answered with i bytes of value i."""
        def issue(ids, indices):
            lg.QuerySamplesCompleteArrays(ids, sizes=indices, payload=b"".join(bytes([i] * i) for i in indices))

        self.run_with(issue, mode=lg.TestMode.AccuracyOnly)
        self.assertEqual(self.logged(), {i: bytes([i] * i) for i in range(10)})

    def test_long_columns(self):
        """Sample i of 1000 is answered with i % 7 bytes; what is wrong with the last size stops all of them."""
        qsl = lg.ConstructQSL(1000, 1000, nothing, nothing)
        self.addCleanup(lg.DestroyQSL, qsl)

        def issue(ids, indices):
            sizes = array.array("i", [i % 7 for i in indices])
            payload = b"".join(bytes([i % 251] * (i % 7)) for i in indices)
            negative = array.array("i", [*sizes[:-1], -1])
            self.assertRaises(ValueError, lg.QuerySamplesCompleteArrays, ids, sizes=negative, payload=payload)
            longer = array.array("i", [*sizes[:-1], len(payload) + 1])
            self.assertRaises(ValueError, lg.QuerySamplesCompleteArrays, ids, sizes=longer, payload=payload)
            lg.QuerySamplesCompleteArrays(ids, sizes=sizes, payload=payload)

        result = lg.RunTest(self.sut(issue, construct=lg.ConstructArraySUT), qsl,
                            make_settings(lg.TestScenario.Offline, lg.TestMode.AccuracyOnly))
        self.assertEqual((result.completed_samples, result.doubled_responses), (1000, 0))
        self.assertEqual(self.logged(), {i: bytes([i % 251] * (i % 7)) for i in range(1000)})

    def test_addresses(self):
        answers = array.array("B", range(10))
        base, _ = answers.buffer_info()

        def issue(ids, indices):
            lg.QuerySamplesCompleteArrays(ids, array.array("Q", [base + i for i in indices]),
                                          array.array("i", [1] * len(ids)))

        self.run_with(issue, mode=lg.TestMode.AccuracyOnly)
        self.assertEqual(self.logged(), {i: bytes([i]) for i in range(10)})

    def test_response_callback(self):
        answers = array.array("B", b"late")

        def ready(response):
            response.data, response.size = answers.buffer_info()

        self.run_with(lambda ids, indices: lg.QuerySamplesCompleteArrays(ids, response_cb=ready),
                      mode=lg.TestMode.AccuracyOnly)
        self.assertEqual(set(self.logged().values()), {b"late"})

    def test_tokens(self):
        def issue(ids, indices):
            lg.FirstTokenCompleteArrays(ids)
            lg.QuerySamplesCompleteArrays(ids, n_tokens=array.array("q", [i + 2 for i in indices]))

        settings = make_settings(lg.TestScenario.Offline, queries=1)
        settings.use_token_latencies = True
        result = lg.RunTest(self.sut(issue, construct=lg.ConstructArraySUT), self.qsl, settings)
        self.assertEqual(result.ending, "complete")
        self.assertFalse([error for error in result.errors if "token" in error])
        self.assertIn("result_tokens_per_second", result.values)

    def test_missing_first_tokens(self):
        for construct in (lg.ConstructArraySUT, lg.ConstructFastSUT):
            def issue(ids, indices):
                ids = array.array("Q", ids)
                if indices[0] % 2 == 0:
                    lg.FirstTokenCompleteArrays(ids)
                lg.QuerySamplesCompleteArrays(ids, n_tokens=array.array("q", [2]))
                odd.append(indices[0] % 2)

            odd = []
            settings = make_settings(lg.TestScenario.Server)
            settings.server_target_qps = 1e6
            settings.use_token_latencies = True
            result = lg.RunTest(self.sut(issue, construct=construct), self.qsl, settings)
            self.assertEqual((result.ending, result.missing_first_tokens), ("complete", sum(odd)))
            self.assertTrue(0 < sum(odd) < len(odd))

    def test_elements_of_other_sizes_and_distances(self):
        """Every other element, backwards, 4 bytes wide."""
        wide = array.array("Q", [7, 0, 8, 0, 9, 0])
        for ids in (memoryview(wide)[::2], memoryview(wide)[::-2], array.array("I", [7]), array.array("l", [7, 8]),
                    array.array("i", [-1]), array.array("Q")):
            lg.QuerySamplesCompleteArrays(ids)  # of no test: counted, and that's all

        def issue(ids, indices):
            twice = array.array("Q", [0] * (2 * len(ids)))
            twice[::2] = array.array("Q", ids)
            lg.QuerySamplesCompleteArrays(memoryview(twice)[::2])

        result = self.run_with(issue)
        self.assertEqual((result.ending, result.foreign_responses), ("complete", 0))

    def test_refuses(self):
        ids = array.array("Q", [1, 2])
        one = array.array("Q", [1])
        for error, call in [
                (TypeError, lambda: lg.QuerySamplesCompleteArrays([1, 2])),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(None)),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays()),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(b"12345678")),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(array.array("d", [1.0]))),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(array.array("H", [1]))),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(memoryview(bytes(32)).cast("Q", (2, 2)))),
                (TypeError, lambda: lg.QuerySamplesCompleteArrays(ids, response_cb=5)),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, n_tokens=one)),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, data=ids)),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, sizes=ids)),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, data=ids, sizes=ids, payload=b"x")),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, sizes=ids, payload=b"12")),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, sizes=array.array("q", [-1, 0]), payload=b"12")),
                (ValueError, lambda: lg.QuerySamplesCompleteArrays(ids, sizes=array.array("i", [-1, 0]), data=ids)),
        ]:
            self.assertRaises(error, call)

    def test_released_after_the_call(self):
        ids = bytearray(16)
        lg.QuerySamplesCompleteArrays(memoryview(ids).cast("Q"))
        ids.append(0)  # raises BufferError while a buffer is held
        self.assertRaises(TypeError, lg.QuerySamplesCompleteArrays, ids)
        ids.append(0)

    def test_threads(self):
        parts = queue.SimpleQueue()

        def work():
            for ids in iter(parts.get, None):
                lg.QuerySamplesCompleteArrays(ids)

        workers = [threading.Thread(target=work) for _ in range(2)]
        for worker in workers:
            worker.start()

        def issue(ids, indices):
            for first in range(0, len(ids), 3):
                parts.put(ids[first:first + 3])

        result = self.run_with(issue)
        for worker in workers:
            parts.put(None)
        for worker in workers:
            worker.join()
        self.assertEqual((result.ending, result.completed_samples), ("complete", result.issued_samples))

    @unittest.skipIf(numpy is None, "NumPy isn't installed")
    def test_numpy(self):
        answers = numpy.arange(10, dtype=numpy.float32)

        def issue(ids, indices):
            ids, indices = numpy.asarray(ids), numpy.asarray(indices)
            self.assertFalse(ids.flags.owndata)
            data = numpy.uint64(answers.ctypes.data) + indices * numpy.uint64(4)
            lg.QuerySamplesCompleteArrays(ids, data, numpy.full(len(ids), 4), numpy.ones(len(ids), numpy.int32))

        self.run_with(issue, mode=lg.TestMode.AccuracyOnly)
        self.assertEqual(self.logged(), {i: answers[i].tobytes() for i in range(10)})


if __name__ == "__main__":
    unittest.main()
