import { readFileSync } from 'node:fs';

/** Output of `npm run build` for pages: `src/` and `dist/` are siblings, so the path is valid from both. */
const FOLDER = new URL('../../dist/browser/', import.meta.url);

/**
 * A script or a style sheet of a page.
 * @param name such as `run-page.js`
 * @throws Error if `npm run build` has not created it
 */
export function browserAsset(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8').trim();
}
