# SPDX-License-Identifier: Apache-2.0
"""What the tests share: a folder of its own for each, a library of ten samples, small settings."""
import json
import os
import tempfile
import unittest

import mlperf_loadgen as lg


def make_settings(scenario=lg.TestScenario.SingleStream, mode=lg.TestMode.PerformanceOnly, queries=20):
    settings = lg.TestSettings()
    settings.scenario, settings.mode = scenario, mode
    settings.min_duration_ms = 0
    settings.min_query_count = queries
    return settings


def nothing(*_):
    pass


class ClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        self.qsl = lg.ConstructQSL(10, 4, nothing, nothing)
        self.addCleanup(lg.DestroyQSL, self.qsl)

    def sut(self, issue, flush=nothing, construct=lg.ConstructSUT):
        handle = construct(issue, flush)
        self.addCleanup(lg.DestroySUT, handle)
        return handle

    def answer(self, samples, callback=None):
        lg.QuerySamplesComplete([lg.QuerySampleResponse(sample.id, 0, 0) for sample in samples], callback)

    def accuracy_log(self):
        with open("mlperf_log_accuracy.json") as file:
            return json.load(file)
