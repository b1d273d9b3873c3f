import { readdir, readFile } from 'node:fs/promises';

/** The package's scenarios, relative to a module in `studio/` and to the bundle in `cli/`. */
const FOLDER = new URL('../../scenarios/', import.meta.url);

/** The texts of the package's scenarios that do not refer to other files, by name. */
export async function shippedScenarios(): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.yaml')).sort();
  const texts = await Promise.all(
    files.map(
      async (file) => [file.replace('.yaml', ''), await readFile(new URL(file, FOLDER), 'utf8')] as const,
    ),
  );
  return Object.fromEntries(texts.filter(([, text]) => !text.includes('trace:')));
}
