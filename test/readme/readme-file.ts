import { readFileSync, writeFileSync } from 'node:fs';
import { ROOT } from './sections.js';

const FILE = `${ROOT}/README.md`;

function markers(section: string): readonly [string, string] {
  return [`<!-- generated: ${section} -->`, `<!-- end of ${section} -->`];
}

function bounds(text: string, section: string): readonly [number, number] {
  const [begin, end] = markers(section);
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`README.md has no generated section ${section}`);
  return [from + begin.length, to];
}

/** What the README holds between the markers of a generated section. */
export function generatedSection(section: string): string {
  const text = readFileSync(FILE, 'utf8');
  const [from, to] = bounds(text, section);
  return text.slice(from, to).trim();
}

/** Replaces a generated section. */
export function replaceSection(section: string, content: string): void {
  const text = readFileSync(FILE, 'utf8');
  const [from, to] = bounds(text, section);
  writeFileSync(FILE, `${text.slice(0, from)}\n${content}\n${text.slice(to)}`);
}
