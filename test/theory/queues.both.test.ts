import { describe, test } from 'vitest';
import { expectValidated } from '../../build/docs/validation-table.js';
import { LONG } from '../long-suite.js';
import { publishedQueues, theoryQueues } from './queues.js';
import { expectFigures, MIN_REPLICATIONS } from './support/experiment.js';

const CASES = LONG ? [...theoryQueues, ...publishedQueues] : theoryQueues.filter(({ long }) => long !== true);

describe('queues with known results, through scenario files', () => {
  test.each(CASES)('the simulated queue $name agrees with its closed form', async (one) => {
    const runs = await expectFigures(one.scenario, MIN_REPLICATIONS, one.figures, one.controls);
    if (LONG) await expectValidated(one, runs);
  });
});
