import { describe, test } from 'vitest';
import { publishedScaleToZero, theoryScaleToZero } from './scale-to-zero.js';
import { expectFigures } from './support/experiment.js';

describe('scale to zero with known answers, within 1 %', () => {
  test.each([...theoryScaleToZero, ...publishedScaleToZero])('$name', async (one) => {
    await expectFigures(one.scenario, one.replications, one.figures);
  });
});
