import { describe, test } from 'vitest';
import { document, expectFigures, type ScenarioDocument } from './support/experiment.js';
import { number, numericCase } from './support/numbers.js';

/** How long queries arrive in seconds, and their rate per second: twice the capacity. */
const SECONDS = 600;
const RATE = 4;
/** Time of one query alone, in seconds. */
const SERVICE = 0.5;
const LOAD = RATE * SERVICE;

/** The backlog in seconds above which a compute is overloaded, as documented. */
const OVERLOADED_FROM = 10;

/**
 * The positive root of x = λ (1 − e^(−xs)). In a queue that grows, time t less the work that arrived in it has a
 * supremum with the exponential law of mean 1/x (a spectrally negative Lévy process; Kyprianou, "Fluctuations of Lévy
 * processes", 2014, chapter 8): the total idle time of the processor, and the height of the work above its last level.
 */
const ROOT = fixedPoint((x) => RATE * (1 - Math.exp(-x * SERVICE)), RATE);

/** Mean work at the end of the arrivals, in seconds: the fluid limit plus the work lost while initially idle. */
const WORK_AT_END = (LOAD - 1) * SECONDS + 1 / ROOT;

/**
 * Mean time with at most `work` seconds of work in a queue that grows: the transform of that measure is
 * (a/x − 1) / (a − λ (1 − e^(−as))) by the martingale of Kella and Whitt (1992). This is the part that does
 * not die out.
 */
function timeBelow(work: number): number {
  return (work + (RATE * SERVICE * SERVICE) / (2 * (LOAD - 1)) - 1 / ROOT) / (LOAD - 1);
}

/** The longest query does not count in the backlog. */
const WORK_FROM = OVERLOADED_FROM + SERVICE;
const OVERLOADED = SECONDS - timeBelow(WORK_FROM) + WORK_AT_END - WORK_FROM;

function fixedPoint(step: (x: number) => number, from: number): number {
  let x = from;
  for (let round = 0; round < 200; round++) x = step(x);
  return x;
}

function overload(cu: number, connection: ScenarioDocument): ScenarioDocument {
  return document({
    cu,
    duration: `${3 * SECONDS}s`,
    load: {
      rate: {
        steps: [
          { at: '0s', rate: `${RATE}/s` },
          { at: `${SECONDS}s`, rate: '0/s' },
        ],
      },
      query: { cpu: `${SERVICE * Math.min(1, cu)}s` },
      connection,
    },
    model: { max_connections: 1_000_000 },
  });
}

describe('an overload compared with a queue that grows and drains', () => {
  // The last arrival finds the longest backlog, except for the work before it: that is a further 1/x less a query.
  const longest = {
    name: 'longest backlog',
    of: (one: { overload: { longest_backlog_seconds: number } }) => one.overload.longest_backlog_seconds,
    expected: WORK_AT_END + 1 / ROOT - SERVICE,
  };

  test('first come, first served in the pool of a client matches theory', async () => {
    await expectFigures(overload(1, { kind: 'pool', size: 1 }), 40, [
      longest,
      { name: 'overloaded', of: (one) => one.overload.seconds, expected: OVERLOADED },
    ]);
  });

  test('processor sharing on a quarter of a processor matches theory', async () => {
    await expectFigures(overload(0.25, { kind: 'per_query' }), 40, [longest]);
  });

  test('several processors converge to the fluid limit', async () => {
    const scenario = overload(2, { kind: 'pool', size: 20 });
    const rate = {
      steps: [
        { at: '0s', rate: `${2 * RATE}/s` },
        { at: `${SECONDS}s`, rate: '0/s' },
      ],
    };
    const load = (scenario['load'] as readonly ScenarioDocument[]).map((one) => ({ ...one, rate }));
    await expectFigures({ ...scenario, load }, 40, [{ ...longest, expected: (LOAD - 1) * SECONDS }]);
  });
});

describe('waits in client pools', () => {
  test('A3: the share of waiting queries and their waits follow Erlang C', async () => {
    const { inputs, expected } = numericCase('A3');
    const [servers, rate] = [number(inputs, 'c'), number(inputs, 'lambda_')];
    const waited = number(expected, 'p_wait');
    await expectFigures(pooled(servers, rate, 1 / number(inputs, 'mu'), 30_000), 20, [
      { name: 'waited', of: (one) => one.client_pool_wait.count / one.arrived, expected: waited },
      { name: 'wait', of: (one) => one.client_pool_wait.mean, expected: number(expected, 'Wq') / waited },
    ]);
  });

  test('B5: M/M/1/5 has the mean of the admitted queries', async () => {
    const { inputs, expected } = numericCase('B5');
    const [servers, rate] = [number(inputs, 'c'), number(inputs, 'lambda_')];
    const max_waiting = number(inputs, 'K') - servers;
    const scenario = pooled(servers, rate, 1 / number(inputs, 'mu'), 20_000, { max_waiting });
    await expectFigures(scenario, 10, [
      {
        name: 'wait',
        of: (one) => one.client_pool_wait.sum / (one.arrived - one.failed),
        expected: number(expected, 'Wq_accepted'),
      },
    ]);
  });
});

function pooled(
  servers: number,
  rate: number,
  mean: number,
  queries: number,
  pool: ScenarioDocument = {},
): ScenarioDocument {
  return document({
    cu: servers,
    duration: `${queries / rate}s`,
    load: {
      rate: `${rate}/s`,
      query: { cpu: { exponential: { mean: `${mean}s` } } },
      connection: { kind: 'pool', size: servers, ...pool },
    },
  });
}
