import { AdapterError } from '../../adapter/adapter-error.js';
import type { PlatformAdapter } from '../../adapter/platform-adapter.js';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { type DatabaseAddress, namedDatabase } from '../../load/database/database-address.js';
import { loadDriver } from '../../load/database/driver.js';
import { pgSessions } from '../../load/probe/pg-session.js';
import { ProbeFile } from '../../load/probe/probe-file.js';
import { measureWakes, type ProbedWake, ProbeGaveUp } from '../../load/probe/wake-probe.js';
import { readOptions } from '../../postgres/wire/startup-options.js';
import { counted, duration, milliseconds, money, number } from '../../report/figures/figure-text.js';
import { commandLine } from '../../report/text/command-line.js';
import { priceOn, pricesChecked } from '../../vendors/price-book.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import { commandOf, flag, type OptionsOf, text, value } from '../shared/option-table.js';
import { durationSeconds, path, wholeNumber } from '../shared/option-values.js';
import { OPTIONS } from '../shared/options.js';
import { BASE_URL, connectedService, KEY_HELP } from '../shared/service-connection.js';

const PROBE_OPTIONS = {
  '--wakes <n>': value(wholeNumber(1), 'number of wakes in the file at the end', { default: 20 }),
  '--csv <file>': value(path, 'file to write or continue', { default: 'wakes.csv' }),
  '--idle <duration>': value(durationSeconds(1), "the compute's suspend timeout", {
    default: 300,
    shown: '5m',
  }),
  '--project-id <id>': text('ask the API whether the compute sleeps, instead of waiting for the timeout'),
  '--base-url <url>': { ...BASE_URL['--base-url <url>'], needs: ['projectId'] },
  '-y, --yes': flag('connect, instead of printing only the duration and the cost'),
  ...OPTIONS.quiet,
};

/** Makes `neap probe`. */
export const declare = () =>
  commandOf('probe', {
    about:
      'Measures how long a database takes to wake: waits until the compute sleeps, connects, and subtracts the ' +
      'time of a connection to a running compute. Prints the duration and ' +
      'the cost, and connects only with --yes. Writes each row at once, in the form that "neap calibrate" ' +
      'reads; called again with the same file, it continues. It does not change the database.',
    argument: ['[url]', 'database to connect to (or the environment variable DATABASE_URL)'],
    options: PROBE_OPTIONS,
    help: `Examples:
  $ DATABASE_URL=postgresql://... neap probe --wakes 200 --yes
  $ neap probe postgresql://user@ep-cool-rain-123456.us-east-2.aws.neon.tech/app --project-id my-project

Probe a compute without other clients: their connections keep it awake, or wake it. Such attempts
have the outcome "awake", and "neap calibrate" omits them. A p99 takes 200 wakes.

connect_timeout=30 in the URL abandons connections after 30 seconds (60 by default). With --project-id, the
compute is the one that options=endpoint%3D... in the URL names, or the first label of the host.

The password of the URL is never shown. ${KEY_HELP}`,
  });

type ProbeOptions = OptionsOf<typeof PROBE_OPTIONS>;

/** Timeout of a connection, unless the URL sets another one. */
const CONNECT_SECONDS = 60;
/** Additional wait after the timeout, in seconds: the platform checks only from time to time. */
const MARGIN_SECONDS = 30;
/** The smallest size, in CU, and the plan that the cost is estimated for. */
const CU = 0.25;
const PLAN = 'launch';
/** Interval between polls of a compute's state. */
const POLL_MS = 5000;
/** A compute that is active this much longer than its timeout is kept active by another client. */
const PATIENCE_SECONDS = 600;

/**
 * Measures wakes of a database until the file has the requested number.
 * @throws LoadRefused for wrong input, AdapterError when the platform refuses
 */
export async function act(url: string | undefined, options: ProbeOptions): Promise<number> {
  const address = namedDatabase(url, 'the URL');
  const file = new ProbeFile(options.csv);
  const left = options.wakes - file.measured;
  if (left <= 0) {
    process.stdout.write(
      `${options.csv} has ${counted(file.measured, 'wake')} already; ask for more with --wakes\n`,
    );
    return EXIT.done;
  }
  process.stderr.write(`${estimate(left, address, options)}\n`);
  if (options.yes !== true) {
    process.stderr.write('neap probe: add --yes to connect\n');
    return EXIT.done;
  }
  // Measured rows are already in the file: a second signal may end the process immediately.
  const interruption = new Interruption(() => undefined);
  try {
    return await measure(left, address, file, options, interruption);
  } finally {
    interruption.release();
  }
}

async function measure(
  left: number,
  address: DatabaseAddress,
  file: ProbeFile,
  options: ProbeOptions,
  interruption: Interruption,
): Promise<number> {
  const { signal } = interruption;
  const print = (text: string): void => {
    if (options.quiet !== true) process.stderr.write(`${text}\n`);
  };
  const connect = pgSessions(await loadDriver(), address, connectTimeout(address));
  const suspended = sleeping(address, options, print, signal);
  try {
    let useless = 0;
    // Unusable rows are replaced by further ones, as long as some rows are usable.
    for await (const wake of measureWakes({ connect, suspended, clock: WALL_CLOCK, signal }, left * 2)) {
      file.append(wake);
      print(wakeText(wake, file.measured, options.wakes));
      if (file.measured >= options.wakes) break;
      useless = wake.outcome === 'done' || wake.outcome === 'gave_up' ? 0 : useless + 1;
      if (useless < 5) continue;
      process.stderr.write(
        `neap probe: five rows in a row are unusable (the last one: ${wake.outcome}); does another client use the compute, or does it never suspend?\n`,
      );
      return EXIT.failed;
    }
  } catch (error) {
    if (!signal.aborted) {
      if (error instanceof AdapterError) throw error;
      const { message, code } = error as { readonly message?: string; readonly code?: string };
      if (!(error instanceof ProbeGaveUp) && code === undefined) throw error;
      process.stderr.write(`neap probe: ${address.shown}: ${message || code || 'no answer'}\n`);
      return EXIT.failed;
    }
  }
  process.stdout.write(
    `${options.csv} has ${counted(file.measured, 'wake')}; next: ${commandLine(['calibrate', options.csv])}\n`,
  );
  return interruption.exit_code ?? (file.measured >= options.wakes ? EXIT.done : EXIT.failed);
}

/** Expected duration and cost, before anything is done. */
function estimate(left: number, address: DatabaseAddress, options: ProbeOptions): string {
  const { idle, csv } = options;
  const hours = (left * CU * idle) / 3600;
  const cost = hours * priceOn({ name: PLAN, as_of: undefined }).usd_per_cu_hour;
  const until =
    options.projectId === undefined ? `${duration(idle)} and ${duration(MARGIN_SECONDS)}` : duration(idle);
  return `${counted(left, 'wake')} of ${address.shown}, each after ${until} of idle time: about ${duration(left * (idle + MARGIN_SECONDS))} and ${number(hours)} CU-hours at ${number(CU)} CU, ${money(cost)} on the plan ${PLAN} (${pricesChecked()}); into ${csv}`;
}

/** Waits as long as a compute needs to suspend, or until the API reports that it has. */
function sleeping(
  address: DatabaseAddress,
  { idle, projectId, baseUrl }: ProbeOptions,
  print: (text: string) => void,
  signal: AbortSignal,
): () => Promise<void> {
  if (projectId === undefined) return () => WALL_CLOCK.sleep((idle + MARGIN_SECONDS) * 1000, signal);
  const adapter: PlatformAdapter = connectedService({ baseUrl }, signal);
  const endpoint_id = endpointOf(address);
  return async () => {
    const until_ms = WALL_CLOCK.monotonicMs() + (idle + MARGIN_SECONDS + PATIENCE_SECONDS) * 1000;
    while (WALL_CLOCK.monotonicMs() < until_ms) {
      const { endpoint } = await adapter.getProjectEndpoint({ project_id: projectId, endpoint_id });
      if (endpoint.current_state === 'idle' && endpoint.pending_state === undefined) return;
      await WALL_CLOCK.sleep(POLL_MS, signal);
    }
    print(
      `the compute has not slept for ${duration(idle + MARGIN_SECONDS + PATIENCE_SECONDS)}; look for other clients`,
    );
  };
}

/** The URL's `connect_timeout`, in seconds. */
function connectTimeout(address: DatabaseAddress): number {
  return Number(parametersOf(address).get('connect_timeout')) || CONNECT_SECONDS;
}

function parametersOf({ url }: DatabaseAddress): URLSearchParams {
  return new URL(url.replace('@/', '@%20/')).searchParams;
}

/** The id in the URL's options, or else at the beginning of a platform host. */
function endpointOf(address: DatabaseAddress): string {
  const [host = ''] = new URL(address.url.replace('@/', '@%20/')).hostname.split('.');
  const { endpoint = host } = readOptions(parametersOf(address).get('options') ?? undefined);
  return endpoint.replace(/-pooler$/, '');
}

function wakeText(
  { outcome, latency_ms, cold_ms, warm_ms }: ProbedWake,
  measured: number,
  wakes: number,
): string {
  const text = (ms: number | undefined): string => (ms === undefined ? '-' : milliseconds(ms));
  const count = `${measured} of ${wakes}`;
  if (outcome === 'done')
    return `${count}: ${text(latency_ms)} (connection ${text(cold_ms)}, warm ${text(warm_ms)})`;
  return `${count}: ${outcome} after ${text(cold_ms)}`;
}
