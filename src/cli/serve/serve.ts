import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { MAX_SPEED } from '../../server/control/control-route.js';
import { PLAN_NAMES } from '../../vendors/plan-limits.js';
import { durationSeconds, numberThat, path } from '../shared/option-values.js';
import { OPTIONS, type OptionsOf, refuseAlone } from '../shared/options.js';

const DEFAULT_PORT = 8432;
const DEFAULT_POSTGRES_PORT = 8433;
const MAX_PORT = 65_535;

/** Makes `neap serve`. */
export const serveCommand = () =>
  refuseAlone(new Command('serve'), {
    newKey: ['state'],
    postgresPort: ['postgres'],
    requireTls: ['postgres'],
    endpointDomain: ['postgres'],
    limitCpu: ['postgres'],
  })
    .description(
      "Serves the platform's management API under /api/v2: projects, branches, computes, operations, API keys. " +
        'Computes start, suspend when idle, restart and are locked as on the platform; with --postgres a real ' +
        'PostgreSQL is behind each. Prints the address, a first API key, and the two lines that point neonctl at it. Ctrl-C stops it.',
    )
    .addOption(
      new Option('-p, --port <port>', 'port to listen on; 0 for any free one')
        .default(DEFAULT_PORT)
        .argParser(portNumber),
    )
    .option('--host <host>', 'address to listen on; 0.0.0.0 for every one of this machine', '127.0.0.1')
    .addOption(
      new Option(
        '--scenario <file>',
        "create a scenario's computes, and run its load and events against them",
      )
        // Clients in the middle of their queries are not saved, and a scenario has its start and its
        // rules.
        .conflicts(['state', 'start', 'rules']),
    )
    .addOption(
      new Option(
        '--postgres [programs]',
        'run a real PostgreSQL behind each compute: "embedded" for the npm package, a folder of programs (by default whichever there is), or the URL of one server for databases of all',
      ).conflicts(['scenario']),
    )
    .addOption(
      new Option('--postgres-port <port>', 'port for Postgres clients; 0 for any free one')
        .default(DEFAULT_POSTGRES_PORT)
        .argParser(portNumber),
    )
    .option('--require-tls', 'refuse clients of Postgres without TLS, as the platform does')
    .option(
      '--endpoint-domain <domain>',
      'give endpoints hosts below this domain, such as ep-….db.test, for clients that connect to a plain host name; point the domain at this machine, and let --postgres-port be 5432',
      domainName,
    )
    .option(
      '--limit-cpu',
      'keep each server to the CPU and memory of its size, and autoscale it (Linux control groups, as root)',
    )
    .option(
      '--state <dir>',
      'keep the state in this folder, durable at every answer (in memory by default)',
      path,
    )
    .option('--api-key <key>', 'the personal key of the first user, instead of a random one', fixedKey)
    .option('--new-key', 'create and print another personal key of the first user')
    .addOption(
      new Option(
        '--speed <factor>',
        'emulated seconds per second; 0 stands still until /_neap/clock skips time',
      )
        .default(1)
        .argParser(speedFactor),
    )
    .option('--start <time>', 'initial emulated time, such as 2026-01-05T00:00:00Z', momentOf)
    .option('--seed <seed>', 'make ids and operation durations repeatable; keys and passwords stay random')
    .addOption(
      new Option(
        '--rules <whose>',
        "whose rules apply where they differ: the specification's (seed, the default) or the platform's present ones (platform)",
      ).choices(RULE_BOOKS),
    )
    .addOption(
      new Option('--plan <name>', 'plan of users and organizations, whose limits apply')
        .choices(PLAN_NAMES)
        .conflicts('scenario'),
    )
    .addOption(
      new Option('--seed-data <file>', 'begin with the organizations, projects and branches of this file')
        .argParser(path)
        .conflicts('scenario'),
    )
    .option('--strict', 'refuse attributes that the API does not know, where the platform ignores them')
    .addOption(
      new Option('--rate-limits <switch>', "the platform's 700 requests a minute and 40 a second per route")
        .choices(['on', 'off'] as const)
        .default('on' as const),
    )
    .option(
      '--operation-duration <duration>',
      "duration of every operation, such as 0s (the platform's by default)",
      durationSeconds(),
    )
    .option('--control-from-anywhere', 'let other machines use /_neap, which needs no key')
    .addOption(OPTIONS.json())
    .addHelpText('after', HELP);

/** The options of `neap serve`. */
export type ServeOptions = OptionsOf<typeof serveCommand>;

const HELP = `
Examples:
  $ neap serve                                        in memory, at wall-clock speed
  $ neap serve --state emulator                       kept in a folder, survives any crash
  $ neap serve --scenario my-app.yaml --speed 60      the load wakes and resizes its computes
  $ neap serve --postgres --state emulator            computes that speak Postgres, and keep their data
  $ neap serve --postgres postgresql://postgres@127.0.0.1/postgres   on a server that runs already
  $ neap serve --speed 0 --rate-limits off --port 0   for a test suite that skips time itself

  $ curl -d '{"advance": "5m"}' http://127.0.0.1:8432/_neap/clock
  $ curl -X POST http://127.0.0.1:8432/_neap/endpoints/ENDPOINT/connect

The folder of --state holds passwords: only its owner can read it (0700, files 0600), and only one process at
a time can use it, even where containers share it.

--postgres shows how computes behave (wakes, cuts, refusals), not how fast the platform's are; docs/postgres.md.`;

function fixedKey(text: string): string {
  if (/^[\x21-\x7e]{8,256}$/.test(text)) return text;
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

const speedFactor = numberThat(
  (speed) => speed >= 0 && speed <= MAX_SPEED,
  `a number of 0 to ${MAX_SPEED}, such as 1, 60 or 0`,
);

function momentOf(text: string): number {
  const at_ms = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at_ms) && at_ms >= 0) return at_ms;
  throw new InvalidArgumentError('expected a time with its zone, such as 2026-01-05T00:00:00Z');
}
