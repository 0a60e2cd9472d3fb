"""Being a process beside another: it gives way to whatever else wants the processor, and ends with its parent."""

import os
import threading
import time

NICE = 10
LOOK = 1.0  # seconds between two looks whether the parent is still there


def give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)


def leave_with(parent: int) -> None:
    """End when the process that wants it has gone, however that ended."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
