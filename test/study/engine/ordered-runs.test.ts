import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/load-scenario.js';
import { knownRun, orderedRuns } from '../../../src/study/engine/ordered-runs.js';
import { type KeptRun, type RunLedger, runKey } from '../../../src/study/engine/run-ledger.js';
import { OwnThread, type RunTask, type Workforce } from '../../../src/study/runs/executor.js';
import { runVariant, type VariantRun } from '../../../src/study/runs/variant.js';

/** A workforce whose runs end on command. */
class HandWorkforce implements Workforce {
  readonly underWay = { runs: 0, arrived: 0 };
  readonly begun: number[] = [];
  readonly #ends = new Map<number, (error?: Error) => void>();

  constructor(readonly width: number) {}

  run({ replication }: RunTask): Promise<VariantRun> {
    this.begun.push(replication);
    return new Promise((resolve, reject) => {
      const run = { observations: replication } as unknown as VariantRun;
      this.#ends.set(replication, (error) => (error === undefined ? resolve(run) : reject(error)));
    });
  }

  async end(replication: number, error?: Error): Promise<void> {
    this.#ends.get(replication)!(error);
    await turn();
  }

  async close(): Promise<void> {
    // Nothing to end.
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const SCENARIO = { name: 'one' };
const tasksOf = (count: number) =>
  Array.from(
    { length: count },
    (_, replication) => ({ variant: { scenario: SCENARIO }, replication }) as RunTask,
  );

/** The delivered runs, and how the sequence ended. */
function taken(runs: AsyncGenerator<{ readonly task: RunTask }>) {
  const seen: number[] = [];
  const ended = (async () => {
    for await (const { task } of runs) seen.push(task.replication);
  })();
  ended.catch(() => undefined);
  return { seen, ended };
}

describe('runs in the order of their tasks', () => {
  it('throw the error of a run at its turn, not before', async () => {
    const workforce = new HandWorkforce(2);
    const { seen, ended } = taken(orderedRuns(tasksOf(3), workforce));
    await turn();
    await workforce.end(1, new Error('lost'));
    expect(seen).toEqual([]);
    await workforce.end(0);
    expect(seen).toEqual([0]);
    await expect(ended).rejects.toThrow('lost');
  });

  it('are not requested further when the caller stops reading', async () => {
    const workforce = new HandWorkforce(1);
    let returned = false;
    function* tasks(): Generator<RunTask> {
      try {
        yield* tasksOf(5);
      } finally {
        returned = true;
      }
    }
    const runs = orderedRuns(tasks(), workforce);
    const first = runs.next();
    await turn();
    await workforce.end(0);
    expect((await first).value).toMatchObject({ task: { replication: 0 } });
    await runs.return(undefined);
    expect([workforce.begun, returned]).toEqual([[0], true]);
  });

  it('with an observer are made again and not stored', async () => {
    const workforce = new HandWorkforce(1);
    const ledger: RunLedger = {
      find: () => expect.unreachable(),
      keep: () => expect.unreachable(),
    };
    const observer = { timeline: () => undefined, decision: () => undefined };
    const [task] = tasksOf(1);
    const { seen, ended } = taken(orderedRuns([{ ...task!, observer }], workforce, ledger));
    await turn();
    await workforce.end(0);
    await ended;
    expect(seen).toEqual([0]);
  });
});

describe('a run from a ledger', () => {
  const scenario = parseScenario(
    JSON.stringify({
      ...{ duration: '10m', plan: 'scale' },
      computes: [{ name: 'primary', autoscaling_limit_min_cu: 1, autoscaling_limit_max_cu: 1 }],
      load: [{ name: 'web', compute: 'primary', rate: '2/s', query: { cpu: '5ms' } }],
    }),
  );
  const task = async (over: Partial<RunTask> = {}): Promise<RunTask> => ({
    ...{ variant: { name: 'one', scenario: await scenario, source: undefined }, replication: 3 },
    ...over,
  });
  const kept = async (how: { readonly by_weekday?: boolean; readonly shaped?: boolean } = {}) => {
    const {
      variant: _,
      cost: __,
      ...run
    } = await runVariant((await task()).variant, { replication: 3, ...how });
    return run;
  };
  const ledgerOf = (one: RunTask, run: KeptRun): Pick<RunLedger, 'find'> => ({
    find: (key) => (key === runKey(one) ? run : undefined),
  });

  it('equals a new run: priced, with its weekdays and its shape', async () => {
    for (const how of [{}, { by_weekday: true }, { shaped: true }, { by_weekday: true, shaped: true }]) {
      const asked = await task(how);
      const made = await new OwnThread().run(asked);
      expect(knownRun(asked, ledgerOf(asked, await kept(how)))).toEqual(made);
      expect([made.weekday_use !== undefined, made.shape !== undefined]).toEqual([
        how.by_weekday === true,
        how.shaped === true,
      ]);
    }
  });

  it('is the requested one', async () => {
    const asked = await task();
    const ledger = ledgerOf(asked, await kept());
    expect(knownRun(asked, ledger)!.observations.computes[0]!.arrived).toBeGreaterThan(1000);
    for (const other of [{ replication: 4 }, { by_weekday: true }, { fidelity: 'hybrid' as const }]) {
      expect(knownRun({ ...asked, ...other }, ledger)).toBeUndefined();
    }
  });

  it('is made again if its shape is requested but was not stored, and not if no shape is requested', async () => {
    const asked = await task({ shaped: true });
    expect(knownRun(asked, ledgerOf(asked, await kept()))).toBeUndefined();
    const { shaped: _, ...plain } = asked;
    expect(knownRun(plain, ledgerOf(plain, await kept({ shaped: true })))?.shape).toBeDefined();
  });

  it('is not repeated, and a missing one is made and stored', async () => {
    const [first, second] = [await task(), await task({ replication: 4 })];
    const made: number[] = [];
    const keeps = new Map<string, KeptRun>();
    const own = new OwnThread();
    const workforce: Workforce = {
      ...{ width: 2, underWay: { runs: 0, arrived: 0 } },
      run(one) {
        made.push(one.replication);
        return own.run(one);
      },
      close: () => own.close(),
    };
    const ledger: RunLedger = {
      ...ledgerOf(first, await kept()),
      keep: (key, run) => keeps.set(key, run),
    };
    const { seen, ended } = taken(orderedRuns([first, second], workforce, ledger));
    await ended;
    expect([seen, made]).toEqual([[3, 4], [4]]);
    expect([...keeps.keys()]).toEqual([runKey(second)]);
  });
});
