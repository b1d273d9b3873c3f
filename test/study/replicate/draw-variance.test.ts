import { describe, expect, it } from 'vitest';
import { FIGURE_NAMES, type RunFigures, runFigures } from '../../../src/figures/run-figures.js';
import { normalQuantile } from '../../../src/kernel/normal.js';
import { randomStream } from '../../../src/kernel/random-stream.js';
import { answer } from '../../../src/study/engine/engine.js';
import { betweenDraws, drawsAgainStudy } from '../../../src/study/replicate/draw-variance.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { runVariant } from '../../../src/study/runs/variant.js';
import { quickSource } from '../quick-scenario.js';

/** Figures of a run, all of the same value. */
function figures(value: number): RunFigures {
  return Object.fromEntries(FIGURE_NAMES.map((name) => [name, value])) as RunFigures;
}

describe('the variance between draws', () => {
  it('is estimated from normal draws with normal noise', () => {
    const stream = randomStream('draws', 0, 'test', 'normal');
    const normal = () => normalQuantile(stream.uniform());
    const draws = Array.from({ length: 20_000 }, () => 100 + 3 * normal());
    const run = () => draws.map((draw) => figures(draw + normal()));
    // 9 of 10; the standard error of the share is 0.0014.
    expect(Math.abs(betweenDraws(run(), run()).cost_usd! - 0.9)).toBeLessThan(0.0043);
  });

  it('uses runs of the first three draws with other random numbers', async () => {
    const draws = await Promise.all(
      [1, 2, 3, 4].map((seed) =>
        compileVariant({ ...quickSource({ duration: '1h' }), seed: String(seed) }, `draw ${seed}`),
      ),
    );
    const again = await answer(drawsAgainStudy(draws, undefined));
    expect(again).toHaveLength(3);
    for (const [index, seen] of again.entries()) {
      expect(seen).toEqual(runFigures(await runVariant(draws[index]!, { replication: 1 })));
    }
    expect(await answer(drawsAgainStudy(draws.slice(0, 1), 'hybrid'))).toEqual([
      runFigures(await runVariant(draws[0]!, { replication: 1, fidelity: 'hybrid' })),
    ]);
  });
});
