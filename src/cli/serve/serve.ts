import { InvalidArgumentError } from '@commander-js/extra-typings';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { MAX_SPEED } from '../../server/control/control-route.js';
import { NEW_KEY } from '../../server/emulator/first-account.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import {
  commandOf,
  flag,
  isGiven,
  type OptionsOf,
  oneOf,
  optional,
  text,
  value,
} from '../shared/option-table.js';
import { durationSeconds, numberThat, path } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';

const MAX_PORT = 65_535;

const SERVE_OPTIONS = {
  '-p, --port <port>': value(portNumber, 'port to listen on; 0 for any free one', { default: 8432 }),
  '--host <host>': value(String, 'address to listen on; 0.0.0.0 for every one of this machine', {
    default: '127.0.0.1',
  }),
  // Clients in the middle of their queries are not saved, and a scenario has its start and its rules.
  '--scenario <file>': text("create a scenario's computes, and run its load and events against them", {
    conflicts: ['state', 'start', 'rules'],
  }),
  '--postgres [programs]': optional(
    'run a real PostgreSQL behind each compute: "embedded" for the npm package, a folder of programs (by default whichever there is), or the URL of one server for databases of all',
    { conflicts: ['scenario'] },
  ),
  '--postgres-port <port>': value(portNumber, 'port for Postgres clients; 0 for any free one', {
    default: 8433,
    needs: ['postgres'],
  }),
  '--require-tls': flag('refuse clients of Postgres without TLS, as the platform does', {
    needs: ['postgres'],
  }),
  '--endpoint-domain <domain>': value(
    domainName,
    'give endpoints hosts below this domain, such as ep-….db.test, for clients that connect to a plain host name; point the domain at this machine, and let --postgres-port be 5432',
    { needs: ['postgres'] },
  ),
  '--limit-cpu': flag(
    'keep each server to the CPU and memory of its size, and autoscale it (Linux control groups, as root)',
    { needs: ['postgres'] },
  ),
  '--state <dir>': value(
    path,
    'keep the state in this folder, durable at every answer (in memory by default)',
  ),
  '--api-key <key>': value(
    fixedKey,
    `the personal key of the first user, instead of a random one; ${NEW_KEY} for another one with a kept state`,
  ),
  '--speed <factor>': value(
    numberThat(
      (speed) => speed >= 0 && speed <= MAX_SPEED,
      `a number of 0 to ${MAX_SPEED}, such as 1, 60 or 0`,
    ),
    'emulated seconds per second; 0 stands still until /_neap/clock skips time',
    { default: 1 },
  ),
  '--start <time>': value(momentOf, 'initial emulated time, such as 2026-01-05T00:00:00Z'),
  '--seed <seed>': text('make ids and operation durations repeatable; keys and passwords stay random'),
  '--rules <whose>': oneOf(
    RULE_BOOKS,
    "whose rules apply where they differ: the specification's (seed, the default) or the platform's present ones (platform)",
  ),
  '--plan <name>': oneOf(PLAN_NAMES, 'plan of users and organizations, whose limits apply', {
    conflicts: ['scenario'],
  }),
  '--seed-data <file>': value(path, 'begin with the organizations, projects and branches of this file', {
    conflicts: ['scenario'],
  }),
  '--strict': flag('refuse unknown attributes, which the platform ignores'),
  '--rate-limits <switch>': oneOf(
    ['on', 'off'],
    "the platform's 700 requests a minute and 40 a second per route",
    { default: 'on' },
  ),
  '--operation-duration <duration>': value(
    durationSeconds(),
    "duration of every operation, such as 0s (the platform's by default)",
  ),
  '--control-from-anywhere': flag('let other machines use /_neap, which needs no key'),
  ...OPTIONS.json,
};

/** Makes `neap serve`. */
export const serveCommand = () =>
  commandOf('serve', {
    about:
      "Serves the platform's management API under /api/v2: projects, branches, computes, operations, API keys. " +
      'Computes start, suspend when idle and restart as on the platform; with --postgres a real PostgreSQL is ' +
      'behind each. Prints the address, a first API key, and two lines that point neonctl at it. Ctrl-C stops it.',
    options: SERVE_OPTIONS,
    help: `Examples:
  $ neap serve --state emulator                       kept in a folder, survives any crash
  $ neap serve --scenario my-app.yaml --speed 60      the load wakes and resizes its computes
  $ neap serve --postgres --state emulator            computes that speak Postgres, and keep their data
  $ neap serve --speed 0 --rate-limits off --port 0   for a test suite that skips time itself

  $ curl -d '{"advance": "5m"}' http://127.0.0.1:8432/_neap/clock
  $ curl -X POST http://127.0.0.1:8432/_neap/endpoints/ENDPOINT/connect

The folder of --state holds passwords: only its owner can read it (0700, files 0600), and only one process at
a time can use it, even if containers share it.

--postgres shows how computes behave (wakes, cuts, refusals), not how fast the platform's are (docs/postgres.md).`,
    refuse: (called) =>
      called.opts()['apiKey'] === NEW_KEY && !isGiven(called, 'state')
        ? `--api-key ${NEW_KEY} has no effect without --state <dir>; add it, or leave the option out`
        : undefined,
  });

export type ServeOptions = OptionsOf<typeof SERVE_OPTIONS>;

function fixedKey(text: string): string {
  if (text === NEW_KEY || /^[\x21-\x7e]{8,256}$/.test(text)) return text;
  throw new InvalidArgumentError('expected 8 to 256 visible ASCII characters');
}

function domainName(text: string): string {
  if (
    text.length <= 190 &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(text)
  )
    return text;
  throw new InvalidArgumentError('expected a domain in lower case, such as db.test');
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new InvalidArgumentError(`expected a port of 0 to ${MAX_PORT}`);
}

function momentOf(text: string): number {
  const at_ms = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at_ms) && at_ms >= 0) return at_ms;
  throw new InvalidArgumentError('expected a time with its zone, such as 2026-01-05T00:00:00Z');
}
