import { test } from 'vitest';
import { agreeStepByStep } from './agreement.js';

test('ten thousand calls, to the rules, over HTTP and by the http adapter, have the same answers', async () => {
  await agreeStepByStep({ sequences: 80, requests: 125, seed: 20261121 });
});
