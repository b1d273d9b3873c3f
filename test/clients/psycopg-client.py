"""Runs each line of its input, `id statement`, in a session that is free or new, and prints `id problem`."""

import sys
import threading

import psycopg

uri = sys.argv[1]
free = []


def ask(number, statement):
    problem = ""
    try:
        try:
            session = free.pop()
            session.execute(statement)
        except (IndexError, psycopg.OperationalError):
            session = psycopg.connect(uri, autocommit=True)
            session.execute(statement)
        free.append(session)
    except psycopg.Error as error:
        problem = " ".join(str(error).split())
    # A single write: print(a, b) writes in parts, which mix with those of other threads.
    print(f"{number} {problem}\n", end="", flush=True)


with psycopg.connect(uri, autocommit=True) as first:
    first.execute("create table psycopg (id int)")
    with first.cursor().copy("copy psycopg from stdin") as copy:
        for number in range(100):
            copy.write_row([number])
    with first.pipeline():
        counts = [first.execute("select count(*) from psycopg where id < %s", [n], prepare=True) for n in (10, 50)]
    assert [count.fetchone() for count in counts] == [(10,), (50,)]

for line in sys.stdin:
    threading.Thread(target=ask, args=line.strip().split(" ", 1), daemon=True).start()
