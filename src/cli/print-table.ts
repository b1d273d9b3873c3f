import { writeFileSync } from 'node:fs';
import { ResultDirectory } from '../report/result-directory.js';
import type { TextLine } from '../report/text-block.js';
import { screenOf } from './screen.js';

/** Tables are made for this; in a pipe nothing is narrower, and wider lines are hard to read. */
const MOST_COLUMNS = 100;

/** The forms in which a table can be printed. */
export interface PrintedAs {
  readonly json: () => unknown;
  readonly markdown: () => string;
  readonly lines: (width: number) => readonly TextLine[];
}

/** Prints a table in the form that the options ask for. */
export function printTable(
  options: { readonly json?: boolean; readonly markdown?: boolean },
  forms: PrintedAs,
): void {
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify(forms.json(), null, 2)}\n`);
  } else if (options.markdown === true) {
    process.stdout.write(forms.markdown());
  } else {
    const screen = screenOf(process.stdout);
    const width = process.stdout.isTTY ? Math.min(screen.width, MOST_COLUMNS) : MOST_COLUMNS;
    const text = forms.lines(width).map((line) => `${screen.paint(line.text, line.emphasis)}\n`);
    process.stdout.write(text.join(''));
  }
}

/**
 * Does work that ends in one file of a directory, which appears whole or not at all.
 *
 * @param out the directory; `undefined`: nothing is written
 * @param work is given what writes the file; the file stays only if it was written
 * @throws ResultDirectoryError before the work begins, when the directory cannot be used
 */
export async function withFile(
  out: string | undefined,
  name: string,
  work: (write: (text: string) => void) => Promise<number>,
): Promise<number> {
  return withFiles(out, [name], (write) => work((text) => write({ [name]: text })));
}

/**
 * As {@link withFile}, with several files, all of which appear or none.
 * @param work is given what writes them: their texts by name
 */
export async function withFiles(
  out: string | undefined,
  names: readonly string[],
  work: (write: (texts: Readonly<Record<string, string>>) => void) => Promise<number>,
): Promise<number> {
  const directory = out === undefined ? undefined : ResultDirectory.open(out, names);
  try {
    return await work((texts) => {
      if (directory === undefined) return;
      for (const [name, text] of Object.entries(texts)) writeFileSync(directory.path(name), text);
      directory.commit();
    });
  } finally {
    directory?.discard();
  }
}
