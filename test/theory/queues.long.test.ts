import { describe, test } from 'vitest';
import { expectValidated } from '../docs/validation-table.js';
import { theoryQueues } from './queues.js';
import { expectFigures } from './support/experiment.js';

describe('queues with known answers, within 1 %', () => {
  test.each(theoryQueues)('$name', async (one) => {
    const runs = await expectFigures(one.scenario, one.replications, one.figures);
    await expectValidated(one, runs);
  });
});
