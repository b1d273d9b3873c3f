import type { ClientBase } from 'pg';
import { WALL_CLOCK } from '../../adapter/wall-clock.js';
import { LoadRefused } from './load-error.js';

/** The schema that a load creates and drops. */
export const SCHEMA = 'neap_load';

/** Rows per insert when filling the table; the signal is checked in between. */
const PAGES_AT_ONCE = 16_384;
/** Length of a row in characters; only one fits on a page. */
const FILLER = 8000;

/** Duration of the speed measurement, in bursts short enough for a CPU quota not to throttle them. */
const CALIBRATION_SECONDS = 1;
const BURST_SECONDS = 0.004;
const PAUSE_SECONDS = 0.02;
const ROUND_TRIPS = 50;

/** The demands of a query. */
export interface Work {
  readonly cpu_seconds: number;
  readonly wait_seconds: number;
  /** Pages of the table to read, counted from 0. */
  readonly pages: readonly number[];
}

/** Measurements taken before the load begins. */
export interface Calibration {
  /** Loop turns per second of CPU time, given or measured on an idle CPU. */
  readonly turns_per_second: number;
  /** The median time of an empty query on an open connection. */
  readonly round_trip_ms: number;
}

/** The text of a query that does some work. */
export function workText({ cpu_seconds, wait_seconds, pages }: Work, turns_per_second: number): string {
  const turns = Math.round(cpu_seconds * turns_per_second);
  return `select ${SCHEMA}.work(${turns}, ${wait_seconds}, '{${pages.join(',')}}')`;
}

/**
 * Creates the schema, its functions and, if pages are read, its table.
 * @param pages of the table, 0 for no table
 * @throws LoadRefused if the schema exists: another load may be using it
 */
export async function createSchema(client: ClientBase, pages: number, signal: AbortSignal): Promise<void> {
  try {
    await client.query(`create schema ${SCHEMA}`);
  } catch (error) {
    // 42P06: duplicate_schema.
    if ((error as { code?: string }).code !== '42P06') throw error;
    throw new LoadRefused(
      `the database has a schema ${SCHEMA} already: another load is being sent, or one was killed; when it is not in use: drop schema ${SCHEMA} cascade`,
    );
  }
  await client.query(FUNCTIONS);
  if (pages === 0) return;
  await client.query(
    `create table ${SCHEMA}.pages (filler text not null) with (autovacuum_enabled = off);
     alter table ${SCHEMA}.pages alter column filler set storage plain`,
  );
  for (let made = 0; made < pages; made += PAGES_AT_ONCE) {
    signal.throwIfAborted();
    await client.query(
      `insert into ${SCHEMA}.pages select repeat('x', ${FILLER}) from generate_series(1, $1::int)`,
      [Math.min(PAGES_AT_ONCE, pages - made)],
    );
  }
}

/** Drops the schema that {@link createSchema} created. */
export async function dropSchema(client: ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${SCHEMA} cascade`);
}

/**
 * Measures the database's loop turns per second, for about a second, and the time of an empty query.
 * @param turns_per_second is used instead of measuring
 */
export async function calibrate(client: ClientBase, turns_per_second?: number): Promise<Calibration> {
  return {
    turns_per_second: turns_per_second ?? (await measuredSpeed(client)),
    round_trip_ms: await roundTripMs(client),
  };
}

async function measuredSpeed(client: ClientBase): Promise<number> {
  let turns = 10_000;
  const speeds: number[] = [];
  const until = WALL_CLOCK.monotonicMs() + CALIBRATION_SECONDS * 1000;
  while (WALL_CLOCK.monotonicMs() < until || speeds.length === 0) {
    const { rows } = await client.query<{ seconds: number }>(
      `select ${SCHEMA}.burst(${turns}) as seconds from pg_sleep(${PAUSE_SECONDS})`,
    );
    const { seconds } = rows[0]!;
    if (seconds < BURST_SECONDS / 2) turns *= 2;
    else speeds.push(turns / seconds);
  }
  return median(speeds);
}

async function roundTripMs(client: ClientBase): Promise<number> {
  const trips: number[] = [];
  const nothing = workText({ cpu_seconds: 0, wait_seconds: 0, pages: [] }, 0);
  for (let trip = 0; trip < ROUND_TRIPS; trip++) {
    const began = WALL_CLOCK.monotonicMs();
    await client.query(nothing);
    trips.push(WALL_CLOCK.monotonicMs() - began);
  }
  return median(trips);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/**
 * The inner loop counts in 32 bits; the outer loop allows more turns. `pg_sleep` rounds up to whole milliseconds
 * (`WaitLatch`): the wait is rounded at random first, so that its mean is as requested. It is a microsecond shorter, so
 * that floating-point error does not add a millisecond.
 */
const FUNCTIONS = `
create function ${SCHEMA}.turn(turns bigint) returns void language plpgsql as $$
begin
  for block in 1..(turns / 1000000)::int loop
    for turn in 1..1000000 loop null; end loop;
  end loop;
  for turn in 1..(turns % 1000000)::int loop null; end loop;
end $$;
create function ${SCHEMA}.burst(turns bigint) returns double precision language plpgsql as $$
declare began timestamptz := clock_timestamp();
begin
  perform ${SCHEMA}.turn(turns);
  return extract(epoch from clock_timestamp() - began);
end $$;
create function ${SCHEMA}.work(turns bigint, wait_seconds double precision, blocks int[])
returns void language plpgsql as $$
declare block int;
begin
  if wait_seconds > 0 then perform pg_sleep((floor(wait_seconds * 1000 + random()) - 0.001) / 1000); end if;
  foreach block in array blocks loop
    perform 1 from ${SCHEMA}.pages where ctid = format('(%s,1)', block)::tid;
  end loop;
  perform ${SCHEMA}.turn(turns);
end $$;
`;
