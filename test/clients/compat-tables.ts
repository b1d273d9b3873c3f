import { readFileSync } from 'node:fs';
import { markdownTable } from '../../build/docs/markdown.js';
import { ROOT } from '../../build/docs/project-folder.js';
import { serveNeap } from '../server/served-emulator.js';
import { callsOfApiClient, type PlayedCall, playApiClient } from './api-client-session.js';
import { VENDOR_CLIS, type VendorCli } from './neonctl.js';
import { type PlayedCommand, playSession, SESSION, UNSERVED } from './neonctl-session.js';
import { POSTGRES_CLIENTS } from './postgres-clients.js';
import { playSdk } from './sdk-session.js';

/** Calls and commands that the clients made against one emulator. */
interface Played {
  readonly clis: readonly (readonly [cli: VendorCli, commands: readonly PlayedCommand[]])[];
  readonly api_client: readonly PlayedCall[];
  readonly sdk: readonly PlayedCall[];
}

let playing: Promise<Played> | undefined;

/** Runs every client's session once for all tables. @throws Error if a call has an unexpected outcome */
function played(): Promise<Played> {
  playing ??= play();
  return playing;
}

async function play(): Promise<Played> {
  const start = ['--start', '2026-01-07T00:00:00Z', '--operation-duration', '0s'];
  const serve = () => serveNeap([...start, '--rate-limits', 'off']);
  const clis: [VendorCli, readonly PlayedCommand[]][] = [];
  for (const cli of VENDOR_CLIS) {
    // Each starts with an account without projects, as a user does.
    const fresh = await serve();
    clis.push([cli, await playSession(cli, fresh.base_url, fresh.api_key ?? '')]);
    await fresh.stop('SIGTERM');
  }
  const emulator = await serve();
  const { base_url, api_key = '' } = emulator;
  try {
    const sessions = {
      clis,
      api_client: await playApiClient(base_url, api_key),
      sdk: await playSdk(base_url, api_key),
    };
    const wrong = [
      ...clis.flatMap(([cli, commands]) =>
        commands.filter(({ as_expected }) => !as_expected).map(({ said }) => `${cli} ${said}`),
      ),
      ...[...sessions.api_client, ...sessions.sdk]
        .filter(({ status }) => OUTCOMES[status] === undefined)
        .map(({ name, status }) => `${name}: ${status}`),
    ];
    const missed = [...callsOfApiClient().keys()].filter(
      (name) => !sessions.api_client.some((call) => call.name === name),
    );
    if (SESSION.length < 90 || wrong.length > 0 || missed.length > 0) {
      throw new Error(`clients did not do what they are to do:\n${[...wrong, ...missed].join('\n')}`);
    }
    return sessions;
  } finally {
    await emulator.stop('SIGTERM');
  }
}

/** Meanings of the expected statuses; the clients of these sessions should see no other. */
const OUTCOMES: Readonly<Record<number, string>> = {
  200: 'works',
  201: 'works',
  202: 'works',
  204: 'works',
  404: 'refused: the branch does not have this service (404)',
  422: 'refused: the only administrator must stay (422)',
  501: 'not served (501)',
};

function versionOf(name: string): string {
  const text = readFileSync(`${ROOT}node_modules/${name}/package.json`, 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The clients, how each connects to the emulator, and the result of its session. */
export async function clientTable(): Promise<string> {
  const { clis, api_client, sdk } = await played();
  return markdownTable(
    ['client', 'version', 'pointed here by', 'outcome'],
    [
      ...clis.map(([cli, commands]) => {
        const unserved = commands.filter(({ refused }) => refused === UNSERVED).length;
        const works = commands.filter(({ refused }) => refused === undefined).length;
        return [
          `\`${cli}\``,
          versionOf(cli),
          '`NEON_API_HOST`, `NEON_API_KEY`',
          `${works} of ${commands.length} commands work; not served: ${unserved}; the other ${commands.length - works - unserved} are refused, as they should be`,
        ];
      }),
      ['`@neondatabase/api-client`', versionOf('@neondatabase/api-client'), '`baseURL`', counted(api_client)],
      ['`@neon/sdk`', versionOf('@neon/sdk'), '`baseUrl`', counted(sdk)],
    ],
  );
}

function counted(calls: readonly PlayedCall[]): string {
  const names = new Set(calls.map(({ name }) => name));
  const of = (outcome: string) =>
    new Set(calls.filter(({ status }) => OUTCOMES[status] === outcome).map(({ name }) => name)).size;
  const left = of(OUTCOMES[501]!);
  return `${of('works')} of ${names.size} calls work; not served: ${left}; the others are refused as they are to be`;
}

/** The commands of the session that the emulator refuses or does not serve. */
export async function neonctlTable(): Promise<string> {
  await played();
  return refusalTable();
}

/** The same, as the session expects it; the unserved commands of a large group are counted. */
export function refusalTable(): string {
  const groupOf = (run: string) => SESSION.filter((other) => other.run.split(' ')[0] === run.split(' ')[0]);
  const byOutcome = new Map<string, string[]>();
  for (const { run, refused } of SESSION) {
    if (refused === undefined) continue;
    const outcome = refused === UNSERVED ? OUTCOMES[501]! : `refused: \`${refused}\``;
    const group = groupOf(run);
    const unserved = group.filter((other) => other.refused === UNSERVED).length;
    const text =
      refused === UNSERVED && unserved > 3
        ? `\`${run.split(' ')[0]} …\` (${unserved} of ${group.length})`
        : `\`${run.replace(' --branch main', '')}\``;
    const known = byOutcome.get(outcome) ?? [];
    byOutcome.set(outcome, known.includes(text) ? known : [...known, text]);
  }
  return markdownTable(
    ['outcome', 'commands'],
    [...byOutcome].map(([outcome, runs]) => [outcome, runs.join(', ')]),
  );
}

/** The Postgres clients that the long suite runs. */
export function postgresClientTable(): string {
  const { dependencies } = JSON.parse(readFileSync(`${ROOT}.ci/clients/package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return markdownTable(
    ['client', 'version', 'in addition to queries'],
    POSTGRES_CLIENTS.map(({ name, work }) => [`\`${name}\``, dependencies[name] ?? "3.1.7, Debian's", work]),
  );
}
