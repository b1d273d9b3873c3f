import { describe, test } from 'vitest';
import { theoryQueues } from './queues.js';
import { expectFigures } from './support/experiment.js';

describe('queues with known answers, through scenario files', () => {
  test.each(theoryQueues.filter((one) => one.long !== true))('$name', async (one) => {
    await expectFigures(one.scenario, one.replications, one.figures);
  });
});
