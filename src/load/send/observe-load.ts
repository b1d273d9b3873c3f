import { randomUUID } from 'node:crypto';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { randomStream } from '../../kernel/random-stream.js';
import type { Scenario } from '../../scenario/scenario.js';
import { LoadConnections } from '../clients/connections.js';
import type { DatabaseAddress } from '../database/database-address.js';
import { type Driver, loadDriver } from '../database/driver.js';
import { LoadDatabase, type Prepared } from '../database/load-database.js';
import { type LoadObserver, LoadRecord } from '../record/load-record.js';
import { type LoadPlan, pageCount } from './load-plan.js';
import { LoadSender } from './load-sender.js';
import { Pacer } from './pacer.js';
import { pageChoice } from './page-choice.js';

/** The destination and the observer of a load. */
export interface LoadTarget {
  readonly database: DatabaseAddress;
  /** For loads over a pooler; objects are created and dropped over `database`. */
  readonly pooler?: DatabaseAddress | undefined;
  /** Loop turns per second of CPU demand, to match another load; measured by default. */
  readonly turns_per_second?: number | undefined;
  /** Ends the load early; observations up to then are returned. */
  readonly signal: AbortSignal;
  readonly observer?: LoadObserver;
  /** Awaited between preparing the database and the start of the load. */
  readonly ready?: () => Promise<void>;
  /** Called when the load starts, with the time in ms since the epoch. */
  readonly began?: (began_ms: number) => void;
  /** Called every second with the elapsed time. */
  readonly progress?: (seconds: number, record: LoadRecord) => void;
}

export interface ObservedLoad extends Prepared {
  readonly compute: string;
  /** When it started, in ms since the epoch. */
  readonly began_ms: number;
  /** How long the load ran: the scenario's duration, or less if it was stopped. */
  readonly duration_seconds: number;
  readonly record: LoadRecord;
  /** A message per object that could not be dropped. */
  readonly left_behind: readonly string[];
}

/**
 * Sends a planned load in real time, and drops the objects that it needed.
 * @returns the observations; `undefined` if it was stopped before its start
 * @throws LoadRefused, DatabaseFailed before the load starts
 */
export async function observeLoad(
  scenario: Scenario,
  plan: LoadPlan,
  target: LoadTarget,
): Promise<ObservedLoad | undefined> {
  const { signal, database: address } = target;
  const driver = await loadDriver();
  const application_name = `neap-load-${randomUUID().slice(0, 8)}`;
  const database = new LoadDatabase(driver, address, application_name);
  let prepared: Prepared;
  try {
    prepared = await database.prepare(plan.table_pages, signal, target.turns_per_second);
  } catch (error) {
    const left = await database.cleanUp();
    if (signal.aborted && left.length === 0) return undefined;
    throw error;
  }
  await target.ready?.();
  const sent = await send(scenario, plan, target, { driver, application_name, ...prepared });
  return { compute: plan.compute, ...prepared, ...sent, left_behind: await database.cleanUp() };
}

interface Sending extends Prepared {
  readonly driver: Driver;
  readonly application_name: string;
}

/** Sends the load until its duration is over, or the signal is aborted. */
async function send(
  scenario: Scenario,
  { loads, compute, table_pages }: LoadPlan,
  target: LoadTarget,
  { driver, application_name, calibration }: Sending,
): Promise<Pick<ObservedLoad, 'began_ms' | 'duration_seconds' | 'record'>> {
  const { observer = {}, signal, progress } = target;
  const began_ms = WALL_CLOCK.epochMs();
  target.began?.(began_ms);
  const pacer = new Pacer();
  const record = new LoadRecord(compute, scenario.timeline_interval_seconds, observer);
  const stream = (entity: string, purpose: string) => randomStream(scenario.seed, 0, entity, purpose);
  const setting = { scenario, pacer, record, stream, ...calibration };
  const now = (): number => pacer.now_seconds;
  const all = loads.map((load) => {
    const viaPooler = load.connection.via === 'pooler';
    const { url } = (viaPooler && target.pooler) || target.database;
    const { connect_timeout_seconds } = load.retry;
    const { statement_timeout_seconds } = load.query;
    const limits = { connect_timeout_seconds, statement_timeout_seconds };
    const about = { driver, url, application_name, viaPooler, ...limits };
    const connections = new LoadConnections(about, record, now);
    const pages = Math.min(table_pages, pageCount(load));
    const choice =
      pages === 0
        ? undefined
        : pageChoice(pages, load.query.popularity_exponent, stream(load.name, 'page-choice'));
    return { connections, sender: new LoadSender(setting, load, connections, choice) };
  });
  const ticks = setInterval(() => progress?.(now(), record), 1000);
  for (const { sender } of all) sender.begin();
  await Promise.race([pacer.until(scenario.duration_seconds), aborted(signal)]);
  clearInterval(ticks);
  pacer.stop();
  const duration_seconds = Math.min(now(), scenario.duration_seconds);
  record.close(duration_seconds);
  for (const { connections } of all) connections.endAll();
  return { began_ms, duration_seconds, record };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
