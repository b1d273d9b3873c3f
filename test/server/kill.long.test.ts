import { test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';
import { killAgainAndAgain } from './kill.js';

/** Number of kills, about a second each; `NEAP_KILLS=100` for a longer run. */
const KILLS = Number(process.env['NEAP_KILLS'] ?? 10);
const folder = temporaryFolder();

test('every acknowledged call survives a kill of the emulator under load and faults', async () => {
  await killAgainAndAgain(KILLS, folder);
}, 3_600_000);
