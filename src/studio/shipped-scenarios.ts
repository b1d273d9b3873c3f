import { readdir, readFile } from 'node:fs/promises';

/** Where the package has its scenarios, seen from a module in `studio/` and from the bundle in `cli/`. */
const FOLDER = new URL('../../scenarios/', import.meta.url);

/** The texts of the package's scenarios that need no other file, by name. */
export async function shippedScenarios(): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.yaml')).sort();
  const texts = await Promise.all(
    files.map(
      async (file) => [file.replace('.yaml', ''), await readFile(new URL(file, FOLDER), 'utf8')] as const,
    ),
  );
  return Object.fromEntries(texts.filter(([, text]) => !text.includes('trace:')));
}
