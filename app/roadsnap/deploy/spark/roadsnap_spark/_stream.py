# SPDX-License-Identifier: MIT
"""Streams Arrow batches through a process."""

from __future__ import annotations

import signal
import socket
import subprocess
import threading
from typing import Iterator, Optional, Sequence

import pyarrow as pa

ADDED_FILE = "addfile:"  # before the name of a file that SparkContext.addFile distributed
_MOST_ERROR = 1 << 16  # bytes of the program's error text that are kept


class RoadsnapError(RuntimeError):
    """The program failed; the text has the host, and what the program wrote to standard error."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{socket.gethostname()}: {text}")


class Stream:
    """A function for ``mapInArrow``: one process per call, begun with the first batch."""

    def __init__(self, argv: Sequence[str], pack: str) -> None:
        self._argv = list(argv)
        self._pack = pack

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        first = next(batches, None)
        if first is None:
            return
        program = _path(self._argv[0])
        try:
            child = subprocess.Popen(
                [program, *self._argv[1:], "--pack", _path(self._pack)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise RoadsnapError(f"cannot start {program}: {error}; install it on every worker, or give binary=") from error
        # One thread that writes and reads would wait for itself once both pipes are full.
        feeder = _Feeder(child, first, batches)
        errors = _Errors(child)
        feeder.start()
        errors.start()
        try:
            # A program that fails at once writes no schema; its text says more than the reader.
            try:
                with pa.ipc.open_stream(child.stdout) as reader:
                    yield from reader
            except (pa.ArrowInvalid, OSError) as error:
                if child.wait() == 0:
                    raise RoadsnapError(f"the program's output is damaged: {error}") from error
            code = child.wait()
            feeder.join()
            if feeder.error is not None:
                raise feeder.error
            if code != 0:
                errors.join()
                raise RoadsnapError(errors.text() or _ending(program, code))
        finally:  # also if the consumer stops early
            if child.poll() is None:
                child.kill()
            child.wait()
            errors.join()
            child.stdout.close()  # type: ignore[union-attr]


class _Feeder(threading.Thread):
    """Writes the batches to the program."""

    def __init__(self, child: "subprocess.Popen[bytes]", first: pa.RecordBatch, rest: Iterator[pa.RecordBatch]) -> None:
        super().__init__(daemon=True)
        self._child, self._first, self._rest = child, first, rest
        self.error: Optional[BaseException] = None

    def run(self) -> None:
        pipe = self._child.stdin
        assert pipe is not None
        try:
            with pa.ipc.new_stream(pipe, self._first.schema) as writer:
                writer.write_batch(self._first)
                for batch in self._rest:
                    writer.write_batch(batch)
        except (BrokenPipeError, ValueError):
            pass  # the program has ended, and its exit code says why
        except BaseException as error:  # of the upstream: reported by the reader
            if self._child.poll() is None:
                self.error = error
                self._child.kill()
        finally:
            try:
                pipe.close()
            except OSError:
                pass


class _Errors(threading.Thread):
    """Keeps the end of what the program writes to standard error."""

    def __init__(self, child: "subprocess.Popen[bytes]") -> None:
        super().__init__(daemon=True)
        self._pipe = child.stderr
        self._kept = b""

    def run(self) -> None:
        assert self._pipe is not None
        with self._pipe:
            for piece in iter(lambda: self._pipe.read1(4096), b""):  # type: ignore[union-attr]
                self._kept = (self._kept + piece)[-_MOST_ERROR:]

    def text(self) -> str:
        return self._kept.decode("utf-8", "replace").strip()


def _ending(program: str, code: int) -> str:
    """Describe the end of a program that wrote no error."""
    if code == -signal.SIGKILL:
        return f"{program} was killed, perhaps because memory ran out; raise spark.executor.memoryOverhead"
    return f"{program} ended with the code {code}"


def _path(name: str) -> str:
    if not name.startswith(ADDED_FILE):
        return name
    from pyspark import SparkFiles

    return SparkFiles.get(name[len(ADDED_FILE):])
