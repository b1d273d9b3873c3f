import { describe, expect, it } from 'vitest';
import { compare } from '../../../src/study/compare/comparison.js';
import { capacity } from '../../../src/study/growth/capacity.js';
import { forecast } from '../../../src/study/growth/forecast.js';
import { parseGrowth } from '../../../src/study/growth/load-growth.js';
import { parseConstraint } from '../../../src/study/replicate/constraint.js';
import { replicate } from '../../../src/study/replicate/replications.js';
import { compileVariant } from '../../../src/study/runs/scenario-source.js';
import { quickSource } from '../quick-scenario.js';

const source = quickSource();
const variant = await compileVariant(source);
const confidence = 0.95;
const objectives = [parseConstraint('latency_p99 <= 1s')];
const months = {
  months: 1,
  growth: parseGrowth('5%/month'),
  objectives,
  confidence,
  tolerance: 0.05,
  exact: false,
};

describe.each([0, -1, 1.5, Number.NaN])('a number of %d', (count) => {
  it.each<[string, (replications: number) => Promise<unknown>]>([
    ['compare', (replications) => compare([variant, variant], { replications, confidence, figures: [] })],
    ['replicate', (replications) => replicate(variant, { replications, confidence }, {}, () => undefined)],
    [
      'capacity',
      (replications) => capacity(source, { objectives, replications, confidence, tolerance: 0.05 }),
    ],
    ['forecast', (replications) => forecast(source, { ...months, replications })],
  ])('is refused as replications of %s', async (_, ask) => {
    const problem = `replications: expected a whole number of 1 or more, got ${count}`;
    await expect(ask(count)).rejects.toThrow(new RangeError(problem));
  });

  it('is refused as workers', async () => {
    const asked = compare(
      [variant, variant],
      { replications: 2, confidence, figures: [] },
      { workers: count },
    );
    await expect(asked).rejects.toThrow(/^workers: expected a whole number/);
  });
});
