import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/study/engine/engine.js';
import type { KeptRun, RunLedger } from '../../../src/study/engine/run-ledger.js';
import {
  begin,
  Interrupted,
  inParallel,
  join,
  prepare,
  type Study,
  takeFromRuns,
  unwatched,
} from '../../../src/study/engine/study.js';
import { loadVariant, type SourcedVariant } from '../../../src/study/runs/scenario-source.js';

const variant = async (): Promise<SourcedVariant> =>
  loadVariant('scenarios/hobby-app.yaml', { set: ['duration=1h'] });

function arrivals(of: SourcedVariant, replications: readonly number[]): Study<readonly number[]> {
  const tasks = replications.map((replication) => ({ variant: of, replication }));
  return takeFromRuns(tasks, ({ observations }) => observations.computes[0]!.arrived);
}

describe('a study', () => {
  it('gets the same runs from parallel parts as from sequential parts', async () => {
    const of = await variant();
    const together = await answer(inParallel([arrivals(of, [0, 1]), arrivals(of, [2])]));
    expect(together.flat()).toEqual(await answer(arrivals(of, [0, 1, 2])));
  });

  it('receives an error of a part when it joins it', async () => {
    const failing = function* (): Study<never> {
      yield* prepare(() => Promise.reject(new Error('lost')));
      throw new Error('unreachable');
    };
    const study = function* (): Study<string> {
      const begun = yield* begin(failing());
      try {
        return yield* join(begun);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await answer(study())).toBe('lost');
  });

  it('answers from finished runs when it is interrupted', async () => {
    const of = await variant();
    const stop = new AbortController();
    const seen: number[] = [];
    const study = function* (): Study<number> {
      try {
        yield* takeFromRuns(
          Array.from({ length: 50 }, (_, replication) => ({ variant: of, replication })),
          (_, { replication }) => {
            seen.push(replication);
            if (replication === 2) stop.abort(new Error('enough'));
          },
        );
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
      }
      return seen.length;
    };
    expect(await answer(study(), { signal: stop.signal })).toBe(3);
    await expect(answer(arrivals(of, [0]), { signal: stop.signal })).rejects.toThrow('enough');
  });

  it('passes its runs to an observer, except those of unwatched parts', async () => {
    const of = await variant();
    const made: number[] = [];
    const study = function* (): Study<void> {
      yield* arrivals(of, [0]);
      yield* unwatched(inParallel([arrivals(of, [1]), arrivals(of, [2])]));
      yield* arrivals(of, [3]);
    };
    await answer(study(), { made: ({ task }) => made.push(task.replication) });
    expect(made).toEqual([0, 3]);
  });

  it('takes runs from a ledger instead of repeating them, and adds new ones', async () => {
    const of = await variant();
    const kept = new Map<string, KeptRun>();
    const made: string[] = [];
    const ledger: RunLedger = {
      find: (key) => kept.get(key),
      keep(key, run) {
        kept.set(key, run);
        made.push(key);
      },
    };
    const first = await answer(arrivals(of, [0, 1]), { ledger });
    const all = await answer(inParallel([arrivals(of, [0, 1, 2]), arrivals(of, [3])]), { ledger });
    expect(all[0]!.slice(0, 2)).toEqual(first);
    expect([made.length, kept.size]).toEqual([4, 4]);
  });

  it('ends with the error that its progress callback throws', async () => {
    const of = await variant();
    const progress = () => {
      throw new Error('enough');
    };
    await expect(answer(arrivals(of, [0, 1]), { progress })).rejects.toThrow('enough');
  });
});
