import { test } from 'vitest';
import { killAgainAndAgain } from './kill.js';

/** Each takes a second; `NEAP_KILLS=100` for a whole evening. */
const KILLS = Number(process.env['NEAP_KILLS'] ?? 10);

test(`killed ${KILLS} times under load and faults: every acknowledged call is there afterwards`, async () => {
  await killAgainAndAgain(KILLS);
}, 3_600_000);
