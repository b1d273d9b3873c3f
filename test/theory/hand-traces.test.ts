import { describe, expect, test } from 'vitest';
import { expectClose } from '../vectors/closeness.js';
import { publishedCase } from '../vectors/published-case.js';
import { theoryCase } from '../vectors/theory-case.js';
import { recordDecisions } from './support/decisions.js';
import { document, run } from './support/experiment.js';

describe('traces calculated by hand, exact to 1e-9', () => {
  test('T1: suspends and wakes of six arrivals match the trace', async () => {
    const { inputs, expected } = theoryCase('T1');
    const arrivals = inputs['arrivals'] as readonly number[];
    const decisions = recordDecisions();
    const one = await run(
      document({
        cu: 1,
        duration: '3000s',
        compute: { suspend_timeout_seconds: inputs['timeout_s'], initial_state: 'idle' },
        load: { process: { arrivals: arrivals.map((at) => `${at}s`) }, query: { cpu: '0s' } },
      }),
      0,
      decisions,
    );
    expect(one.wakes).toBe(expected['wakes']);
    expectClose(one.active_seconds, expected['active_seconds']!);
    const begun = decisions.times('active');
    const ended = decisions.times('suspend');
    const intervals = expected['active_intervals'] as unknown as readonly (readonly [number, number])[];
    expect(begun.map((at, index) => [at, ended[index]])).toEqual(intervals);
  });

  test('T3: an edit restarts the compute, fails the running query and delays later ones', async () => {
    const { inputs, expected } = theoryCase('T3');
    const queries = inputs['queries'] as readonly (readonly [number, number])[];
    const one = await run({
      ...document({
        cu: 1,
        duration: '60s',
        load: {
          process: { arrivals: queries.map(([at]) => `${at}s`) },
          query: { cpu: `${queries[0]![1]}s` },
          connection: { kind: 'pool', size: 1 },
        },
        model: { restart_latency: `${inputs['restart_s'] as number}s` },
      }),
      events: [{ at: `${inputs['restart_at'] as number}s`, restart: 'primary' }],
    });
    const responses = expected['responses'] as unknown as readonly number[];
    expect(one.failed_by_error).toEqual({ '57P01': 1 });
    expect(one.completed).toBe(responses.length);
    expectClose(
      one.latency.sum,
      responses.reduce((sum, response) => sum + response, 0),
    );
    expectClose(one.latency.max, Math.max(...responses));
    expectClose(one.latency.min, Math.min(...responses));
    expectClose(one.restarting_seconds, expected['downtime_s']!);
  });

  test('E13: a job every ten minutes matches the trace', async () => {
    const { inputs, expected } = theoryCase('E13');
    const days = 7;
    const one = await run(
      document({
        cu: 0.25,
        duration: `${days}d`,
        compute: { suspend_timeout_seconds: inputs['timeout_s'], initial_state: 'idle' },
        load: {
          process: { cron: { schedule: '*/10 * * * *' } },
          query: { cpu: '0s', wait: `${inputs['run_s'] as number}s` },
        },
      }),
    );
    expectClose(one.wakes / days, expected['wakes_per_day']!);
    expectClose(one.suspended_seconds / days, expected['off_seconds_per_day']!);
    expectClose(one.active_seconds / (days * 86_400), expected['active_fraction']!);
  });

  interface Lindley {
    readonly rows: readonly { readonly arrive: number; readonly service: number; readonly finish: number }[];
    readonly expected: { readonly mean_sojourn: number };
  }

  test('lindley-trace: waiting times of twelve customers at one server match the trace', async () => {
    const { rows, expected } = publishedCase<Lindley>('lindley-trace');
    const finishes = await lindleyFinishes(rows);
    rows.forEach((row, index) => {
      expectClose(finishes[index]!, row.finish);
    });
    const sojourns = rows.map((row, index) => finishes[index]! - row.arrive);
    expectClose(sojourns.reduce((sum, one) => sum + one, 0) / rows.length, expected.mean_sojourn);
  });

  /** When each row leaves: the last departure of a prefix of the trace is that of its last row. */
  async function lindleyFinishes(
    rows: readonly { readonly arrive: number; readonly service: number }[],
  ): Promise<readonly number[]> {
    const finishes: number[] = [];
    for (let count = 1; count <= rows.length; count++) {
      finishes.push(await lastDeparture(rows.slice(0, count)));
    }
    return finishes;
  }

  /** One server, first come, first served: a pooler with a single server connection, and one load per row. */
  async function lastDeparture(
    rows: readonly { readonly arrive: number; readonly service: number }[],
  ): Promise<number> {
    const decisions = recordDecisions();
    await run(
      {
        ...document({
          cu: 1,
          duration: '400s',
          compute: { suspend_timeout_seconds: 60, initial_state: 'active' },
          load: {},
          model: { max_connections: 1, pooler_pool_share: 1 },
        }),
        load: rows.map((row, index) => ({
          name: `row-${index}`,
          compute: 'primary',
          process: { arrivals: [`${row.arrive}s`] },
          query: { cpu: `${row.service}s` },
          connection: { kind: 'per_query', via: 'pooler' },
        })),
      },
      0,
      decisions,
    );
    // The compute suspends exactly its timeout after the last query has left.
    return decisions.times('suspend').at(-1)! - 60;
  }
});
