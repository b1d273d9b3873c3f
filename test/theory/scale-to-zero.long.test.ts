import { describe, test } from 'vitest';
import { expectValidated } from '../docs/validation-table.js';
import { publishedScaleToZero, theoryScaleToZero } from './scale-to-zero.js';
import { expectFigures } from './support/experiment.js';

describe('scale to zero with known answers, within 1 %', () => {
  test.each([...theoryScaleToZero, ...publishedScaleToZero])('$name', async (one) => {
    const runs = await expectFigures(one.scenario, one.replications, one.figures);
    await expectValidated(one, runs);
  });
});
