import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { InvariantError } from '../../src/simulation/run/invariant.js';
import type { ComputeObservations, DecisionRow } from '../../src/simulation/run/observation.js';
import {
  assertInvariants,
  checkInvariants,
  INVARIANTS,
  type RunRecord,
  recordDocument,
  type TimelineRecord,
} from '../../src/testing/index.js';
import { largest } from '../../src/testing/invariant/invariant.js';

/** An eventful run: wakes, resizes, an edit, a restart, refusals, failures, retries. */
const DOCUMENT = parse(`
name: eventful
seed: 99
duration: 1h
plan: free
timeline_interval: 7m
computes:
  - { name: primary, autoscaling_limit_min_cu: 0.25, autoscaling_limit_max_cu: 1,
      suspend_timeout_seconds: 300, suspend_timer: 40s }
load:
  - name: web
    compute: primary
    rate: 1/20s
    query: { cpu: { exponential: { mean: 8s } }, wait: 2s, pages: 20, working_set: 1GiB, temp: 5GiB }
    retry: { attempts: 2, first: 5s, jitter: none }
events:
  - { at: 20m, update: primary, set: { autoscaling_limit_max_cu: 2 } }
  - { at: 40m, restart: primary }
  - { at: 50m, suspend: primary }
model: { max_connections: 3, host_full: 0 }
`);

let record: RunRecord;
beforeAll(async () => {
  record = await recordDocument(DOCUMENT);
});

function withFigures(change: (one: ComputeObservations) => Partial<ComputeObservations>): RunRecord {
  const one = record.observations.computes[0]!;
  return { ...record, observations: { ...record.observations, computes: [{ ...one, ...change(one) }] } };
}

/** Changes the first decision of a kind. */
function withDecision(decision: DecisionRow['decision'], change: Partial<DecisionRow>): RunRecord {
  const index = record.decisions.findIndex((row) => row.decision === decision);
  return { ...record, decisions: record.decisions.with(index, { ...record.decisions[index]!, ...change }) };
}

function withRow(change: (row: TimelineRecord) => Partial<TimelineRecord>): RunRecord {
  const row = record.timeline[3]!;
  return { ...record, timeline: record.timeline.with(3, { ...row, ...change(row) }) };
}

/** For each invariant, a run that breaks it. */
const BROKEN: Readonly<Record<string, () => RunRecord>> = {
  'INV-1': () => withFigures((one) => ({ in_flight: one.in_flight + 1 })),
  'INV-2': () => withFigures((one) => ({ failed_by_error: { ...one.failed_by_error, '53400': 1 } })),
  'INV-3': () => withFigures((one) => ({ completed: one.completed - 1, failed: one.failed + 1 })),
  'INV-4': () => withFigures((one) => ({ retried_by_error: { '53300': one.arrived + 1 } })),
  'INV-5': () =>
    withFigures((one) => ({
      connections: { ...one.connections, refused: one.connections.refused + 1 },
    })),
  'INV-6': () => withFigures((one) => ({ delayed: one.arrived + 1 })),
  'INV-7': () => withFigures((one) => ({ pages_missed: one.pages_read + 1 })),
  'INV-8': () => withFigures((one) => ({ mean_in_system: one.mean_in_system / 2 })),
  'INV-9': () => withDecision('restart', { time_seconds: 10 }),
  'INV-10': () => withDecision('wake', { state: 'active' }),
  'INV-11': () => ({ ...record, decisions: record.decisions.filter((row) => row.decision !== 'suspend') }),
  'INV-12': () => withFigures((one) => ({ wakes: one.wakes + 1 })),
  'INV-13': () => withFigures((one) => ({ active_seconds: one.active_seconds + 1 })),
  'INV-14': () => withFigures(() => ({ unavailable_seconds: 3601 })),
  'INV-15': () => withDecision('resize', { cu_after: 4 }),
  'INV-16': () => withFigures((one) => ({ cu_seconds: one.cu_seconds * (1 + 1e-6) })),
  'INV-17': () => withFigures(() => ({ cu_seconds_by_month: [{ month: '2026-01', cu_seconds: 1 }] })),
  'INV-18': () => withFigures(() => ({ max_cu: 16 })),
  'INV-19': () => withFigures(() => ({ temp_peak_bytes: 1e12 })),
  'INV-20': () => ({ ...record, timeline: record.timeline.toSpliced(2, 1) }),
  'INV-21': () => withRow((row) => ({ arrived: row.arrived + 1 })),
  'INV-22': () => withRow(() => ({ cu: 3 })),
  'INV-23': () => withDecision('wake', { running: 1 }),
  'INV-24': () => withRow(() => ({ connections_max: 4 })),
  'INV-25': () => withRow(() => ({ hit_ratio: 1.1 })),
  'INV-26': () => ({
    ...withFigures(() => ({ in_flight: 1 })),
    scenario: { ...record.scenario, load: [] },
    decisions: record.decisions.slice(0, record.decisions.findIndex((row) => row.decision === 'suspend') + 1),
  }),
  'INV-27': () => withFigures((one) => ({ attempts: { ...one.attempts, made: one.attempts.made + 1 } })),
  'INV-28': () => withFigures((one) => ({ connections: { ...one.connections, dropped: 0 } })),
  'INV-29': () => withFigures((one) => ({ pooler: { ...one.pooler, queued: one.attempts.made + 1 } })),
  'INV-31': () => withFigures((one) => ({ overload: { ...one.overload, seconds: one.active_seconds + 1 } })),
  'INV-30': () => withFigures(() => ({ unavailable_by_cause: { slots_full: 1 } })),
  'INV-32': () => withFigures((one) => ({ active_seconds: one.active_seconds + 1 })),
  'INV-33': () => {
    const causes = record.observations.causes!.map((each) =>
      each.map((cause) => ({ ...cause, idle_seconds: cause.active_seconds + 1 })),
    );
    return { ...record, observations: { ...record.observations, causes } };
  },
};

describe('invariants of a run', () => {
  test('the invariants hold for an eventful run', () => {
    const kinds = new Set(record.decisions.map((row) => row.decision));
    expect([...kinds].toSorted()).toEqual(
      ['wake', 'active', 'suspend', 'resize', 'update', 'restart', 'restarted', 'refuse'].toSorted(),
    );
    expect(checkInvariants(record)).toEqual([]);
    expect(() => assertInvariants(record)).not.toThrow();
  });

  test('the invariants cover more rows and decisions than a call can take arguments', () => {
    expect(largest(new Array<number>(300_000).fill(3), (value) => value)).toBe(3);
  });

  test('the invariants are numbered from 1 without gaps', () => {
    expect(INVARIANTS.map((invariant) => invariant.id)).toEqual(
      INVARIANTS.map((_, index) => `INV-${index + 1}`),
    );
  });

  test.each(INVARIANTS.map(({ id, name, check }) => ({ id, name, check })))(
    '$id ($name) detects what breaks it',
    ({ id, check }) => {
      expect(check(record)).toBeUndefined();
      expect(check(BROKEN[id]!())).toMatch(/primary|2026-01| s /);
    },
  );
});

describe('replaying a failed invariant', () => {
  test('a failure can be replayed from the seed, the replication and the document in its message', async () => {
    const broken = withFigures((one) => ({ in_flight: one.in_flight + 1 }));
    expect(() => assertInvariants(broken)).toThrow(
      /^INV-1 \(queries are conserved\): primary: \d+ arrived, but/,
    );
    const message = messageOf(() => assertInvariants(broken));
    expect(message).toContain('seed 99, replication 0, scenario:');
    const replayed = await recordDocument(JSON.parse(message.split('\n').at(-1)!));
    expect(JSON.stringify(replayed.decisions)).toBe(JSON.stringify(record.decisions));
  });

  test('the compiled scenario is shown if there is no document', () => {
    const broken = { ...withFigures(() => ({ in_flight: -1 })), document: undefined };
    expect(messageOf(() => assertInvariants(broken))).toContain('"start_epoch_seconds":1767571200');
  });

  test("the simulator's internal checks state place and time", () => {
    const error = new InvariantError('a holds', 'b', '42', 3.5, 'arrival');
    expect(error.message).toBe(
      'invariant broken: a holds; found b (seed 42, simulated time 3.5 s, event arrival)',
    );
  });
});

function messageOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('no error was thrown');
}
