import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { columns } from '../../src/report/text/text-width.js';
import { called } from '../cli/command.js';
import type { GoldenCase } from './cases.js';
import { jsonText } from './json-text.js';
import { pageText } from './page-text.js';
import { shortened } from './shortened.js';
import { onTerminal } from './terminal.js';
import { workbookText } from './workbook-text.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Screens wrap by the length of paths, so the path of a folder has the same length on every machine. */
const PLACEHOLDER = '/tmp/golden-folder';

/** The default width of a terminal, in columns. */
const SCREEN_WIDTH = 80;
/** Lines of a CSV file to store, including the header. */
const MAX_CSV_LINES = 8;

/** Runs a command and compares every format of its answer with the reviewed one; `npm run golden` writes them. */
export async function expectReviewed(golden: GoldenCase): Promise<void> {
  const folder = mkdtempSync('/tmp/golden-');
  try {
    await expectReviewedIn(folder, golden);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function expectReviewedIn(folder: string, golden: GoldenCase): Promise<void> {
  const matches = (file: string, text: string) =>
    expect(text.replaceAll(folder, PLACEHOLDER)).toMatchFileSnapshot(`answers/${golden.name}/${file}`);
  const out = join(folder, golden.name);
  const args = argumentsOf(golden, folder, out);
  const { status, stdout, stderr } = await onTerminal(SCREEN_WIDTH, () => called(args));
  expect(status, stderr).toBeLessThan(2);
  await matches('screen.txt', `${stdout}\nexit ${status}\n${stderr}`);
  expect(stdout.split('\n').filter((line) => columns(line) > SCREEN_WIDTH)).toEqual([]);
  for (const file of filesIn(out)) await matches(...readable(basename(file), readFileSync(join(out, file))));
}

function argumentsOf({ command, forms = [] }: GoldenCase, folder: string, out: string): readonly string[] {
  const args = command.split(' ').map((word) => (word.endsWith('.yaml') ? copied(word, folder) : word));
  const outputs = forms.flatMap((form) =>
    form === 'out' ? ['--out', join(out, 'out')] : [`--${form}`, join(out, `answer.${form}`)],
  );
  return [...args, ...outputs];
}

function copied(scenario: string, folder: string): string {
  const copy = join(folder, basename(scenario));
  copyFileSync(join(ROOT, scenario), copy);
  return copy;
}

function filesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((file) => statSync(join(directory, file)).isFile())
    .sort();
}

/** @returns the name of the golden file and its content */
function readable(file: string, content: Buffer): [name: string, text: string] {
  if (file.endsWith('.xlsx')) return ['workbook.txt', workbookText(content)];
  const text = content.toString();
  if (file.endsWith('.html')) return ['page.txt', pageText(text)];
  if (file.endsWith('.json')) return [`${file}.txt`, jsonText(text)];
  return [file, file.endsWith('.csv') ? shortened(text.trimEnd().split('\n'), MAX_CSV_LINES) : text];
}
