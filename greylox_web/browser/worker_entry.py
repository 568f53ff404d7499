"""The script of the engine's worker: gives the page its three doors."""

from greylox_web.browser.worker import Worker

worker = Worker()
begin, slice_, stop = worker.begin, worker.slice_, worker.stop

__export__ = ["begin", "slice_", "stop"]
