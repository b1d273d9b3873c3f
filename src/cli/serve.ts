import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration, QUANTITY_EXAMPLES } from '../scenario/quantity.js';
import type { ServeOptions } from './serve-options.js';

const DEFAULT_PORT = 8432;
const MOST_PORT = 65_535;
const MOST_SPEED = 86_400;

/** Registers `neap serve`. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .summary('emulate the management API on this machine, for real clients')
    .description(
      "Serves the platform's management API under /api/v2: projects, branches, computes, operations, API keys. " +
        'Computes start, suspend after idle minutes, restart and are locked as the real ones are; there is no ' +
        'Postgres behind them. Prints the address, a first API key, and the two lines that point neonctl at it. ' +
        'Ctrl-C stops it.',
    )
    .addOption(
      new Option('-p, --port <port>', 'port to listen on; 0 for any free one')
        .default(DEFAULT_PORT)
        .argParser(portNumber),
    )
    .option('--host <host>', 'address to listen on; 0.0.0.0 for every one of this machine', '127.0.0.1')
    .option('--scenario <file>', "create a scenario's computes, and let its load and events act upon them")
    .option('--state <dir>', 'keep the state in this folder, durable at every answer; in memory without')
    .option('--new-key', 'with --state: make and print another personal key of the first user')
    .addOption(
      new Option(
        '--speed <factor>',
        'emulated seconds a second; 0 stands still until /_neap/clock skips time',
      )
        .default(1)
        .argParser(speedFactor),
    )
    .addOption(
      new Option('--start <time>', 'emulated time to begin with, such as 2026-01-05T00:00:00Z').argParser(
        momentOf,
      ),
    )
    .option('--seed <seed>', 'make ids and keys repeatable; anyone who knows it knows the keys')
    .addOption(
      new Option('--rate-limits <switch>', "the platform's 700 requests a minute and 40 a second a route")
        .choices(['on', 'off'])
        .default('on'),
    )
    .addOption(
      new Option(
        '--operation-duration <duration>',
        'how long every operation takes, such as 0s; as long as real ones without',
      ).argParser(durationMs),
    )
    .option('--control-from-anywhere', 'let others than this machine use /_neap, which needs no key')
    .option('--json', 'print one JSON object when it listens, and nothing else')
    .addHelpText('after', HELP)
    .action(async (options: ServeOptions, command: Command) => {
      if (options.newKey === true && options.state === undefined) {
        command.error(
          'error: --new-key is for a state that is kept; without --state every start prints a key',
        );
      }
      refuseWithScenario(options, command);
      const { serveEmulator } = await import('./serve-emulator.js');
      process.exitCode = await serveEmulator(options, command);
    });
}

const HELP = `
Examples:
  $ neap serve                                        in memory, at wall-clock speed
  $ neap serve --state emulator                       kept in a folder, survives any crash
  $ neap serve --scenario my-app.yaml --speed 60      its load wakes and resizes the computes
  $ neap serve --speed 0 --rate-limits off --port 0   for a test suite that skips time itself

  $ curl -d '{"advance": "5m"}' http://127.0.0.1:8432/_neap/clock
  $ curl -X POST http://127.0.0.1:8432/_neap/endpoints/ENDPOINT/connect

Exit codes:
  2 the call is wrong, the port is taken or the folder cannot be used; 3 the state could not be written;
  130 stopped by Ctrl-C, 143 by a termination signal`;

/** What a scenario says itself, or would not find again. */
function refuseWithScenario({ scenario, state, start }: ServeOptions, command: Command): void {
  if (scenario === undefined) return;
  if (state !== undefined) {
    command.error(
      'error: --scenario and --state together: clients in the middle of their queries are not kept, so that a restart could not go on with them; leave one of the two out',
    );
  }
  if (start !== undefined) {
    command.error('error: --start and --scenario together: the scenario says when it starts (start:)');
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MOST_PORT) return port;
  throw new InvalidArgumentError(`expected a port of 0 to ${MOST_PORT}`);
}

function speedFactor(text: string): number {
  const speed = Number(text);
  if (text.trim() !== '' && speed >= 0 && speed <= MOST_SPEED) return speed;
  throw new InvalidArgumentError(`expected a number of 0 to ${MOST_SPEED}, such as 1, 60 or 0`);
}

function momentOf(text: string): number {
  const at_ms = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at_ms) && at_ms >= 0) return at_ms;
  throw new InvalidArgumentError('expected a time with its zone, such as 2026-01-05T00:00:00Z');
}

function durationMs(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return Math.round(seconds * 1000);
  throw new InvalidArgumentError(`expected ${QUANTITY_EXAMPLES.duration}`);
}
