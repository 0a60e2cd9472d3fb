"""How long `tablee serve` takes from its call to the first answer, on data that is there: `python bench/start.py`."""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request


def start(folder: str) -> float:
    """Seconds until it is well."""
    began = time.monotonic()
    command = [sys.executable, "-m", "tablee", "serve", "--port", "0"]
    environment = {**os.environ, "TABLEE_DATA": folder}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        with urllib.request.urlopen(f"{address}/healthz", timeout=60):
            taken = time.monotonic() - began
        process.terminate()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description="How long a server takes to start.")
    parser.add_argument("--starts", type=int, default=9, help="how often (default 9)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        first = start(folder)
        again = [start(folder) for _ in range(arguments.starts)]
    print(f"{first:.2f} s on an empty folder; from then on {statistics.median(again):.2f} s", end=" ")
    print(f"(from {min(again):.2f} to {max(again):.2f}, {arguments.starts} starts)")


if __name__ == "__main__":
    main()
