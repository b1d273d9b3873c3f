import { describe, expect, it } from 'vitest';
import { answer } from '../../../src/study/engine/engine.js';
import { begin, inParallel, join, type Study, wholeRuns } from '../../../src/study/engine/study.js';
import { LoadLevels } from '../../../src/study/replicate/load-levels.js';
import type { RunTask } from '../../../src/study/runs/executor.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

/** Answers a part of a study of levels, and lists the runs it needed. */
async function answered<Result>(part: (levels: LoadLevels) => Study<Result>) {
  const made: RunTask[] = [];
  const levels = new LoadLevels(await compileVariant(quickSource()), () => wholeRuns(1));
  const result = await answer(part(levels), { made: ({ task }) => made.push(task) });
  return { result, levels, made };
}

describe('levels of a load', () => {
  it('are the same whether they are requested together or one after the other', async () => {
    const together = await answered((levels) => inParallel([levels.at(2, 2), levels.at(1, 3)]));
    const separate = await answered(function* (levels) {
      yield* levels.at(1, 3);
      yield* levels.at(2, 2);
    });
    expect(together.levels.all(2)).toEqual(separate.levels.all(2));
    expect(together.made).toHaveLength(5);
  });

  it('that are requested again do not wait for further replications that others requested', async () => {
    const { made } = await answered(function* (levels) {
      let isDone = false;
      const first = yield* begin(levels.at(2, 1));
      const all = yield* begin(levels.at(2, 3));
      void all.result.then(() => {
        isDone = true;
      });
      const again = yield* levels.at(2, 1);
      expect(isDone).toBe(false);
      expect(again).toBe(yield* join(first));
      expect((yield* join(all)).runs.slice(0, 1)).toEqual(again.runs);
    });
    expect(made).toHaveLength(3);
  });

  it('have exact runs that start only after they are taken, each made once', async () => {
    const { result, made } = await answered(function* (levels) {
      const others = yield* levels.beginExact(1, 1, 3);
      const first = yield* levels.beginExact(1, 0, 1);
      expect(yield* levels.beginExact(1, 0, 1)).toBe(first);
      yield* levels.at(2, 1);
      expect(levels.all(1).map(({ factor }) => factor)).toEqual([2]);
      yield* first.taken();
      yield* others.taken();
      return (yield* levels.at(1, 3)).runs;
    });
    expect(result).toEqual((await answered((levels) => levels.at(1, 3))).result.runs);
    expect(made).toHaveLength(4);
  });

  it('report a failure of started runs when they are taken', async () => {
    const stop = new AbortController();
    const levels = new LoadLevels(await compileVariant(quickSource()), () => wholeRuns(1));
    const study = function* (): Study<void> {
      const begun = yield* levels.beginExact(1, 0, 1);
      stop.abort(new Error('enough'));
      yield* begun.taken();
    };
    await expect(answer(study(), { signal: stop.signal })).rejects.toThrow('enough');
  });
});
