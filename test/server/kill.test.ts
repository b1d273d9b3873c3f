import { test } from 'vitest';
import { killAgainAndAgain } from './kill.js';

test('killed twice under load: every acknowledged call is there afterwards', async () => {
  await killAgainAndAgain(2);
});
