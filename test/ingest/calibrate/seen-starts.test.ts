import { expect, it } from 'vitest';
import { SeenStarts } from '../../../src/ingest/calibrate/seen-starts.js';

const NEVER = Number.POSITIVE_INFINITY;

/** Decisions of one compute, and the starts derived from them. */
function told(
  poll_seconds: number,
  decisions: readonly (readonly [at: number, decision: string, reason?: string])[],
  operations: readonly (readonly [seen: number, action: string, duration_ms?: number])[] = [],
) {
  const starts = new SeenStarts(poll_seconds);
  for (const [seen_seconds, action, duration_ms] of operations) {
    starts.operation({ compute: 'primary', action, seen_seconds, duration_ms });
  }
  for (const [at_seconds, decision, reason = ''] of decisions) {
    starts.decision({ compute: 'primary', decision, reason, at_seconds });
  }
  return starts
    .latencies(1000)
    .map(({ kind, low, high }) => [
      kind,
      Number(low.toFixed(6)),
      high === NEVER ? high : Number(high.toFixed(6)),
    ]);
}

it('times of a simulated run are exact', () => {
  expect(
    told(0, [
      [0, 'active', 'running when the scenario begins'],
      [10, 'suspend'],
      [20, 'wake'],
      [20.35, 'active'],
      [30, 'restart', 'restart call'],
      [30.5, 'restarted'],
    ]),
  ).toEqual([
    ['wake', 0.35, 0.35],
    ['restart', 0.5, 0.5],
  ]);
});

it('times from operations are known to the millisecond', () => {
  const seen = told(
    5,
    [
      [20, 'start', 'start call'],
      [20.35, 'active'],
      [100, 'restart', 'restart call'],
      [105, 'restarted'],
      [200, 'restart', 'autoscaling limits or size edited'],
      [205, 'restarted'],
    ],
    [
      [20, 'start_compute', 350],
      [100, 'suspend_compute', 200],
      [100, 'start_compute', 400],
      [200, 'apply_config', 510],
    ],
  );
  expect(seen).toEqual([
    ['wake', 0.3495, 0.3505],
    ['restart', 0.5995, 0.6005],
    ['restart', 0.5095, 0.5105],
  ]);
});

it('times seen only by polls lie between two polls', () => {
  expect(
    told(5, [
      [20, 'start', 'start call'],
      [27, 'active'],
    ]),
  ).toEqual([['wake', 2, 7]]);
  expect(
    told(5, [
      [20, 'wake', 'seen to wake: a client connected, or it was started'],
      [20, 'active'],
    ]),
  ).toEqual([['wake', 0, 5]]);
  // Its operation has failed.
  expect(
    told(
      5,
      [
        [20, 'start', 'start call'],
        [27, 'active'],
      ],
      [[20, 'start_compute']],
    ),
  ).toEqual([['wake', 2, 7]]);
});

it('operations still open at the last poll are censored; refusals and creations do not count as wakes', () => {
  expect(told(5, [[990, 'start', 'start call']])).toEqual([['wake', 10, NEVER]]);
  expect(
    told(0, [
      [1, 'start', 'created; starting'],
      [2, 'active'],
    ]),
  ).toEqual([]);
  expect(
    told(0, [
      [1, 'restart', 'refused: only an active compute restarts'],
      [2, 'active'],
    ]),
  ).toEqual([]);
  expect(
    told(0, [
      [1, 'wake'],
      [1.1, 'suspend'],
      [2, 'active'],
    ]),
  ).toEqual([]);
});
