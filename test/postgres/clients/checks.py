"""What SQLAlchemy must be able to do through the proxy; one line for each check that passed."""

import json
import os
import urllib.request

from sqlalchemy import Column, Integer, MetaData, Numeric, Table, Text, create_engine, func, select, text
from sqlalchemy.exc import DataError, IntegrityError, OperationalError, ProgrammingError

engine = create_engine(os.environ["DATABASE_URL"], pool_size=4, pool_pre_ping=os.environ.get("PRE_PING") == "1")
metadata = MetaData()
goods = Table("py_goods", metadata, Column("id", Integer, primary_key=True), Column("name", Text), Column("price", Numeric))


def check(name, passed):
    print(("ok " if passed else "NOT OK ") + name, flush=True)


def code_of(error, action):
    try:
        action()
    except error as raised:
        return raised.orig.pgcode
    return None


def one(statement, **values):
    with engine.connect() as connection:
        return connection.execute(text(statement), values).scalar()


def control(what):
    urllib.request.urlopen(os.environ["CONTROL"] + what).read()


def again(statement):
    for failures in range(5):
        try:
            return failures, one(statement)
        except OperationalError:
            pass
    return 5, None


def insert(*rows):
    with engine.begin() as connection:
        for row in rows:
            connection.execute(goods.insert(), row)


def count():
    with engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(goods)).scalar()


check("a constant", one("select 42") == 42)
check("its own role", one("select current_user") == "app")
check("its own database", one("select current_database()") == "shop")
check("an integer", one("select cast(:n as int) + 1", n=7) == 8)
check("letters of all scripts", one("select cast(:t as text)", t="ein Wörtchen \U0001f418 'mit' \\") == "ein Wörtchen \U0001f418 'mit' \\")
check("null", one("select cast(:t as text)", t=None) is None)
check("truth", one("select cast(:t as bool)", t=True) is True)
metadata.drop_all(engine)
metadata.create_all(engine)
check("a table", engine.dialect.has_table(engine.connect(), "py_goods"))
insert({"id": 1, "name": "tea"})
check("a row", count() == 1)
with engine.begin() as many:
    many.execute(goods.insert(), [{"id": n, "name": f"good {n}"} for n in range(2, 11)])
check("several rows at once", count() == 10)
with engine.begin() as change:
    changed = change.execute(goods.update().where(goods.c.id > 5).values(name="other")).rowcount
check("a change", changed == 5)
insert({"id": 11}, {"id": 12})
check("a transaction", count() == 12)
check("a key that is there", code_of(IntegrityError, lambda: insert({"id": 13}, {"id": 1})) == "23505")
check("a transaction that fails leaves nothing", count() == 12)
check("a column that is not", code_of(ProgrammingError, lambda: one("select nothing from py_goods")) == "42703")
check("a division by zero", code_of(DataError, lambda: one("select 1 / cast(:n as int)", n=0)) == "22012")
check("JSON", one("select cast(:j as jsonb)", j=json.dumps({"a": [1]})) == {"a": [1]})
check("a long value there and back", len(one("select cast(:t as text)", t="é" * 500000)) == 500000)
with engine.connect() as reader:
    check("many rows", len(reader.execute(text("select n from generate_series(1, 10000) n")).fetchall()) == 10000)
control("/suspend")
failures, value = again("select 7")
check("across a suspend", failures < 5 and value == 7 and count() == 12)
control("/restart")
failures, value = again("select 8")
check("across a restart", failures < 5 and value == 8)
