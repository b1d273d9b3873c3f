import { readFileSync } from 'node:fs';

/** The output of `npm run build` for pages: `src/` and `dist/` are siblings, so the path is the same from both. */
const FOLDER = new URL('../../dist/browser/', import.meta.url);

/**
 * A script or a style sheet of a page, as one text.
 * @param name such as `run-page.js`
 * @throws Error when `npm run build` has not made it
 */
export function browserAsset(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8').trim();
}
