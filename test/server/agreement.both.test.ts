import { test } from 'vitest';
import { LONG } from '../long-suite.js';
import { agreeStepByStep } from './agreement.js';

test('the same calls, to the rules, over HTTP and by the http adapter, have the same answers step by step', async () => {
  const [sequences, requests] = LONG ? [80, 125] : [4, 60];
  await agreeStepByStep({ sequences, requests, seed: 20261121 });
});
