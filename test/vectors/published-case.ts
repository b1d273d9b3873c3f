import { readFileSync } from 'node:fs';

const file = new URL('./published.json', import.meta.url);
const cases: readonly { readonly id: string }[] = JSON.parse(readFileSync(file, 'utf8')).cases;

/** An entry of `published.json` by its id, as the caller knows it to be shaped. */
export function publishedCase<T>(id: string): T {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new Error(`published.json has no case ${id}`);
  return found as unknown as T;
}
