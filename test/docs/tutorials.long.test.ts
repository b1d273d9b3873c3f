import { expect, test } from 'vitest';
import { documentText } from '../../build/docs/documents.js';
import { playTutorial, TUTORIALS } from '../../build/docs/tutorials.js';

/** `neap init` starts a scenario at the next Monday. */
const undated = (text: string) => text.replaceAll(/\bfrom 20\d\d-\d\d-\d\d\b/g, 'from Monday');

test.each(TUTORIALS)('the commands of %s print what it shows (npm run docs writes it)', (path) => {
  expect(undated(playTutorial(path))).toBe(undated(documentText(path)));
});
