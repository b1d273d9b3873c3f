import { test } from 'vitest';
import { LONG } from '../long-suite.js';
import { temporaryFolder } from '../temporary-folder.js';
import { killAgainAndAgain } from './kill.js';

/** Each takes a second; `NEAP_KILLS=100` for a whole evening. */
const KILLS = Number(process.env['NEAP_KILLS'] ?? (LONG ? 10 : 1));
const folder = temporaryFolder();

test('every acknowledged call is there after the emulator was killed under load and faults', async () => {
  await killAgainAndAgain(KILLS, folder);
}, 3_600_000);
