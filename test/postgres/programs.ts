import { isInstalled } from '../programs.js';

/** Whether there is a pooler for pooled hosts; Debian keeps it where a user's PATH does not lead. */
export const HAVE_PGBOUNCER = isInstalled('pgbouncer', 'command -v pgbouncer || test -x /usr/sbin/pgbouncer');

/** Whether there is SQLAlchemy, a client of PostgreSQL in Python, with Debian's Python. */
export const HAVE_SQLALCHEMY = isInstalled('SQLAlchemy', '/usr/bin/python3 -c "import sqlalchemy, psycopg2"');

/** Whether there is JDBC, a client of PostgreSQL in Java, and a compiler for what uses it. */
export const HAVE_JDBC = isInstalled('JDBC', 'command -v javac && test -f /usr/share/java/postgresql.jar');
