import { describe, test } from 'vitest';
import { expectValidated } from '../../build/docs/validation-table.js';
import { LONG } from '../long-suite.js';
import { publishedScaleToZero, theoryScaleToZero } from './scale-to-zero.js';
import { expectFigures, MIN_REPLICATIONS } from './support/experiment.js';

const CASES = LONG
  ? [...theoryScaleToZero, ...publishedScaleToZero]
  : theoryScaleToZero.filter(({ long }) => long !== true);

describe('scale to zero with known results, through scenario files', () => {
  test.each(CASES)('simulated scale to zero matches theory: $name', async (one) => {
    const runs = await expectFigures(one.scenario, MIN_REPLICATIONS, one.figures, one.controls);
    if (LONG) await expectValidated(one, runs);
  });
});
