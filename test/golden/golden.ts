import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { called } from '../cli/command.js';
import type { GoldenCase } from './cases.js';
import { pageText } from './page-text.js';
import { workbookText } from './workbook-text.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'golden-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines of result files that are kept: enough to see every column and path filled. */
const MAX_LINES: Readonly<Record<string, number>> = { csv: 12, json: 500 };

/** Runs a command and compares every form of its answer with the one that was reviewed; `npm run golden` writes them. */
export async function expectReviewed(each: GoldenCase): Promise<void> {
  const out = join(folder, each.name);
  const { status, stdout, stderr } = await called(argumentsOf(each, out));
  await matches(each, 'screen.txt', `${stdout}\nexit ${status}\n${stderr}`);
  for (const file of filesIn(out)) {
    await matches(each, ...readable(file, readFileSync(join(out, file))));
  }
}

function argumentsOf({ command, forms = [] }: GoldenCase, out: string): readonly string[] {
  const args = command.split(' ').map((word) => (word.endsWith('.yaml') ? join(ROOT, word) : word));
  const outputs = forms.flatMap((form) =>
    form === 'out' ? ['--out', join(out, 'out')] : [`--${form}`, join(out, `answer.${form}`)],
  );
  return [...args, ...outputs];
}

async function matches({ name }: GoldenCase, file: string, text: string): Promise<void> {
  await expect(text.replaceAll(ROOT, '').replaceAll(folder, 'OUT')).toMatchFileSnapshot(
    `answers/${name}/${file}`,
  );
}

function filesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return (readdirSync(directory, { recursive: true }) as string[])
    .filter((file) => statSync(join(directory, file)).isFile())
    .sort();
}

/** @returns the name of the golden file, and what it contains */
function readable(file: string, content: Buffer): [name: string, text: string] {
  if (file.endsWith('.html')) return ['page.txt', pageText(content.toString())];
  if (file.endsWith('.xlsx')) return ['workbook.txt', workbookText(content)];
  const text = content.toString();
  return [goldenName(file), shortened(text, MAX_LINES[extname(file).slice(1)] ?? Infinity)];
}

/** JSON that is cut is no longer JSON. */
function goldenName(file: string): string {
  return file.replace('out/', '').replace(/\.json$/, '.json.txt');
}

function shortened(text: string, most: number): string {
  const lines = text.split('\n');
  const left = lines.length - most;
  return left <= 0 ? text : `${lines.slice(0, most).join('\n')}\n… ${left} more lines\n`;
}
