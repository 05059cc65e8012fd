# SPDX-License-Identifier: Apache-2.0
"""Types, enumerations, settings and their pickles."""
import ast
import copy
import inspect
import operator
import os
import pickle
import re
import subprocess
import sys
import unittest

import mlperf_loadgen as lg

# dir() of the official wheel 6.0.17, and of its enumerations and value types, without what Python adds.
OFFICIAL = """ConstructFastSUT ConstructQDL ConstructQSL ConstructSUT DestroyFastSUT DestroyQDL DestroyQSL DestroySUT
    FirstTokenComplete LogOutputSettings LogSettings LoggingMode QuerySample QuerySampleResponse QuerySamplesComplete
    StartTest StartTestWithLogSettings TestMode TestScenario TestSettings VectorQuerySample
    VectorQuerySampleResponse""".split()
MEMBERS = {"TestScenario": ["SingleStream", "MultiStream", "Server", "Offline"],
           "TestMode": ["SubmissionRun", "AccuracyOnly", "PerformanceOnly", "FindPeakPerformance"],
           "LoggingMode": ["AsyncPoll", "EndOfTestOnly", "Synchronous"]}
# Defaults that the official module shows (token_latency_scaling_factor is whatever lay in memory there).
DEFAULTS = {"single_stream_expected_latency_ns": 1e6, "single_stream_target_latency_percentile": 0.9,
            "multi_stream_expected_latency_ns": 8e6, "multi_stream_target_latency_percentile": 0.99,
            "multi_stream_samples_per_query": 8, "server_target_qps": 1.0, "server_target_latency_ns": 100000000,
            "server_target_latency_percentile": 0.99, "server_coalesce_queries": False,
            "server_find_peak_qps_decimals_of_precision": 1, "server_find_peak_qps_boundary_step_size": 1.0,
            "server_max_async_queries": 0, "server_num_issue_query_threads": 0, "offline_expected_qps": 1.0,
            "sample_concatenate_permutation": False, "min_duration_ms": 10000, "max_duration_ms": 0,
            "min_query_count": 100, "max_query_count": 0, "qsl_rng_seed": 0, "sample_index_rng_seed": 0,
            "schedule_rng_seed": 0, "accuracy_log_rng_seed": 0, "accuracy_log_probability": 0.0,
            "accuracy_log_sampling_target": 0, "test05": False, "test05_qsl_rng_seed": 0,
            "test05_sample_index_rng_seed": 0, "test05_schedule_rng_seed": 0, "print_timestamps": False,
            "performance_issue_unique": False, "performance_issue_same": False, "performance_issue_same_index": 0,
            "performance_sample_count_override": 0, "accuracy_sample_count_override": 0, "use_token_latencies": False,
            "ttft_latency": 100000000, "tpot_latency": 100000000, "infer_token_latencies": False,
            "token_latency_scaling_factor": 0}


class Index:
    def __index__(self):
        return 7


class NamesTest(unittest.TestCase):
    def test_official_names_are_there(self):
        self.assertEqual([name for name in OFFICIAL if not hasattr(lg, name)], [])

    def test_stubs_know_all_names_and_arguments(self):
        with open(os.path.join(os.path.dirname(lg.__file__), "__init__.pyi")) as file:
            stubs = file.read()
        compile(stubs, "__init__.pyi", "exec")
        self.assertTrue(os.path.exists(os.path.join(os.path.dirname(lg.__file__), "py.typed")))
        for name in (name for name in dir(lg) if not name.startswith("_")):
            thing = getattr(lg, name)
            self.assertRegex(stubs, rf"(?m)^(def|class) {name}\b")
            if inspect.isclass(thing) or not callable(thing):
                continue
            declared = re.search(rf"(?ms)^def {name}\((.*?)\) -> ", stubs)[1]
            parameters = inspect.signature(thing).parameters
            self.assertEqual(re.findall(r"(?:^|, |,\s+|\n\s+)(\w+):", declared), list(parameters), name)
        for name in DEFAULTS:
            self.assertRegex(stubs, rf"(?m)^    {name}: {type(DEFAULTS[name]).__name__}$")

    def test_stubs_know_all_attributes(self):
        """Each class has in the stubs what it has at run time, and no more; methods take the arguments stated there."""
        with open(os.path.join(os.path.dirname(lg.__file__), "__init__.pyi")) as file:
            classes = {node.name: node for node in ast.parse(file.read()).body if isinstance(node, ast.ClassDef)}
        for name, node in classes.items():
            members = {getattr(item, "name", None) or item.target.id: item for item in node.body
                       if isinstance(item, (ast.FunctionDef, ast.AnnAssign))}
            thing = getattr(lg, name)
            there = set(getattr(thing, "__dataclass_fields__", ())) or vars(thing)
            self.assertEqual({member for member in members if not member.startswith("_")},
                             {member for member in there if not member.startswith("_")}, name)
            for member, item in members.items():
                if isinstance(item, ast.FunctionDef) and not item.decorator_list and not member.startswith("_"):
                    self.assertEqual([argument.arg for argument in item.args.args],
                                     list(inspect.signature(getattr(thing, member)).parameters), f"{name}.{member}")


class EnumerationTest(unittest.TestCase):
    def test_members(self):
        for name, members in MEMBERS.items():
            enumeration = getattr(lg, name)
            self.assertEqual(list(enumeration.__members__), members)
            for value, member in enumerate(members):
                one = getattr(enumeration, member)
                self.assertEqual((one.name, one.value, int(one), operator.index(one), hash(one)),
                                 (member, value, value, value, value))
                self.assertEqual((repr(one), str(one)), (f"<{name}.{member}: {value}>", f"{name}.{member}"))
                self.assertEqual(one, enumeration(value))
                self.assertNotEqual(one, value)
                for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                    self.assertEqual(pickle.loads(pickle.dumps(one, protocol)), one)
        self.assertEqual(repr(lg.TestScenario(9)), "<TestScenario.???: 9>")
        self.assertNotEqual(lg.TestScenario.Server, lg.TestMode.PerformanceOnly)

    def test_refuses(self):
        with self.assertRaises(TypeError):
            lg.TestScenario("Server")
        with self.assertRaises(TypeError):
            lg.TestScenario.Server < lg.TestScenario.Offline
        with self.assertRaises(AttributeError):
            lg.TestScenario.Server.value = 1
        with self.assertRaises(AttributeError):
            lg.TestScenario.Server.more = 1


class QueryTypesTest(unittest.TestCase):
    def test_values(self):
        sample = lg.QuerySample(2**64 - 1, Index())
        self.assertEqual((sample.id, sample.index), (2**64 - 1, 7))
        self.assertEqual((lg.QuerySample().id, lg.QuerySample().index), (0, 0))
        response = lg.QuerySampleResponse(1, 2, 3)
        self.assertEqual((response.id, response.data, response.size, response.n_tokens), (1, 2, 3, 0))
        self.assertEqual(lg.QuerySampleResponse(1, 2, 3, -4).n_tokens, -4)
        response.id, response.n_tokens = True, -9
        self.assertEqual((response.id, response.n_tokens), (1, -9))

    def test_refuses(self):
        for bad in [(1,), (-1, 2), (2**64, 2), (1.0, 2), ("a", 2), (1, 2, 3)]:
            with self.assertRaises(TypeError, msg=bad):
                lg.QuerySample(*bad)
        with self.assertRaises(TypeError):
            lg.QuerySample(id=1, index=2)
        with self.assertRaises(TypeError):
            lg.QuerySampleResponse(1, 2, 3, 4, 5)
        with self.assertRaises(TypeError):
            lg.QuerySampleResponse(1, 2, 3, 2**63)
        with self.assertRaises(AttributeError):
            lg.QuerySample().more = 1
        with self.assertRaises(AttributeError):
            del lg.QuerySample().id

    def test_pickles(self):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):  # the official types have these protocols too
            sample = pickle.loads(pickle.dumps(lg.QuerySample(5, 6), protocol))
            self.assertEqual((type(sample), sample.id, sample.index), (lg.QuerySample, 5, 6))
            response = pickle.loads(pickle.dumps(lg.QuerySampleResponse(5, 6, 7, 8), protocol))
            self.assertEqual((response.id, response.data, response.size, response.n_tokens), (5, 6, 7, 8))
        self.assertEqual(copy.deepcopy([lg.QuerySample(3, 4)])[0].index, 4)
        for state in [(), (1,), (1, 2, 3, 4, 5), "ab", (1, 2, "x")]:
            with self.assertRaises((TypeError, ValueError), msg=state):
                lg.QuerySampleResponse().__setstate__(state)

    def test_official_pickles_load(self):
        # What the official wheel 6.0.17 writes for QuerySample(5, 6) and QuerySampleResponse(5, 6, 7, 8): a state of two
        # and of three numbers. It can't read the second one itself.
        lead = b"cmlperf_loadgen\n%s\n)\x81"
        sample = pickle.loads(b"\x80\x02" + lead % b"QuerySample" + b"K\x05K\x06\x86b.")
        self.assertEqual((sample.id, sample.index), (5, 6))
        response = pickle.loads(b"\x80\x02" + lead % b"QuerySampleResponse" + b"K\x05K\x06K\x07\x87b.")
        self.assertEqual((response.id, response.data, response.size, response.n_tokens), (5, 6, 7, 0))

    def test_subclasses(self):
        class Named(lg.QuerySample):
            def __init__(self, name):
                super().__init__(1, 2)
                self.name = name

        named = Named("x")
        self.assertEqual((named.id, named.index, named.name), (1, 2, "x"))

    def test_vectors(self):
        samples = lg.VectorQuerySample([lg.QuerySample(i, i) for i in range(4)])
        samples.append(lg.QuerySample(9, 9))
        samples.insert(0, lg.QuerySample(8, 8))
        samples.extend([lg.QuerySample(7, 7)])
        samples[1] = lg.QuerySample(6, 6)
        self.assertEqual([sample.id for sample in samples], [8, 6, 1, 2, 3, 9, 7])
        self.assertIsInstance(samples[1:3], lg.VectorQuerySample)
        self.assertEqual(samples.pop().id, 7)
        del samples[0]
        samples[0:2] = []
        self.assertEqual((len(samples), bool(samples)), (3, True))
        samples.clear()
        self.assertFalse(samples)
        for refused in [lambda: samples.append(1), lambda: samples.extend([1]), lambda: samples.insert(0, 1),
                        lambda: lg.VectorQuerySample([1]), lambda: lg.VectorQuerySampleResponse([lg.QuerySample()])]:
            self.assertRaises(TypeError, refused)
        lg.QuerySamplesComplete(lg.VectorQuerySampleResponse())


class SettingsTest(unittest.TestCase):
    def test_defaults(self):
        settings = lg.TestSettings()
        self.assertEqual((settings.scenario, settings.mode),
                         (lg.TestScenario.SingleStream, lg.TestMode.PerformanceOnly))
        for name, value in DEFAULTS.items():
            self.assertEqual((getattr(settings, name), type(getattr(settings, name))), (value, type(value)), name)

    def test_each_field_is_one_of_its_own(self):
        settings = lg.TestSettings()
        given = {name: not value if isinstance(value, bool) else type(value)(number)
                 for number, (name, value) in enumerate(DEFAULTS.items(), 1000)}
        for name, value in given.items():
            setattr(settings, name, value)
        settings.scenario, settings.mode = lg.TestScenario.Offline, lg.TestMode.AccuracyOnly
        for read in (settings, copy.copy(settings), pickle.loads(pickle.dumps(settings))):
            self.assertEqual({name: getattr(read, name) for name in given}, given)
            self.assertEqual((read.scenario, read.mode), (lg.TestScenario.Offline, lg.TestMode.AccuracyOnly))

    def test_kinds_of_values(self):
        settings = lg.TestSettings()
        settings.min_query_count = Index()
        settings.server_target_qps = 5
        settings.server_coalesce_queries = 1
        settings.use_token_latencies = None
        self.assertEqual((settings.min_query_count, settings.server_target_qps, settings.server_coalesce_queries,
                          settings.use_token_latencies), (7, 5.0, True, False))
        for name, value in [("scenario", 2), ("scenario", lg.TestMode.AccuracyOnly), ("min_query_count", -1),
                            ("min_query_count", 1.5), ("min_query_count", 2**64), ("server_target_qps", "x"),
                            ("server_find_peak_qps_decimals_of_precision", 2**31)]:
            with self.assertRaises(TypeError, msg=name):
                setattr(settings, name, value)
        with self.assertRaises(ValueError):
            settings.scenario = lg.TestScenario(9)
        with self.assertRaises(AttributeError):
            settings.no_such = 1
        with self.assertRaises(TypeError):
            lg.TestSettings(1)
        with self.assertRaises(TypeError):
            settings.FromConfig(1, 2, 3)

    def test_from_config(self):
        settings = lg.TestSettings()
        self.assertEqual(settings.FromConfig("", "resnet50", "Server", 0), 0)
        self.assertEqual(settings.min_duration_ms, 600000)
        self.assertLess(settings.FromConfig(path="not there", model="m", scenario="Server", conf_type=1), 0)

    def test_log_settings(self):
        logs = lg.LogSettings()
        self.assertEqual((logs.log_mode, logs.log_mode_async_poll_interval_ms, logs.enable_trace),
                         (lg.LoggingMode.AsyncPoll, 1000, True))
        output = logs.log_output
        self.assertEqual((output.outdir, output.prefix, output.suffix), (".", "mlperf_log_", ""))
        output.outdir = "größe"
        self.assertEqual(logs.log_output.outdir, "größe")
        logs.log_mode = lg.LoggingMode.Synchronous
        logs.enable_trace = False
        other = lg.LogOutputSettings()
        other.suffix = "x"
        logs.log_output = other
        other.suffix = "y"
        again = pickle.loads(pickle.dumps(logs))
        self.assertEqual((again.log_output.suffix, again.log_mode, again.enable_trace),
                         ("x", lg.LoggingMode.Synchronous, False))
        for name, value in [("log_output", 5), ("log_mode", 1)]:
            self.assertRaises(TypeError, setattr, logs, name, value)
        for value in (None, 5):
            self.assertRaises(TypeError, setattr, output, "outdir", value)
        self.assertRaises(ValueError, setattr, output, "outdir", "a\0b")


class ProcessTest(unittest.TestCase):
    def test_other_processes_get_the_values(self):
        code = "import pickle, sys; s, r = pickle.load(sys.stdin.buffer); print(s.min_query_count, r.n_tokens)"
        settings = lg.TestSettings()
        settings.min_query_count = 77
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True,
                             input=pickle.dumps((settings, lg.QuerySampleResponse(1, 2, 3, 4))))
        self.assertEqual(ran.stdout.split(), [b"77", b"4"])


if __name__ == "__main__":
    unittest.main()
