import { beforeEach, describe, expect, test } from 'vitest';
import { parseScenario } from '../../src/scenario/load-scenario.js';
import { Disruptions } from '../../src/simulation/record/disruptions.js';
import type { DisruptionObservation } from '../../src/simulation/run/disruption-observations.js';
import { NONE, Stage } from '../../src/simulation/run/query-table.js';
import { RunContext } from '../../src/simulation/run/run-context.js';

const SCENARIO = await parseScenario(
  JSON.stringify({
    name: 'disruptions',
    seed: 1,
    start: '2026-01-01T00:00:00Z',
    duration: '1d',
    plan: 'launch',
    computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
    load: [{ name: 'web', compute: 'primary', rate: '1/s', query: { cpu: '1ms' } }],
  }),
);

let context: RunContext;
let disruptions: Disruptions;

beforeEach(() => {
  context = new RunContext(SCENARIO, 0, undefined);
  disruptions = new Disruptions(context);
});

/** Adds this many queries in progress. */
function working(count: number): readonly number[] {
  return Array.from({ length: count }, () => {
    const query = context.queries.take(0, 0, 0, context.now);
    context.queries.enter(query, Stage.onCpu);
    return query;
  });
}

function at(seconds: number): void {
  context.calendar.advance(seconds);
}

function kept(): readonly DisruptionObservation[] {
  return disruptions.observations().kept;
}

/** A restart at 100 s that cuts these queries and ends at 101 s. */
function restart(queries: readonly number[]): void {
  at(100);
  disruptions.begin('restart', 20);
  for (const query of queries) disruptions.disturb(query);
  for (const query of queries) context.queries.enter(query, Stage.backoff);
  at(101);
  disruptions.reopened();
}

describe('a disruption', () => {
  test('a disruption lasts until every cut query has recovered or is lost', () => {
    const [one, two, three, four] = working(4);
    restart([one!, two!, three!, four!]);
    at(102);
    disruptions.settle(one!, true);
    at(103);
    disruptions.settle(two!, true);
    disruptions.settle(three!, false);
    expect(kept()).toMatchObject([{ disturbed: 4, back: 2, lost: 1, recovery_p99_seconds: undefined }]);
    at(110);
    disruptions.settle(four!, true);
    expect(kept()).toEqual([
      {
        at_seconds: 100,
        cause: 'restart',
        connections_dropped: 20,
        queries_cut: 4,
        disturbed: 4,
        back: 3,
        lost: 1,
        trouble_seconds: 1,
        recovery_p50_seconds: expect.closeTo(3, 1),
        recovery_p99_seconds: undefined,
      },
    ]);
    at(200);
    disruptions.begin('crash', 5);
    expect(disruptions.observations().by_cause).toMatchObject({ crash: { count: 1 }, restart: { count: 1 } });
  });

  test('a disruption affects queries that are held until the compute accepts connections', () => {
    at(10);
    disruptions.begin('restart', 0);
    at(10.5);
    const [held] = working(1);
    disruptions.hold(held!);
    disruptions.hold(held!);
    at(11);
    disruptions.reopened();
    disruptions.settle(held!, true);
    expect(kept()).toMatchObject([{ disturbed: 1, back: 1, queries_cut: 0, recovery_p99_seconds: 1 }]);
  });

  test('a disruption affects queries delayed by reconnecting clients, while a cut query is still recovering', () => {
    const [cut, late, later] = working(3);
    restart([cut!]);
    disruptions.disturb(late!);
    disruptions.settle(cut!, true);
    // The cut query has recovered: later failures do not keep the disruption open.
    disruptions.disturb(later!);
    expect(context.queries.disruption[later!]).toBe(NONE);
    expect(kept()).toMatchObject([{ disturbed: 2, back: 1 }]);
    at(120);
    disruptions.settle(late!, true);
    expect(kept()).toMatchObject([{ disturbed: 2, back: 2, recovery_p99_seconds: 20 }]);
  });

  test('a disruption continues through another cut', () => {
    const [cut] = working(1);
    restart([cut!]);
    at(105);
    disruptions.begin('crash', 3);
    at(106);
    disruptions.reopened();
    disruptions.settle(cut!, true);
    expect(kept()).toMatchObject([{ cause: 'restart', connections_dropped: 23, recovery_p99_seconds: 6 }]);
  });

  test('a suspend is a disruption only if it cuts connections', () => {
    disruptions.begin('suspend', 0);
    at(300);
    disruptions.begin('suspend', 7);
    at(900);
    const [woken] = working(1);
    disruptions.hold(woken!);
    expect(context.queries.disruption[woken!]).toBe(NONE);
    expect(kept()).toMatchObject([
      { at_seconds: 300, cause: 'suspend', connections_dropped: 7, disturbed: 0 },
    ]);
  });

  test('a wake is a disruption only if too many held queries are admitted at once', () => {
    for (const crowded of [false, true]) {
      const [one, two] = working(2);
      disruptions.begin('wake', 0);
      disruptions.hold(one!);
      disruptions.hold(two!);
      at(context.now + 1);
      disruptions.reopened();
      if (crowded) disruptions.disturb(two!);
      disruptions.settle(one!, true);
      at(context.now + 1);
      disruptions.settle(two!, true);
    }
    expect(kept()).toMatchObject([
      { at_seconds: 2, cause: 'wake', disturbed: 2, back: 2, recovery_p50_seconds: expect.closeTo(1, 1) },
    ]);
  });

  test('the first fifty disruptions and the fifty largest are kept in full', () => {
    for (let number = 0; number < 1000; number++) {
      at(10 * number + 1);
      disruptions.begin('restart', 1);
      const cut = working(number % 7);
      for (const query of cut) disruptions.disturb(query);
      at(10 * number + 2);
      disruptions.reopened();
      for (const query of cut) disruptions.settle(query, true);
      for (const query of cut) context.queries.release(query);
    }
    const { by_cause } = disruptions.observations();
    expect(by_cause).toMatchObject({ restart: { count: 1000, disturbed: 2997, connections_dropped: 1000 } });
    const times = kept().map(({ at_seconds }) => at_seconds);
    expect(times).toHaveLength(100);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(
      kept()
        .slice(50)
        .every(({ disturbed }) => disturbed === 6),
    ).toBe(true);
  });
});
