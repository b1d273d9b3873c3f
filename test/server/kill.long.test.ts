import { test } from 'vitest';
import { killAgainAndAgain } from './kill.js';

test('killed a hundred times under load: every acknowledged call is there afterwards', async () => {
  await killAgainAndAgain(100);
}, 900_000);
