import { test } from 'vitest';
import { agreeStepByStep } from './agreement.js';

test('the same calls, to the rules, over HTTP and by the http adapter, have the same answers step by step', async () => {
  await agreeStepByStep({ sequences: 8, requests: 60, seed: 20260106 });
});
