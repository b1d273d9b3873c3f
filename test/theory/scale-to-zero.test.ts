import { describe, test } from 'vitest';
import { theoryScaleToZero } from './scale-to-zero.js';
import { expectFigures } from './support/experiment.js';

describe('scale to zero with known answers, through scenario files', () => {
  test.each(theoryScaleToZero.filter((one) => one.long !== true))('$name', async (one) => {
    await expectFigures(one.scenario, one.replications, one.figures);
  });
});
