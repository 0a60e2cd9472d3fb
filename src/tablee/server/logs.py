"""The server's own log: one JSON object a line. It names tables and codes of errors, never people, tokens or cards."""

import json
import logging
import sys
import time

from tablee.server.outage import Unavailable


def is_news(record: logging.LogRecord) -> bool:
    """Of an outage there is a line already, when it begins: what it makes impossible is counted, and no news."""
    return not (record.exc_info and isinstance(record.exc_info[1], Unavailable))


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(is_news)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for chatty in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
