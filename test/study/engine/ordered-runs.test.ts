import { describe, expect, it } from 'vitest';
import { knownRun, orderedRuns } from '../../../src/study/engine/ordered-runs.js';
import { type KeptRun, type RunLedger, runKey } from '../../../src/study/engine/run-ledger.js';
import { OwnThread, type RunTask, type Workforce } from '../../../src/study/runs/executor.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant, type VariantRun } from '../../../src/study/runs/variant.js';
import { quickSource } from '../quick-scenario.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

interface Further {
  readonly ahead?: number;
  readonly ledger?: RunLedger;
  /** Added to each task. */
  readonly task?: Partial<RunTask>;
}

/** Delivers runs that end on command. */
function delivered(count: number, width: number, more: Further = {}) {
  const begun: number[] = [];
  const seen: number[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const workforce: Workforce = {
    width,
    ahead: more.ahead ?? width,
    underWay: { runs: 0, arrived: 0 },
    run: ({ replication }) =>
      new Promise((resolve, reject) => {
        begun.push(replication);
        ends.set(replication, (error) => (error === undefined ? resolve({} as VariantRun) : reject(error)));
      }),
    close: async () => undefined,
  };
  let isReturned = false;
  function* tasks(): Generator<RunTask> {
    try {
      for (let replication = 0; replication < count; replication++)
        yield { variant: { scenario: { name: 'one' } }, replication, ...more.task } as RunTask;
    } finally {
      isReturned = true;
    }
  }
  const runs = orderedRuns(tasks(), workforce, more.ledger);
  const end = async (replication: number, error?: Error) => {
    ends.get(replication)!(error);
    await turn();
  };
  const all = async () => {
    for await (const { task } of runs) seen.push(task.replication);
  };
  return { runs, all, begun, seen, end, isReturned: () => isReturned };
}

describe('runs in the order of their tasks', () => {
  it('start ahead of a slow one, up to the width of the workforce', async () => {
    const { all, begun, seen, end } = delivered(6, 2, { ahead: 4 });
    const done = all();
    await turn();
    for (const each of [1, 2, 3]) await end(each);
    // Nothing is delivered before the first, and at most four runs from it onwards are here.
    expect({ begun, seen }).toEqual({ begun: [0, 1, 2, 3], seen: [] });
    await end(0);
    expect({ begun, seen }).toEqual({ begun: [0, 1, 2, 3, 4, 5], seen: [0, 1, 2, 3] });
    await end(5);
    await end(4);
    await done;
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('throw the error of a run at its turn, not before', async () => {
    const { all, seen, end } = delivered(3, 2);
    const done = all();
    done.catch(() => undefined);
    await turn();
    await end(1, new Error('lost'));
    expect(seen).toEqual([]);
    await end(0);
    expect(seen).toEqual([0]);
    await expect(done).rejects.toThrow('lost');
  });

  it('are not requested further when the caller stops reading', async () => {
    const { runs, begun, end, isReturned } = delivered(5, 1);
    const first = runs.next();
    await turn();
    const before = begun.length;
    await end(0);
    expect((await first).value).toMatchObject({ task: { replication: 0 } });
    await runs.return(undefined);
    expect([begun.length, isReturned()]).toEqual([before, true]);
  });

  it('with an observer are made again and not stored', async () => {
    const unused = () => expect.unreachable();
    const observer = { timeline: () => undefined, decision: () => undefined };
    const ledger = { find: unused, keep: unused };
    const { all, seen, end } = delivered(1, 1, { ledger, task: { observer } });
    const done = all();
    await turn();
    await end(0);
    await done;
    expect(seen).toEqual([0]);
  });
});

describe('a run from a ledger', async () => {
  const variant = await compileVariant(quickSource());
  const task = (over: Partial<RunTask> = {}): RunTask => ({ variant, replication: 3, ...over });
  const ledgerOf = async (one: RunTask, how: Partial<RunTask> = {}): Promise<Pick<RunLedger, 'find'>> => {
    const { variant: _, cost: __, ...run } = await runVariant(variant, { replication: 3, ...how });
    return { find: (key) => (key === runKey(one) ? (run as KeptRun) : undefined) };
  };

  it.each([{}, { by_weekday: true }])('equals a new run: priced, with its weekdays, %j', async (how) => {
    const asked = task(how);
    const made = await new OwnThread().run(asked);
    expect(knownRun(asked, await ledgerOf(asked, how))).toEqual(made);
    expect({ by_weekday: made.weekday_use !== undefined }).toEqual({ by_weekday: false, ...how });
  });

  it.each([{ replication: 4 }, { by_weekday: true }, { fidelity: 'hybrid' as const }])(
    'is the requested one, not one with %j',
    async (other) => {
      const ledger = await ledgerOf(task());
      expect(knownRun(task(), ledger)).toBeDefined();
      expect(knownRun(task(other), ledger)).toBeUndefined();
    },
  );
});
