"""Sends queries at their times with SQLAlchemy's pool in its default configuration, one thread per query.

Reads the address, then lines of time, turns and wait. Prints "ready" and the round trip, waits for a line, and
prints the intended, sent and answered time of each query.
"""

import sys
import threading
import time

from sqlalchemy import create_engine, text

ROUND_TRIPS = 50
WORK = text("select neap_load.work(:turns, :wait, '{}')")


def run(turns, wait):
    with engine.connect() as connection:
        connection.execute(WORK, {"turns": turns, "wait": wait})
        return time.monotonic()


def trip():
    began = time.monotonic()
    return run(0, 0) - began


def query(intended, turns, wait):
    sent = time.monotonic()
    try:
        answered = run(turns, wait)
    except Exception:
        return
    answers.append((intended, sent - start, answered - start))


lines = sys.stdin
engine = create_engine(lines.readline().strip())
queries = []
for line in iter(lines.readline, "go\n"):
    if line == "\n":
        print("ready", sorted(trip() for _ in range(ROUND_TRIPS))[ROUND_TRIPS // 2], flush=True)
        # As it comes: with no connection before the first query.
        engine.dispose()
        continue
    intended, turns, wait = line.split()
    queries.append((float(intended), int(turns), float(wait)))
answers = []
threads = []
start = time.monotonic()
for intended, turns, wait in queries:
    late = intended - (time.monotonic() - start)
    if late > 0:
        time.sleep(late)
    thread = threading.Thread(target=query, args=(intended, turns, wait))
    thread.start()
    threads.append(thread)
for thread in threads:
    thread.join()
for answer in answers:
    print(*answer)
