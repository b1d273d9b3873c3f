import { randomBytes, randomUUID } from 'node:crypto';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { sameDurations } from '../../platform/store/options.js';
import { Emulator, type EmulatorOptions } from '../../server/emulator/emulator.js';
import { type FirstAccount, firstAccount } from '../../server/emulator/first-account.js';
import { type ListeningEmulator, listen } from '../../server/listen.js';
import type { ServedPostgres } from '../../server/postgres/serve-postgres.js';
import { DamagedState, MEMORY_STORE, type StateStore, StoreError } from '../../server/store/state-store.js';
import { EXIT } from '../shared/exit-code.js';
import { Interruption } from '../shared/interruption.js';
import type { ServeOptions, serveCommand } from './serve.js';
import { explainAddress } from './serve-address.js';
import { greeting, warnings } from './serve-greeting.js';
import { postgresHost, postgresOrExplained } from './serve-postgres.js';

type ServeCommand = ReturnType<typeof serveCommand>;

/** How often what is due is done while nobody asks, in ms. */
const TICK_MS = 250;

/** Serves until a signal asks to stop. */
export async function serveEmulator(options: ServeOptions, command: ServeCommand): Promise<number> {
  const interruption = new Interruption(() => undefined);
  if (options.scenario !== undefined) await interruption.mayBeBlocked(() => undefined);
  const toServe = options.scenario === undefined ? undefined : await scenarioOf(options.scenario);
  const store = await openedStore(options.state, command);
  const host = await postgresHost(options, store, command);
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
    log: (message) => process.stderr.write(`neap: ${message}\n`),
  };
  const seed = await seedOf(emulator_options, options, command);
  const emulator = new Emulator(emulator_options);
  if (seed !== undefined && emulator.continued) {
    await store.close();
    command.error('error: --seed-data: the state holds an account already; name a new folder');
  }
  const postgres = host && (await postgresOrExplained(emulator, host, options, command));
  const listening = await listeningOrExplained(emulator, postgres, options, command);
  const account = firstAccount(emulator, { anew: options.newKey === true, secret: options.apiKey });
  // Without processes behind it, a server that is being set up has nothing to tidy up.
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
  const exit_code = await Promise.race([stopped(interruption), storeFailure(emulator)]);
  await postgres?.close();
  await listening.stop();
  return exit_code;
}

/** What makes the seed data, where there are some; they have been made once on an emulator that is thrown away. */
async function seedOf(
  emulator_options: EmulatorOptions,
  { seedData }: ServeOptions,
  command: ServeCommand,
): Promise<((emulator: Emulator, account: FirstAccount) => void) | undefined> {
  if (seedData === undefined) return undefined;
  const { readSeedData, rehearseSeed, SeedDataError } = await import('./seed-data-file.js');
  const { plantSeed } = await import('../../server/seed/seed-data.js');
  try {
    const data = readSeedData(seedData);
    rehearseSeed(seedData, data, emulator_options);
    return (emulator, account) => plantSeed(emulator, data, account);
  } catch (error) {
    await emulator_options.store.close();
    if (error instanceof SeedDataError) command.error(`error: --seed-data: ${error.message}`);
    throw error;
  }
}

/** A scenario to serve; the simulator is loaded only where there is one. */
async function scenarioOf(file: string) {
  const { scenarioToServe, serveScenario } = await import('./serve-scenario.js');
  const toServe = await scenarioToServe(file);
  return {
    ...toServe,
    serve: (emulator: Emulator, account: FirstAccount) => serveScenario(emulator, toServe.scenario, account),
  };
}

async function openedStore(folder: string | undefined, command: ServeCommand): Promise<StateStore> {
  if (folder === undefined) return MEMORY_STORE;
  try {
    const { openStateFolder } = await import('../../server/store/state-folder.js');
    return await openStateFolder(folder);
  } catch (error) {
    // A folder that was named wrongly is the caller's fault, one that is damaged is not.
    if (error instanceof StoreError && !(error instanceof DamagedState)) {
      command.error(`error: --state: ${error.message}`);
    }
    throw error;
  }
}

async function listeningOrExplained(
  emulator: Emulator,
  postgres: ServedPostgres | undefined,
  { port, host }: ServeOptions,
  command: ServeCommand,
): Promise<ListeningEmulator> {
  try {
    return await listen(emulator, { port, host, beside: postgres?.beside });
  } catch (error) {
    await postgres?.close();
    await emulator.store.close();
    explainAddress(error, { port, host, option: '--port' }, command);
    throw error;
  }
}

/** Resolves with the exit code of the signal that asks to stop; a second one stops at once. */
function stopped(interruption: Interruption): Promise<number> {
  const { signal } = interruption;
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(interruption.exit_code ?? EXIT.failed));
    if (signal.aborted) resolve(interruption.exit_code ?? EXIT.failed);
  });
}

/** Keeps time going while nobody asks; resolves with an exit code when the state can no longer be written. */
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
