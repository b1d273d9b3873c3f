import { expect, test } from 'vitest';
import { measurement } from '../../build/replay-validation/measured.js';
import { replayedFigures, TOLERANCE } from '../../build/replay-validation/replayed.js';

test('the fitted scenario replays the other days within a tenth, or the table says why not', async () => {
  const missed = (await replayedFigures()).filter(({ error }) => !(Math.abs(error) <= TOLERANCE));
  expect(missed.map(({ figure }) => figure)).toEqual(Object.keys(measurement().missed));
});
