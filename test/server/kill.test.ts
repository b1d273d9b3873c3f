import { test } from 'vitest';
import { killAgainAndAgain } from './kill.js';

test('killed five times under load: every acknowledged call is there afterwards', async () => {
  await killAgainAndAgain(5);
});
