import { describe, test } from 'vitest';
import { publishedQueues } from './queues.js';
import { expectFigures } from './support/experiment.js';

describe('published queues, within 1 %', () => {
  test.each(publishedQueues)('$name', async (one) => {
    await expectFigures(one.scenario, one.replications, one.figures);
  });
});
