import { describe, expect, it } from 'vitest';
import { LoadLevels } from '../../../src/study/replicate/load-levels.js';
import type { RunTask } from '../../../src/study/runs/executor.js';
import { RunMaker } from '../../../src/study/runs/make-runs.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

async function opened() {
  const made: RunTask[] = [];
  const maker = await RunMaker.open({ made: ({ task }) => made.push(task) }, () => 1);
  return { made, maker, levels: new LoadLevels(await compileVariant(quickSource()), maker) };
}

describe('levels of a load', () => {
  it('asked for at once are those asked for one after the other', async () => {
    const [together, apart] = [await opened(), await opened()];
    await Promise.all([together.levels.at(2, 2), together.levels.at(1, 3)]);
    await apart.levels.at(1, 3);
    await apart.levels.at(2, 2);
    expect(together.levels.all(2)).toEqual(apart.levels.all(2));
    expect(together.made).toHaveLength(5);
  });

  it('asked for again do not wait for further replications that others want', async () => {
    const { levels, made } = await opened();
    const first = levels.at(2, 1);
    const all = levels.at(2, 3);
    let [isDone, later] = [false, true];
    void all.then(() => {
      isDone = true;
    });
    const again = levels.at(2, 1).then((level) => {
      later = isDone;
      return level;
    });
    expect(await again).toBe(await first);
    expect((await all).runs.slice(0, 1)).toEqual((await again).runs);
    expect(later).toBe(false);
    expect(made).toHaveLength(3);
  });

  it('have exact runs that were begun from when they are taken on, each made once', async () => {
    const { levels, made } = await opened();
    const others = levels.beginExact(1, 1, 3);
    const first = levels.beginExact(1, 0, 1);
    expect(levels.beginExact(1, 0, 1)).toBe(first);
    await levels.at(2, 1);
    expect(levels.all(1).map(({ factor }) => factor)).toEqual([2]);
    await first.taken();
    await others.taken();
    expect((await levels.at(1, 3)).runs).toEqual((await (await opened()).levels.at(1, 3)).runs);
    expect(made).toHaveLength(4);
  });

  it('tell of a failure when they are taken, and are not begun once the work has ended', async () => {
    const { levels, maker } = await opened();
    const begun = [levels.beginExact(1, 0, 1), levels.beginExact(2, 0, 1)];
    await maker.close();
    for (const runs of begun) await expect(runs.taken()).rejects.toThrow();
  });
});
