import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { HAVE_SQLALCHEMY } from '../../../test/postgres/programs.js';

/** Pools of other languages, each with a program that sends a load. */
export type SenderName = 'sqlalchemy' | 'hikaricp';

/** A query to send. */
export interface PlannedQuery {
  readonly intended_seconds: number;
  readonly turns: number;
  readonly wait_seconds: number;
}

/** An answered query, in seconds since the first could have been sent. */
export interface AnsweredQuery {
  readonly intended_seconds: number;
  readonly sent_seconds: number;
  readonly ended_seconds: number;
}

/** The results of a program. */
export interface SentByProgram {
  /** Median time of an empty query, from the request to the pool to the answer. */
  readonly round_trip_ms: number;
  readonly answered: readonly AnsweredQuery[];
}

const JARS = ['HikariCP.jar', 'postgresql.jar', 'slf4j-api.jar', 'slf4j-nop.jar'].map(
  (name) => `/usr/share/java/${name}`,
);

/** The reason why a load cannot be sent with a pool; `undefined` if it can. */
export function whyNoSender(name: SenderName): string | undefined {
  if (name === 'sqlalchemy') {
    return HAVE_SQLALCHEMY
      ? undefined
      : "no SQLAlchemy; install Debian's packages python3-sqlalchemy and python3-psycopg2";
  }
  const missing = JARS.filter((jar) => !existsSync(jar));
  return missing.length === 0
    ? undefined
    : `no ${missing.join(', ')}; install Debian's packages libhikaricp-java, libpostgresql-jdbc-java and default-jdk-headless`;
}

/**
 * Sends queries with a pool of another language.
 * @param socket_folder of the server
 * @param began called when the first may be sent
 */
export async function sendByProgram(
  name: SenderName,
  { host, port, user }: { readonly host: string; readonly port: number; readonly user: string },
  queries: readonly PlannedQuery[],
  { signal, began }: { readonly signal: AbortSignal; readonly began: () => void },
): Promise<SentByProgram> {
  const [program, ...args] = commandOf(name, user);
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'inherit'], signal });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)),
    );
  });
  ended.catch(() => undefined);
  const address =
    name === 'sqlalchemy'
      ? `postgresql://${user}@${host}:${port}/postgres`
      : `jdbc:postgresql://${host}:${port}/postgres`;
  const lines = queries.map(({ intended_seconds, turns, wait_seconds }) =>
    [intended_seconds, turns, wait_seconds].join(' '),
  );
  child.stdin.write(`${[address, ...lines, ''].join('\n')}\n`);
  let round_trip_ms = Number.NaN;
  const answered: AnsweredQuery[] = [];
  for await (const line of createInterface(child.stdout)) {
    const [first, ...rest] = line.split(' ');
    if (first === 'ready') {
      round_trip_ms = Number(rest[0]) * 1000;
      began();
      child.stdin.write('go\n');
    } else {
      const [sent_seconds, ended_seconds] = rest.map(Number);
      answered.push({
        intended_seconds: Number(first),
        sent_seconds: sent_seconds!,
        ended_seconds: ended_seconds!,
      });
    }
  }
  await ended;
  return { round_trip_ms, answered };
}

function commandOf(name: SenderName, user: string): readonly string[] {
  if (name === 'sqlalchemy') return ['/usr/bin/python3', join(import.meta.dirname, 'sqlalchemy_pool.py')];
  return ['java', '-cp', JARS.join(':'), join(import.meta.dirname, 'HikariPool.java'), user];
}
