import { describe, test } from 'vitest';
import { expectValidated } from '../docs/validation-table.js';
import { publishedQueues } from './queues.js';
import { expectFigures } from './support/experiment.js';

describe('published queues, within 1 %', () => {
  test.each(publishedQueues)('$name', async (one) => {
    const runs = await expectFigures(one.scenario, one.replications, one.figures);
    await expectValidated(one, runs);
  });
});
