import { randomBytes, randomUUID } from 'node:crypto';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { RULE_BOOKS } from '../../compute/rule-book.js';
import { isSystemError } from '../../files/system-error.js';
import { sameDurations } from '../../platform/store/options.js';
import type { DataHost } from '../../postgres/cluster/served-data.js';
import { refusal } from '../../scenario/document/diagnostic.js';
import { Emulator, type EmulatorOptions } from '../../server/emulator/emulator.js';
import { type FirstAccount, firstAccount, NEW_KEY } from '../../server/emulator/first-account.js';
import { listen } from '../../server/listen.js';
import { MEMORY_STORE, type StateStore } from '../../server/store/state-store.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import type { ServeOptions } from './serve.js';
import { greeting, warnings } from './serve-greeting.js';

/** Interval, in ms, at which due work is done between requests. */
const TICK_MS = 250;

/**
 * Serves until a signal asks to stop.
 * @throws StoreError, PostgresProblem, ScenarioError, or a system error
 */
export async function serveEmulator(options: ServeOptions): Promise<number> {
  const interruption = new Interruption(() => undefined);
  if (options.scenario !== undefined) await interruption.mayBeBlocked(() => undefined);
  const toServe = options.scenario === undefined ? undefined : await scenarioOf(options.scenario);
  const opened: (() => Promise<unknown> | undefined)[] = [];
  try {
    const store = await openedStore(options.state);
    opened.push(async () => store.close());
    const host = await postgresHost(options);
    if (host !== undefined) opened.push(() => host.close());
    const emulator_options: EmulatorOptions = {
      real: WALL_CLOCK,
      store,
      platform: {
        seed: options.seed ?? randomUUID(),
        rule_book: options.rules,
        default_plan: options.plan,
        keeps_history: host === undefined,
        ...toServe?.platform,
        ...(options.operationDuration === undefined
          ? {}
          : { operation_duration_ms: sameDurations(Math.round(options.operationDuration * 1000)) }),
      },
      secret: randomBytes,
      speed: options.speed,
      start_ms: toServe === undefined ? options.start : toServe.scenario.start_epoch_seconds * 1000,
      rate_limits: options.rateLimits === 'on',
      strict: options.strict === true,
      control_from_anywhere: options.controlFromAnywhere === true,
      log,
    };
    const seed =
      options.seedData === undefined ? undefined : await seedOf(options.seedData, emulator_options);
    const emulator = new Emulator(emulator_options);
    if (seed !== undefined && emulator.continued) {
      throw refusal('--seed-data', 'the state holds an account already; name a new folder');
    }
    const postgres = host && (await proxyOf(emulator, host, options));
    if (postgres !== undefined) opened.splice(1, 1, () => postgres.close());
    const { port, host: name } = options;
    const listening = await listen(emulator, { port, host: name, attached: postgres?.attached });
    opened[0] = listening.stop;
    const is_new = options.apiKey === NEW_KEY;
    const account = firstAccount(emulator, { is_new, secret: is_new ? undefined : options.apiKey });
    // Without processes behind it, a server that is starting has nothing to clean up.
    const leave = () => process.exit(interruption.exit_code);
    if (host === undefined) interruption.signal.addEventListener('abort', leave);
    if (host === undefined && interruption.exit_code !== undefined) leave();
    const served = await toServe?.serve(emulator, account);
    interruption.signal.removeEventListener('abort', leave);
    seed?.(emulator, account);
    emulator.remember();
    await store.durable();
    for (const warning of warnings(options)) process.stderr.write(`neap: warning: ${warning}\n`);
    process.stdout.write(greeting(listening.address, account, options, { served, postgres, host }));
    return await Promise.race([stopped(interruption), storeFailure(emulator)]);
  } finally {
    // Servers and the proxy before the API, which makes the state durable when it stops.
    for (const close of opened.toReversed()) await close();
  }
}

const log = (message: string): void => void process.stderr.write(`neap: ${message}\n`);

/** Applies the seed data of a file, which have been validated on a temporary emulator. @throws ScenarioError */
async function seedOf(
  file: string,
  options: EmulatorOptions,
): Promise<(emulator: Emulator, account: FirstAccount) => void> {
  const { readSeedData, rehearseSeed } = await import('../../server/seed/seed-data-file.js');
  const { plantSeed } = await import('../../server/seed/seed-data.js');
  const data = readSeedData(file);
  rehearseSeed(file, data, options);
  return (emulator, account) => plantSeed(emulator, data, account);
}

/** A scenario to serve; the simulator is loaded only if there is one. */
async function scenarioOf(file: string) {
  const { scenarioToServe, serveScenario } = await import('./serve-scenario.js');
  const toServe = await scenarioToServe(file);
  return {
    ...toServe,
    serve: (emulator: Emulator, account: FirstAccount) => serveScenario(emulator, toServe.scenario, account),
  };
}

async function openedStore(folder: string | undefined): Promise<StateStore> {
  if (folder === undefined) return MEMORY_STORE;
  const { openStateFolder } = await import('../../server/store/state-folder.js');
  return openStateFolder(folder);
}

/** The servers behind the computes, loaded only if requested. */
async function postgresHost({ postgres, state, limitCpu, rules = RULE_BOOKS[0] }: ServeOptions) {
  if (postgres === undefined) return undefined;
  const { openServers } = await import('../../server/postgres/open-servers.js');
  const programs = postgres === true ? undefined : postgres;
  return openServers({ programs, state, limit_cpu: limitCpu === true, rules, log });
}

async function proxyOf(emulator: Emulator, servers: DataHost, options: ServeOptions) {
  const { servePostgres } = await import('../../server/postgres/serve-postgres.js');
  const { host, postgresPort, requireTls, endpointDomain, state, rules = RULE_BOOKS[0] } = options;
  try {
    return await servePostgres(emulator, servers, {
      port: postgresPort,
      host,
      require_tls: requireTls === true,
      endpoint_domain: endpointDomain,
      rules,
      state,
    });
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EADDRINUSE') throw error;
    throw refusal(
      `--postgres-port ${postgresPort}`,
      'the port is taken; choose another, or 0 for any free one',
    );
  }
}

/** Resolves with the exit code of the signal that asks to stop; a second one stops immediately. */
function stopped(interruption: Interruption): Promise<number> {
  const { signal } = interruption;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(interruption.exit_code ?? EXIT.failed));
    if (signal.aborted) resolve(interruption.exit_code ?? EXIT.failed);
  });
}

/** Advances time between requests; resolves with an exit code when the state can no longer be written. */
function storeFailure(emulator: Emulator): Promise<number> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      emulator.now();
      emulator.store.durable()?.catch((error: unknown) => {
        clearInterval(timer);
        emulator.log(error instanceof Error ? error.message : String(error));
        resolve(EXIT.failed);
      });
    }, TICK_MS);
    timer.unref();
  });
}
